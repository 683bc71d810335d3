// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import Gateway

/// Numbers in requests, over real connections: for any number, the gateway responds, and continues to respond.
@Suite(.oneAtATime) struct HTTPNumberTests {
    static let numbers =
        [
            "", "0", "-1", "+1", "1", "00", "1.5", "1e3", "1e308", "0x10", "NaN", "inf", "null", "x", "%30", "%+f", "%",
            "١", "2147483647", "2147483648", "4294967296", "9007199254740992", "9223372036854775806",
            "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616",
            "99999999999999999999", "340282366920938463463374607431768211456",
        ] + [String(repeating: "9", count: 400), String(repeating: "0", count: 400)]

    @Test("Every number in an address is accepted or refused", arguments: numbers)
    func parameters(number: String) async throws {
        try await SharedGateway.use { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/numbers", body: "{}")
            var queries = ["after", "before", "limit"].flatMap { name in
                ["", "&correlation=x", "&session=numbers", "&topic=intent/&correlation=x"].map {
                    "\(name)=\(number)\($0)"
                }
            }
            queries += ["after=\(number)&before=\(number)", "before=\(number)&limit=\(number)"]
            for query in queries {
                let answer = try await gateway.ask("GET", "/api/log?\(query)")
                #expect([200, 400].contains(answer.status), "\(query)")
            }
            for path in ["/api/events?after=\(number)", "/api/events?topic=\(number)", "/api/events?session=\(number)"]
            {
                #expect([200, 400].contains(try await gateway.ask("HEAD", path).status), "\(path)")
            }
            let stream = try await gateway.stream("/api/events?after=\(number)")
            #expect([200, 400].contains(stream.status))
            #expect(try await gateway.ask("GET", "/healthz", hasKey: false).status == 200)
        }
    }

    @Test("Every number in a header field is accepted or refused", arguments: numbers)
    func fields(number: String) async throws {
        try await SharedGateway.use { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/numbers", body: "{}")
            for path in ["/api/events", "/api/sessions/numbers/events"] {
                let field = ("Last-Event-ID", "epoch1-\(number)")
                #expect(try await gateway.stream(path, fields: [field]).status == 200)
            }
            let length = gateway.request(
                "POST",
                "/api/sessions",
                fields: [("Content-Type", "application/json"), ("Content-Length", number)]
            )
            let socket = try await RawSocket(port: gateway.port)
            await socket.send(length)
            socket.finish()
            _ = try await socket.receiveAll()
            #expect(try await gateway.ask("GET", "/healthz", hasKey: false).status == 200)
        }
    }

    @Test("Every number in an intent is accepted or refused", arguments: numbers)
    func bodies(number: String) async throws {
        try await SharedGateway.use { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/numbers", body: "{}")
            for body in [
                "{\"to\":\"box\",\"type\":\"clear\",\"data\":{\"n\":\(number)}}",
                "{\"to\":\(number),\"type\":\"clear\"}",
                "{\"to\":\"box\",\"type\":\(number)}", "{\"to\":\"box\",\"type\":\"clear\",\"id\":\(number)}",
                "{\"intents\":\(number)}", number,
            ] {
                let answer = try await gateway.ask("POST", "/api/sessions/numbers/intents", body: body)
                #expect([202, 400, 404].contains(answer.status), "\(body)")
            }
            #expect(try await gateway.ask("GET", "/healthz", hasKey: false).status == 200)
        }
    }
}
