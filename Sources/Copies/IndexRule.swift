// SPDX-License-Identifier: MIT
// Part of SearchBus.

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

    /// What is to be done.
    enum Step: Sendable, Hashable {
        /// The version of this machine is put there.
        case put
        /// The newest version takes the place of what this machine has.
        case fetch
        case nothing
    }

    /// Decides.
    ///
    /// - Parameters:
    ///   - local: The version that this machine has; `nil` where it has none.
    ///   - known: The version that this machine has put there or fetched last.
    ///   - newest: The number of the newest version that anybody has put there.
    /// - Returns: What is to be done.
    static func step(local: String?, known: Known?, newest: UInt64?) -> Step {
        // What was changed here is told first: it is then the newest, or another one comes after it.
        if let local, let known, local != known.version { return .put }
        if let newest, newest > known?.number ?? 0 { return .fetch }
        // What was there before the machines shared anything is put there by the first who has it.
        return local != nil && known == nil ? .put : .nothing
    }
}
