// SPDX-License-Identifier: MIT

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
            .get("/api/replays", .permission(.log), "listReplays"),
            "The reports that `searchbus replay --keep` stored, the newest first.",
            replies: [
                .init(
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
            section: "replay.md#in-the-console"
        ) { $0.listReplays },
        Route(
            .get("/api/replays/{name}", .permission(.log), "readReplay"),
            "One of these reports.",
            replies: [
                .init(
                    .ok,
                    "The report: figures, and the worst differences with the first hits of both sides.",
                    .json(.object(["searches": .any, "differences": .any]))
                )
            ],
            problems: [404]
        ) { $0.readReplay },
    ]
}
