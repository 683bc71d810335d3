// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Backends
import Bus
import BusTesting
import Components
import SearchModel
import Synchronization
import Testing
import Wire

@testable import Searchers

@Suite("Searcher host on a real broker", .timeLimit(.minutes(1)))
struct SearcherHostTests {
    /// A backend that answers when it is told to.
    final class GatedBackend: SearchBackend {
        private struct State {
            var isOpen: Bool
            var waiting: [CheckedContinuation<Void, Never>] = []
            var asked: [String] = []
        }

        private let state: Mutex<State>

        init(isOpen: Bool) { state = Mutex(State(isOpen: isOpen)) }

        /// The texts that were searched, in order.
        var asked: [String] { state.withLock { $0.asked } }

        func open() {
            let waiting = state.withLock { state in
                defer { state.waiting = [] }
                state.isOpen = true
                return state.waiting
            }
            for one in waiting { one.resume() }
        }

        func search(_ requests: [SearchRequest]) async -> [SearchResult] {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    state.asked.append(requests[0].query)
                    if !state.isOpen { state.waiting.append(continuation) }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
            return requests.map { request in
                guard request.query != "broken" else { return .failure(SearchBusError(.backendFailed, "It broke.")) }
                let content = SearchResponse.Content.hits(.init(totalCount: 7))
                return .success(SearchResponse(query: request.query, processingTimeMS: 1, content: content))
            }
        }
    }

    private let unit = SearcherUnit(
        name: "products",
        members: [.init(name: "products", template: SearchRequest(index: "p"))]
    )

    private func host(
        _ broker: TestBroker,
        _ backend: any SearchBackend,
        of other: SearcherUnit? = nil
    ) -> Task<Void, any Error> {
        let unit = other ?? unit
        return Task {
            let client = try broker.client()
            defer { client.close() }
            let backends = ["embedded": backend]
            try await SearcherHost(
                unit,
                backends: backends,
                log: client,
                meter: ComponentMeter(),
                stallDelay: .milliseconds(30)
            ).run()
        }
    }

    @Test func `A quick search is answered with its outcome, without an announcement`() async throws {
        let broker = try TestBroker()
        let log = try broker.client()
        let host = host(broker, GatedBackend(isOpen: true))
        let id = try await log.send("set-query", to: "products", session: "s", ["query": "sam"])
        let results = try await log.first(under: TopicPrefix(.results)) { _ in true }
        #expect(results.causationID == id)
        #expect(try results.data()["nbHits"] == 7)
        #expect(try results.data()["request"] == 1)
        #expect(try await log.last(.search, "products", session: "s") == nil)
        host.cancel()
        log.close()
    }

    @Test func `A slow search is announced, then called slow, and the newest text is what is shown`() async throws {
        let broker = try TestBroker()
        let log = try broker.client()
        let backend = GatedBackend(isOpen: false)
        let host = host(broker, backend)
        try await log.send("set-query", to: "products", session: "s", ["query": "a"])
        _ = try await log.first(under: TopicPrefix(.search)) { $0.typeSuffix == "stalled" }
        try await log.send("set-query", to: "products", session: "s", ["query": "ab"])
        try await log.send("set-query", to: "products", session: "s", ["query": "abc"])
        _ = try await log.first(under: TopicPrefix(.outcome)) { $0.sequence.rawValue > 0 && $0.previous.rawValue > 0 }
        backend.open()
        let results = try await log.first(under: TopicPrefix(.results)) { _ in true }
        #expect(try results.data()["query"] == "abc")
        let superseded = try await log.first(under: TopicPrefix(.search)) { $0.typeSuffix == "superseded" }
        #expect(try superseded.data()["request"] == 1)
        #expect(backend.asked == ["a", "abc"])
        host.cancel()
        log.close()
    }

    @Test func `A search that was under way when the process died is made again`() async throws {
        let broker = try TestBroker()
        let log = try broker.client()
        let first = host(broker, GatedBackend(isOpen: false))
        try await log.send("set-query", to: "products", session: "s", ["query": "sam"])
        _ = try await log.first(under: TopicPrefix(.search)) { $0.typeSuffix == "started" }
        first.cancel()
        let second = host(broker, GatedBackend(isOpen: true))
        let results = try await log.first(under: TopicPrefix(.results)) { _ in true }
        #expect(try results.data()["query"] == "sam")
        #expect(try results.data()["request"] == 2)
        second.cancel()
        log.close()
    }

    @Test func `A failure is told, and an index that changes is reason to try again`() async throws {
        let broker = try TestBroker()
        let log = try broker.client()
        let host = host(broker, GatedBackend(isOpen: true))
        try await log.send("set-query", to: "products", session: "s", ["query": "broken"])
        let failed = try await log.first(under: TopicPrefix(.search)) { $0.typeSuffix == "failed" }
        #expect(try failed.data()["code"] == "backend-failed")
        #expect(try failed.data()["message"] == "It broke.")
        try await log.send("set-query", to: "products", session: "s", ["query": "sam"])
        _ = try await log.first(under: TopicPrefix(.results)) { _ in true }
        let change = EventDraft(
            topic: try Topic(.index, "p"),
            id: "change",
            source: "/t",
            type: "searchbus.index.changed",
            data: Array("{}".utf8)
        )
        _ = try await log.append([change])
        let again = try await log.first(under: TopicPrefix(.results)) { try $0.data()["request"] == 3 }
        #expect(again.causationID == "change")
        host.cancel()
        log.close()
    }

    @Test func `A crowd that is answered all at once gets its answers, in as many appends as it takes`() async throws {
        let broker = try TestBroker()
        let log = try broker.client()
        let backend = GatedBackend(isOpen: false)
        let unit = SearcherUnit(
            name: "all",
            members: ["a", "b", "c", "d"].map { .init(name: $0, template: SearchRequest(index: "p")) }
        )
        let host = host(broker, backend, of: unit)
        // More answers than one append holds.
        let crowd = 280
        for number in 0..<crowd {
            try await log.send("set-query", to: "all", session: "s\(number)", ["query": "sam"])
        }
        try await log.waitForTopics(crowd * 4, under: TopicPrefix(.search))
        backend.open()
        try await log.waitForTopics(crowd * 4, under: TopicPrefix(.results))
        #expect(backend.asked.count == crowd)
        host.cancel()
        log.close()
    }

    @Test func `An engine elsewhere may have an index whose name no topic can carry`() async throws {
        let broker = try TestBroker()
        let log = try broker.client()
        let unit = SearcherUnit(
            name: "products",
            members: [.init(name: "products", template: SearchRequest(index: "shop.products"))]
        )
        let host = host(broker, GatedBackend(isOpen: true), of: unit)
        try await log.send("set-query", to: "products", session: "s", ["query": "sam"])
        let results = try await log.first(under: TopicPrefix(.results)) { _ in true }
        #expect(try results.data()["query"] == "sam")
        host.cancel()
        log.close()
    }
}

extension EventLog {
    /// Waits until there is an event on so many topics.
    fileprivate func waitForTopics(_ count: Int, under prefix: TopicPrefix) async throws {
        let subscription = try await subscribe(to: [prefix], after: .zero)
        defer { subscription.cancel() }
        var topics: Set<Topic> = []
        while topics.count < count { topics.formUnion(try await subscription.next().map(\.topic)) }
    }
}
