// SPDX-License-Identifier: MIT

/// Puts the parts of entries together again, and leaves out what was ordered twice.
///
/// Pure: what it answers depends on nothing but the messages since `resumePlace`, so that every broker answers the same,
/// whenever it was started.
public struct EntryAssembler: Sendable {
    /// After how many messages an incomplete entry is dropped: its proposer has ended, or submits it again.
    public static let patience: UInt64 = 10_000

    /// What became of a message.
    public enum Result: Sendable, Hashable {
        /// The entry is whole.
        case entry(proposer: String, number: UInt64, bytes: [UInt8])
        /// There are parts still to come.
        case part
        /// It was there before, or belongs to an entry that was given up.
        case `repeat`
    }

    private struct Incomplete: Sendable {
        let number: UInt64
        let parts: Int
        let firstPlace: JournalPlace
        var payloads: [ArraySlice<UInt8>]
    }

    /// The last entry of each proposer.
    public private(set) var numbers: [String: UInt64]
    private var incomplete: [String: Incomplete] = [:]
    private var last: JournalPlace
    /// The message that was taken last.
    public private(set) var known: KnownMessage?

    /// Begins behind a place.
    ///
    /// - Parameters:
    ///   - place: The result of `resumePlace`.
    ///   - numbers: The last entry of each proposer that was carried out.
    public init(after place: JournalPlace = .zero, numbers: [String: UInt64] = [:]) {
        last = place
        self.numbers = numbers
    }

    /// Where to begin after a restart: behind it there is every part of what is not whole yet.
    public var resumePlace: JournalPlace {
        guard let first = incomplete.values.map(\.firstPlace).min() else { return last }
        return JournalPlace(rawValue: first.rawValue - 1)
    }

    /// Takes the next message.
    public mutating func take(_ message: JournalMessage, at place: JournalPlace) -> Result {
        last = place
        known = KnownMessage(place: place, id: message.id)
        incomplete = incomplete.filter { place.rawValue - $0.value.firstPlace.rawValue < Self.patience }
        let proposer = message.proposer
        guard message.number > numbers[proposer, default: 0] else { return .repeat }
        if message.parts == 1 { return finish(proposer, message.number, Array(message.payload)) }
        if message.part == 0, (incomplete[proposer]?.number ?? 0) < message.number {
            incomplete[proposer] = Incomplete(
                number: message.number,
                parts: message.parts,
                firstPlace: place,
                payloads: [message.payload]
            )
            return .part
        }
        // A proposer hands parts in one after the other, so that any but the next was there before.
        guard var entry = incomplete[proposer], entry.number == message.number, entry.parts == message.parts,
            entry.payloads.count == message.part
        else { return .repeat }
        entry.payloads.append(message.payload)
        guard entry.payloads.count == entry.parts else {
            incomplete[proposer] = entry
            return .part
        }
        return finish(proposer, message.number, entry.payloads.reduce(into: []) { $0 += $1 })
    }

    private mutating func finish(_ proposer: String, _ number: UInt64, _ bytes: [UInt8]) -> Result {
        numbers[proposer] = number
        incomplete[proposer] = nil
        return .entry(proposer: proposer, number: number, bytes: bytes)
    }
}
