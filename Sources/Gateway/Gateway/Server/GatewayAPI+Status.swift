// SPDX-License-Identifier: MIT

import AccessKeys
import Bus
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Synchronization
import Wire

extension GatewayAPI {
    /// A part of the log.
    @Sendable func readLog(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let asked = request.query
        var query = LogQuery()
        query.prefixes = try asked.topics()
        query.session = try asked.session()
        query.filter = try EventFilter(parsing: asked.get("filter") ?? "", now: .now())
        if let chain = asked.get("correlation") { query.filter = query.filter.and(EventFilter(chain: chain)) }
        query.after = try asked.sequence("after")
        query.before = try asked.sequence("before")
        query.limit = try asked.integer("limit", in: 1...1000, default: 200)
        let peer = StreamLimits.peer(context.grant.identity, context.client)
        let part = try await logReads.reading(for: peer) { [query] in try await LogReader(log: log).read(query) }
        return .json(part.body)
    }

    /// The status of the processes.
    @Sendable func readStatus(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let (board, now) = (hub.board, ContinuousClock.now)
        noteHolds()
        var members = JSONObject([
            ("epoch", .string(hub.position.epoch)),
            ("head", .string(max(hub.position.head, board.head ?? .zero).description)),
            ("time", .string(Timestamp.now().description)),
            ("processes", .array(board.processes(at: now, supervised: supervised).map(\.json))),
            ("log", board.log?.json ?? .null),
            ("incidents", .array(incidents.withLock(\.newestFirst).map(\.json))),
        ])
        if board.machine != nil {
            let nodes = board.nodes(at: now)
            members["machines"] = .array(nodes.map(\.json))
            members["journal"] = board.journal(nodes, shards: app.shardCount, at: now)?.json
        }
        return .json(.object(members))
    }

    /// The supervisor's state of the processes of this node.
    var supervised: [SupervisorState.Process] { SupervisorState.read(from: runtimeDirectory)?.processes ?? [] }

    /// Remembers what is wrong with processes now.
    func noteIncidents(at now: ContinuousClock.Instant) {
        let reports = hub.board.processes(at: now, supervised: supervised)
        incidents.withLock { $0.note(reports, at: .now()) }
        noteHolds()
    }

    /// Remembers what became of held intents.
    private func noteHolds() {
        let records = holds.takeRecords()
        guard !records.isEmpty else { return }
        incidents.withLock { log in
            for record in records { log.note(record) }
        }
    }

    /// The missing processes.
    func absence(at now: ContinuousClock.Instant) -> Absence {
        guard isBusConnected() else { return Absence(processes: ["broker"]) }
        return hub.board.missing(at: now, supervised: supervised, of: Set(app.components))
    }

    static let statusRoutes = [
        Route(
            .get("/api/log", .permissionOfNamedSession(.log), "readLog"),
            "A part of the log, oldest first.",
            parameters: [
                topicParameter, sessionParameter,
                .query("correlation", .text, "Only events of the chain that this intent began."),
                .query(
                    "filter",
                    .text,
                    "Only events that pass this filter, such as `kind:view query:boots >5ms`; without `after` the newest of them."
                ),
                .query(
                    "after",
                    .sequence,
                    "Only events after this sequence number; the log is read forwards from here."
                ),
                .query(
                    "before",
                    .sequence,
                    "Only events before this sequence number; without `after` the newest of them, oldest first."
                ),
                .query("limit", .integer(1...1000, default: 200), "The maximum number of events."),
            ],
            replies: [
                .init(
                    .ok,
                    "The events.",
                    .json(
                        .named(
                            "LogPart",
                            .object([
                                "events": .list(.topicEvent), "from": .sequence, "through": .sequence,
                                "head": .sequence, "more": .boolean, "trimmed": .boolean,
                            ])
                        )
                    )
                )
            ],
            problems: [429],
            section: "#the-log"
        ) { $0.readLog },
        Route(
            .get("/api/status", .permission(.watch), "readStatus"),
            "The status of the processes and of the log.",
            replies: [.init(.ok, "The status.", .json(status))],
            section: "#status-and-metrics"
        ) { $0.readStatus },
    ]

    static let topicParameter = Route.Parameter.query(
        "topic",
        .list(.text),
        "A topic or a prefix, such as `results/`; at most 32 times. By default every topic."
    )
    static let sessionParameter = Route.Parameter.query("session", .session, "Only events of this session.")

    private static let status = Shape.named(
        "Status",
        .object([
            "epoch": .text, "head": .sequence, "time": .text, "processes": .list(process),
            "log": .named("Log", Shape(LogStatus.recordSchema)).orNull, "incidents": IncidentLog.shape,
            "machines?": .list(.named("Machine", Shape(NodeStatus.recordSchema)))
                .described("The nodes that share the log; missing for a local log."),
            "journal?": journal,
        ])
    )

    private static let process: Shape = {
        let hidden = ["log", "cursors"]
        let members = ProcessStatus.fields.map(\.member).filter { !hidden.contains($0.name) }
        return .named(
            "Process",
            Shape(members: members, nullable: ProcessReport.nullable).with([
                "health": .words(ProcessReport.Health.allCases.map(\.rawValue)).described("Its state."),
                "silenceSeconds": .number.described("How long ago it reported last."),
            ]).adding(["required": JSON(ProcessReport.required)])
        )
    }()

    private static let journal = Shape.named(
        "Journal",
        Shape(JournalStatus.recordSchema).with([
            "shardCount": .integer.described("How many shards there are."),
            "idleShards": .list(.integer).described("The shards that had no owner for 10 seconds."),
        ]).described("The replicated log, as this node's broker reports it.")
    )
}
