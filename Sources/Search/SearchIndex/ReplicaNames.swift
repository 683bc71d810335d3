// SPDX-License-Identifier: MIT

import Foundation
import SearchModel
import Synchronization

/// The names of the replicas of a directory's indexes, as their manifests have them.
///
/// A manifest is read once for each version of its index, so that an unknown name costs a look at files and no reading. It may
/// be shared between threads.
final class ReplicaNames: Sendable {
    /// The maximum number of indexes in which a replica is looked for, the first ones by name.
    static let maxIndexes = 1_000
    /// The maximum size of the names that are kept, in bytes.
    static let maxBytes = 8 << 20

    private struct Entry {
        let identity: FileIdentity
        let names: [String]
    }

    private struct State {
        var entries = BoundedCache<String, Entry>(limit: ReplicaNames.maxBytes)
        var readCount = 0
    }

    private let state = Mutex(State())

    /// The number of manifests that were read so far.
    var readCount: Int { state.withLock { $0.readCount } }

    var byteCount: Int { state.withLock { $0.entries.byteCount } }

    /// The folder of the index that has a replica of a name, the first one by name; `nil` where none has.
    ///
    /// Indexes whose manifest cannot be read have none.
    func primary(ofReplica name: String, in directory: IndexDirectory) -> IndexFolder? {
        guard IndexDirectory.isValid(name) else { return nil }
        let files = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        let folders = files.filter(IndexDirectory.isValid).sorted().prefix(Self.maxIndexes)
        return folders.lazy.map { directory.folder(of: $0) }.first { self.replicas(of: $0).contains(name) }
    }

    private func replicas(of folder: IndexFolder) -> [String] {
        guard let identity = folder.identity else { return [] }
        return state.withLock { state in
            if let entry = state.entries.value(of: folder.name), entry.identity == identity { return entry.names }
            let names = (try? folder.manifest())?.settings.relevance.replicas.map(\.name) ?? []
            state.readCount += 1
            let bytes = names.reduce(folder.name.utf8.count) { $0 + $1.utf8.count + MemoryLayout<String>.stride }
            state.entries.keep(Entry(identity: identity, names: names), for: folder.name, bytes: bytes)
            return names
        }
    }
}
