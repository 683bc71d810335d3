// SPDX-License-Identifier: MIT

import Bus
import Wire

/// Whether the other machines have made the same of a journal as this one, by what their brokers say of themselves.
///
/// Pure: the times are given. If most nodes have applied something else, alike among themselves, this one is wrong: a server
/// may have sent it, before a partition, entries that the others never had.
public struct LogAgreement: Sendable {
    /// What another machine had at a place, and this one had not.
    private struct Difference: Sendable, Hashable {
        let place: JournalPlace
        let digest: UInt64
    }

    private struct Machine: Sendable {
        var heardAt: ContinuousClock.Instant
        /// Where it had the same last.
        var agreedPlace: JournalPlace?
        /// The same, kept where it has something else since.
        var sameUpTo = JournalPlace.zero
        var difference: Difference?
        /// Whether it has found that this machine has something else.
        var accuses = false
        /// From which machines it differs, as it says.
        var differsFrom: Set<String> = []
        /// Since when the two are known to differ.
        var differsSince: ContinuousClock.Instant?
    }

    /// How many machines are remembered.
    private static let most = 64
    /// For how long the last report of a silent node counts.
    private static let memory: Duration = .seconds(5)
    /// How long others have to find out who differs from whom.
    private static let patience: Duration = .seconds(3)
    /// How long a silent machine counts for which log is right: one that is only started again has not given in.
    private static let disputeMemory: Duration = .seconds(60)

    private var machines: [String: Machine] = [:]

    public init() {}

    /// The machines whose logs are others, as far as this one can tell.
    public var differsFrom: [String] { machines.filter { $0.value.difference != nil }.keys.sorted() }

    /// The machines whose logs were the same when they were compared last.
    public var agreesWith: [String] {
        machines.filter { $0.value.differsSince == nil && $0.value.agreedPlace != nil }.keys.sorted()
    }

    /// What those had that differ, so that each knows whether it is meant, and up to where they are known to have had the
    /// same.
    public var differences: [LogDifference] {
        machines.sorted { $0.key < $1.key }.compactMap { name, machine in
            machine.difference.map { difference in
                LogDifference(
                    machine: name,
                    place: Int(difference.place.rawValue),
                    digest: String(difference.digest, radix: 16),
                    after: Int(machine.sameUpTo.rawValue)
                )
            }
        }
    }

    /// Takes in what another machine's broker says of itself.
    ///
    /// - Parameters:
    ///   - status: Its status.
    ///   - digest: What this machine has made of the journal.
    ///   - now: The time.
    /// - Returns: The machine's name where it is found now that its log is another one.
    public mutating func note(
        _ status: ProcessStatus,
        beside digest: LogDigest,
        now: ContinuousClock.Instant
    ) -> String? {
        guard let name = status.machine, Name.isValid(name), let journal = status.journal,
            let found = Self.difference(journal.place, journal.digest),
            machines.count < Self.most || machines[name] != nil
        else { return nil }
        var machine = machines[name] ?? Machine(heardAt: now)
        let isKnown = machine.difference != nil
        switch digest.differs(from: found.digest, at: found.place) {
        case true: (machine.difference, machine.agreedPlace) = (found, nil)
        case false:
            machine.difference = nil
            (machine.agreedPlace, machine.sameUpTo) = (found.place, found.place)
        case nil: break
        }
        machine.heardAt = now
        machine.differsFrom = Set((journal.differsFrom ?? []).prefix(Self.most))
        machine.accuses = (journal.differences ?? []).prefix(Self.most)
            .compactMap { Self.difference($0.place, $0.digest) }
            .contains { digest.differs(from: $0.digest, at: $0.place) == false }
        let differs = machine.difference != nil || machine.accuses
        machine.differsSince = differs ? machine.differsSince ?? now : nil
        machines[name] = machine
        return machine.difference != nil && !isKnown ? name : nil
    }

    /// Up to which place another machine has the same.
    public var agreedPlace: JournalPlace { machines.values.compactMap(\.agreedPlace).max() ?? .zero }

    /// The nodes that are alike and differ from this one, if they are the majority of those that report.
    public func outvoters(now: ContinuousClock.Instant) -> [String] {
        let heard = machines.filter { now - $0.value.heardAt < Self.memory }
        let different = heard.filter { $0.value.differsSince != nil }
        let names = Set(different.keys)
        guard names.count >= 2, names.count > heard.count - names.count + 1,
            different.values.allSatisfy({ machine in
                machine.differsFrom.isDisjoint(with: names)
                    && machine.differsSince.map { now - $0 >= Self.patience } ?? false
            })
        else { return [] }
        return names.sorted()
    }

    /// The machines that differ from this one, where those that are alike with it are too few to say that it is right.
    public func disputants(now: ContinuousClock.Instant) -> [String] {
        let heard = machines.filter { now - $0.value.heardAt < Self.disputeMemory }
        let different = heard.filter { $0.value.differsSince != nil }
        let alike = heard.filter { $0.value.differsSince == nil && $0.value.agreedPlace != nil }
        return different.count > alike.count ? different.keys.sorted() : []
    }

    /// The remedy if nodes differ and there is no majority; the same text on each of them.
    ///
    /// - Parameters:
    ///   - machine: What this machine is called.
    ///   - now: The time.
    /// - Returns: The words; `nil` where there is nothing to decide.
    public func advice(on machine: String?, now: ContinuousClock.Instant) -> String? {
        let others = disputants(now: now)
        guard !others.isEmpty else { return nil }
        let names = (others + [machine ?? "this one"]).sorted().joined(separator: ", ")
        return """
            The logs of the machines \(names) differ, and there is no majority that decides which is right: they make no snapshots of \
            the log, so that the journal grows. \(Self.decision)
            """
    }

    /// How people decide which log is right where machines cannot.
    public static let decision = """
        Stop `searchbus up` on the machine that is wrong, move log.sqlite* out of its data directory, and only that, and start \
        it: it begins with the journal, or with a snapshot of another machine, which may take two minutes to appear.
        """

    private static func difference(_ place: Int?, _ digest: String?) -> Difference? {
        guard let place, place > 0, let digest = digest.flatMap({ UInt64($0, radix: 16) }) else { return nil }
        return Difference(place: JournalPlace(rawValue: UInt64(place)), digest: digest)
    }
}
