// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Hummingbird
import HummingbirdCore
import Interactors
import Wire

extension GatewayAPI {
    /// What every widget type that comes with SearchBus declares.
    @Sendable func describeTypes(_ request: Request, _ context: GatewayContext) -> Response {
        let types = InteractorRegistry.types.sorted { $0.type < $1.type }
        return .json(["types": .array(types.map { WidgetTypeDescription($0).json })])
    }

    /// What one widget type declares.
    @Sendable func describeType(_ request: Request, _ context: GatewayContext) throws -> Response {
        let name = try context.part("type")
        guard let type = InteractorRegistry.type(named: name) else {
            throw SearchBusError(
                .unknownRoute,
                "No widget type `\(name.prefix(80))` comes with SearchBus.",
                remedy: "`GET /api/schemas` lists those that do."
            )
        }
        return .json(WidgetTypeDescription(type).json)
    }
}
