// SPDX-License-Identifier: MIT

import Broker
import Bus
import Wire

/// How a broker that shares a journal begins: with the log that the machine has, with an empty one, or with a copy.
enum ReplicaStart: Hashable {
    /// What the machine has of the log.
    enum Found: Hashable {
        /// There is no file, or nothing was ever in it.
        case nothing
        /// A log of this journal, which is at a place of it.
        case replica(at: JournalPlace)
        /// The log that the journal was created from, in its state before; its later state is unknown.
        case origin
        /// A log of this journal of which most machines have made something else.
        case outvoted
        /// Another log.
        case other
    }

    /// The existing log is continued; if there is none, an empty one.
    case goOn
    /// An empty log takes the place of what is there.
    case beginAnew
    /// The copy takes the place of what is there.
    case fetch(StoredCopy)

    /// Decides.
    ///
    /// - Parameters:
    ///   - found: What the machine has.
    ///   - reach: From where on the journal can be read.
    ///   - newest: The newest copy; it is asked for only where it matters.
    /// - Throws: `SearchBusError` with `trimmed` where neither the journal nor a copy has what is missing, and what `newest`
    ///   throws.
    init(_ found: Found, reach: JournalReach, newest: () throws -> StoredCopy?) throws {
        switch found {
        case .other: self = .goOn
        case .replica(let place) where reach.reaches(back: place): self = .goOn
        case .nothing, .origin, .outvoted, .replica:
            let copy = try newest()
            if let copy, reach.reaches(back: copy.place) {
                self = .fetch(copy)
            } else if found == .nothing, reach.isWhole {
                self = .goOn
            } else if found == .outvoted, reach.isWhole {
                self = .beginAnew
            } else {
                throw Self.missing(found, reach, copy)
            }
        }
    }

    /// Which copy a machine begins with: the newest of which no other machine says that it is of another log than its own.
    ///
    /// The node's own claims no longer count: they were of a log that it does not continue.
    ///
    /// One whose log most have otherwise passes over its own, which may be copies of that log. Where there are no others, and the
    /// journal does not tell everything, it takes the oldest of them, which is the likeliest to have been made before.
    ///
    /// - Parameters:
    ///   - copies: The copies, the newest last.
    ///   - found: What the machine has.
    ///   - reach: From where on the journal can be read.
    ///   - machine: What it is called.
    /// - Returns: The copy; `nil` if there is no copy for it.
    static func choice(
        of copies: [StoredCopy],
        for found: Found,
        _ reach: JournalReach,
        on machine: String?
    ) -> StoredCopy? {
        let copies = copies.filter { copy in copy.contradictors.allSatisfy { $0 == machine } }
        guard found == .outvoted, let machine else { return copies.last }
        if let other = copies.last(where: { $0.machine != machine }) { return other }
        return reach.isWhole ? nil : copies.first
    }

    private static func missing(_ found: Found, _ reach: JournalReach, _ copy: StoredCopy?) -> SearchBusError {
        let has =
            switch found {
            case .replica(let place): "this machine has it up to entry \(place.rawValue)"
            case .nothing, .origin, .other: "this machine has none of it"
            case .outvoted: "this machine has another one than most"
            }
        let copies =
            copy.map { "the newest snapshot has it up to entry \($0.place.rawValue)" }
            ?? "there is no snapshot of the earlier entries without a contradiction"
        return SearchBusError(
            .trimmed,
            "The replicated log begins at entry \(reach.first.rawValue); \(has), and \(copies).",
            remedy:
                "Let a machine with the log run until it has uploaded a snapshot; or copy log.sqlite of its stopped data directory to this machine."
        )
    }
}
