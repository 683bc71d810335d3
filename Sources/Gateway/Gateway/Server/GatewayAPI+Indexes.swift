// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Wire

extension GatewayAPI {
    /// Puts on the log that an index has changed, so that live searches of it run again.
    @Sendable func announceChange(_ request: Request, _ context: GatewayContext) async throws -> Response {
        _ = try await body(of: request)
        let name = try context.part("index")
        let draft = try IndexChange(of: name).draft(
            id: Identifier.make(),
            source: "/gateway",
            traceParent: RequestTrace.current
        )
        let receipt = try await log.append([draft])
        return .json(
            ["index": .string(name), "sequence": .string(receipt.last.description)],
            status: .accepted
        )
    }
}
