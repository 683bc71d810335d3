// SPDX-License-Identifier: MIT

import Replication
import Wire

/// The nodes of a cluster that report, and the position of each in the journal.
///
/// Pure: the times are given.
public struct HeardMachines: Sendable, Hashable {
    /// A process that keeps copies.
    public struct Member: Sendable, Hashable, Comparable {
        /// Its machine.
        public let machine: String
        /// What tells it from others on machines of the same name: its process id.
        public let process: Int

        public init(machine: String, process: Int) { (self.machine, self.process) = (machine, process) }

        public static func < (left: Member, right: Member) -> Bool {
            (left.machine, left.process) < (right.machine, right.process)
        }
    }

    private struct Sign: Sendable, Hashable {
        let place: JournalPlace
        let mayCopy: Bool
        let at: ContinuousClock.Instant
    }

    /// How long a member that is silent counts as being at work.
    static let patience: Duration = .seconds(5)
    /// How long the journal is kept for a machine that is silent; one that comes back later begins with a copy.
    static let memory: Duration = .seconds(600)
    /// The maximum number of remembered members.
    private static let limit = 1024

    private var signs: [Member: Sign] = [:]

    public init() {}

    /// Notes a report of a member, at a position in the journal.
    ///
    /// - Parameters:
    ///   - member: The member.
    ///   - place: The place.
    ///   - mayCopy: Whether its log may be copied, as far as it knows: a node with a differing log must not upload.
    ///   - now: The time.
    public mutating func note(
        _ member: Member,
        at place: JournalPlace,
        mayCopy: Bool = true,
        now: ContinuousClock.Instant
    ) {
        signs = signs.filter { now - $0.value.at <= Self.memory }
        guard signs[member] != nil || signs.count < Self.limit else { return }
        signs[member] = Sign(place: place, mayCopy: mayCopy, at: now)
    }

    /// Whether a member is the one that uploads for all that report and may.
    ///
    /// Two may think so of themselves for a while, which does no harm.
    public func isFirst(_ member: Member, now: ContinuousClock.Instant) -> Bool {
        signs[member]?.mayCopy != false
            && !signs.contains { $0.key < member && $0.value.mayCopy && now - $0.value.at <= Self.patience }
    }

    /// The nodes that reported within the time for which the journal is kept for a silent one.
    public func names(now: ContinuousClock.Instant) -> Set<String> {
        Set(signs.filter { now - $0.value.at <= Self.memory }.map(\.key.machine))
    }

    /// The oldest position of a node; `nil` without a report.
    public func oldestPlace(now: ContinuousClock.Instant) -> JournalPlace? {
        signs.values.filter { now - $0.at <= Self.memory }.map(\.place).min()
    }
}
