// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What a widget type declares, for programs: the JSON that `/api/schemas` serves and `searchbus widgets --json` prints.
public struct WidgetTypeDescription: Sendable {
    public let type: any Interactor.Type

    public init(_ type: any Interactor.Type) { self.type = type }

    public var name: String { type.type }

    public var summary: String { type.summary }

    /// What it must be connected to, and which kinds of searcher will do, in the words of the app file.
    public var connections: [String] {
        let all: [(WidgetConnections, String)] = [
            (.searcher, "searcher"), (.facetsSearcher, "searcher of type facets"),
            (.multiSearcher, "searcher of type multi"), (.filterState, "filterState"),
            (.session, "the session"),
        ]
        return all.filter { type.connections.contains($0.0) }.map(\.1)
    }

    /// The description with JSON Schemas of the parameters, the intents' data and the view.
    public var json: JSON {
        var object = JSONObject([
            ("type", .string(type.type)),
            ("summary", .string(type.summary)),
            ("place", .string(type.place.rawValue)),
            ("connections", JSON(connections)),
            ("parameters", Schema.object(type.parameters).jsonSchema),
            ("intents", .object(JSONObject(type.intents.map { ($0.name, Self.json(of: $0)) }))),
        ])
        if let view = type.viewSchema { object["view"] = view.jsonSchema }
        return .object(object)
    }

    private static func json(of intent: IntentDeclaration) -> JSON {
        ["summary": .string(intent.summary), "data": intent.schema.jsonSchema]
    }
}
