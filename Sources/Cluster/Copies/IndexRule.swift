// SPDX-License-Identifier: MIT

import JetStream
import SearchIndex

/// What a machine does about an index that all machines of a cluster share.
///
/// Pure. The order of the versions is that in which they were put among the files of the cluster: of two machines that change
/// an index at once, the later one wins everywhere.
enum IndexRule {
    /// A version that this machine has put there, or fetched.
    struct Known: Sendable, Hashable {
        /// What tells the version from others on this machine.
        let version: String
        /// Its number among the files of the cluster.
        let number: UInt64
    }

    /// The newest version among the files of the cluster.
    struct Newest: Sendable, Hashable {
        /// Its number.
        let number: UInt64
        /// Whether it marks a deleted index.
        var isDeletion = false
        /// The write of the log that it comes from; `nil` where it says none.
        var stamp: IndexStamp?
    }

    /// An action.
    enum Step: Sendable, Hashable {
        /// The version of this machine is put there; or that the index was deleted on it.
        case put
        /// The newest version takes the place of what this machine has.
        case fetch
        /// This node's index is deleted, as elsewhere.
        case delete
        case nothing
    }

    /// Decides.
    ///
    /// - Parameters:
    ///   - local: The version that this machine has, or what stands for its deletion here; `nil` where neither is known.
    ///   - isDeleted: Whether it is a deletion.
    ///   - stamp: The write of the log that the version of this machine comes from; `nil` for none.
    ///   - isImport: Whether all of its records were replaced here after that write, which must not be undone.
    ///   - known: The version that this machine has put there or fetched last.
    ///   - newest: The newest version that anybody has put there.
    /// - Returns: The action.
    static func step(
        local: String?,
        isDeleted: Bool = false,
        stamp: IndexStamp? = nil,
        isImport: Bool = false,
        known: Known?,
        newest: Newest?
    ) -> Step {
        if let local, let known, local != known.version {
            // Local changes are uploaded first: they are then the newest, or another version comes after them. But a
            // version that has not arrived yet is not deleted, or replaced by one with fewer writes of the log.
            guard let newest, newest.number > known.number, isDeleted || !isImport && newest.isAhead(of: stamp) else {
                return .put
            }
        }
        // What was there before the machines shared anything is put there by the first who has it.
        guard let newest else { return local != nil && known == nil ? .put : .nothing }
        // A node that brings an index to a cluster which has deleted one of that name keeps it.
        if newest.isDeletion, known == nil, local != nil { return .put }
        if newest.number > known?.number ?? 0 { return newest.isDeletion ? .delete : .fetch }
        // An index that was lost without a deletion is fetched again, such as a folder that was moved away.
        return local == nil && !newest.isDeletion ? .fetch : .nothing
    }
}

extension IndexRule.Newest {
    /// Reads what a manifest says.
    init(_ manifest: FileManifest) {
        self.init(
            number: manifest.number,
            isDeletion: IndexDeletion(manifest.facts) != nil,
            stamp: IndexParts(manifest.facts)?.stamp
        )
    }

    /// Whether it has more writes of the same log than a version with a stamp.
    fileprivate func isAhead(of other: IndexStamp?) -> Bool {
        guard let stamp, let other else { return false }
        return stamp.epoch == other.epoch && stamp.sequence > other.sequence
    }
}
