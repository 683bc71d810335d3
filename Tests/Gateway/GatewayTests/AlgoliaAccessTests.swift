// SPDX-License-Identifier: MIT

import AlgoliaKeys
import AlgoliaLanguage
import AppModel
import Bus
import Foundation
import Runtime
import Testing
import Wire

@testable import Gateway

/// The permissions of a key of Algolia's interface, its users, and the parts of it that are never shown.
@Suite(.oneAtATime) struct AlgoliaAccessTests {
    private static let value = "0123456789abcdef0123456789abcdef"

    /// Runs a test with a gateway that has one further key, and a searcher without results.
    private func withGateway(
        _ parameters: String = "",
        rights: Set<AlgoliaRight> = [.search],
        change: (inout GatewayConfiguration) throws -> Void = { _ in },
        _ body: (TestGateway) async throws -> Void
    ) async throws {
        var app = TestGateway.app
        app.servesAlgolia = true
        let changed = app
        try await TestGateway.with(change: { configuration in
            configuration.app = try GatewayApp(changed)
            try change(&configuration)
        }) { gateway async throws in
            var key = AlgoliaKey(value: Self.value, rights: rights, createdAt: 0)
            key.parameters = try AlgoliaKey.parameters(parameters)
            let made = key
            try KeyFile(dataDirectory: gateway.directory).change(at: 0) { try $0.insert(made) }
            gateway.log.react { log, drafts in
                for draft in drafts where draft.topic.kind == .request {
                    _ = try? log.put(
                        "results/algolia/\(draft.topic.session ?? "")/",
                        #"{"request":1,"results":[{"hits":[]}]}"#,
                        type: "searchbus.results.algolia",
                        causation: draft.id
                    )
                }
            }
            try await body(gateway)
        }
    }

    private func fields(_ gateway: TestGateway, _ key: String = value) throws -> [(String, String)] {
        let ring = try #require(try KeyFile(dataDirectory: gateway.directory).read())
        return [("X-Algolia-Application-Id", ring.applicationID), ("X-Algolia-API-Key", key)]
    }

    private func secured(_ restrictions: String, by value: String = value) -> String {
        let code = HexDigest.authenticationCode(of: Array(restrictions.utf8), key: value)
        return Data((code + restrictions).utf8).base64EncodedString()
    }

    @Test func `A key with networks is refused elsewhere, whatever a client says of its address`() async throws {
        for (networks, status) in [("192.0.2.0%2F24", 403), ("127.0.0.0%2F8", 200)] {
            try await withGateway("restrictSources=\(networks)") { gateway async throws in
                for more in [[], [("X-Forwarded-For", "192.0.2.7")], [("Forwarded", "for=192.0.2.7")]] {
                    let answer = try await gateway.ask(
                        "GET",
                        "/1/keys/\(Self.value)",
                        fields: try fields(gateway) + more,
                        hasKey: false
                    )
                    #expect(answer.status == status, "\(networks) \(more)")
                }
            }
        }
    }

    @Test func `A key with networks is for the clients in them, and a request of unknown origin is refused`() throws {
        let folder = try TemporaryFolder()
        let credentials = try AlgoliaCredentials(dataDirectory: folder.path)
        var key = AlgoliaKey(value: Self.value, rights: [.search], createdAt: 0)
        key.parameters = try AlgoliaKey.parameters("restrictSources=192.0.2.0%2F24")
        let made = key
        try credentials.file.change(at: 0) { try $0.insert(made) }
        for (address, isAllowed) in [("192.0.2.7", true), ("198.51.100.7", false), ("", false)] {
            let access = try? credentials.access(
                to: credentials.ring.applicationID,
                key: Self.value,
                from: NetworkAddress(address)
            )
            #expect((access != nil) == isAllowed, "\(address)")
        }
        #expect(AlgoliaError(SearchBusError(.forbiddenHost, "Both families.")).status == 421)
    }

    @Test func `Made-up keys are refused unread after a while, and those that were good before are not`() throws {
        let folder = try TemporaryFolder()
        let start = ContinuousClock.now
        let credentials = try AlgoliaCredentials(dataDirectory: folder.path, clock: { start })
        let key = AlgoliaKey(value: Self.value, rights: [.search], createdAt: 0)
        try credentials.file.change(at: 0) { try $0.insert(key) }
        let (one, two) = (NetworkAddress("192.0.2.1"), NetworkAddress("192.0.2.2"))
        func status(_ key: String, _ address: NetworkAddress?) -> Int {
            do {
                _ = try credentials.access(to: credentials.ring.applicationID, key: key, from: address)
                return 200
            } catch { return error.status }
        }
        #expect(status(secured("filters=a%3Ab"), one) == 200)
        let statuses = (0..<80).map { status(secured("filters=n%3A\($0)", by: "another key than ours"), one) }
        #expect(statuses == Array(repeating: 403, count: 60) + Array(repeating: 429, count: 20))
        #expect(status(secured("filters=a%3Ab"), one) == 200, "it is known")
        #expect(status(secured("filters=c%3Ad"), two) == 200, "another client is not concerned")
        #expect(status(Self.value, one) == 200 && status("no key at all, and short", one) == 403)
        _ = try credentials.file.change(at: 0) { $0.remove(Self.value) }
        #expect(status(secured("filters=a%3Ab"), two) == 403, "what was good before is checked all the same")
    }

