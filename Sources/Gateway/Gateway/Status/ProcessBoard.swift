// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Wire

/// What the processes say of themselves, and how long ago they said it; of all machines, where several share a log.
struct ProcessBoard: Sendable {
    /// How a process is; the words are the supervisor's, and `silent` for one that should speak and does not.
    enum Health: String, Sendable, CaseIterable {
        case starting, running, silent, backoff, failed, stopped
    }

    /// Which process.
    struct Key: Hashable, Sendable {
        /// The machine; `nil` for the gateway's own.
        let machine: String?
        let name: String
    }

    struct Entry: Sendable {
        let data: JSON
        let heardAt: ContinuousClock.Instant
        /// Whether it was behind also when it spoke before.
        var wasBehind = false

        /// How many events are pending.
        var lag: Int { data["lag"]?.int ?? 0 }

        /// The components that the process hosts.
        var components: [String] {
            (data["components"]?.array ?? []).compactMap(\.string) + [data["component"]?.string].compactMap { $0 }
        }
    }

    /// After how much silence a process is silent: it speaks each second, and may be late.
    static let silentAfter = Duration.milliseconds(2500)
    /// After how much silence a process that nobody supervises is forgotten.
    private static let forgottenAfter = Duration.seconds(600)
    /// How many processes are known, and how many where several machines have some.
    private static let limit = (own: 512, all: 8192)
    /// With how many events that wait a process is behind.
    static let behindFrom = 100
    /// What a machine's supervisor is called, which speaks of the machine.
    static let supervisor = "supervisor"

    /// What this machine is called; `nil` where it shares its log with none.
    let machine: String?
    /// The processes that need not say how they are.
    private let mute: Set<String>
    private let startedAt: ContinuousClock.Instant
    private(set) var entries: [Key: Entry] = [:]
    /// Which shards are worked for.
    private(set) var shards: ShardWatch

    /// - Parameters:
    ///   - machine: What this machine is called; `nil` where it shares its log with none.
    ///   - mute: The processes that need not say how they are.
    ///   - now: When listening begins: before it nobody can be called silent.
    init(machine: String? = nil, mute: Set<String> = [], at now: ContinuousClock.Instant = .now) {
        self.machine = machine
        self.mute = mute
        startedAt = now
        shards = ShardWatch(at: now)
    }

    /// A process has spoken.
    mutating func received(_ event: Event, at now: ContinuousClock.Instant) {
        guard event.topic.kind == .status, let data = try? event.data(), data.object != nil else { return }
        let key = Key(machine: Self.otherMachine(in: data, own: machine), name: event.topic.component)
        if entries[key] == nil {
            if isFull { forget(at: now) }
            guard !isFull else { return }
        }
        let before = entries[key].map { $0.lag >= Self.behindFrom } ?? false
        entries[key] = Entry(data: data, heardAt: now, wasBehind: before)
        if key.name == Self.supervisor { shards.received(data, at: now) }
    }

    private var isFull: Bool { entries.count >= (machine == nil ? Self.limit.own : Self.limit.all) }

    /// The machine of a status; `nil` where it is this one, or none is named.
    private static func otherMachine(in data: JSON, own: String?) -> String? {
        data["machine"]?.string.flatMap { $0 == own || !Name.isValid($0) ? nil : $0 }
    }

    /// What this machine's broker said last.
    var broker: JSON? { own("broker")?.data }

    /// What a process of this machine said last.
    func own(_ name: String) -> Entry? { entries[Key(machine: nil, name: name)] }

    /// What the broker says of its log; `null` before it has spoken.
    var log: JSON { broker?["log"] ?? .null }

    /// The head of the log as the broker says it.
    var head: SequenceNumber? { broker?["head"]?.string.flatMap { SequenceNumber($0) } }

    /// All processes that have spoken or are supervised, by machine and name.
    func processes(at now: ContinuousClock.Instant, supervised: [SupervisedProcess] = []) -> [JSON] {
        let notes = Dictionary(supervised.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let left = machinesThatLeft(at: now)
        let keys = Set(entries.keys).union(notes.keys.map { Key(machine: nil, name: $0) })
            .filter { key in key.name != Self.supervisor && !(key.machine.map(left.contains) ?? false) }
        func machineName(_ key: Key) -> String { key.machine ?? machine ?? "" }
        return keys.sorted { (machineName($0), $0.name) < (machineName($1), $1.name) }.compactMap { key in
            let entry = entries[key]
            let note = key.machine == nil ? notes[key.name] : nil
            let silence = entry.map { now - $0.heardAt }
            if note == nil, let silence, silence >= Self.forgottenAfter { return nil }
            let health = health(key.name, silence: silence, note: note, at: now)
            let cursors = entries[Key(machine: key.machine, name: "broker")]?.data["cursors"]
            return describe(key, entry?.data, health, silence: silence, note: note, cursors: cursors)
        }
    }

    private func describe(
        _ key: Key,
        _ data: JSON?,
        _ health: Health,
        silence: Duration?,
        note: SupervisedProcess?,
        cursors: JSON?
    ) -> JSON {
        let name = key.name
        let component = data?["component"]?.string
        var members = JSONObject([
            ("name", .string(name)),
            ("role", data?["role"] ?? (note == nil || mute.contains(name) ? "custom" : "unknown")),
            ("component", data?["component"] ?? .null),
            ("pid", data?["pid"] ?? JSON(note?.pid)),
            ("health", .string(health.rawValue)),
            ("silenceSeconds", .number(silence.map { ($0.inSeconds * 10).rounded() / 10 } ?? 0)),
            ("cursor", data?["cursor"] ?? component.flatMap { cursors?[$0] } ?? cursors?[name] ?? .null),
            ("lag", data?["lag"] ?? 0),
            ("eventsPerSecond", data?["eventsPerSecond"] ?? 0),
            ("turnsPerSecond", data?["turnsPerSecond"] ?? 0),
            ("turnMicros", data?["turnMicros"] ?? .null),
            ("memoryBytes", data?["memoryBytes"] ?? .null),
            ("uptimeSeconds", data?["uptimeSeconds"] ?? .null),
            ("restarts", JSON(note?.restarts ?? data?["restarts"]?.int ?? 0)),
            ("reads", data?["reads"] ?? []),
            ("writes", data?["writes"] ?? []),
        ])
        let problems = Self.problems(of: data, note: note, health)
        if !problems.isEmpty { members[ProcessProblem.member] = .array(problems.map(\.json)) }
        if let machine = key.machine ?? machine { members["machine"] = .string(machine) }
        for member in data?.object?.members ?? [] where members[member.key] == nil {
            let (key, value) = (member.key, member.value)
            guard key != "cursors", key != "log", key != ProcessProblem.member else { continue }
            members[key] = value
        }
        return .object(members)
    }

    /// The supervisor knows of those that do not run; whether one that runs does anything, only its speech tells.
    func health(
        _ name: String,
        silence: Duration?,
        note: SupervisedProcess?,
        at now: ContinuousClock.Instant
    ) -> Health {
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

    private mutating func forget(at now: ContinuousClock.Instant) {
        entries = entries.filter { now - $0.value.heardAt < Self.silentAfter }
    }
}
