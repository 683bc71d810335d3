// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// How long people waited for each key.
///
/// A key is shown when the list of its results is there; it took until the last view that followed from it. A key whose
/// results were never shown, because a later one of the session overtook it, took until that one was shown. The times
/// count from the moment at which the key was due, whenever it was sent.
public struct KeystrokeOutcome: Sendable, Hashable {
    /// The time of each key that has one, in nanoseconds.
    public private(set) var times: [Int64] = []
    /// The time of each key that was shown itself, by session and number.
    public private(set) var shown: [Key: Int64] = [:]
    /// How many keys were overtaken.
    public private(set) var overtaken = 0
    /// How many keys were followed by nothing at all.
    public private(set) var lost = 0

    /// A key of a session.
    public struct Key: Sendable, Hashable {
        public let session: Int
        public let number: Int

        public init(session: Int, number: Int) {
            self.session = session
            self.number = number
        }
    }

    /// Puts keys and views together.
    ///
    /// - Parameters:
    ///   - arrivals: When the keys were due.
    ///   - start: The time from which on they were.
    ///   - list: The widget that shows the results.
    ///   - views: What came, when, and for which session.
    public init(
        arrivals: Arrivals,
        start: Int64,
        list: String,
        views: [(session: Int, time: Int64, view: ViewArrival)]
    ) {
        var last: [Key: Int64] = [:]
        var listed: Set<Key> = []
        for (session, time, view) in views {
            guard let number = view.key else { continue }
            let key = Key(session: session, number: number)
            last[key] = max(last[key] ?? 0, time)
            if view.widget == list { listed.insert(key) }
        }
        var nextShown: [Int: Int64] = [:]
        for arrival in arrivals.all.reversed() {
            let key = Key(session: arrival.session, number: arrival.number)
            let due = start + arrival.time
            if listed.contains(key), let time = last[key] {
                shown[key] = time - due
                times.append(time - due)
                nextShown[arrival.session] = time
            } else if let time = nextShown[arrival.session] {
                overtaken += 1
                times.append(time - due)
            } else {
                lost += 1
            }
        }
    }
}
