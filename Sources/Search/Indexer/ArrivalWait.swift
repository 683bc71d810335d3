// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// How an indexer waits for the versions of indexes that other machines have.
///
/// Pure: what is there and the times are given. Where an index is begun anew that others have, what is written to it is lost
/// once their version comes.
struct ArrivalWait: Sendable, Hashable {
    /// What is to be done.
    enum Step: Sendable, Hashable {
        /// There is nothing to wait for.
        case goOn
        case wait
        /// It has been waited for long enough: the work goes on with the older versions of these, which are here.
        case goOnWithout([String])
        /// It has been waited for long enough, and there is nothing of these to go on with.
        case giveUp([String])
    }

    /// How long is waited at the most.
    let patience: Duration

    /// Decides.
    ///
    /// - Parameters:
    ///   - hasLooked: Whether it is known which versions others have.
    ///   - awaited: The indexes of which they have a newer one.
    ///   - isHere: Whether there is an older one of an index here.
    ///   - waited: How long has been waited already.
    /// - Returns: What is to be done.
    func step(hasLooked: Bool, awaited: [String], isHere: (String) -> Bool, waited: Duration) -> Step {
        guard !hasLooked || !awaited.isEmpty else { return .goOn }
        guard waited >= patience else { return .wait }
        let missing = awaited.filter { !isHere($0) }
        return missing.isEmpty ? .goOnWithout(awaited) : .giveUp(missing)
    }
}
