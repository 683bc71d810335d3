// SPDX-License-Identifier: MIT

import Synchronization

/// What the indexes of a process share: the disk, the limits of segments, and the merges that are made beside changes.
///
/// A process has one; tests make their own. It may be used from any thread.
final class IndexEnvironment: Sendable {
    static let shared = IndexEnvironment()

    let disk: Disk
    /// How many bytes the segments have together, at most, that are merged into one.
    let maxSegmentBytes: Int
    let merges: MergeQueue
    /// The version of each index folder that is known to be on the disk, by the folder's path.
    private let durable = Mutex<[String: FileIdentity]>([:])

    /// Makes an environment; every argument has the value that products use.
    init(
        disk: Disk = .system,
        maxSegmentBytes: Int = SegmentLimit.maxBytes,
        merges: MergeQueue = MergeQueue()
    ) {
        (self.disk, self.maxSegmentBytes, self.merges) = (disk, maxSegmentBytes, merges)
    }

    /// Whether a version is known to be on the disk, so that no power failure brings the one before it back.
    func isDurable(_ version: FileIdentity?, of folder: String) -> Bool {
        version != nil && durable.withLock { $0[folder] } == version
    }

    func noteDurable(_ version: FileIdentity?, of folder: String) { durable.withLock { $0[folder] = version } }
}

extension IndexEnvironment: Hashable {
    static func == (left: IndexEnvironment, right: IndexEnvironment) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
