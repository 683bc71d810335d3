// SPDX-License-Identifier: MIT

import AccessKeys
import Hummingbird
import HummingbirdCore
import Interactors
import Wire

extension GatewayAPI {
    /// The declarations of all widget types of SearchBus.
    @Sendable func describeTypes(_ request: Request, _ context: GatewayContext) -> Response {
        let types = InteractorRegistry.types.sorted { $0.type < $1.type }
        return .json(["types": .array(types.map { WidgetTypeDescription($0).json })])
    }

    /// The declaration of one widget type.
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

    static let schemaRoutes = [
        Route(
            .get("/api/schemas", .permission(.describe), "describeTypes"),
            "The widget types: JSON Schemas of their parameters, intents and views.",
            replies: [
                .init(.ok, "The types.", .json(.named("WidgetTypes", .object(["types": .list(widgetType)]))))
            ]
        ) { $0.describeTypes },
        Route(
            .get("/api/schemas/{type}", .permission(.describe), "describeType"),
            "One widget type.",
            replies: [.init(.ok, "The type.", .json(widgetType))],
            problems: [404]
        ) { $0.describeType },
    ]

    private static let widgetType = Shape.named(
        "WidgetType",
        .object([
            "type": .text, "summary": .text, "place": .text, "connections": .list(.text), "parameters": .object,
            "intents": .object, "view?": .object,
        ])
    )
}
