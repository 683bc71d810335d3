// SPDX-License-Identifier: MIT

/// Whether a machine's copy of the log is too far behind for its workers to get anything done.
///
/// A pure value. What workers append is answered once the machine's broker has carried out everything before it, so those of a
/// machine that catches up, or whose disk is full, hold their sessions up; another machine's do not. Nor does anything get
/// done where the broker alone may hand nothing in, such as by a wrong clock.
struct LagWatch: Sendable {
    /// How many entries a copy may be behind for longer than a moment.
    static let bound = 1000
    /// For how long it may lag more, or lag without progress: brokers report their position each second.
    static let patience: Duration = .seconds(3)

    private var place = -1
    /// Since when the copy has not moved on though there is more.
    private var stillSince: Duration?
    /// Since when it is too far behind.
    private var farSince: Duration?
    /// Whether the machine is to leave the work to others.
    private(set) var isBehind = false

    /// Notes how far the copy is.
    ///
    /// - Parameters:
    ///   - place: The last entry that was carried out.
    ///   - last: The last entry that there was a moment before.
    ///   - isHeldBack: Whether this machine's broker alone hands nothing in.
    ///   - now: The time.
    mutating func note(place: Int, last: Int, isHeldBack: Bool = false, now: Duration) {
        guard place >= 0, last > place else {
            self = LagWatch()
            isBehind = isHeldBack
            return
        }
        stillSince = place == self.place ? stillSince ?? now : nil
        farSince = last - place > Self.bound ? farSince ?? now : nil
        self.place = place
        let isLong = [stillSince, farSince].contains { $0.map { now - $0 >= Self.patience } ?? false }
        // A lagging node takes its shards back once it is near the end, not at the first step.
        isBehind = isHeldBack || isLong || (isBehind && (stillSince != nil || farSince != nil))
    }
}
