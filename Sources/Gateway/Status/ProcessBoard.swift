// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Wire

/// What the processes say of themselves, and how long ago they said it.
struct ProcessBoard: Sendable {
    /// How a process is.
    enum Health: String, Sendable {
        case ok, late, gone, starting, failed
    }

    private struct Entry {
        let data: JSON
        let heardAt: ContinuousClock.Instant
    }

    /// After how much silence a process is late, and after how much it is gone.
    static let lateAfter = Duration.seconds(3)
    static let goneAfter = Duration.seconds(10)
    /// After how much silence a process that nobody supervises is forgotten.
    private static let forgottenAfter = Duration.seconds(600)
    private static let limit = 512

    private var entries: [String: Entry] = [:]

    /// A process has spoken.
    mutating func received(_ event: Event, at now: ContinuousClock.Instant) {
        guard event.topic.kind == .status, let data = try? event.data(), data.object != nil else { return }
        if entries.count >= Self.limit, entries[event.topic.component] == nil { forget(at: now) }
        guard entries.count < Self.limit || entries[event.topic.component] != nil else { return }
        entries[event.topic.component] = Entry(data: data, heardAt: now)
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
            return describe(name, entry?.data, silence: silence, note: notes[name], cursors: cursors)
        }
    }

    private func describe(
        _ name: String,
        _ data: JSON?,
        silence: Duration?,
        note: SupervisedProcess?,
        cursors: JSON?
    ) -> JSON {
        let component = data?["component"]?.string
        var members = JSONObject([
            ("name", .string(name)),
            ("role", data?["role"] ?? note?.role.map(JSON.string) ?? "custom"),
            ("component", data?["component"] ?? .null),
            ("pid", data?["pid"] ?? JSON(note?.pid)),
            ("health", .string(Self.health(silence: silence, note: note).rawValue)),
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

    /// Silence says more than the supervisor where there was speech before; where there was none, it only says that the
    /// process has not come so far.
    private static func health(silence: Duration?, note: SupervisedProcess?) -> Health {
        if note?.state == .failed { return .failed }
        guard let silence, silence < goneAfter else {
            if note?.state == .starting || (silence == nil && note != nil) { return .starting }
            return .gone
        }
        if note?.state == .starting, silence >= lateAfter { return .starting }
        return silence < lateAfter ? .ok : .late
    }

    private mutating func forget(at now: ContinuousClock.Instant) {
        entries = entries.filter { now - $0.value.heardAt < Self.goneAfter }
    }
}
