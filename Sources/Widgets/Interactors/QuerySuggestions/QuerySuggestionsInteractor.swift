// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Queries that others have searched, from an index of suggestions, to search by one choice.
public struct QuerySuggestionsInteractor: Interactor {
    public struct State: SearchState, Hashable {
        public var search = SearchPhase()
        var query = ""
        var suggestions: [QuerySuggestion] = []
    }

    public static let type = "query-suggestions"
    public static let summary = "Queries that others have searched, to search by one choice."
    public static let place = WidgetPlace.top
    public static let intents = [
        IntentDeclaration(
            "select",
            "Searches a text, optionally within one category.",
            data: [
                queryMember,
                Schema.Member("category", .text(maximum: SessionLimits.filterText), "The category to filter by."),
            ]
        ),
        IntentDeclaration("fill", "Puts a text into the search box without searching it.", data: [queryMember]),
    ]
    public static let viewMembers: [Schema.Member]? = [
        Schema.Member("query", .text, isRequired: true, "The text that suggestions were searched for."),
        Schema.Member("items", .list(item), isRequired: true, "The suggestions in order."),
    ]
    public static let connections: WidgetConnections = .searcher
    public static let asks: WidgetConnections = .searcher
    public static let parts: ResponseParts = .hits
    public static let parameters = [
        Parameter(
            "target",
            .part(Schema.Part(.searcher, .asked)),
            isRequired: true,
            "The searcher that searches what is chosen."
        ),
        Parameter("limit", .integer(1...50), default: 5, "How many suggestions are listed."),
        Parameter("showOnEmptyQuery", .boolean, default: true, "Whether an empty text suggests anything."),
        Parameter("category", .object(categoryMembers), "The categories of suggestions, and what they filter."),
    ]

    private static let queryMember =
        Schema.Member("query", .text(maximum: SessionLimits.query), isRequired: true, "The text.")
    private static let categoryMembers = [
        Schema.Member("source", .attribute, isRequired: true, "The attribute of the suggestions that has them."),
        Schema.Member(
            "filterState",
            .part(Schema.Part(.filterState, .asked)),
            isRequired: true,
            "The filter state that is changed."
        ),
        Schema.Member("attribute", .attribute, isRequired: true, "The attribute that is filtered."),
        Schema.Member("operator", .choice(["or", "and"]), "How the group's filters combine; `or`."),
        Schema.Member("group", .text(maximum: 256), "The name of the filter group; without it, the attribute."),
        Schema.Member("limit", .integer(1...10), "How many categories of the first suggestion are listed; 2."),
    ]
    private static let item = Schema.object(
        "QuerySuggestion",
        "A text that others have searched.",
        [
            Schema.Member("objectID", .text, isRequired: true, "The ID of the record."),
            Schema.Member("query", .text, isRequired: true, "The text."),
            Schema.Member("popularity", .integer, isRequired: true, "How often it was searched."),
            Schema.Member("highlighted", .highlight, isRequired: true, "The text with what is not typed yet marked."),
            .list(
                "categories",
                of: "SuggestedCategory",
                "A category in which a suggested text can be searched.",
                [
                    Schema.Member("value", .text, isRequired: true, "The category."),
                    Schema.Member("count", .count, "How many results it has."),
                ],
                "Where it is searched; of the first suggestion alone."
            ),
        ]
    )

    private let searcher: String
    private let target: String
    private let limit: Int
    private let showsOnEmptyQuery: Bool
    private let category: JSON

    public init(_ widget: WidgetConfiguration) throws {
        let values = try ParameterValues(widget, Self.parameters)
        searcher = try widget.requiredSearcher()
        target = values.text("target")
        limit = values.integer("limit")
        showsOnEmptyQuery = values.flag("showOnEmptyQuery")
        category = values["category"]
    }

    public var ownIntents: Set<String> { ["select", "fill"] }

    public var initialState: State { State() }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        if case .intent(let intent) = input { return .answering { try answer(intent) } }
        switch state.search.take(input) {
        case .answer(let response, _, _):
            state.query = response.query
            state.suggestions = (response.hits?.hits ?? []).lazy
                .compactMap { QuerySuggestion($0, categories: category["source"]?.string) }
                .prefix(limit).map(\.self)
        case .cleared:
            (state.query, state.suggestions) = ("", [])
        case nil:
            break
        }
        return .none
    }

    private func answer(_ intent: Intent) throws -> Effects {
        let query = try intent.data.requiredString("query")
        try SessionEdit.check(query)
        switch intent.type {
        case "fill":
            return .asks(searcher, SearchIntent.setQuery(query).intent)
        case "select":
            var effects = Effects.asks(target, SearchIntent.setQuery(query).intent)
            guard let chosen = try intent.data.optional("category", { try $0.requiredString("category") }) else {
                return effects
            }
            guard let state = category["filterState"]?.string, let attribute = category["attribute"]?.string else {
                throw SearchBusError(
                    .invalidIntent,
                    "suggestions have no categories here",
                    remedy: "Send `query` alone, or give the widget a `category`."
                )
            }
            let kind = category["operator"]?.string == "and" ? FilterGroup.Kind.and : .or
            let group = FilterGroup.ID(kind: kind, name: category["group"]?.string ?? attribute)
            let filters = FilterIntent.set([.facet(attribute, .text(chosen))], attribute: attribute, in: group)
            effects.intents.append((state, filters.intent))
            return effects
        default:
            return .unknown(intent, to: Self.self)
        }
    }

    public func view(_ state: State) -> JSON {
        let isHidden = state.query.isEmpty && !showsOnEmptyQuery
        let most = category["source"] == nil ? 0 : category["limit"]?.int ?? 2
        let items = (isHidden ? [] : state.suggestions).enumerated().map { place, suggestion in
            suggestion.view(categories: place == 0 ? most : 0)
        }
        return state.search.view([("query", .string(state.query)), ("items", .array(items))])
    }
}
