// SPDX-License-Identifier: MIT

import Glibc
import Runtime
import Wire

/// What a process reports of itself each second: the data of an event on `status/NAME/`.
///
/// One declaration (`fields`) is what writers, readers, the schemas and `docs/protocol.md` have.
public struct ProcessStatus: JSONRecord {
    /// Durations in microseconds.
    public struct Turn: JSONRecord {
        public var p50 = 0.0
        public var p99 = 0.0

        public init() {}

        public init(p50: Double, p99: Double) { (self.p50, self.p99) = (p50, p99) }

        public static let fields: [RecordField<Turn>] = [
            RecordField("p50", \.p50, "The median."), RecordField("p99", \.p99, "The 99th percentile."),
        ]
    }

    public static let eventType = "searchbus.status.process"

    public var name: String?
    public var role: String?
    public var version: String?
    public var component: String?
    public var components: [String]?
    public var machine: String?
    public var pid: Int?
    public var cursor: String?
    public var head: String?
    public var lag: Int?
    public var events: Int?
    public var turns: Int?
    public var eventsPerSecond: Double?
    public var turnsPerSecond: Double?
    public var turnMicros: Turn?
    public var setAside: Int?
    public var startedOver: Int?
    public var trimmed: Int?
    public var memoryBytes: Int?
    public var uptimeSeconds: Double?
    public var restarts: Int?
    public var reads: [String]?
    public var writes: [String]?
    public var searches: [String: [String: DurationHistogram]]?
    public var backends: [String: BackendStatus]?
    public var problems: [ProcessProblem] = []
    // Of the broker.
    public var log: LogStatus?
    public var subscriptions: Int?
    public var clockOffsetSeconds: Int?
    public var cursors: [String: String]?
    public var journal: JournalStatus?
    // Of a node's supervisor.
    public var instance: String?
    public var roles: [String]?
    public var shards: [Int]?
    public var shardCount: Int?
    public var state: String?
    // Of the process that keeps copies of the log and the indexes.
    public var mayCopy: Bool?
    public var copy: StoredCopyStatus?
    public var indexesBehind: [IndexLag] = []
    public var trouble: String?
    /// Members that are unknown here, as a program of another author may send them.
    public var others = JSONObject()

    public init() {}

    /// What every process of this package reports.
    public init(name: String, role: String) {
        (self.name, self.role) = (name, role)
        version = Release.version
        machine = Machine.name
        pid = Int(getpid())
        memoryBytes = ProcessMemory.privateBytes()
    }

    public init?(record json: JSON) {
        guard let object = json.object else { return nil }
        others = JSONObject(read(object).map { ($0.key, $0.value) })
        if problems.count > ProblemBoard.maxCount { problems.removeLast(problems.count - ProblemBoard.maxCount) }
    }

    public var json: JSON { .object(members.merging(others)) }
    public var recordJSON: JSON? { json }

    /// The event that reports it.
    ///
    /// - Throws: `SearchBusError` with `invalid-topic` for an invalid topic.
    public func draft(source: String) throws -> EventDraft {
        EventDraft(
            topic: try Topic(.status, name ?? ""),
            id: Identifier.make(),
            source: source,
            type: Self.eventType,
            data: json.bytes
        )
    }

    /// The status that an event reports; `nil` for other events.
    public init?(_ event: Event) {
        guard event.topic.kind == .status, let data = try? event.data() else { return nil }
        self.init(record: data)
    }

