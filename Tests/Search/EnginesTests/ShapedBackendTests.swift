// SPDX-License-Identifier: MIT

import Backends
import HTTPTesting
import SearchModel
import Synchronization
import Testing
import Wire

@testable import Engines

/// An engine whose schema is read before a search.
@Suite struct ShapedBackendTests {
    /// What a test changes while the engine runs.
    private final class Dial: Sendable {
        private let state = Mutex((now: ContinuousClock.now, status: 200, field: "brand"))

        var now: ContinuousClock.Instant { state.withLock { $0.now } }
        func pass(_ seconds: Int) { state.withLock { $0.now = $0.now.advanced(by: .seconds(seconds)) } }
        /// The response to a request of the schema.
        var status: Int {
            get { state.withLock { $0.status } }
            set { state.withLock { $0.status = newValue } }
        }
        /// The field of the index that is exact.
        var field: String {
            get { state.withLock { $0.field } }
            set { state.withLock { $0.field = newValue } }
        }
    }

    private static let found =
        #"{"responses":[{"hits":{"total":1,"hits":[]},"aggregations":{"t0":{"buckets":[]}}}]}"#

    /// An engine like Elasticsearch: its server, and its protocol.
    private func engine(_ dial: Dial) throws -> (server: LocalServer, service: any SearchService) {
        let server = try LocalServer { request in
            guard request.head.hasPrefix("GET") else {
                return .answer(status: 200, body: Self.found)
            }
            let field: JSON = ["type": "text", "fields": .object(JSONObject([(dial.field, ["type": "keyword"])]))]
            let mapping: JSON = ["things": ["mappings": ["properties": ["brand": field]]]]
            let refusal: JSON = ["error": ["reason": "no such index [things]"]]
            return .answer(status: dial.status, body: (dial.status == 200 ? mapping : refusal).text)
        }
        let configuration = TransportConfiguration(
            hosts: [try HostAddress(server.url)],
            timeout: .seconds(30),
            retries: 0
        )
        let backend = ShapedBackend(ElasticDialect(), over: try HTTPTransport(configuration), now: { dial.now })
        return (server, BackendService(backend, name: "far"))
    }

    private let request = SearchRequest(index: "things", facets: ["brand"])

    private func looks(_ server: LocalServer) -> Int { server.requests.count { $0.head.hasPrefix("GET") } }

    private func lastSearch(_ server: LocalServer) -> String { server.requests.last?.body ?? "" }

    @Test(
        "where a further look fails, what was seen before holds on, and the next look comes soon",
        arguments: [500, 404, 403]
    )
    func goesOn(status: Int) async throws {
        let dial = Dial()
        let (server, service) = try engine(dial)
        defer { server.stop() }
        #expect(await service.search([request])[0].failureCode == nil)
        dial.pass(61)
        dial.status = status
        for _ in 0..<3 { #expect(await service.search([request])[0].failureCode == nil) }
        #expect(lastSearch(server).contains(#""field":"brand.brand""#), "the exact field is known still")
        #expect(looks(server) == 2, "a look that failed is not made again with each question")
        (dial.status, dial.field) = (200, "raw")
        dial.pass(61)
        #expect(await service.search([request])[0].failureCode == nil)
        #expect(lastSearch(server).contains(#""field":"brand.raw""#) && looks(server) == 3)
    }

    @Test(
        "a first look that fails is the question's failure",
        arguments: [(500, ErrorCode.backendFailed), (404, .unknownIndex)]
    )
    func fails(status: Int, code: ErrorCode) async throws {
        let dial = Dial()
        dial.status = status
        let (server, service) = try engine(dial)
        defer { server.stop() }
        for _ in 0..<2 { #expect(await service.search([request])[0].failureCode == code) }
        #expect(server.requests.count == looks(server) && looks(server) == 2)
    }
}
