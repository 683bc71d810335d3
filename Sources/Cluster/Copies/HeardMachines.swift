// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Journal
import Wire

/// Which machines of a cluster are heard, and how far each has got with the journal.
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
    /// How many members are remembered at the most.
    private static let limit = 1024

    private var signs: [Member: Sign] = [:]

    public init() {}

    /// Takes in that a member was heard, at a place of the journal.
    ///
    /// - Parameters:
    ///   - member: The member.
    ///   - place: The place.
    ///   - mayCopy: Whether its log may be copied, as far as it knows: who has another one than others works for nobody.
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

    /// Whether a member is the one that works for all of those that are heard and may.
    ///
    /// Two may think so of themselves for a while, which does no harm.
    public func isFirst(_ member: Member, now: ContinuousClock.Instant) -> Bool {
        signs[member]?.mayCopy != false
            && !signs.contains { $0.key < member && $0.value.mayCopy && now - $0.value.at <= Self.patience }
    }

    /// The machines that were heard for as long as the journal is kept for one that is silent.
    public func names(now: ContinuousClock.Instant) -> Set<String> {
        Set(signs.filter { now - $0.value.at <= Self.memory }.map(\.key.machine))
    }

    /// The oldest place that a machine is at; `nil` where none was heard.
    public func oldestPlace(now: ContinuousClock.Instant) -> JournalPlace? {
        signs.values.filter { now - $0.at <= Self.memory }.map(\.place).min()
    }
}
