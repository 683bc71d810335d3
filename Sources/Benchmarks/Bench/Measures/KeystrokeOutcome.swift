// SPDX-License-Identifier: MIT

/// What became of each key, and how long people waited for it.
///
/// Every key is one intent, and must have its own outcome; one without an outcome is lost, also if a
/// later one was shown. A key that changed something is shown when the list has the results of its text; it took until the last
/// view that followed. One whose results were never shown took until those of a later key of the session were; where none
/// were, it is lost too. The times count from the moment at which the key was due, whenever it was sent.
public struct KeystrokeOutcome: Sendable, Hashable {
    /// What an outcome says of a key.
    public enum Answer: String, Sendable, Hashable, CaseIterable {
        case applied, unchanged, rejected
    }

    public struct Key: Sendable, Hashable {
        public let session: Int
        public let number: Int

        public init(session: Int, number: Int) {
            self.session = session
            self.number = number
        }
    }

    /// A key whose own results were shown.
    public struct Shown: Sendable, Hashable {
        /// How long it took, in nanoseconds.
        public let time: Int64
        /// The key that the log names as the cause: the last that changed something, of those that were folded together.
        public let chain: Int
    }

    public let pressed: Int
    /// How many keys had which outcome.
    public private(set) var answers: [Answer: Int] = [:]
    /// The time of each key that has one, in nanoseconds.
    public private(set) var times: [Int64] = []
    public private(set) var shown: [Key: Shown] = [:]
    public private(set) var overtaken = 0
    public private(set) var unanswered = 0
    /// How many keys changed something, and neither they nor a later one were shown.
    public private(set) var unseen = 0

    public var lost: Int { unanswered + unseen }

    public init(
        arrivals: Arrivals,
        start: Int64,
        texts: [[String]],
        list: String,
        answers: [Key: Answer],
        views: [(session: Int, time: Int64, view: ViewArrival)]
    ) {
        pressed = arrivals.all.count
        let screens = Screens(arrivals: arrivals, start: start, texts: texts, list: list, views: views)
        var nextShown: [Int: Int64] = [:]
        for arrival in arrivals.all.reversed() {
            let key = Key(session: arrival.session, number: arrival.number)
            let due = start + arrival.time
            let seen = screens.chains[key].flatMap { chain in screens.last[Key(session: key.session, number: chain)] }
            if let seen { nextShown[arrival.session] = seen }
            guard let answer = answers[key] else {
                unanswered += 1
                continue
            }
            self.answers[answer, default: 0] += 1
            guard answer == .applied else { continue }
            if let seen, let chain = screens.chains[key] {
                shown[key] = Shown(time: seen - due, chain: chain)
                times.append(seen - due)
            } else if let time = nextShown[arrival.session] {
                overtaken += 1
                times.append(time - due)
            } else {
                unseen += 1
            }
        }
    }

    /// Which keys the list has shown.
    private struct Screens {
        /// Of each key whose text the list has shown the key that began the chain.
        var chains: [Key: Int] = [:]
        /// When the last view of a chain came.
        var last: [Key: Int64] = [:]

        init(
            arrivals: Arrivals,
            start: Int64,
            texts: [[String]],
            list: String,
            views: [(session: Int, time: Int64, view: ViewArrival)]
        ) {
            var due: [Key: Int64] = [:]
            for arrival in arrivals.all {
                due[Key(session: arrival.session, number: arrival.number)] = start + arrival.time
            }
            var newest: [Int: Int] = [:]
            for (session, time, view) in views {
                guard let chain = view.key, texts.indices.contains(session) else { continue }
                let begun = Key(session: session, number: chain)
                last[begun] = max(last[begun] ?? 0, time)
                guard view.widget == list, let text = view.text else { continue }
                // The same text may be typed again. Screens do not go back, and a chain's results are never those of a key
                // before the one that began it.
                let first = max(chain, newest[session] ?? 0, 0)
                let number = (first..<max(first, texts[session].count)).first { number in
                    texts[session][number] == text
                        && due[Key(session: session, number: number)].map { $0 <= time } == true
                }
                guard let number else { continue }
                newest[session] = number
                let key = Key(session: session, number: number)
                chains[key] = chains[key] ?? chain
            }
        }
    }
}
