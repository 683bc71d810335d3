// SPDX-License-Identifier: MIT

/// How an indexer waits for the versions of indexes that other machines have.
///
/// Pure: the indexes and the times are given. If an index is recreated that others have, writes to it are lost
/// once their version arrives.
struct ArrivalWait: Sendable, Hashable {
    enum Step: Sendable, Hashable {
        /// There is nothing to wait for.
        case goOn
        case wait
        /// The wait is over: the work continues with the older local versions of these.
        case goOnWithout([String])
        /// The wait is over, and there is no local version of these.
        case giveUp([String])
    }

    let patience: Duration

    /// Decides.
    func step(hasLooked: Bool, awaited: [String], isHere: (String) -> Bool, waited: Duration) -> Step {
        guard !hasLooked || !awaited.isEmpty else { return .goOn }
        guard waited >= patience else { return .wait }
        let missing = awaited.filter { !isHere($0) }
        return missing.isEmpty ? .goOnWithout(awaited) : .giveUp(missing)
    }
}
