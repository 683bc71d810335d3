// SPDX-License-Identifier: MIT

import AccessKeys
import Bus
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Wire

extension GatewayAPI {
    /// Publishes on the log that an index has changed, so that live searches of it run again.
    @Sendable func announceChange(_ request: Request, _ context: GatewayContext) async throws -> Response {
        _ = try await body(of: request)
        let name = try context.part("index")
        let draft = try IndexChange(of: name).draft(
            id: Identifier.make(),
            source: GatewayAPI.source,
            traceParent: RequestTrace.current
        )
        let receipt = try await log.append([draft])
        return .json(
            ["index": .string(name), "sequence": .string(receipt.last.description)],
            status: .accepted
        )
    }

    static let indexRoutes = [
        Route(
            .post("/api/indexes/{index}/changed", .permission(.administer), "announceChange"),
            "Announce that an index has changed, so that live searches of it run again; for engines that cannot "
                + "report changes themselves.",
            body: .optional(.empty),
            replies: [
                .init(
                    .accepted,
                    "On the log.",
                    .json(.named("IndexReceipt", .object(["index": .text, "sequence": .sequence])))
                )
            ],
            problems: [507]
        ) { $0.announceChange }
    ]
}
