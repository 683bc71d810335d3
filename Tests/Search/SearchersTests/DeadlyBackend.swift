// SPDX-License-Identifier: MIT

import Backends
import Foundation
import SearchIndex
import SearchModel
import Synchronization

/// An engine whose process dies at a text: the journal's file is saved at that moment.
final class DeadlyBackend: SearchService {
    private let remains = Mutex<Data?>(nil)
    private let journalPath: String
    /// Whether each search takes more than a moment.
    private let isLong: Bool

    init(journalPath: String, isLong: Bool = false) { (self.journalPath, self.isLong) = (journalPath, isLong) }

    var isImmediate: Bool { true }
    /// Whether the process is dead.
    var isDead: Bool { remains.withLock { $0 != nil } }

    func search(_ requests: [SearchRequest]) async -> [SearchResult] { searchNow(requests) ?? [] }

    func searchNow(_ requests: [SearchRequest], within budget: WorkBudget) -> [SearchResult]? {
        guard !isLong || budget.limits != .inline else {
            budget.spend(budget.limits.units + 1)
            return []
        }
        return searchNow(requests)
    }

    func searchNow(_ requests: [SearchRequest]) -> [SearchResult]? {
        let journal = FileManager.default.contents(atPath: journalPath)
        if requests.contains(where: { $0.query == "deadly" }) { remains.withLock { $0 = $0 ?? journal } }
        return requests.map { request in
            .success(SearchResponse(query: request.query, processingTimeMS: 1, content: .hits(.init(totalCount: 7))))
        }
    }

    /// Restores the file of the process at its death; called when the host has ended.
    func bury(at path: String) throws {
        let data = remains.withLock { remains in
            defer { remains = nil }
            return remains
        }
        guard data != nil || path != journalPath else { return }
        try (data ?? Data(contentsOf: URL(fileURLWithPath: journalPath))).write(to: URL(fileURLWithPath: path))
    }
}
