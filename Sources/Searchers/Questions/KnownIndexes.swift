// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AlgoliaInterface
import SearchIndex
import Synchronization

/// What questions have to know of indexes, each in the version that was asked last.
final class KnownIndexes: Sendable {
    private struct Entry {
        let version: IndexVersion
        let index: AlgoliaQuery.Index
    }

    /// How many indexes are remembered; beyond it all are forgotten.
    private static let limit = 256

    private let entries = Mutex<[String: Entry]>([:])

    /// What is known of an index, found out with the closure where that is another version or none.
    ///
    /// - Parameters:
    ///   - name: The index.
    ///   - version: Its version; `nil` where it has none, and nothing is remembered.
    ///   - find: Finds out.
    /// - Returns: What is known.
    /// - Throws: What the closure throws.
    func index(
        _ name: String,
        _ version: IndexVersion?,
        find: () throws -> AlgoliaQuery.Index
    ) rethrows -> AlgoliaQuery.Index {
        guard let version else { return try find() }
        if let known = entries.withLock({ $0[name] }), known.version == version { return known.index }
        let found = try find()
        entries.withLock { entries in
            if entries.count >= Self.limit { entries = [:] }
            entries[name] = Entry(version: version, index: found)
        }
        return found
    }
}