    public static let fields: [RecordField<ProcessStatus>] = [
        RecordField("name", \.name, "What the process is called, such as `interactor-price`."),
        RecordField("role", \.role, "What it does, in a word."),
        RecordField("version", \.version, "Its version of SearchBus; other programs omit it."),
        RecordField("component", \.component, "The component that it hosts; the first of several."),
        RecordField("components", \.components, "All components that it hosts."),
        RecordField("machine", \.machine, "The node that it runs on, if several share the log."),
        RecordField("pid", \.pid, "Its process id."),
        RecordField("cursor", \.cursor, "The sequence number up to which it has folded the log."),
        RecordField("head", \.head, "Of the broker: the last sequence number."),
        RecordField("lag", \.lag, "How many events are pending."),
        RecordField("events", \.events, "Events that it folded since its start."),
        RecordField("turns", \.turns, "Turns since its start."),
        RecordField("eventsPerSecond", \.eventsPerSecond, "Events in the last second."),
        RecordField("turnsPerSecond", \.turnsPerSecond, "Turns in the last second."),
        RecordField("turnMicros", \.turnMicros, "How long its latest turns took, in microseconds."),
        RecordField("setAside", \.setAside, "Poison events that were skipped."),
        RecordField("startedOver", \.startedOver, "How often a component started again at its cursor."),
        RecordField("trimmed", \.trimmed, "How often the log was trimmed before it had read it."),
        RecordField("memoryBytes", \.memoryBytes, "Its memory, without what it shares with other processes."),
        RecordField("uptimeSeconds", \.uptimeSeconds, "Time since its start."),
        RecordField("restarts", \.restarts, "How often it was restarted."),
        RecordField("reads", \.reads, "The topics that it reads."),
        RecordField("writes", \.writes, "The topics that it writes."),
        RecordField(
            "searches",
            \.searches,
            "Of a searcher: how long its engines took, by engine and by result (`answered`, `failed`, `cancelled`)."
        ),
        RecordField("backends", \.backends, "Of a searcher: its engines in other programs, by name."),
        RecordField("problems", \.problems, omitsDefault: true, "What keeps the process from part of its work."),
        RecordField("log", \.log, "Of the broker: its log."),
        RecordField("subscriptions", \.subscriptions, "Of the broker: how many prefixes are subscribed to."),
        RecordField(
            "clockOffsetSeconds",
            \.clockOffsetSeconds,
            "Of the broker: by how much the system clock was set within the last hour."
        ),
        RecordField("cursors", \.cursors, "Of the broker: the cursors of all components."),
        RecordField("journal", \.journal, "Of the broker of a node: the replicated log."),
        RecordField("instance", \.instance, "Of a node: this life of its supervisor."),
        RecordField("roles", \.roles, "Of a node: what it does."),
        RecordField("shards", \.shards, "Of a node: the shards that it owns."),
        RecordField("shardCount", \.shardCount, "Of a node: how many shards there are."),
        RecordField("state", \.state, "Of a node: `working`, `behind` or `leaving`."),
        RecordField("mayCopy", \.mayCopy, "Of the process `copies`: false if this node makes no copies of its log."),
        RecordField("copy", \.copy, "Of the process `copies`: the latest stored copy of the log."),
        RecordField(
            "indexesBehind",
            \.indexesBehind,
            omitsDefault: true,
            "Of the process `copies`: the indexes that are newer on another node."
        ),
        RecordField("trouble", \.trouble, "Of the process `copies`: why it cannot work."),
    ]
}

/// An engine in another program, as a searcher reports it.
public struct BackendStatus: JSONRecord {
    public var circuit = "closed"
    public var failures = 0
    public var asked = 0
    public var failed = 0
    public var lastError: String?

    public init() {}

    public static let fields: [RecordField<BackendStatus>] = [
        RecordField("circuit", \.circuit, schema: .choice(["closed", "open", "half-open"]), "Its circuit breaker."),
        RecordField("failures", \.failures, "How many requests in a row have failed."),
        RecordField("asked", \.asked, "How many requests it was sent since the start."),
        RecordField("failed", \.failed, "How many of them failed."),
        RecordField("lastError", \.lastError, "Why the last one failed."),
    ]
}

/// A stored copy of the log.
public struct StoredCopyStatus: JSONRecord {
    public var place = 0
    public var bytes = 0
    public var origin = ""

    public init() {}

    public init(place: Int, bytes: Int, origin: String) {
        (self.place, self.bytes, self.origin) = (place, bytes, origin)
    }

    public static let fields: [RecordField<StoredCopyStatus>] = [
        RecordField("place", \.place, "The last entry in it."), RecordField("bytes", \.bytes, "Its size."),
        RecordField("origin", \.origin, "The node that made it, and when."),
    ]
}

/// An index that is newer on another node.
public struct IndexLag: JSONRecord {
    public var index = ""
    public var origin = ""
    public var since = ""

    public init() {}

    public init(index: String, origin: String, since: String) {
        (self.index, self.origin, self.since) = (index, origin, since)
    }

    public static let fields: [RecordField<IndexLag>] = [
        RecordField("index", \.index, "The index."),
        RecordField("origin", \.origin, "The node that has a newer version."),
        RecordField("since", \.since, "Since when."),
    ]
}

extension ProcessProblem: RecordValue {
    public static var recordSchema: Schema {
        .object(
            [
                Schema.Member("subject", .text, isRequired: true, "What is affected, unique within the process."),
                Schema.Member("code", .text, isRequired: true, "A code of the error catalogue."),
                Schema.Member("message", .text, isRequired: true, "What happened."),
                Schema.Member("remedy", .text, isRequired: true, "What to do about it."),
                Schema.Member("since", .text, isRequired: true, "When it began, in RFC 3339."),
            ],
            isOpen: true
        )
    }
}

extension DurationHistogram: RecordValue {
    public static var recordSchema: Schema {
        .object(
            [
                Schema.Member("count", .count, isRequired: true, "How many durations."),
                Schema.Member("sum", .number, isRequired: true, "Their sum in seconds."),
                Schema.Member("counts", .list(.count), isRequired: true, "By bucket, without the zeros at the end."),
            ],
            isOpen: true
        )
    }
}

extension ProcessStatus: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral members: (String, JSON)...) {
        self = ProcessStatus(record: .object(JSONObject(members))) ?? ProcessStatus()
    }
}

extension JournalStatus: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral members: (String, JSON)...) {
        self = JournalStatus(record: .object(JSONObject(members))) ?? JournalStatus()
    }
}
