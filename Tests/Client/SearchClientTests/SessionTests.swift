// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import SearchClient

private func range(_ low: Int) throws -> JSON {
    try DeclaredViews.json("number-range", ["bounds": [0, 100], "range": [JSON(low), .null]])
}

@Suite struct SessionTests {
    @Test func `a session is made with the key, and asks for its stream`() async throws {
        let gateway = TestGateway()
        let session = try await SearchSession.test(gateway)
        for await request in gateway.streams {
            #expect(request.path == "/api/sessions/s/events")
            #expect(request.headers["authorization"] == "Bearer k" && request.headers["last-event-id"] == nil)
            break
        }
        #expect(gateway.requests[0].method == "PUT" && gateway.requests[0].path == "/api/sessions/s")
        #expect(try JSON(parsing: gateway.requests[0].body ?? []) == [:])
        #expect(gateway.requests[0].headers["content-type"] == "application/json")
        session.close()
    }

    @Test func `all widgets share one stream, and views come as values`() async throws {
        let gateway = TestGateway()
        let session = try await SearchSession.test(gateway)
        var prices = session.views(of: "price", as: NumberRangeView.self).makeAsyncIterator()
        var boxes = session.views(of: "box", as: SearchBoxView.self).makeAsyncIterator()
        for await _ in gateway.streams { break }
        let box = try DeclaredViews.json("search-box", ["query": "a"])
        gateway.say("reset", ["views": ["price": try range(1), "box": box]], at: 1)
        #expect(await prices.next()?.range?.low == 1)
        #expect(await boxes.next()?.query == "a")
        gateway.say(view: try range(2), of: "price", at: 2)
        #expect(await prices.next()?.range?.low == 2)
        #expect(try session.view(of: "price", as: NumberRangeView.self)?.range?.low == 2)
        #expect(gateway.streamRequests.count == 1)
        session.close()
        #expect(await prices.next() == nil)
        #expect(await boxes.next() == nil)
    }

    @Test func `who is slow gets the newest view, and who comes late the one that is there`() async throws {
        let gateway = TestGateway()
        let session = try await SearchSession.test(gateway)
        var slow = session.views(of: "price", as: NumberRangeView.self).makeAsyncIterator()
        var quick = session.views(of: "price", as: NumberRangeView.self).makeAsyncIterator()
        var others = session.views(of: "year", as: NumberRangeView.self).makeAsyncIterator()
        for await _ in gateway.streams { break }
        for low in 1...9 {
            gateway.say(view: try range(low), of: "price", at: low)
            #expect(await quick.next()?.range?.low == Double(low))
        }
        // Each event is delivered to all observers before the next one.
        gateway.say(view: try range(1), of: "year", at: 10)
        #expect(await others.next()?.range?.low == 1)
        #expect(await slow.next()?.range?.low == 9)
        var late = session.views(of: "price", as: NumberRangeView.self).makeAsyncIterator()
        #expect(await late.next()?.range?.low == 9)
        session.close()
    }

    @Test func `a broken stream resumes where it stopped`() async throws {
        let gateway = TestGateway()
        let session = try await SearchSession.test(gateway)
        var streams = gateway.streams.makeAsyncIterator()
        var views = session.views(of: "price", as: NumberRangeView.self).makeAsyncIterator()
        _ = await streams.next()
        gateway.say(view: try range(1), of: "price", at: 41)
        #expect(await views.next()?.range?.low == 1)
        // An event that was begun and not finished is dropped, and its ID is not a position to resume from.
        gateway.say(.bytes(Array("id: e-42\nevent: view\ndata: {\"topic\"".utf8)))
        gateway.say(.failure)
        #expect(await streams.next()?.headers["last-event-id"] == "e-41")
        gateway.say(view: try range(3), of: "price", at: 43)
        #expect(await views.next()?.range?.low == 3)
        gateway.say(.end)
        #expect(await streams.next()?.headers["last-event-id"] == "e-43")
        session.close()
    }

    @Test func `an invalid view is reported and skipped, and the next one arrives`() async throws {
        let gateway = TestGateway()
        let session = try await SearchSession.test(gateway)
        var problems = session.problems.makeAsyncIterator()
        let views = session.views(of: "price", as: NumberRangeView.self)
        for await _ in gateway.streams { break }
        let first = Task { () -> Double? in
            for await view in views { return view.range?.low }
            return nil
        }
        gateway.say(view: ["phase": "ready"], of: "price", at: 1)
        #expect(await problems.next()?.message.contains("`price`") == true)
        gateway.say("view", ["nonsense": true], at: 2)
        #expect(await problems.next()?.code == .malformedJSON)
        gateway.say(view: try range(5), of: "price", at: 3)
        #expect(await first.value == 5)
        session.close()
    }

