// SPDX-License-Identifier: MIT

import SearchIndex
import SearchModel
import Synchronization
import Wire

/// Answers from the indexes of a directory, in this process.
///
/// A search runs on the caller's thread, without a change of threads: it takes a millisecond or two of pure computation
/// on data that is in memory or in the page cache, so handing it to another thread and back would cost a good part of
/// what it takes. Threads that ask the same index take turns. Between two indexes of a call it looks whether the task
/// was cancelled.
public final class EmbeddedBackend: SearchService {
    /// The maximum number of indexes that are open at a time; those that were searched least recently are closed.
    public static let maxReaders = 256
    /// The share of an open index in what the indexes may take, in bytes: each counts the same.
    private static let readerBytes = 64 << 10

    let directory: IndexDirectory
    private let readers = Mutex(BoundedCache<String, IndexReader>(limit: maxReaders * readerBytes))
    private let journal: ReadJournal?

    /// Serves the indexes of a directory; they are opened when they are first asked.
    ///
    /// - Parameters:
    ///   - directory: Where the indexes are.
    ///   - journal: Where it is noted which index is read, so that one over which the process dies is checked when it starts again.
    public init(directory: IndexDirectory, journal: ReadJournal? = nil) {
        (self.directory, self.journal) = (directory, journal)
    }

    public var isImmediate: Bool { true }

    public func search(_ requests: [SearchRequest]) async -> [SearchResult] {
        answers(to: requests, Self.budget(requests))
    }

    public func searchNow(_ requests: [SearchRequest]) -> [SearchResult]? {
        answers(to: requests, Self.budget(requests))
    }

    public func searchNow(_ requests: [SearchRequest], within budget: WorkBudget) -> [SearchResult]? {
        answers(to: requests, budget)
    }

    var openCount: Int { readers.withLock { $0.count } }

    private static func budget(_ requests: [SearchRequest]) -> WorkBudget {
        let limits = WorkBudget.Limits.search
        let count = max(1, min(requests.count, 1_000))
        return WorkBudget(WorkBudget.Limits(units: limits.units * count, bytes: limits.bytes * count))
    }

    private func answers(to requests: [SearchRequest], _ budget: WorkBudget) -> [SearchResult] {
        var results: [SearchResult] = []
        results.reserveCapacity(requests.count)
        var rest = requests[...]
        while let index = rest.first?.index {
            // Neighbours that ask the same index are answered from the same version of it.
            let batch = Array(rest.prefix { $0.index == index })
            rest = rest.dropFirst(batch.count)
            guard !Task.isCancelled else {
                results.append(contentsOf: batch.map { _ in .failure(.searchCancelled) })
                continue
            }
            do {
                let reader = try reader(of: index)
                let ordering = try reader.facetOrdering(of: index)
                results += try reader.answers(to: batch, within: budget).map { $0.with(ordering) }
            } catch {
                let failure = error as? SearchBusError ?? SearchBusError(.storageFailed, "Index `\(index)`: \(error).")
                results.append(contentsOf: batch.map { _ in .failure(failure) })
            }
        }
        return results
    }

    public func isIndex(_ name: String, dependentOn changed: String) -> Bool {
        if name == changed { return true }
        do { return try reader(of: name).primaryName == changed } catch { return true }
    }

    /// Opens the indexes in their newest version, and gathers what the settings leave out and the requests need.
    public func prepare(for requests: [SearchRequest]) async {
        let searches = requests.map { request in
            var request = request
            request.hitsPerPage = 0
            return request
        }
        _ = answers(to: searches, WorkBudget(.none))
    }

    /// The number of an index's version; it rises with each change.
    ///
    /// - Throws: `SearchBusError.unknownIndex` for an unknown name.
    public func generation(of index: String) throws -> Int {
        try reader(of: index).generation
    }

    func reader(of index: String) throws -> IndexReader {
        if let reader = readers.withLock({ $0.value(of: index) }) { return reader }
        // Opened outside of the lock: a second reader made meanwhile is dropped, and searches of other indexes continue.
        let opened = try IndexReader(directory: directory, name: index, journal: journal)
        return readers.withLock { readers in
            if let reader = readers.value(of: index) { return reader }
            readers.keep(opened, for: index, bytes: Self.readerBytes)
            return opened
        }
    }
}
