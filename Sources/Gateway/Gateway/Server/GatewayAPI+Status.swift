// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AccessKeys
import Bus
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Wire

extension GatewayAPI {
    /// A part of the log.
    @Sendable func readLog(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let asked = request.query
        var query = LogQuery()
        query.prefixes = try asked.topics()
        query.session = try asked.session()
        query.correlation = asked.get("correlation")
        query.after = try asked.sequence("after")
        query.before = try asked.sequence("before")
        query.limit = try asked.integer("limit", in: 1...1000, default: 200)
        let peer = StreamLimits.peer(context.grant.identity, context.client)
        let part = try await logReads.reading(for: peer) { [query] in try await LogReader(log: log).read(query) }
        return .json(part.body)
    }

    /// How the processes are.
    @Sendable func readStatus(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let board = hub.board
        let supervised = SupervisedProcess.read(runtimeDirectory: runtimeDirectory)
        let now = ContinuousClock.now
        var members = JSONObject([
            ("epoch", .string(hub.position.epoch)),
            ("head", .string(max(hub.position.head, board.head ?? .zero).description)),
            ("time", .string(Timestamp.now().description)),
            ("processes", .array(board.processes(at: now, supervised: supervised))),
            ("log", board.log),
        ])
        if board.machine != nil {
            let machines = board.machines(at: now)
            let furthest = ProcessBoard.furthest(machines)
            members["machines"] = .array(machines.map { $0.json(furthest: furthest) })
            members["journal"] = board.journal(machines, shards: app.shardCount, at: now)
        }
        return .json(.object(members))
    }

    /// Who should be at work and is not.
    func absence(at now: ContinuousClock.Instant) -> Absence {
        guard isBusConnected() else { return Absence(processes: ["broker"]) }
        let supervised = SupervisedProcess.read(runtimeDirectory: runtimeDirectory)
        return hub.board.missing(at: now, supervised: supervised, of: Set(app.components))
    }

    static let statusRoutes = [
        Route(
            method: .get,
            path: "/api/log",
            access: .permissionOfNamedSession(.log),
            id: "readLog",
            summary: "A part of the log, oldest first.",
            parameters: [
                topicParameter, sessionParameter,
                .query("correlation", .text, "Only events of the chain that this intent began."),
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
                Route.Reply(
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
            section: "#the-log",
            handler: { try await $0.readLog($1, $2) }
        ),
        Route(
            method: .get,
            path: "/api/status",
            access: .permission(.watch),
            id: "readStatus",
            summary: "How the processes and the log are.",
            replies: [Route.Reply(.ok, "The status.", .json(status))],
            section: "#status-and-metrics",
            handler: { try await $0.readStatus($1, $2) }
        ),
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
            "epoch": .text, "head": .sequence, "time": .text, "processes": .list(process), "log": .object.orNull,
            "machines?": .list(machine).described("The nodes that share the log; missing for a local log."),
            "journal?": journal,
        ])
    )

    private static let process = Shape.named(
        "Process",
        .object([
            "name": .text, "role": .text, "component?": .text.orNull, "pid?": .integer.orNull,
            "health": .words(ProcessBoard.Health.allCases.map(\.rawValue)), "silenceSeconds?": .number,
            "cursor?": .text.orNull, "lag": .integer, "eventsPerSecond?": .number, "turnsPerSecond?": .number,
            "turnMicros?": Shape.object(["p50?": .number, "p99?": .number]).orNull, "memoryBytes?": .integer.orNull,
            "uptimeSeconds?": .number.orNull, "restarts": .integer, "reads": .list(.text), "writes": .list(.text),
            "problems?": .list(
                .named(
                    "ProcessProblem",
                    .object(["subject": .text, "code": .text, "message": .text, "remedy": .text, "since": .text])
                        .described("What keeps a process from part of its work.")
                )
            ),
        ])
    )

    private static let machine = Shape.named(
        "Machine",
        .object([
            "name": .text, "isOwn": .boolean.described("Whether it is the node of this gateway."),
            "state": .words(["working", "leaving", "left", "gone"]), "silenceSeconds": .number,
            "processCount": .integer.described("How many of its processes report."),
            "shards": .list(.integer).described("The shards for which it works."), "version?": .text,
            "roles?": .list(.text), "place?": .integer.described("How far its copy of the log is."),
            "lag?": .integer.described("How far its copy is behind the furthest."),
            "takesEntries?": .boolean.described("Whether the log's servers take what it sends."), "trouble?": .text,
            "differsFrom?": .list(.text).described("The nodes whose log differs from its own."),
        ])
    )

    private static let journal = Shape.named(
        "Journal",
        .object([
            "isAvailable": .boolean, "trouble?": .text, "leader?": .text.described("The server that orders."),
            "servers": .list(.object(["name": .text, "isOnline": .boolean])), "last?": .integer.orNull,
            "shardCount?": .integer,
            "idleShards?": .list(.integer).described("The shards that had no owner for 10 seconds."),
        ]).described("The replicated log, as this node's broker knows it.")
    )
}
