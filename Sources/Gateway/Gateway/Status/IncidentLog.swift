// SPDX-License-Identifier: MIT

import Bus
import Wire

/// What was wrong with the processes lately: each problem with its beginning and its end, so that one that is over can still be
/// seen for an hour.
struct IncidentLog: Sendable {
    struct Incident: Sendable, Hashable {
        let process: String
        let machine: String?
        let reason: String
        let message: String
        let since: Timestamp
        /// `nil` while it lasts.
        var until: Timestamp?

        var json: JSON {
            var members = JSONObject([
                ("process", .string(process)), ("reason", .string(reason)), ("message", .string(message)),
                ("since", .string(since.description)),
            ])
            if let machine { members["machine"] = .string(machine) }
            if let until { members["until"] = .string(until.description) }
            return .object(members)
        }
    }

    /// What distinguishes an incident from others at the same time.
    private struct Key: Hashable {
        let process: String
        let machine: String?
        let reason: String
        let subject: String
    }

    /// The form of the incidents' list.
    static let shape = Shape.list(
        .object([
            "process": .text, "machine?": .text,
            "reason": .text.described(
                "A state of a process, `restarted`, the code of a problem; of an intent, `held` or `dropped`."
            ),
            "message": .text, "since": .text, "until?": .text,
        ])
    ).described("What was wrong with processes in the last hour, newest first; without `until` it lasts.")

    /// How long an incident is kept after its end, in microseconds.
    private static let memory: Int64 = 3_600_000_000
    /// How many are kept; of more, the oldest are forgotten.
    private static let limit = 200

    /// In the order in which they began.
    private var incidents: [(key: Key, incident: Incident)] = []
    private var restarts: [Key: Int] = [:]

    /// Those of the last hour, newest first.
    var newestFirst: [Incident] { incidents.reversed().map(\.incident) }

    /// Takes in how the processes are now.
    mutating func note(_ reports: [ProcessReport], at now: Timestamp) {
        var current: [(Key, String)] = []
        for report in reports {
            func key(_ reason: String, _ subject: String = "") -> Key {
                Key(process: report.name, machine: report.machine, reason: reason, subject: subject)
            }
            switch report.health {
            case .silent, .backoff, .failed, .stopped:
                let trouble = Trouble(report.name, report.health, silence: nil, problem: report.note?.problem)
                current.append((key(report.health.rawValue), trouble.detail))
            case .starting, .running: break
            }
            current += report.problems.map { problem in
                (key(problem.error.code.rawValue, problem.subject), "\(problem.subject): \(problem.error.message)")
            }
            let before = restarts.updateValue(report.restarts, forKey: key("restarted"))
            if let before, report.restarts > before {
                add(
                    key("restarted"),
                    "It was restarted (restarts since its start: \(report.restarts)).",
                    now,
                    until: now
                )
            }
        }
        update(current, at: now)
        let names = Set(reports.map { "\($0.machine ?? "")/\($0.name)" })
        restarts = restarts.filter { names.contains("\($0.key.machine ?? "")/\($0.key.process)") }
    }

    /// Takes in what became of a held intent.
    mutating func note(_ record: HoldRecord) {
        let key = Key(process: "gateway", machine: nil, reason: record.reason, subject: "")
        add(key, record.message, record.since, until: record.until)
    }

    private mutating func update(_ current: [(key: Key, message: String)], at now: Timestamp) {
        let keys = Set(current.map(\.key))
        for index in incidents.indices where incidents[index].incident.until == nil {
            if !keys.contains(incidents[index].key) { incidents[index].incident.until = now }
        }
        let lasting = Set(incidents.filter { $0.incident.until == nil }.map(\.key))
        for (key, message) in current where !lasting.contains(key) { add(key, message, now, until: nil) }
        incidents.removeAll { _, incident in
            incident.until.map { now.microseconds - $0.microseconds > Self.memory } ?? false
        }
        if incidents.count > Self.limit { incidents.removeFirst(incidents.count - Self.limit) }
    }

    private mutating func add(_ key: Key, _ message: String, _ now: Timestamp, until: Timestamp?) {
        let incident = Incident(
            process: key.process,
            machine: key.machine,
            reason: key.reason,
            message: message,
            since: now,
            until: until
        )
        incidents.append((key, incident))
    }
}
