// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Wire

/// What the processes say of themselves, and how long ago they said it.
struct ProcessBoard: Sendable {
    /// How a process is; the words are the supervisor's, and `silent` for one that should speak and does not.
    enum Health: String, Sendable {
        case starting, running, silent, backoff, failed, stopped
    }

    private struct Entry {
        let data: JSON
        let heardAt: ContinuousClock.Instant
        /// Whether it was behind also when it spoke before.
        var wasBehind = false

        /// How many events wait for it.
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
    private static let limit = 512
    /// With how many events that wait a process is behind.
    private static let behindFrom = 100

    /// The processes that need not say how they are.
    private let mute: Set<String>
    private let startedAt: ContinuousClock.Instant
    private var entries: [String: Entry] = [:]

    /// - Parameters:
    ///   - mute: The processes that need not say how they are.
    ///   - now: When listening begins: before it nobody can be called silent.
    init(mute: Set<String> = [], at now: ContinuousClock.Instant = .now) {
        self.mute = mute
        startedAt = now
    }

    /// A process has spoken.
    mutating func received(_ event: Event, at now: ContinuousClock.Instant) {
        guard event.topic.kind == .status, let data = try? event.data(), data.object != nil else { return }
        if entries.count >= Self.limit, entries[event.topic.component] == nil { forget(at: now) }
        guard entries.count < Self.limit || entries[event.topic.component] != nil else { return }
        let before = entries[event.topic.component].map { $0.lag >= Self.behindFrom } ?? false
        entries[event.topic.component] = Entry(data: data, heardAt: now, wasBehind: before)
    }

    /// What the broker says of its log; `null` before it has spoken.
    var log: JSON { entries["broker"]?.data["log"] ?? .null }

    /// The head of the log as the broker says it.
    var head: SequenceNumber? { entries["broker"]?.data["head"]?.string.flatMap { SequenceNumber($0) } }

    /// All processes that have spoken or are supervised, by name.
    func processes(at now: ContinuousClock.Instant, supervised: [SupervisedProcess] = []) -> [JSON] {
        let notes = Dictionary(supervised.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let cursors = entries["broker"]?.data["cursors"]
        let names = Set(entries.keys).union(notes.keys)
        return names.sorted().compactMap { name in
            let entry = entries[name]
            let silence = entry.map { now - $0.heardAt }
            if notes[name] == nil, let silence, silence >= Self.forgottenAfter { return nil }
            let health = health(name, silence: silence, note: notes[name], at: now)
            return describe(name, entry?.data, health, silence: silence, note: notes[name], cursors: cursors)
        }
    }

    private func describe(
        _ name: String,
        _ data: JSON?,
        _ health: Health,
        silence: Duration?,
        note: SupervisedProcess?,
        cursors: JSON?
    ) -> JSON {
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
        for member in data?.object?.members ?? [] where members[member.key] == nil {
            let (key, value) = (member.key, member.value)
            guard key != "cursors", key != "log" else { continue }
            members[key] = value
        }
        return .object(members)
    }

    /// The supervisor knows of those that do not run; whether one that runs does anything, only its speech tells.
    private func health(
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

    /// Who should be at work and is not.
    ///
    /// - Returns: The processes, and the components that they host as far as they ever said. Where the broker itself is
    ///   not heard, nobody else can be: then it is named alone.
    func missing(
        at now: ContinuousClock.Instant,
        supervised: [SupervisedProcess] = [],
        of components: Set<String>
    ) -> Absence {
        let notes = Dictionary(supervised.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var absence = Absence()
        for name in Set(entries.keys).union(notes.keys) {
            let entry = entries[name]
            let hosted = entry?.components ?? []
            // Programs that nobody supervises come and go.
            guard notes[name] != nil || hosted.contains(where: components.contains) || name == "broker" else {
                continue
            }
            switch health(name, silence: entry.map { now - $0.heardAt }, note: notes[name], at: now) {
            case .silent, .backoff, .failed, .stopped: absence.insert(name, hosted)
            case .starting, .running: break
            }
        }
        return absence.processes.contains("broker") ? Absence(processes: ["broker"]) : absence
    }

    /// What is not well: of those that are supervised, and of the components that the app needs.
    func troubles(
        at now: ContinuousClock.Instant,
        supervised: [SupervisedProcess],
        of components: [String]
    ) -> [Trouble] {
        var troubles: [Trouble] = []
        var explained: Set<String> = []
        for note in supervised.sorted(by: { $0.name < $1.name }) {
            let entry = entries[note.name]
            let silence = entry.map { now - $0.heardAt }
            let health = health(note.name, silence: silence, note: note, at: now)
            guard health == .running else {
                explained.formUnion(entry?.components ?? [])
                troubles.append(Trouble(note.name, health, silence: silence))
                continue
            }
            if let entry, entry.wasBehind, entry.lag >= Self.behindFrom {
                troubles.append(Trouble(note.name, behindBy: entry.lag))
            }
        }
        return troubles + unheard(components, at: now).filter { !explained.contains($0) }.map(Trouble.init(unheard:))
    }

    /// Those of some components that no running process hosts.
    func unheard(_ components: [String], at now: ContinuousClock.Instant) -> [String] {
        let heard = entries.values.filter { now - $0.heardAt < Self.silentAfter }.flatMap(\.components)
        let hosted = Set(heard)
        return components.filter { !hosted.contains($0) }
    }

    private mutating func forget(at now: ContinuousClock.Instant) {
        entries = entries.filter { now - $0.value.heardAt < Self.silentAfter }
    }
}
