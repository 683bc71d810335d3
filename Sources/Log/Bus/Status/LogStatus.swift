// SPDX-License-Identifier: MIT

import Wire

/// What the broker reports of its log: the member `log` of its status.
public struct LogStatus: JSONRecord {
    public var sessions = 0
    public var appendTimes = DurationHistogram()
    public var walBytes: Int?
    public var diskFreeBytes: Int?
    public var events = 0
    public var bytes = 0
    public var questionBytes = 0
    public var trimmed = ""
    public var published = 0
    public var appends = 0
    public var refused = 0
    public var unanswered = 0
    public var withheld = 0
    public var expired = 0
    public var heldBytes = 0

    public init() {}

    public static let fields: [RecordField<LogStatus>] = [
        RecordField("sessions", \.sessions, "Sessions on the log, counted every 5 s."),
        RecordField("appendTimes", \.appendTimes, "How long its transactions took."),
        RecordField("walBytes", \.walBytes, "The size of the write-ahead log."),
        RecordField("diskFreeBytes", \.diskFreeBytes, "Free bytes on the log's disk."),
        RecordField("events", \.events, "Events on the log."),
        RecordField("bytes", \.bytes, "The size of the log's content."),
        RecordField("questionBytes", \.questionBytes, "What requests of many clients and their results take of it."),
        RecordField("trimmed", \.trimmed, "The sequence number up to which events were deleted."),
        RecordField("published", \.published, "Events published since the start."),
        RecordField("appends", \.appends, "Appends acknowledged since the start."),
        RecordField("refused", \.refused, "Commands refused since the start."),
        RecordField("unanswered", \.unanswered, "Replies that no client received since the start."),
        RecordField(
            "withheld",
            \.withheld,
            "Events that slow subscribers had to read from the log, each counted for each of them."
        ),
        RecordField("expired", \.expired, "Sessions deleted since the start."),
        RecordField("heldBytes", \.heldBytes, "Bytes that wait for connections that do not read."),
    ]
}

/// What a node's broker reports of the replicated log: the member `journal` of its status.
public struct JournalStatus: JSONRecord {
    /// A server of the replicated log.
    public struct Server: JSONRecord {
        public var name = ""
        public var isOnline = false

        public init() {}

        public init(name: String, isOnline: Bool) { (self.name, self.isOnline) = (name, isOnline) }

        public static let fields: [RecordField<Server>] = [
            RecordField("name", \.name, "What it is called."),
            RecordField("isOnline", \.isOnline, "Whether the leader reaches it."),
        ]
    }

    public var place: Int?
    public var first: Int?
    public var last: Int?
    public var isAvailable: Bool?
    public var trouble: String?
    public var advice: String?
    public var leader: String?
    public var servers: [Server]?
    public var digest: String?
    public var differsFrom: [String]?
    public var differences: [LogDifference]?
    public var isContested: Bool?
    public var isHeldBack: Bool?
    public var agreesWith: [String]?

    public init() {}

    public static let fields: [RecordField<JournalStatus>] = [
        RecordField("place", \.place, "The last entry that this node's log has."),
        RecordField("first", \.first, "The first entry that the servers still have."),
        RecordField("last", \.last, "The last entry that is known."),
        RecordField("isAvailable", \.isAvailable, "Whether the servers accept entries."),
        RecordField("trouble", \.trouble, "Why they do not."),
        RecordField("advice", \.advice, "What to know of servers that work."),
        RecordField("leader", \.leader, "The server that leads."),
        RecordField("servers", \.servers, "The servers."),
        RecordField("digest", \.digest, "A digest of this node's log, in hexadecimal."),
        RecordField("differsFrom", \.differsFrom, "The nodes whose log differs from its own."),
        RecordField("differences", \.differences, "What these nodes had, and where."),
        RecordField("isContested", \.isContested, "Whether logs differ without a majority."),
        RecordField("isHeldBack", \.isHeldBack, "Whether the servers accept entries of other nodes only."),
        RecordField("agreesWith", \.agreesWith, "The nodes whose log is the same."),
    ]
}

/// What another node's log had, where it differs.
public struct LogDifference: JSONRecord {
    public var machine = ""
    public var place: Int?
    public var digest: String?
    public var after = 0

    public init() {}

    public init(machine: String, place: Int, digest: String, after: Int) {
        (self.machine, self.place, self.digest, self.after) = (machine, place, digest, after)
    }

    public static let fields: [RecordField<LogDifference>] = [
        RecordField("machine", \.machine, "The node."), RecordField("place", \.place, "The entry."),
        RecordField("digest", \.digest, "The digest of its log there, in hexadecimal."),
        RecordField("after", \.after, "The entry up to which both are known to have been the same."),
    ]
}
