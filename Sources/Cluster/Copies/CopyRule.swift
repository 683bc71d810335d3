// SPDX-License-Identifier: MIT

import JetStream
import Replication
import Wire

/// When a copy of the log is made, and what of the journal goes.
///
/// Pure. What goes lies below the last copy but one and below every place that a machine is at: so the newest copy may turn
/// out to be of no use, and who is at work needs none.
public struct CopyRule: Sendable, Hashable {
    /// How many times as long as a copy took nothing is copied after it.
    private static let restFactor = 10
    /// The minimum delay after a failed attempt.
    static let failureRest: Duration = .seconds(60)

    /// After how many bytes of the journal a copy is made.
    public let growth: Int

    public init(growth: Int) { self.growth = growth }

    /// Whether the journal has grown enough since the newest snapshot, or there is no usable one.
    public func wantsCopy(_ journal: JournalSize, copies: [StoredCopy]) -> Bool {
        let reach = JournalReach(first: journal.first)
        // Entries that were removed because snapshots contained them are lost if those are of another log.
        guard reach.isWhole || copies.contains(where: { reach.reaches(back: $0.place) }) else { return true }
        return journal.bytes(after: copies.last?.place ?? .zero) >= growth
    }

    /// How long nothing is copied after an attempt.
    ///
    /// - Parameters:
    ///   - duration: How long it took.
    ///   - isMade: Whether there is a copy now.
    /// - Returns: Ten times as long; at least a minute if there is none.
    public static func rest(after duration: Duration, isMade: Bool) -> Duration {
        let rest = duration * restFactor
        return isMade ? rest : max(rest, failureRest)
    }

    /// Decides below which place the journal goes.
    ///
    /// - Parameters:
    ///   - journal: How large it is.
    ///   - copies: The copies, the oldest first.
    ///   - oldestPlace: The oldest place that a machine is at.
    /// - Returns: The place; `nil` where nothing goes.
    public func trimming(_ journal: JournalSize, copies: [StoredCopy], oldestPlace: JournalPlace?) -> JournalPlace? {
        guard copies.count > 1, let oldestPlace else { return nil }
        // The entry at the position itself stays: by it a node checks that its log is of this journal.
        let place = min(copies[copies.count - 2].place, oldestPlace, journal.last)
        return place > journal.first ? place : nil
    }
}
