// SPDX-License-Identifier: MIT

import Wire

/// A part of the app that a widget's parameters connect it to, beside its own searcher and filter state.
public struct WidgetLink: JSONRecord {
    public var parameter = ""
    public var kind = Schema.Part.Kind.searcher
    public var role = Schema.Part.Role.asked
    public var name = ""
    public var members: [String] = []
    public var unit: String?

    public static let fields: [Field] = [
        Field("parameter", \.parameter, "Where the parameters have the name, such as `sections.0.searcher`."),
        Field("kind", \.kind, "What the part is."),
        Field("heard", \.isHeard, "Whether the widget follows the part; else it sends it intents."),
        Field("name", \.name, "The part's name."),
        Field("members", \.members, "The searchers behind a searcher: itself, or its members."),
        Field("unit", \.unit, "The searcher whose process searches for it."),
    ]

    public init() {}

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
    public var isHeard: Bool {
        get { role == .heard }
        set { role = newValue ? .heard : .asked }
    }

    /// Whether the widget sends the part intents.
    public var isAsked: Bool { role == .asked }
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
