// SPDX-License-Identifier: MIT
// Part of SearchBus.

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
}
