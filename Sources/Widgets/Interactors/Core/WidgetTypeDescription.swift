// SPDX-License-Identifier: MIT

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

/// The reference page of the widget types, as Markdown, made from what they declare.
public struct WidgetReference: Sendable {
    private let types: [any Interactor.Type]

    public init(_ types: [any Interactor.Type] = InteractorRegistry.types) {
        self.types = types.sorted { $0.type < $1.type }
    }

    public var markdown: String {
        let rows = types.map { type in
            "| [`\(type.type)`](#\(type.type)) | \(Self.cell(type.summary)) | \(Self.connections(type)) | `\(type.place.rawValue)` |"
        }
        let table = (["| type | | connected to | place |", "|---|---|---|---|"] + rows).joined(separator: "\n")
        let head = """
            # Widget types

            Every widget type that comes with SearchBus: what it is connected to, its parameters in the
            [app file](app-file.md), the intents that it understands, and its view. `searchbus widgets --markdown` writes this
            page from what the types declare; `GET /api/schemas` has the same as JSON Schema. How to write one of your own:
            [widgets](widgets.md).

            Beside its own parameters every widget has `type`, `title`, `place` and `controller`. Every view has `phase` (`idle`,
            `loading`, `stalled`, `ready`, `failed`), after a failure `error` and `stale`, and may have a `warning`.

            \(table)
            """
        return ([head] + types.map(section)).joined(separator: "\n\n") + "\n"
    }

    private func section(_ type: any Interactor.Type) -> String {
        var parts = ["## \(type.type)", type.summary]
        parts.append("Connected to: \(Self.connections(type)). Place: `\(type.place.rawValue)`.")
        if !type.parameters.isEmpty { parts.append(Self.table("parameter", type.parameters, hasDefaults: true)) }
        if !type.intents.isEmpty { parts.append(Self.table(of: type.intents)) }
        if let view = type.viewMembers, !view.isEmpty { parts.append(Self.table("view", view, hasDefaults: false)) }
        return parts.joined(separator: "\n\n")
    }

    private static func connections(_ type: any Interactor.Type) -> String {
        let connections = WidgetTypeDescription(type).connections.map { "`\($0)`" }.joined(separator: ", ")
        return connections.isEmpty ? "nothing" : connections
    }

    private static func table(_ title: String, _ members: [Schema.Member], hasDefaults: Bool) -> String {
        let head =
            hasDefaults
            ? "| \(title) | is | default | |\n|---|---|---|---|" : "| \(title) | is | |\n|---|---|---|"
        return
            ([head]
            + members.map { member in
                let value =
                    member.isRequired ? "required" : member.defaultValue.isNull ? "" : code(member.defaultValue.text)
                let cells = [code(member.name), cell(member.schema.words)] + (hasDefaults ? [value] : [])
                return "| \((cells + [cell(member.summary)]).joined(separator: " | ")) |"
            }).joined(separator: "\n")
    }

    private static func table(of intents: [IntentDeclaration]) -> String {
        (["| intent | data | |\n|---|---|---|"]
            + intents.map { intent in
                let data = intent.data.map { member in
                    "\(code(member.name))\(member.isRequired ? "" : " (optional)"): \(cell(member.schema.words))"
                }
                return "| \(code(intent.name)) | \(data.joined(separator: "; ")) | \(cell(intent.summary)) |"
            }).joined(separator: "\n")
    }

    private static func code(_ text: String) -> String { "`\(text.replacing("|", with: "\\|"))`" }

    private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }
}
