// SPDX-License-Identifier: MIT

import Bus
import SearchModel
import Testing
import Wire

@testable import Gateway

/// Searches without a session, over real connections.
@Suite(.oneAtATime) struct HTTPSearchTests {
    /// Responds to requests as searchers do: records for a text, a failure for `broken`, no response for `silent`.
    private static func answer(_ log: MemoryLog, _ drafts: [EventDraft]) {
        for draft in drafts where draft.topic.kind == .request {
            guard let request = try? UnitRequest(json: JSON(parsing: draft.data)), let session = draft.topic.session
            else {
                continue
            }
            for (name, member) in request.members.sorted(by: { $0.key < $1.key }) where member.query != "silent" {
                let isBroken = member.query == "broken"
                let data =
                    isBroken
                    ? #"{"request":\#(member.number),"code":"unknown-index","message":"No index.","remedy":"Import."}"#
                    : #"{"query":"\#(member.query)","hits":[{"objectID":"1"}],"request":\#(member.number)}"#
                _ = try? log.put(
                    isBroken ? "search/\(name)/\(session)/" : "results/\(name)/\(session)/",
                    data,
                    type: isBroken ? "searchbus.search.failed" : "searchbus.results.hits"
                )
            }
        }
    }

    private func withSearchers(
        change: (inout GatewayConfiguration) throws -> Void = { _ in },
        _ body: (TestGateway) async throws -> Void
    ) async throws {
        try await TestGateway.with(change: change) { gateway async throws in
            gateway.log.react(Self.answer)
            try await body(gateway)
        }
    }

    @Test func `One search has the results as its answer, and its session is used again`() async throws {
        try await withSearchers { gateway in
            for number in 1...3 {
                let answer = try await gateway.ask(
                    "POST",
                    "/api/search",
                    body: #"{"searcher":"products","query":"lamp"}"#
                )
                #expect(answer.status == 200 && answer["Content-Type"] == "application/json")
                #expect(try answer.json() == ["query": "lamp", "hits": [["objectID": "1"]], "request": JSON(number)])
            }
            let drafts = gateway.log.appends.flatMap(\.self).filter { $0.topic.kind == .request }
            #expect(drafts.count == 3 && Set(drafts.map(\.topic)).count == 1)
            let topic = try #require(drafts.first?.topic)
            #expect(topic.component == "everything" && OneOffSession.contains(topic.session ?? ""))
            let member = try UnitRequest(json: JSON(parsing: drafts[0].data)).members["products"]
            #expect(member?.isOnce == true && member?.index == "products" && member?.isIndexChosen == false)
            #expect(gateway.log.subscriptionCount <= 1, "nothing is left but the gateway's own subscription")
        }
    }

    @Test func `A list has the answers in its order, and a failure stays alone`() async throws {
        try await withSearchers { gateway in
            let body = #"""
                {"requests":[{"searcher":"products","query":"a"},{"searcher":"products","query":"broken"},
                             {"searcher":"categories","query":"b"},{"searcher":"products","query":"c"}]}
                """#
            let answer = try await gateway.ask("POST", "/api/search", body: body)
            let results = try #require(try answer.json()["results"]?.array)
            #expect(answer.status == 200 && results.map { $0["query"]?.string } == ["a", nil, "b", "c"])
            #expect(results[1] == ["error": ["code": "unknown-index", "message": "No index.", "remedy": "Import."]])
        }
    }

    @Test func `A search that fails is a problem with its status, and what makes no sense never reaches the log`()
        async throws
    {
        try await withSearchers { gateway in
            let failed = try await gateway.ask(
                "POST",
                "/api/search",
                body: #"{"searcher":"products","query":"broken"}"#
            )
            #expect(failed.status == ErrorCode.unknownIndex.httpStatus && failed.code == "unknown-index")
            let count = gateway.log.appends.count
            for (body, status) in [
                ("[", 400), ("{}", 400), (#"{"searcher":"nobody"}"#, ErrorCode.unknownAddressee.httpStatus),
            ] {
                #expect(try await gateway.ask("POST", "/api/search", body: body).status == status, "\(body)")
            }
            #expect(try await gateway.ask("POST", "/api/search", body: "{}", hasKey: false).status == 401)
            #expect(gateway.log.appends.count == count)
        }
    }

    @Test func `A search without a response in time fails, and the others of its call succeed`() async throws {
        try await withSearchers(change: { $0.limits.questionTime = .milliseconds(50) }) { gateway in
            let body = #"{"requests":[{"searcher":"products","query":"silent"},{"searcher":"categories","query":"b"}]}"#
            let results = try #require(
                try await gateway.ask("POST", "/api/search", body: body).json()["results"]?.array
            )
            #expect(results[0]["error"]?["code"] == "backend-timeout" && results[1]["query"] == "b")
        }
    }

    @Test func `Too many at a time are refused until there is room`() async throws {
        try await withSearchers(change: { $0.limits.searches = 1 }) { gateway in
            let two = #"{"requests":[{"searcher":"products"},{"searcher":"products"}]}"#
            let refused = try await gateway.ask("POST", "/api/search", body: two)
            #expect(refused.code == "busy" && refused["Retry-After"] == "1")
            #expect(try await gateway.ask("POST", "/api/search", body: #"{"searcher":"products"}"#).status == 200)
        }
    }

    @Test func `Clients can neither create nor use a session of such a search`() async throws {
        try await withSearchers { gateway in
            _ = try await gateway.ask("POST", "/api/search", body: #"{"searcher":"products"}"#)
            let session = try #require(gateway.log.appends.last?.first?.topic.session)
            let intent = #"{"to":"box","type":"set-query","data":{"query":"x"}}"#
            for (method, path, body) in [
                ("PUT", "/api/sessions/search-mine", "{}"), ("POST", "/api/sessions", #"{"session":"search-mine"}"#),
                ("POST", "/api/sessions/\(session)/intents", intent),
            ] {
                let answer = try await gateway.ask(method, path, body: body)
                #expect(answer.status == 400 && answer.code == "invalid-session", "\(path)")
            }
            #expect(try await gateway.ask("GET", "/api/sessions/\(session)").code == "invalid-session")
        }
    }
}
