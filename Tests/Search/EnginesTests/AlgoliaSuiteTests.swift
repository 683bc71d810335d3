// SPDX-License-Identifier: MIT

import AlgoliaTesting
import Backends
import EngineTesting
import HTTPTesting
import SearchModel
import Synchronization
import Testing
import Wire

@testable import Engines

/// A service that speaks Algolia's protocol, over a real socket.
private final class AlgoliaUnderTest: EngineUnderTest {
    let name = "algolia"
    let waivers: [EngineAspect: String] = [
        .highlighting: "the plain service marks nothing",
        .facetSearch: "the plain service matches the beginning of a value",
        .sorting: "an order is an index of its own",
        .errors: "the plain service has one index",
    ]
    private let server: LocalServer
    let service: any SearchService

    init() throws {
        let box = Box()
        server = try LocalServer { request in
            let body = (try? JSON(parsing: request.body)) ?? .null
            return .answer(status: 200, body: FakeService(records: box.records).answer(body).text)
        }
        self.box = box
        let configuration = TransportConfiguration(hosts: [try HostAddress(server.url)], timeout: .seconds(30))
        service = BackendService(HTTPBackend(AlgoliaService(), over: try HTTPTransport(configuration)), name: name)
    }

    private let box: Box

    func load(_ index: String, _ records: [JSON]) async throws { box.records = records }

    deinit { server.stop() }
}

/// Records that the server's threads share.
private final class Box: Sendable {
    private let stored = Mutex<[JSON]>([])

    var records: [JSON] {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }
}

@Suite struct AlgoliaSuiteTests {
    @Test("a service that speaks Algolia's protocol passes the suite of all engines")
    func suite() async throws {
        let engine = try AlgoliaUnderTest()
        try await EngineSuite(engine).run()
    }
}
