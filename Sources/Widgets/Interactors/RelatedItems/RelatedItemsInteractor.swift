// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Records like the displayed one: those that share most of what makes two records alike by the app file.
///
/// The displayed record is in the filter state, as optional filters on its values and one that excludes it itself; so it
/// is part of links and can be undone, and the searcher of that filter state finds similar records first.
public struct RelatedItemsInteractor: Interactor {
    public struct State: SearchState, Hashable {
        public var search = SearchPhase()
        var objectID: String?
        /// The request that asked for it first; earlier answers are about another one.
        var since = 0
        var answered = 0
        var hits: [JSONText] = []
    }

    public static let type = "related-items"
    public static let summary = "Records like the displayed one."
    public static let intents = [
        IntentDeclaration(
            "show",
            "Shows records like this one.",
            data: [
                Schema.Member("objectID", .text(maximum: 512), isRequired: true, "The ID of the record."),
                Schema.Member(
                    "attributes",
                    .map(.oneOf([.value, .list(.value, maximum: 100)])),
                    isRequired: true,
                    "Its values of the attributes in `patterns`."
                ),
            ]
        ),
        IntentDeclaration("clear", "Removes the displayed record."),
    ]
    public static let viewMembers: [Schema.Member]? = [
        Schema.Member("title", .text, isRequired: true, "The displayed title."),
        Schema.Member("objectID", .nullable(.text), isRequired: true, "The record whose related items are shown."),
        Schema.Member("patterns", .list(pattern), isRequired: true, "The criteria for related records."),
        Schema.Member("hits", .list(.hit), isRequired: true, "The records, the most similar first."),
        Schema.Member("template", HitTemplate.schema, isRequired: true, "Which attributes are shown, and how."),
    ]
    public static let connections: WidgetConnections = [.searcher, .filterState]
    public static let parts: ResponseParts = .hits
    public static let parameters = [
        Parameter(
            "patterns",
            .list(pattern, maximum: 16),
            isRequired: true,
            "The attributes whose values make two records alike, each with what sharing one is worth."
        ),
        Parameter("limit", .integer(1...100), default: 6, "How many records are listed."),
        Parameter("template", HitTemplate.schema, "Which attributes a controller shows, and how."),
    ]

    private static let pattern = Schema.object(
        "MatchingPattern",
        "What makes two records alike: that they share a value of an attribute.",
        [
            Schema.Member("attribute", .attribute, isRequired: true, "The attribute."),
            Schema.Member("score", .integer(Filter.scores), "The score of a shared value; 1 by default."),
        ]
    )

    private let filterState: String
    private let title: String
    private let patterns: [RelatedItems.Pattern]
    private let limit: Int
    private let template: HitTemplate

    public init(_ widget: WidgetConfiguration) throws {
        let values = try ParameterValues(widget, Self.parameters)
        _ = try widget.requiredSearcher()
        filterState = try widget.requiredFilterState()
        title = widget.title ?? "Related"
        limit = values.integer("limit")
        template = HitTemplate(values["template"])
        patterns = (values["patterns"].array ?? []).map {
            RelatedItems.Pattern(attribute: $0["attribute"]?.string ?? "", score: $0["score"]?.int ?? 1)
        }
        guard !patterns.isEmpty else { throw ParameterError("patterns", "is empty: nothing makes two records alike") }
        guard Set(patterns.map(\.attribute)).count == patterns.count else {
            throw ParameterError("patterns", "has an attribute twice")
        }
    }

    public var initialState: State { State() }

    public func change(_ session: inout SessionEdit, for intent: Intent) throws {
        var related: RelatedItems?
        switch intent.type {
        case "show":
            let objectID = try intent.data.requiredString("objectID")
            guard !objectID.isEmpty else {
                throw SearchBusError(.invalidIntent, "`objectID` is empty", remedy: "Name a record.")
            }
            related = RelatedItems(to: objectID, record: try intent.data.required("attributes"), patterns: patterns)
        case "clear":
            break
        default:
            throw SearchBusError.unknown(intent, to: Self.self)
        }
        try session.changeFilters(filterState) { state in
            for pattern in patterns { replace(pattern.group, of: &state, by: related?.preferred) }
            replace(RelatedItems.exclusion, of: &state, by: related?.required)
        }
    }

    private func replace(_ group: FilterGroup.ID, of state: inout FilterState, by other: FilterState?) {
        let attribute = group.name
        state.set(other?.filters(in: group) ?? [], attribute: attribute, in: group)
    }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        if case .request(_, let request) = input {
            let objectID = RelatedItems.subject(of: request.filters)
            if objectID != state.objectID { (state.objectID, state.since) = (objectID, request.number) }
        }
        switch state.search.take(input) {
        case .answer(let response, _, let request):
            state.answered = request
            state.hits = (response.hits?.hits ?? []).prefix(limit).map(\.text)
        case .cleared: (state.answered, state.hits) = (0, [])
        case nil: break
        }
        return .none
    }

    public func isWaiting(_ state: State) -> Bool { state.objectID != nil && state.search.isWaiting }

    public func save(_ state: State) -> JSON? {
        state.objectID.map { ["objectID": .string($0), "since": JSON(state.since)] }
    }

    public func restore(_ state: inout State, saved: JSON?, view: JSON?) {
        state.search.restore(from: view)
        guard let saved, saved["objectID"]?.string == state.objectID, let since = saved["since"]?.int else { return }
        state.since = min(since, state.since)
    }

    public func view(_ state: State) -> JSON {
        let isShown = state.objectID != nil && state.answered >= state.since
        let patterns = patterns.map { pattern -> JSON in
            ["attribute": .string(pattern.attribute), "score": JSON(pattern.score)]
        }
        return state.search.view([
            ("title", .string(title)),
            ("objectID", state.objectID.map(JSON.string) ?? .null),
            ("patterns", .array(patterns)),
            ("hits", .array(isShown ? state.hits.map(JSON.text) : [])),
            ("template", template.json),
        ])
    }
}
