// SPDX-License-Identifier: MIT

import Wire

/// A copy of the log that machines which come new begin with.
public struct StoredCopy: Sendable, Hashable {
    /// What tells it from others.
    public let id: String
    /// The place of the journal behind which a machine reads on that has it.
    public let place: JournalPlace
    /// How many bytes it has.
    public let size: Int
    /// Where and when it was made, for people.
    public let origin: String
    /// The node whose log it is a snapshot of; `nil` if unknown.
    public let machine: String?
    /// The machines that say that what is copied there is another log than theirs.
    public var contradictors: Set<String>

    public init(
        id: String,
        place: JournalPlace,
        size: Int,
        origin: String,
        machine: String? = nil,
        contradictors: Set<String> = []
    ) {
        (self.id, self.place, self.size, self.origin, self.machine) = (id, place, size, origin, machine)
        self.contradictors = contradictors
    }
}

/// Where copies of the log are kept.
public protocol CopyStore {
    /// Looks for the copies of a log.
    ///
    /// - Parameter epoch: What the log is called: copies of others are passed over.
    /// - Returns: The copies, the newest last.
    /// - Throws: `SearchBusError` with `journal-unavailable`.
    func all(of epoch: String) throws -> [StoredCopy]

    /// Fetches a copy.
    ///
    /// - Parameters:
    ///   - copy: The copy.
    ///   - path: The file in which it grows; the rest of an earlier attempt is continued.
    /// - Throws: `SearchBusError` with `journal-unavailable`, `journal-unreadable`, `storage-full`, `storage-failed`.
    func fetch(_ copy: StoredCopy, to path: String) throws

    /// Notes that a node has dropped its log: it contradicts no other node, and those of its snapshots are removed that others
    /// contradict.
    ///
    /// - Parameters:
    ///   - epoch: What the log is called.
    ///   - machine: What the machine is called.
    /// - Throws: `SearchBusError` with `journal-unavailable`.
    func noteGivenUp(_ epoch: String, on machine: String) throws
}

extension CopyStore {
    public func noteGivenUp(_ epoch: String, on machine: String) throws {}
}

/// From where on a journal can be read.
public struct JournalReach: Sendable, Hashable {
    /// The first place that can be read: what was before it is in the copies alone.
    public let first: JournalPlace
    /// Whether the journal begins with a log that was there before, which is in the copies alone.
    public let isFounded: Bool

    public init(first: JournalPlace = JournalPlace(rawValue: 1), isFounded: Bool = false) {
        (self.first, self.isFounded) = (first, isFounded)
    }

    /// Whether a log can be made of the journal alone.
    public var isWhole: Bool { !isFounded && reaches(back: .zero) }

    /// Whether all that is behind a place can be read.
    public func reaches(back place: JournalPlace) -> Bool { first.rawValue <= place.rawValue + 1 }
}
