// SPDX-License-Identifier: MIT

import SearchModel
import Synchronization
import Wire

/// Answers requests from a backend: plans what it does not do by itself, maps, asks, and stops asking an engine that is down.
///
/// It may be used from any task.
public final class BackendService<Engine: Backend>: SearchService {
    private struct State {
        var breaker = CircuitBreaker()
        var (asked, failed) = (0, 0)
    }

    private let engine: Engine
    private let name: String
    private let orders: IndexOrders
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    /// - Parameters:
    ///   - engine: The engine.
    ///   - name: What the app calls it, for messages.
    ///   - orders: The names that stand for an index in another order.
    ///   - now: The clock.
    public init(
        _ engine: Engine,
        name: String,
        orders: IndexOrders = IndexOrders(),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.engine = engine
        self.name = name
        self.orders = orders
        self.now = now
    }

    public func search(_ requests: [SearchRequest]) async -> [SearchResult] {
        guard !requests.isEmpty else { return [] }
        let batch = FacetingBatch(requests.map(orders.resolved), for: engine.capabilities)
        let responses = await answers(to: batch.requests)
        let recounts = batch.recounts(after: responses)
        // Where the second exchange fails, the counts it was to bring are not known; the rest is.
        return batch.results(from: responses, recounts: recounts.isEmpty ? [] : await answers(to: recounts))
    }

    /// What came of plain requests; those that cannot be asked fail before the engine is.
    private func answers(to requests: [SearchRequest]) async -> [SearchResult] {
        let queries = requests.map { request in
            Result { try checked(request) }.flatMap { request in Result { try engine.map(request: request) } }
                .mapError(translated)
        }
        let asked = queries.indices.filter { (try? queries[$0].get()) != nil }
        var results = queries.map { query in query.flatMap { _ in SearchResult.failure(.searchCancelled) } }
        for (place, answer) in zip(asked, await answers(to: asked.compactMap { try? queries[$0].get() })) {
            results[place] = answer.flatMap { answer in
                Result { try engine.map(answer: answer, of: requests[place]) }.mapError(translated)
            }
        }
        return results
    }

    private func answers(to queries: [Engine.Query]) async -> [Result<Engine.Answer, SearchBusError>] {
        guard !queries.isEmpty else { return [] }
        let refused = state.withLock { state in state.breaker.admits(at: now()) ? nil : closedError(state.breaker) }
        if let refused { return queries.map { _ in .failure(refused) } }
        var answers = await engine.search(queries).map { $0.mapError(translated) }
        if answers.count != queries.count {
            let error = SearchBusError(
                .backendFailed,
                "The backend `\(name)` gave \(answers.count) results to \(queries.count) queries."
            )
            answers = queries.map { _ in .failure(error) }
        }
        note(answers)
        return answers
    }

    private func note(_ answers: [Result<Engine.Answer, SearchBusError>]) {
        let failures = answers.compactMap(\.error)
        // One answer is proof enough that the engine is there.
        let transient = failures.count < answers.count ? nil : failures.first(where: \.code.isTransient)
        state.withLock { state in
            state.asked &+= answers.count
            state.failed &+= failures.count
            if let transient {
                state.breaker.noteFailure(transient, at: now())
            } else if failures.count == answers.count, failures.contains(where: { $0.code == .cancelled }) {
                state.breaker.noteCancelled()
            } else {
                state.breaker.noteAnswer()
            }
        }
    }

    /// The request, where the engine understands all of its filters.
    private func checked(_ request: SearchRequest) throws -> SearchRequest {
        try request.checkResolved()
        let filters = (request.baseFilters.groups + request.filters.groups).flatMap(\.filters)
        if let filter = filters.first(where: { !engine.capabilities.filterTypes.contains($0.type) }) {
            throw SearchBusError(
                .invalidArgument,
                "The backend `\(name)` has no filters like the one on `\(filter.attribute)` (\(filter.type.rawValue)).",
                remedy: "Remove the filter, or use an engine that supports it."
            )
        }
        if let shape = filters.lazy.compactMap(\.shape).first(where: { !engine.capabilities.shapes.contains($0.kind) })
        {
            let known = GeoShape.Kind.allCases.filter(engine.capabilities.shapes.contains).map(\.rawValue)
            throw SearchBusError(
                .invalidArgument,
                "The backend `\(name)` does not support filters by \(shape.kind.rawValue) (\(shape.label)).",
                remedy: "Use a \(known.joined(separator: " or a ")), or an engine that supports it."
            )
        }
        if let most = engine.capabilities.mostHits, request.kind == .hits, request.page > 0,
            request.page.multipliedReportingOverflow(by: max(1, request.hitsPerPage)).partialValue >= most
                || request.page > most
        {
            throw SearchBusError(
                .invalidArgument,
                "The backend `\(name)` has pages for the first \(most) records, and page \(request.page) is beyond.",
                remedy: "Narrow the search."
            )
        }
        if let key = request.sort.first, !engine.capabilities.sortsByAttributes {
            throw SearchBusError(
                .invalidArgument,
                "The backend `\(name)` orders records by no attribute that a request names, such as `\(key.attribute)`.",
                remedy: "Name an index that has this order."
            )
        }
        return request
    }

    private func translated(_ error: any Error) -> SearchBusError {
        switch error {
        case let error as SearchBusError: error
        case is CancellationError: .searchCancelled
        case let error as JSONError:
            SearchBusError(
                .backendFailed,
                "The backend `\(name)` answered in a form that is not understood: \(error)."
            )
        default: SearchBusError(.backendFailed, "The backend `\(name)` cannot be searched: \(error)")
        }
    }

    private func closedError(_ breaker: CircuitBreaker) -> SearchBusError {
        let seconds = (breaker.wait(at: now()) / .seconds(1)).rounded(.up)
        let again = seconds > 0 ? "within \(Int(seconds)) s" : "in a moment"
        let last = breaker.lastError
        let count = breaker.failures > 1 ? "It failed \(breaker.failures) times; it" : "It"
        return SearchBusError(
            last?.code ?? .backendFailed,
            "\(last?.message ?? "The backend `\(name)` failed.") \(count) is tried again \(again).",
            remedy: last?.remedy
        )
    }

    public var health: BackendHealth? {
        state.withLock { state in
            BackendHealth(
                circuit: state.breaker.circuit(at: now()),
                failures: state.breaker.failures,
                lastError: state.breaker.lastError?.message,
                asked: state.asked,
                failed: state.failed
            )
        }
    }

    public func isIndex(_ name: String, dependentOn changed: String) -> Bool {
        name == changed || orders.index(named: name) == changed
    }

    public func describe(_ index: String) async throws -> IndexShape? {
        do { return try await engine.describe(orders.index(named: index)) } catch { throw translated(error) }
    }
}

extension Result {
    fileprivate var error: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