    @Test func `a refused session is reported, and retries end`() async throws {
        let gateway = RefusingGateway()
        let session = try await SearchSession.open(
            GatewayAddress("http://127.0.0.1:1"),
            session: "s",
            settings: .test,
            transport: gateway
        )
        for await state in session.connection {
            guard case .failed(let error) = state else { continue }
            #expect(error.code == .unauthorized)
            break
        }
    }

    @Test func `a link is used once, and what it gives is sent along with the origin`() async throws {
        let gateway = TestGateway { request, number in
            guard request.path.hasPrefix("/?token=") else { return try TestGateway.applied(request, number) }
            return TransportAnswer(status: 303, headers: ["set-cookie": "searchbus-1=secret; HttpOnly; Path=/"])
        }
        let session = try await SearchSession.open(
            GatewayAddress("http://127.0.0.1:1/?token=abc"),
            credential: .link("http://127.0.0.1:1/?token=abc&x=1"),
            session: "s",
            settings: .test,
            transport: gateway
        )
        #expect(gateway.requests.map(\.path) == ["/?token=abc", "/api/sessions/s"])
        #expect(gateway.requests[1].headers["cookie"] == "searchbus-1=secret")
        #expect(gateway.requests[1].headers["origin"] == "http://127.0.0.1:1")
        session.close()
    }

    @Test func `the token of a link to a session is a key, and one that only reads follows a session`() async throws {
        let gateway = TestGateway { request, number in
            request.method == "PUT"
                ? TestGateway.problem(403, .notPermitted) : try TestGateway.applied(request, number)
        }
        let session = try await SearchSession.open(
            GatewayAddress("http://127.0.0.1:1"),
            credential: .link("http://127.0.0.1:1/s/s?token=sbk_1_a"),
            session: "s",
            settings: .test,
            transport: gateway
        )
        #expect(gateway.requests.map(\.method) == ["PUT", "GET"])
        #expect(gateway.requests.allSatisfy { $0.headers["authorization"] == "Bearer sbk_1_a" })
        session.close()
        let closed = TestGateway { _, _ in TestGateway.problem(403, .notPermitted) }
        await #expect { try await SearchSession.test(closed) } throws: {
            ($0 as? SearchBusError)?.code == .notPermitted
        }
    }

    @Test(arguments: ["not/a/session", "", "a?b", "../keys"])
    func `an invalid session ID is refused before it is part of a path`(id: String) async throws {
        let gateway = TestGateway()
        await #expect {
            try await SearchSession.open(
                GatewayAddress("http://127.0.0.1:1"),
                session: id,
                settings: .test,
                transport: gateway
            )
        } throws: {
            ($0 as? SearchBusError)?.code == .invalidSession
        }
        #expect(gateway.requests.isEmpty)
    }

    @Test func `a gateway's refusal at the start is thrown`() async throws {
        let gateway = TestGateway { _, _ in TestGateway.problem(401, .unauthorized) }
        await #expect(throws: SearchBusError(.unauthorized, "No.", remedy: "Do something else.")) {
            try await SearchSession.test(gateway)
        }
    }

    @Test func `the app tells its widgets`() async throws {
        let gateway = TestGateway { request, number in
            guard request.path == "/api/app" else { return try TestGateway.applied(request, number) }
            let app: JSON = [
                "name": "store", "revision": "r", "console": ["title": "Store"],
                "widgets": [
                    ["name": "price", "type": "number-range", "title": "Price", "parameters": ["precision": 1]]
                ],
            ]
            return TransportAnswer(status: 200, body: app.bytes)
        }
        let app = try await SearchSession.test(gateway).app()
        #expect((app.title, app.revision) == ("Store", "r"))
        #expect(app.widgets(of: "number-range").map(\.title) == ["Price"])
        #expect(app.widgets(of: "hits").isEmpty)
    }

    @Test(arguments: ["", "127.0.0.1:8080", "ftp://x", "http://", "http://a@b", "http://a b"])
    func `an invalid address is refused`(text: String) {
        #expect(throws: SearchBusError.self) { try GatewayAddress(text) }
    }

    @Test func `an address may have more behind it`() throws {
        #expect(try GatewayAddress("HTTP://[::1]:8080/?token=x").origin == "http://[::1]:8080")
        #expect(GatewayAddress.token(in: "http://x/?token=abc&y=1") == "abc")
        #expect(GatewayAddress.token(in: "abc") == "abc")
    }
}

/// Creates sessions, and refuses all streams.
private struct RefusingGateway: Transport {
    func call(_ request: TransportRequest) async throws -> TransportAnswer { TransportAnswer(status: 201) }

    func stream(
        _ request: TransportRequest,
        _ take: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws -> TransportAnswer {
        TestGateway.problem(401, .unauthorized)
    }
}
