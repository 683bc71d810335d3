// SPDX-License-Identifier: MIT

import Wire

/// What the processes say of themselves, and how long ago they said it; of all machines, where several share a log.
package struct ProcessBoard: Sendable {
    package struct Key: Hashable, Sendable {
        package let machine: String?
        package let name: String

        package init(machine: String?, name: String) { (self.machine, self.name) = (machine, name) }
    }

    package struct Entry: Sendable {
        package let status: ProcessStatus
        package let heardAt: ContinuousClock.Instant
        /// Whether it was behind also when it spoke before.
        package var wasBehind = false

        package var lag: Int { status.lag ?? 0 }

        /// The components that the process hosts.
        package var components: [String] { (status.components ?? []) + [status.component].compactMap { $0 } }
    }

    /// After how much silence a process is silent: it speaks each second, and may be late.
    package static let silentAfter = Duration.milliseconds(2500)
    /// The time without a status after which an unsupervised process is forgotten.
    private static let forgottenAfter = Duration.seconds(600)
    /// How many processes are known, and how many where several machines have some.
    private static let limit = (own: 512, all: 8192)
    /// With how many events that wait a process is behind.
    package static let behindFrom = 100
    /// What a machine's supervisor is called, which speaks of the machine.
    package static let supervisor = "supervisor"

    /// What this machine is called; `nil` where it shares its log with none.
    package let machine: String?
    /// The processes that need not say how they are.
    private let mute: Set<String>
    private let startedAt: ContinuousClock.Instant
    package private(set) var entries: [Key: Entry] = [:]
    /// Which shards are worked for.
    package private(set) var shards: ShardWatch

    /// - Parameters:
    ///   - machine: What this machine is called; `nil` where it shares its log with none.
    ///   - mute: The processes that need not say how they are.
    ///   - now: When listening begins: before it no process counts as silent.
    package init(machine: String? = nil, mute: Set<String> = [], at now: ContinuousClock.Instant = .now) {
        self.machine = machine
        self.mute = mute
        startedAt = now
        shards = ShardWatch(at: now)
    }

    package mutating func received(_ event: Event, at now: ContinuousClock.Instant) {
        if let status = ProcessStatus(event) { received(status, from: event.topic.component, at: now) }
    }

    package mutating func received(_ status: ProcessStatus, from name: String, at now: ContinuousClock.Instant) {
        let other = status.machine.flatMap { $0 == machine || !Name.isValid($0) ? nil : $0 }
        let key = Key(machine: other, name: name)
        if entries[key] == nil {
            if isFull { forget(at: now) }
            guard !isFull else { return }
        }
        let before = entries[key].map { $0.lag >= Self.behindFrom } ?? false
        entries[key] = Entry(status: status, heardAt: now, wasBehind: before)
        if key.name == Self.supervisor { shards.received(status, at: now) }
    }

    private var isFull: Bool { entries.count >= (machine == nil ? Self.limit.own : Self.limit.all) }

    /// What this machine's broker said last.
    package var broker: ProcessStatus? { own("broker")?.status }

    package func own(_ name: String) -> Entry? { entries[Key(machine: nil, name: name)] }

    /// What the broker says of its log; `nil` before it has spoken.
    package var log: LogStatus? { broker?.log }

    /// The head of the log as the broker says it.
    package var head: SequenceNumber? { broker?.head.flatMap { SequenceNumber($0) } }

    /// All processes that have spoken or are supervised, by machine and name.
    package func processes(
        at now: ContinuousClock.Instant,
        supervised: [SupervisorState.Process] = []
    ) -> [ProcessReport] {
        let notes = Dictionary(supervised.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let left = nodesThatLeft(at: now)
        let keys = Set(entries.keys).union(notes.keys.map { Key(machine: nil, name: $0) })
            .filter { key in key.name != Self.supervisor && !(key.machine.map(left.contains) ?? false) }
        func machineName(_ key: Key) -> String { key.machine ?? machine ?? "" }
        return keys.sorted { (machineName($0), $0.name) < (machineName($1), $1.name) }.compactMap { key in
            let entry = entries[key]
            let note = key.machine == nil ? notes[key.name] : nil
            let silence = entry.map { now - $0.heardAt }
            if note == nil, let silence, silence >= Self.forgottenAfter { return nil }
            let cursors = entries[Key(machine: key.machine, name: "broker")]?.status.cursors
            return ProcessReport(
                name: key.name,
                isOwn: key.machine == nil,
                machine: key.machine ?? machine,
                status: entry?.status,
                note: note,
                health: health(key.name, silence: silence, note: note, at: now),
                silence: silence,
                knownCursor: entry?.status.component.flatMap { cursors?[$0] } ?? cursors?[key.name],
                isProgram: note == nil || mute.contains(key.name)
            )
        }
    }

    /// The supervisor knows of those that do not run; whether one that runs does anything, only its speech tells.
    package func health(
        _ name: String,
        silence: Duration?,
        note: SupervisorState.Process?,
        at now: ContinuousClock.Instant
    ) -> ProcessReport.Health {
        let isHeard = silence.map { $0 < Self.silentAfter } ?? false
        switch note?.state {
        case .failed: return .failed
        case .backoff: return .backoff
        case .stopped: return .stopped
        case .starting where !isHeard: return .starting
        case nil, .starting, .running: break
        }
        if isHeard { return .running }
        guard silence == nil else { return .silent }
        if mute.contains(name) { return .running }
        return now - startedAt < Self.silentAfter ? .starting : .silent
    }

    /// A duration in seconds with one digit behind the point.
    static func rounded(_ duration: Duration) -> Double { (duration / .seconds(1) * 10).rounded() / 10 }

    private mutating func forget(at now: ContinuousClock.Instant) {
        entries = entries.filter { now - $0.value.heardAt < Self.silentAfter }
    }
}
