// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import SearchIndex
import Synchronization
import Wire

/// What questions have to know of indexes, each in the version that was asked last.
///
/// It may be used from any thread.
final class KnownIndexes: Sendable {
    private struct Entry {
        let version: IndexVersion
        let index: AlgoliaQuery.Index
    }

    /// The maximum size of what is remembered of all indexes, in bytes.
    static let maxBytes = 8 << 20

    private let entries = Mutex(BoundedCache<String, Entry>(limit: KnownIndexes.maxBytes))

    /// The size of what is remembered, in bytes.
    var byteCount: Int { entries.withLock { $0.byteCount } }

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
        if let known = entries.withLock({ $0.value(of: name) }), known.version == version { return known.index }
        let found = try find()
        entries.withLock { entries in
            entries.keep(Entry(version: version, index: found), for: name, bytes: name.utf8.count + found.byteCount)
        }
        return found
    }
}

extension AlgoliaQuery.Index {
    /// The size of its texts and of the defaults of parameters, about, in bytes.
    fileprivate var byteCount: Int {
        let texts = (facets + numeric + searched + highlighted).reduce(0) {
            $0 + $1.utf8.count + 2 * MemoryLayout<String>.stride
        }
        // A value takes several times the bytes of its JSON.
        return texts + 8 * JSON.object(defaults).bytes.count
    }
}
