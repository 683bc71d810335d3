// SPDX-License-Identifier: MIT

import Backends
import Bus
import SearchIndex
import SearchModel
import Synchronization
import Wire

/// Measures how long an engine takes, whichever it is, by what came of it.
///
/// It may be used from any task.
final class MeasuredService: SearchService {
    /// What came of a question.
    enum Outcome: String, Sendable, Hashable, CaseIterable {
        /// Everything that was asked has an answer.
        case answered
        /// Something of it failed.
        case failed
        /// The search was cancelled.
        case cancelled

        init(_ results: [SearchResult]) {
            let codes = results.compactMap { result -> ErrorCode? in
                guard case .failure(let error) = result else { return nil }
                return error.code
            }
            self = codes.isEmpty ? .answered : codes.allSatisfy { $0 == .cancelled } ? .cancelled : .failed
        }
    }

    private let service: any SearchService
    private let times = Mutex<[Outcome: DurationHistogram]>([:])

    init(_ service: any SearchService) {
        self.service = service
    }

    func search(_ requests: [SearchRequest]) async -> [SearchResult] {
        let start = ContinuousClock.now
        let results = await service.search(requests)
        note(results, after: ContinuousClock.now - start)
        return results
    }

    func searchNow(_ requests: [SearchRequest]) -> [SearchResult]? {
        let start = ContinuousClock.now
        guard let results = service.searchNow(requests) else { return nil }
        note(results, after: ContinuousClock.now - start)
        return results
    }

    func searchNow(_ requests: [SearchRequest], within budget: WorkBudget) -> [SearchResult]? {
        let start = ContinuousClock.now
        guard let results = service.searchNow(requests, within: budget) else { return nil }
        // What was broken off with a small budget is searched again with a larger one, and counts then.
        if !budget.isSpent || budget.limits != .inline { note(results, after: ContinuousClock.now - start) }
        return results
    }

    /// Notes what came of a question.
    func note(_ results: [SearchResult], after time: Duration) {
        guard !results.isEmpty else { return }
        times.withLock { $0[Outcome(results), default: DurationHistogram()].observe(time) }
    }

    /// The times as a member of a status event, by what came of it.
    var figures: [String: DurationHistogram] {
        let times = times.withLock { $0 }
        return Dictionary(times.map { ($0.key.rawValue, $0.value) }) { first, _ in first }
    }

    var isImmediate: Bool { service.isImmediate }
    var health: BackendHealth? { service.health }
    var changes: AsyncStream<String>? { service.changes }
    var catalog: (any IndexCatalog)? { service.catalog }

    func prepare(for requests: [SearchRequest]) async { await service.prepare(for: requests) }

    func isIndex(_ name: String, dependentOn changed: String) -> Bool { service.isIndex(name, dependentOn: changed) }

    func describe(_ index: String) async throws -> IndexShape? { try await service.describe(index) }
}

extension BackendStatus {
    init(_ health: BackendHealth) {
        self.init()
        (circuit, failures, lastError) = (health.circuit.rawValue, health.failures, health.lastError)
        (asked, failed) = (health.asked, health.failed)
    }
}
