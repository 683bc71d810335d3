// SPDX-License-Identifier: MIT

import Wire

/// A node of those that share a log, by what its processes report.
package struct NodeStatus: JSONRecord {
    /// How a node is.
    package enum State: String, RecordValue, CaseIterable {
        case working
        /// It reports, and is about to end.
        case leaving
        case left
        /// It no longer reports.
        case gone
    }

    /// The time without a status of any of its processes after which a node has left.
    package static let goneAfter = Duration.seconds(5)

    package var name = ""
    package var isOwn = false
    package var state = State.working
    package var silenceSeconds = 0.0
    package var processCount = 0
    package var shards: [Int] = []
    package var version: String?
    package var roles: [String]?
    package var place: Int?
    package var lag: Int?
    package var takesEntries: Bool?
    package var trouble: String?
    package var differsFrom: [String]?
    package var indexesBehind: [IndexLag] = []
    /// What its supervisor reported last.
    package var supervisor: ProcessStatus?
    /// What its broker reported last of the replicated log.
    package var journal: JournalStatus?

    package init() {}

    /// Whether it reports.
    package var isHeard: Bool { state == .working || state == .leaving }

    package static let fields: [RecordField<NodeStatus>] = [
        RecordField("name", \.name, "What the node is called."),
        RecordField("isOwn", \.isOwn, "Whether it is the node of this gateway."),
        RecordField("state", \.state, "How it is."),
        RecordField("silenceSeconds", \.silenceSeconds, "How long ago any of its processes reported."),
        RecordField("processCount", \.processCount, "How many of its processes report."),
        RecordField("shards", \.shards, "The shards that it owns."),
        RecordField("version", \.version, "Its version of SearchBus."), RecordField("roles", \.roles, "What it does."),
        RecordField("place", \.place, "The last entry that its log has."),
        RecordField("lag", \.lag, "By how many entries it lags behind the most advanced node."),
        RecordField("takesEntries", \.takesEntries, "Whether the log's servers accept its entries."),
        RecordField("trouble", \.trouble, "Why they do not."),
        RecordField("differsFrom", \.differsFrom, "The nodes whose log differs from its own."),
        RecordField("indexesBehind", \.indexesBehind, omitsDefault: true, "Indexes that are newer on another node."),
    ]
}
