// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import Journal
import Wire

/// What is wrong with the servers, or with this machine beside them.
extension JournalStream {
    /// How long a message is waited for, in milliseconds.
    static let fetchPatience: Int64 = 1000

    /// What is wrong with this machine's clock, by the time at which a message was stored that it has just handed in.
    func clockProblem(_ answer: JSON, since start: Date) -> SearchBusError? {
        // What was there before was stored at another time.
        guard answer["duplicate"]?.bool != true, let place = answer["seq"]?.int, place > 0 else { return nil }
        let message = try? message(
            at: JournalPlace(rawValue: UInt64(place)),
            milliseconds: Self.fetchPatience
        )
        return message.flatMap { ClockCheck.problem(stored: $0.time, before: start, after: .now) }
    }

    /// What the server that leads has instead of a message; `nil` where it has that.
    func contradiction(to known: KnownMessage) throws -> String? {
        if let message = try message(at: known.place, milliseconds: Self.fetchPatience) {
            let isSame = (try? JournalMessage(message.payload).id) == known.id
            return isSame ? nil : "another entry stands at place \(known.place.rawValue)"
        }
        guard let last = try lastPlace(milliseconds: Self.fetchPatience), last < known.place else { return nil }
        return "they end at place \(last.rawValue), and this machine has \(known.place.rawValue)"
    }

    /// Looks whether what comes next was taken away: whoever comes too late would wait for it for ever.
    ///
    /// - Throws: `SearchBusError` with `trimmed`.
    func checkReach(to next: JournalPlace) throws {
        guard let first = try firstPlace(milliseconds: Self.fetchPatience), first > next else { return }
        throw JetStreamJournal.trimmed(JournalPlace(rawValue: next.rawValue - 1), first: first)
    }
}
