// SPDX-License-Identifier: MIT

/// When each of many sessions presses which of its keys: times that are fixed beforehand, so that a system which falls
/// behind is measured by what people wait, not by what it manages.
public struct Arrivals: Sendable, Hashable {
    public struct Arrival: Sendable, Hashable {
        /// Nanoseconds after the beginning.
        public let time: Int64
        /// Which session, from 0.
        public let session: Int
        /// Which of the session's keys, from 0.
        public let number: Int
    }

    /// The keys in order of time.
    public let all: [Arrival]

    /// Plans keys at a steady rate, the sessions evenly shifted against each other.
    public init(sessions: Int, rate: Double, seconds: Double) {
        let interval = 1e9 / rate
        let count = Int(seconds * rate)
        all = (0..<count).flatMap { number in
            (0..<sessions).map { session in
                let shift = interval * Double(session) / Double(max(1, sessions))
                return Arrival(time: Int64(interval * Double(number) + shift), session: session, number: number)
            }
        }
    }

    /// The number of each session's last key; `nil` where none is pressed.
    public var lastNumber: Int? { all.last?.number }
}

/// Types words letter by letter, each session its own.
public struct Typist: Sendable, Hashable {
    private let words: [[Character]]
    private var word: Int
    private var length = 0
    private let step: Int

    /// Makes a typist.
    ///
    /// - Parameters:
    ///   - words: What can be typed; at least one of them must have a letter.
    ///   - session: Which typist it is: each begins elsewhere in the list.
    public init(_ words: [String], session: Int) {
        let usable = words.map(Array.init).filter { !$0.isEmpty }
        self.words = usable.isEmpty ? [["a"], ["b"]] : usable
        // Two primes, so that neighbours do not type the same words.
        word = session * 7919 % self.words.count
        step = 104_729
    }

    /// The text in the box after the next key.
    public mutating func next() -> String {
        if length == words[word].count {
            word = (word + step) % words.count
            length = 0
        }
        length += 1
        return String(words[word].prefix(length))
    }
}
