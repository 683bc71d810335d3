// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A part of the app that a widget's parameters connect it to, beside its own searcher and filter state.
public struct WidgetLink: Sendable, Hashable {
    /// The way to the name in the parameters, with dots: `target`, `sections.0.choose.filterState`.
    public let parameter: String
    /// What the part is.
    public let kind: Schema.Part.Kind
    /// What the widget does with it.
    public let role: Schema.Part.Role
    /// The part's name.
    public let name: String
    /// The searchers behind a searcher: itself, or its members where it is a `multi` searcher; empty for other parts.
    public let members: [String]
    /// The searcher with a process of its own that searches for it, if it is a searcher.
    public let unit: String?

    public init(
        parameter: String,
        kind: Schema.Part.Kind,
        role: Schema.Part.Role,
        name: String,
        members: [String] = [],
        unit: String? = nil
    ) {
        self.parameter = parameter
        self.kind = kind
        self.role = role
        self.name = name
        self.members = members
        self.unit = unit
    }

    /// Whether the widget follows the part's requests and answers.
    public var isHeard: Bool { role == .heard }

    /// Whether the widget sends the part intents.
    public var isAsked: Bool { role == .asked }
}

extension WidgetLink: JSONConvertible {
    /// Reads a link as `json` writes it.
    ///
    /// - Throws: `JSONError` for anything else.
    public init(json: JSON) throws {
        let kind = try json.requiredString("kind")
        guard let kind = Schema.Part.Kind(rawValue: kind) else { throw JSONError("`kind` of a link is `\(kind)`") }
        self.init(
            parameter: try json.requiredString("parameter"),
            kind: kind,
            role: try json.requiredBool("heard") ? .heard : .asked,
            name: try json.requiredString("name"),
            members: try json.strings("members"),
            unit: json["unit"]?.string
        )
    }

    public var json: JSON {
        var object = JSONObject([
            ("parameter", .string(parameter)), ("kind", .string(kind.rawValue)), ("heard", .bool(isHeard)),
            ("name", .string(name)), ("members", JSON(members)),
        ])
        if let unit { object["unit"] = .string(unit) }
        return .object(object)
    }
}

extension WidgetConfiguration {
    /// The searchers whose answers the widget follows: those behind its own, and those that its parameters name.
    public var heardSearchers: [String] {
        searcherMembers + links.filter(\.isHeard).flatMap(\.members).filter { !searcherMembers.contains($0) }
    }

    /// The searchers with a process of their own whose requests the widget follows.
    public var heardUnits: [String] {
        let own = searcherUnit.map { [$0] } ?? []
        return own + Set(links.filter(\.isHeard).compactMap(\.unit)).subtracting(own).sorted()
    }

    /// The parts that the widget's parameters let it send intents to.
    public var askedParts: [String] { Set(links.filter(\.isAsked).map(\.name)).sorted() }

    /// The searchers behind one that a parameter names: itself, or its members where it is a `multi` searcher.
    public func members(of searcher: String) -> [String] {
        links.first { $0.name == searcher && $0.kind == .searcher }?.members ?? [searcher]
    }
}
