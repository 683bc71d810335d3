// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Wire

extension GatewayAPI {
    /// Puts on the log that an index has changed, so that live searches of it run again.
    func announceChange(_ ask: RouteRequest) async throws -> Response {
        _ = try await body(of: ask)
        // In a path a plus sign is one.
        let name = QueryParameters.decode((ask.parameters["index"] ?? "").replacing("+", with: "%2B")[...])
        let draft = try IndexChange(of: name).draft(id: Identifier.make(), source: "/gateway")
        let receipt = try await log.append([draft])
        return .json(
            ["index": .string(name), "sequence": .string(receipt.last.description)],
            status: .accepted
        )
    }
}
