// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// What the rules of an engine add to an answer: a banner, or where people are sent instead.
public struct QueryRuleDataInteractor: Interactor {
    public struct State: SearchState, Hashable {
        public var search = SearchPhase()
        var item: JSON?
        var redirect: String?
    }

    public static let type = "query-rule-data"
    public static let summary =
        "What the rules of an engine add to an answer: a banner, or where people are sent instead."
    public static let viewMembers: [Schema.Member]? = [
        Schema.Member("item", model, "The first custom data with the required members, as the rule has them."),
        Schema.Member(
            "banner",
            .object("Banner", "What a banner shows.", bannerMembers),
            "What a banner shows of them."
        ),
        Schema.Member("redirect", .text, "The address that people are sent to."),
    ]
    public static let intents: [IntentDeclaration] = []
    public static let connections: WidgetConnections = .searcher
    public static let parts: ResponseParts = []
    public static let parameters = [
        Parameter("schema", RecordSchema.schema, "The members that the data must have, each with its kind."),
        Parameter("dataType", .text(maximum: 256), "The `type` that the data must have; without it, any."),
        Parameter(
            "banner",
            .object(
                bannerMembers.map { Schema.Member($0.name, .attribute, "The member with that part; `\($0.name)`.") }
            ),
            "Which members of the data a banner is made of."
        ),
    ]

    private static let model = Schema.named(
        Schema.TypeName("Model", "Custom data of the engine's rules.", isParameter: true),
        .object([], isOpen: true)
    )
    private static let bannerMembers = [
        Schema.Member("title", .text, "The heading."),
        Schema.Member("text", .text, "The longer text."),
        Schema.Member("image", .text, "The address of a picture."),
        Schema.Member("link", .text, "The address that it leads to."),
    ]

    private let schema: RecordSchema
    private let dataType: String?
    /// The parts of a banner, each with the member of the data that has it.
    private let banner: [(part: String, member: String)]

    public init(_ widget: WidgetConfiguration) throws {
        let values = try ParameterValues(widget, Self.parameters)
        _ = try widget.requiredSearcher()
        schema = RecordSchema(values["schema"])
        dataType = values.string("dataType")
        banner = Self.bannerMembers.map { ($0.name, values["banner"][$0.name]?.string ?? $0.name) }
    }

    public var initialState: State { State() }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        switch state.search.take(input) {
        case .answer(let response, _, _):
            let remarks = response.hits?.remarks ?? .init()
            state.item = remarks.customData.first(where: fits)
            state.redirect = state.item?["redirect"]?.string ?? remarks.redirect
        case .cleared:
            (state.item, state.redirect) = (nil, nil)
        case nil:
            break
        }
        return .none
    }

    private func fits(_ data: JSON) -> Bool {
        (dataType == nil || data["type"]?.string == dataType) && schema.fits(data)
    }

    public func view(_ state: State) -> JSON {
        var members: [(String, JSON)] = []
        if let item = state.item {
            members.append(("item", item))
            let parts = banner.compactMap { part, member in item[member]?.string.map { (part, JSON.string($0)) } }
            if !parts.isEmpty { members.append(("banner", .object(JSONObject(parts)))) }
        }
        if let redirect = state.redirect { members.append(("redirect", .string(redirect))) }
        return state.search.view(members)
    }
}
