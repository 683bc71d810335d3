// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AccessKeys
import Bus
import Hummingbird
import HummingbirdCore
import NIOCore
import Runtime
import Wire

extension GatewayAPI {
    /// The stored reports of replays, the newest first.
    @Sendable func listReplays(_ request: Request, _ context: GatewayContext) -> Response {
        let entries = replays.entries.map { entry -> JSON in
            let time = Timestamp(microseconds: Int64(entry.time) * 1_000_000).description
            return ["name": .string(entry.name), "time": .string(time), "bytes": JSON(entry.bytes)]
        }
        return .json(["replays": .array(entries)])
    }

    /// A report of a replay, as `searchbus replay --keep` wrote it.
    @Sendable func readReplay(_ request: Request, _ context: GatewayContext) throws -> Response {
        let name = try context.part("name")
        guard let report = replays.report(named: name) else {
            throw SearchBusError(
                .unknownRoute,
                "No report of a replay is kept as `\(name.prefix(80))`.",
                remedy: "`GET /api/replays` lists those that are; `searchbus replay … --keep NAME` keeps one."
            )
        }
        return .json(ByteBuffer(bytes: report))
    }

    static let replayRoutes = [
        Route(
            method: .get,
            path: "/api/replays",
            access: .permission(.log),
            id: "listReplays",
            summary: "The reports that `searchbus replay --keep` stored, the newest first.",
            replies: [
                Route.Reply(
                    .ok,
                    "The reports.",
                    .json(
                        .object([
                            "replays": .list(
                                .object([
                                    "name": .text, "time": .text.adding(["format": "date-time"]), "bytes": .integer,
                                ])
                            )
                        ])
                    )
                )
            ],
            section: "replay.md#in-the-console",
            handler: { $0.listReplays($1, $2) }
        ),
        Route(
            method: .get,
            path: "/api/replays/{name}",
            access: .permission(.log),
            id: "readReplay",
            summary: "One of these reports.",
            replies: [
                Route.Reply(
                    .ok,
                    "The report: figures, and the worst differences with the first hits of both sides.",
                    .json(.object(["searches": .any, "differences": .any]))
                )
            ],
            problems: [404],
            handler: { try $0.readReplay($1, $2) }
        ),
    ]
}