    @Test func `No key that a client puts among parameters reaches the log, however deep`() async throws {
        try await withGateway(rights: Set(AlgoliaRight.allCases)) { gateway async throws in
            let secret = "verysecretvalue"
            let calls = [
                ("/1/indexes/i/query", #"{"params":"query=a&x-algolia-api-key=\#(secret)","apiKey":"\#(secret)"}"#),
                ("/1/indexes/i/query", #"{"params":"params=x-algolia-api-key%3D\#(secret)"}"#),
                ("/1/indexes/i/browse", #"{"X-Algolia-API-Key":"\#(secret)"}"#),
                (
                    "/1/indexes/*/queries",
                    #"{"requests":[{"indexName":"i","params":"x-algolia-api-key=\#(secret)","apikey":"\#(secret)"}]}"#
                ),
                (
                    "/1/indexes/*/recommendations",
                    #"{"requests":[{"indexName":"i","model":"trending-items","threshold":0,"queryParameters":{"params":"apiKey=\#(secret)"}}]}"#
                ),
                ("/1/indexes/*/objects", #"{"requests":[{"indexName":"i","objectID":"1","apiKey":"\#(secret)"}]}"#),
                ("/1/indexes/i/deleteByQuery", #"{"params":"filters=a:b&x-algolia-api-key=\#(secret)"}"#),
                ("/1/indexes/i/synonyms/search", #"{"query":"a","x-algolia-api-key":"\#(secret)"}"#),
            ]
            for (path, body) in calls {
                func asked() -> Int {
                    gateway.log.appends.flatMap(\.self).count { [.request, .write].contains($0.topic.kind) }
                }
                let before = asked()
                let answer = try await gateway.ask("POST", path, body: body, fields: try fields(gateway), hasKey: false)
                let isRefused = body.contains("params=x")
                #expect(answer.status == (isRefused ? 400 : 200), "\(path): \(answer.text)")
                #expect(asked() == before + (isRefused ? 0 : 1), "\(path)")
            }
            for draft in gateway.log.appends.flatMap(\.self) {
                #expect(!String(decoding: draft.data, as: UTF8.self).contains(secret), "\(draft.topic)")
            }
        }
    }

    @Test func `Records and settings of many members are refused before anything is written`() async throws {
        try await withGateway(rights: Set(AlgoliaRight.allCases)) { gateway async throws in
            let many = "{" + (0..<100_000).map { "\"a\($0)\":1" }.joined(separator: ",") + "}"
            for (method, path, body) in [
                ("POST", "/1/indexes/i", many), ("PUT", "/1/indexes/i/7", many),
                ("POST", "/1/indexes/i/batch", #"{"requests":[{"action":"addObject","body":\#(many)}]}"#),
                ("POST", "/1/indexes/i/7/partial", many), ("PUT", "/1/indexes/i/settings", many),
                ("POST", "/1/indexes/i/deleteByQuery", many),
            ] {
                let answer = try await gateway.ask(method, path, body: body, fields: try fields(gateway), hasKey: false)
                #expect(
                    answer.status == 400 && answer.text.contains("at most 1000"),
                    "\(path): \(answer.text.prefix(200))"
                )
            }
            #expect(gateway.log.appends.isEmpty)
        }
    }

    @Test func `A call with events may have a mebibyte, and other calls have what they had`() async throws {
        try await withGateway { gateway async throws in
            func status(_ path: String, _ bytes: Int) async throws -> Int {
                let body = #"{"events":[],"pad":"\#(String(repeating: "x", count: bytes))"}"#
                return try await gateway.ask("POST", path, body: body, fields: try fields(gateway), hasKey: false)
                    .status
            }
            for path in ["/1/events", "/1/events?a=b"] {
                #expect(try await status(path, 500_000) != 413)
                #expect(try await status(path, 1 << 20) == 413)
            }
        }
    }

    @Test func `A connection that presented a key does not make room before one that presented none`() async throws {
        try await withGateway(change: { $0.limits.connections = 2 }) { gateway async throws in
            let (own, stranger) = (try await RawSocket(port: gateway.port), try await RawSocket(port: gateway.port))
            let ask = gateway.request("GET", "/1/keys/\(Self.value)", fields: try fields(gateway), hasKey: false)
            await own.send(ask)
            #expect(try await HTTPAnswer.read(from: own).status == 200)
            await stranger.send(gateway.request("GET", "/1/isalive", hasKey: false))
            #expect(try await HTTPAnswer.read(from: stranger).status == 200)
            // The third one replaces one that is idle.
            #expect(try await gateway.ask("GET", "/healthz", hasKey: false).status == 200)
            await own.send(ask)
            #expect(try await HTTPAnswer.read(from: own).status == 200)
        }
    }
}
