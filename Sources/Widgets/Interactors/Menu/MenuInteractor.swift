// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The values of a facet, of which one at a time is selected.
///
/// What the session holds may be more than one value, since others may set filters, too; the next selection is one again.
public struct MenuInteractor: Interactor {
    public struct State: Sendable, Hashable {
        var answers = FacetAnswers()
        var valueSearch = ValueSearch.State()
        var selected: [FacetValue] = []
        var isShowingMore = false
    }

    public static let type = "menu"
    public static let summary = "The values of an attribute with their counts, of which one at a time is selected."
    public static let place = WidgetPlace.side
    public static let intents = [
        IntentDeclaration(
            "select",
            "Selects one value; null for none.",
            data: [Schema.Member("value", .nullable(.value), isRequired: true, "The value.")]
        ),
        IntentDeclaration("clear", "Deselects the value."),
        FacetListing.showMoreIntent,
        ValueSearch.intent,
    ]
    public static let viewMembers: [Schema.Member]? =
        [
            Schema.Member("attribute", .attribute, isRequired: true, "The attribute."),
            Schema.Member("title", .text, isRequired: true, "The displayed title."),
            Schema.Member("display", displays, isRequired: true, "How a controller displays it."),
            Schema.Member("items", .list(.facetItem), isRequired: true, "The values in order."),
            Schema.Member("selected", .nullable(.value), isRequired: true, "The value selected."),
            Schema.Member("query", .text, "What was searched among the values."),
        ] + FacetListing.viewMembers + ValueSearch.viewMembers
    public static let connections: WidgetConnections = [.searcher, .facetsSearcher, .filterState]
    public static let parts: ResponseParts = .facets
    public static let parameters =
        AttributeFilters.parameters(defaultOperator: .or) + [
            Parameter("selected", .value, "The value that is selected when a session starts."),
            Parameter("display", displays, default: "list", "Whether it is a list or a box."),
        ] + FacetListing.parameters(sortBy: [.isRefined, .nameAscending], moreLimit: 20) + ValueSearch.parameters

    private static let displays = Schema.choice(
        ["list", "select"],
        "MenuView.Display",
        "How to draw a menu.",
        words: ["select": "A box that opens."]
    )

    private let own: AttributeFilters
    private let title: String
    private let display: String
    private let listing: FacetListing
    private let valueSearch: ValueSearch
    private let initialValue: FacetValue?

    public init(_ widget: WidgetConfiguration) throws {
        let values = try ParameterValues(widget, Self.parameters)
        _ = try widget.requiredSearcher()
        let isAboutTags = values["attribute"].string == Filter.tagAttribute
        own = try AttributeFilters(widget, values, type: isAboutTags ? .tag : .facet)
        title = widget.title ?? own.attribute
        display = values.text("display")
        listing = FacetListing(values)
        valueSearch = try ValueSearch(values, of: widget)
        initialValue = FacetValue(scalar: values["selected"])
    }

    public var ownIntents: Set<String> { ["show-more"] }

    public var initialState: State { State() }

    public var initialFilters: [InitialFilter] { own.initial(initialValue.map { [filter($0)] } ?? []) }

    public var permalinkKeys: [PermalinkScheme.Key] { [own.permalinkKey] }

    public var countedAttributes: Set<String>? { [own.attribute] }

    public var needs: SearchNeeds { SearchNeeds(facets: [listing.need(of: own.attribute)]) }

    private func filter(_ value: FacetValue) -> Filter { .facet(own.attribute, value) }

    public func change(_ session: inout SessionEdit, for intent: Intent) throws {
        switch intent.type {
        case "search":
            try valueSearch.search(intent.data, &session)
        case "select" where intent.data["value"]?.isNull == true, "clear":
            try own.set([], &session)
        case "select":
            try own.set([filter(try intent.data.requiredFacetValue("value"))], &session)
        default:
            throw SearchBusError.unknown(intent, to: Self.self)
        }
    }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        switch input {
        case .intent(let intent) where intent.type == "show-more":
            return .answering { try listing.showMore(intent, &state.isShowingMore) }
        case .filters(let filters):
            state.selected = own.filters(in: filters).compactMap(\.facetValue)
        default:
            guard !valueSearch.take(input, &state.valueSearch) else { break }
            state.answers.take(input, about: own.attribute)
        }
        return .none
    }

    /// The text that values are searched for is a request's.
    public var showsRequests: Bool { valueSearch.searcher != nil }

    public func isWaiting(_ state: State) -> Bool {
        state.answers.search.isWaiting || state.valueSearch.answers.search.isWaiting
    }

    public func view(_ state: State) -> JSON {
        let facets = valueSearch.facets(state.valueSearch, insteadOf: state.answers.facets, chosen: state.selected)
        let all = listing.items(facets, selected: state.selected)
        let shown = listing.listed(all, isShowingMore: state.isShowingMore)
        var members: [(String, JSON)] = [
            ("attribute", .string(own.attribute)),
            ("title", .string(title)),
            ("display", .string(display)),
            ("items", .array(shown.map(\.json))),
            ("selected", state.selected.first?.json ?? .null),
        ]
        members += listing.view(listed: shown.count, of: all.count, isShowingMore: state.isShowingMore)
        members += valueSearch.view(state.valueSearch)
        if let query = state.answers.query { members.append(("query", .string(query))) }
        if let warning = state.answers.warning { members.append(("warning", warning.view)) }
        return state.answers.search.view(members)
    }

    public func save(_ state: State) -> JSON? { FacetListing.save(isShowingMore: state.isShowingMore) }

    public func restore(_ state: inout State, saved: JSON?, view: JSON?) {
        state.answers.search.restore(from: view)
        valueSearch.restore(&state.valueSearch, from: view)
        state.isShowingMore = FacetListing.isShowingMore(saved: saved)
    }
}
