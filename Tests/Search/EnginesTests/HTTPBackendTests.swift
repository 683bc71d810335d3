// SPDX-License-Identifier: MIT

import AlgoliaTesting
import AppModel
import Backends
import Foundation
import HTTPTesting
import SearchModel
import Testing
import Wire

@testable import Engines

@Suite struct HTTPBackendTests {
    private static let records: [JSON] = [
        ["objectID": "1", "name": "apple", "brand": "A", "price": 3],
        ["objectID": "2", "name": "pear", "brand": "B", "price": 5],
    ]

    private func backend(
        _ server: LocalServer,
        headers: [String: String] = [:],
        timeout: Duration = .seconds(20),
        largestAnswer: Int = 8 << 20
    ) throws -> any SearchService {
        let configuration = TransportConfiguration(
            hosts: [try HostAddress(server.url + "/")],
            headers: headers,
            timeout: timeout,
            largestAnswer: largestAnswer
        )
        return BackendService(HTTPBackend(AlgoliaService(), over: try HTTPTransport(configuration)), name: "far")
    }

    /// The error of a search for a response of the server.
    private func failure(
        _ reply: LocalServer.Reply,
        headers: [String: String] = [:],
        timeout: Duration = .seconds(20),
        largestAnswer: Int = 8 << 20
    ) async throws -> SearchBusError? {
        let server = try LocalServer { _ in reply }
        defer { server.stop() }
        let backend = try backend(server, headers: headers, timeout: timeout, largestAnswer: largestAnswer)
        return await #expect(throws: SearchBusError.self) {
            try await backend.responses(to: [SearchRequest(index: "i")])
        }
    }

    @Test("several requests go in one exchange and come back in their order")
    func search() async throws {
        let service = FakeService(records: HTTPBackendTests.records)
        let server = try LocalServer { request in
            let body = (try? JSON(parsing: request.body)) ?? .null
            return .answer(status: 200, body: service.answer(body).text)
        }
        defer { server.stop() }
        let backend = try backend(server, headers: ["X-Key": "k-1"])
        let filters = FilterState.of((.or, "brand", [.facet("brand", "A")]))
        let requests = [
            SearchRequest(index: "i", query: "pe"),
            SearchRequest(index: "i", filters: filters, facets: ["brand"], stats: ["price"]),
            SearchRequest(index: "i", kind: .facetValues(attribute: "brand", limit: 5)),
        ]
        let answers = try await backend.responses(to: requests)
        #expect(answers[0].hits?.hits.map(\.objectID) == ["2"])
        #expect(answers[1].hits?.totalCount == 1 && answers[1].hits?.facets["brand"]?.map(\.count) == [1, 1])
        #expect(answers[1].hits?.stats["price"] == 3...3)
        guard case .facetValues("brand", let values) = answers[2].content else {
            Issue.record("no facet values")
            return
        }
        #expect(values.map(\.value) == ["A", "B"])
        #expect(server.requests.count == 1)
        let head = server.requests[0].head
        #expect(head.hasPrefix("POST /1/indexes/*/queries HTTP/1.1") && head.lowercased().contains("x-key: k-1"))
        #expect(head.lowercased().contains("content-type: application/json"))
        #expect(try await backend.responses(to: []).isEmpty)
        #expect(try await backend.responses(to: requests).map(\.content) == answers.map(\.content))
    }

    @Test("a selected value beyond the service's list is counted in a second exchange", arguments: [200, 500])
    func secondExchange(status: Int) async throws {
        let values = JSONObject((0..<1_000).map { ("b\($0)", 5) })
        let list: JSON = ["hits": [], "nbHits": 9, "facets": ["brand": .object(values)]]
        let server = try LocalServer { request in
            let queries = (try? JSON(parsing: request.body))?["requests"]?.array ?? []
            let isCounting = queries.allSatisfy { $0["facets"] == nil }
            let answers: [JSON] = queries.map { _ in isCounting ? ["hits": [], "nbHits": 3] : list }
            let body: JSON = ["results": .array(answers)]
            return .answer(status: isCounting ? status : 200, body: body.text)
        }
        defer { server.stop() }
        let filters = FilterState.of((.or, "brand", [.facet("brand", "Rare")]))
        let request = SearchRequest(index: "i", filters: filters, facets: [FacetNeed("brand", limit: 2)])
        let results = await (try backend(server)).search([request, SearchRequest(index: "i"), request])
        for place in [0, 2] {
            let hits = try results[place].get().hits
            #expect(hits?.facets["brand"]?.last?.count == (status == 200 ? 3 : 0))
            #expect(hits?.isExhaustive == (status == 200))
        }
        #expect(try results[1].get().hits?.totalCount == 9)
        #expect(server.requests.count == 2)
    }

    @Test("a service that sends nothing, or stops in the middle, is dropped at the timeout")
    func slow() async throws {
        let beginning = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"
        for reply in [LocalServer.Reply.silence, .beginning(beginning)] {
            let error = try await failure(reply, timeout: .milliseconds(150))
            #expect(error?.code == .backendTimeout)
            #expect(error?.message.contains("0.15 seconds") == true)
        }
    }

    @Test("a stopped service is distinguished from a slow one, and is used again when it is back")
    func stopped() async throws {
        let server = try LocalServer { _ in .silence }
        let stopped = try backend(server)
        server.stop()
        let error = await #expect(throws: SearchBusError.self) {
            try await stopped.responses(to: [SearchRequest(index: "i")])
        }
        #expect(error?.code == .backendFailed)
        #expect(error?.message.contains("127.0.0.1:\(server.port)") == true)
        let closing = try await failure(.close)
        #expect(closing?.code == .backendFailed)
    }

    @Test(
        "invalid responses are refused",
        arguments: [
            ("", "not JSON"), ("<html>", "not JSON"), ("{}", "0 results to 1 queries"), (#"{"results":5}"#, "results"),
            (#"{"results":[{},{}]}"#, "2 results to 1 queries"), (#"{"results":[{"hits":[],"nbHits":"x"}]}"#, "nbHits"),
            (#"{"results":[{"hits":[],"nbHits":0}]"#, "not JSON"), ("\u{FFFD}", "not JSON"), ("[]", "0 results"),
        ]
    )
    func malformed(body: String, mention: String) async throws {
        let error = try await failure(.answer(status: 200, body: body))
        #expect(error?.code == .backendFailed)
        #expect(error?.message.contains(mention) == true, "\(error?.message ?? "")")
    }

    @Test("a refusal has the service's message, and never the contents of the headers")
    func refusals() async throws {
        let body = #"{"message":"Invalid key s3cret-key for application","status":403}"#
        let error = try await failure(.answer(status: 403, body: body), headers: ["X-Algolia-API-Key": "s3cret-key"])
        #expect(error?.code == .backendDenied)
        #expect(error?.message.hasSuffix("denies access: Invalid key … for application") == true)
        #expect(error?.description.contains("s3cret") == false)
        let missing = try await failure(.answer(status: 404, body: #"{"message":"Index i does not exist"}"#))
        #expect(missing?.code == .unknownIndex)
        let broken = try await failure(.answer(status: 500, body: "<h1>oops</h1>"))
        #expect(broken?.message.hasSuffix("answered with status 500") == true)
    }

    @Test("a redirect is not followed, so that keys are not sent elsewhere")
    func redirects() async throws {
        let other = try LocalServer { _ in .answer(status: 200, body: #"{"results":[{"hits":[],"nbHits":0}]}"#) }
        defer { other.stop() }
        for status in [301, 302, 307, 308] {
            let error = try await failure(.answer(status: status, body: "", headers: ["Location": other.url + "/x"]))
            #expect(error?.code == .backendFailed)
        }
        #expect(other.requests.isEmpty)
    }

    @Test("a response that is too large is aborted, with or without a declared length")
    func tooLarge() async throws {
        let body = #"{"results":[{"hits":[],"nbHits":0,"x":""# + String(repeating: "x", count: 200_000) + #""}]}"#
        let error = try await failure(.answer(status: 200, body: body), largestAnswer: 100_000)
        #expect(error?.code == .tooLarge)
        #expect(error?.message.contains("more than 100000 bytes") == true)
        let endless = "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: " ", count: 300_000)
        #expect(try await failure(.beginning(endless), largestAnswer: 100_000)?.code == .tooLarge)
    }

    @Test("a cancelled task ends at once, down to the socket", .timeLimit(.minutes(5)))
    func cancellation() async throws {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let server = try LocalServer { _ in
            arrived.yield()
            return .silence
        }
        defer { server.stop() }
        let backend = try backend(server, timeout: .seconds(600))
        let task = Task { await backend.search([SearchRequest(index: "i")]) }
        var iterator = arrivals.makeAsyncIterator()
        await iterator.next()
        task.cancel()
        #expect(await task.value == [.failure(.searchCancelled)])
        // The service sees the connection end: no task waits for an answer that may not be shown.
        var endings = server.ended.makeAsyncIterator()
        #expect(await endings.next() != nil)
        let early = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await backend.search([SearchRequest(index: "i")])
        }
        #expect(await early.value == [.failure(.searchCancelled)])
    }

    @Test(
        "an address that could hide a secret or is invalid is refused",
        arguments: [
            "", "localhost:80", "ftp://x", "http://", "http://user:password@x", "https://x/?key=1", "http://x/#y",
            "file:///etc",
        ]
    )
    func addresses(url: String) {
        let error = #expect(throws: SearchBusError.self) { try HostAddress(url) }
        #expect(error?.code == .invalidAppFile)
        #expect(error?.description.contains("password") == false)
    }
}
