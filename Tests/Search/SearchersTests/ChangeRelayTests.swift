// SPDX-License-Identifier: MIT

import AppModel
import Backends
import Bus
import BusTesting
import SearchModel
import Testing
import Wire

@testable import Searchers

@Suite("Engines' notifications of changed indexes", .timeLimit(.minutes(5)))
struct ChangeRelayTests {
    /// An engine that notifies of changes.
    private struct TellingService: SearchService {
        let changes: AsyncStream<String>?

        func search(_ requests: [SearchRequest]) async -> [SearchResult] { [] }
    }

    private let app = App(
        name: "shop",
        backends: [.init(name: "database", type: "postgresql")],
        searchers: [
            Searcher(name: "goods", kind: .hits(index: "goods", hitsPerPage: 20), backend: "database"),
            Searcher(name: "more", kind: .hits(index: "more", hitsPerPage: 20), backend: "database"),
            Searcher(name: "other", kind: .hits(index: "other", hitsPerPage: 20), backend: "embedded"),
        ]
    )

    private func relay(_ unit: String, telling names: [String]) -> ChangeRelay {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        for name in names { continuation.yield(name) }
        continuation.finish()
        return ChangeRelay(unit, of: app, backends: ["database": TellingService(changes: stream)])
    }

    @Test(
        "one searcher of the app publishes each change once, and one event per index if any may have changed"
    )
    func events() async throws {
        let broker = try TestBroker()
        defer { broker.stop() }
        let client = try broker.client()
        defer { client.close() }
        await relay("more", telling: ["goods"]).run(client)
        await relay("goods", telling: ["goods", "no / name", "shop.products", "Größe", ""]).run(client)
        let page = try await client.replay(ReplayQuery([TopicPrefix(.index)], after: .zero))
        #expect(page.events.map { IndexChange($0).index } == ["goods", "shop.products", "Größe", "goods", "more"])
        #expect(page.events.map(\.topic.component) == ["goods", "shop-products", "Gr--e", "goods", "more"])
        #expect(page.events.allSatisfy { $0.type == "searchbus.index.changed" && $0.source == "/searcher/goods" })
        #expect(ChangeRelay.listener(to: "nobody", in: app) == nil)
    }

    @Test("there is no listener for engines without notifications")
    func silence() {
        let relay = ChangeRelay("goods", of: app, backends: ["database": TellingService(changes: nil)])
        #expect(relay.topics.isEmpty)
        #expect(self.relay("goods", telling: []).topics == ["index/"])
    }
}
