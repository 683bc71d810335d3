// SPDX-License-Identifier: MIT

import Backends
import Bus
import BusTesting
import Components
import Runtime
import SearchModel
import Synchronization
import Testing
import Wire

@testable import Searchers

/// A backend that answers on request of the test.
final class GatedBackend: SearchService {
    private struct State {
        var isOpen: Bool
        var waiting: [CheckedContinuation<Void, Never>] = []
        var asked: [String] = []
    }

    private let state: Mutex<State>

    private let index: String?

    /// Makes a backend that holds every search while it is closed, or those of one index.
    init(isOpen: Bool, holding index: String? = nil) {
        state = Mutex(State(isOpen: isOpen))
        self.index = index
    }

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
                let isOpen = state.isOpen || index.map { index in !requests.contains { $0.index == index } } ?? false
                if !isOpen { state.waiting.append(continuation) }
                return isOpen
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

/// An engine that fails until it is mended.
final class FailingBackend: SearchService {
    private let isMended = Mutex(false)

    func mend() { isMended.withLock { $0 = true } }

    func search(_ requests: [SearchRequest]) async -> [SearchResult] {
        let isMended = isMended.withLock(\.self)
        return requests.map { request in
            guard isMended else { return .failure(SearchBusError(.backendTimeout, "It hangs.")) }
            return .success(SearchResponse(query: request.query, processingTimeMS: 1, content: .hits(.init())))
        }
    }
}

/// Tests that run a searcher on a broker.
protocol SearcherBench {}

extension SearcherBench {
    func unit(_ names: [String] = ["products"], index: String = "p") -> SearcherUnit {
        SearcherUnit(
            name: names.count == 1 ? names[0] : "all",
            members: names.map { .init(name: $0, template: SearchRequest(index: index)) }
        )
    }

    /// Runs a searcher while the work is done.
    func withSearcher(
        _ broker: TestBroker,
        _ backend: any SearchService,
        of unit: SearcherUnit? = nil,
        stallDelay: Duration = .milliseconds(30),
        cacheSize: Int = ComponentHost.cacheSize,
        others: [String: any SearchService] = [:],
        backoff: Backoff = Backoff(first: .seconds(1), limit: .seconds(30)),
        _ work: (BusClient) async throws -> Void
    ) async throws {
        let unit = unit ?? self.unit()
        let log = try broker.client()
        let host = Task {
            let client = try broker.client()
            defer { client.close() }
            let backends = others.merging(["embedded": backend]) { $1 }
            let fold = SearcherFold(unit, backends: backends, stallDelay: stallDelay, backoff: backoff)
            try await ComponentHost([fold], log: client, meter: ComponentMeter(), cacheSize: cacheSize).run()
        }
        defer {
            host.cancel()
            log.close()
        }
        try await work(log)
        host.cancel()
        _ = await host.result
    }
}

extension EventLog {
    /// Appends a request.
    func append(_ request: UnitRequest, session: String) async throws {
        let draft = EventDraft(
            topic: try Topic(.request, request.searcher, session: session),
            id: Identifier.make(),
            source: "/test",
            type: "searchbus.request.changed",
            data: request.json.bytes
        )
        _ = try await append([draft])
    }

    /// Appends a request as the state store would; returns its ID.
    @discardableResult
    func ask(
        _ unit: String,
        _ number: Int,
        _ queries: [String: String],
        session: String,
        index: String = "p",
        since: Int = 0
    ) async throws -> String {
        let request = UnitRequest(
            searcher: unit,
            number: number,
            members: queries.mapValues { MemberRequest(number: number, since: since, query: $0, index: index) }
        )
        let draft = EventDraft(
            topic: try Topic(.request, unit, session: session),
            id: Identifier.make(),
            source: "/test",
            type: "searchbus.request.changed",
            data: request.json.bytes
        )
        _ = try await append([draft])
        return draft.id
    }

    /// Publishes a change of an index.
    func announce(_ index: String, id: String) async throws {
        let draft = EventDraft(
            topic: try Topic(.index, index),
            id: id,
            source: "/test",
            type: "searchbus.index.changed",
            data: JSON.object(JSONObject()).bytes
        )
        _ = try await append([draft])
    }

    /// Waits until there is an event on so many topics.
    func waitForTopics(_ count: Int, under prefix: TopicPrefix) async throws {
        let subscription = try await subscribe(to: [prefix], after: .zero)
        defer { subscription.cancel() }
        var topics: Set<Topic> = []
        while topics.count < count { topics.formUnion(try await subscription.next().map(\.topic)) }
    }
}
