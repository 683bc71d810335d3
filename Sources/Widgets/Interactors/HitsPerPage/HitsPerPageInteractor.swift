// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// A choice of how many results a page has.
public struct HitsPerPageInteractor: Interactor {
    public struct State: SearchState, Hashable {
        public var search = SearchPhase()
        var chosen: Int?
        var answered: Int?
    }

    public static let type = "hits-per-page"
    public static let summary = "A choice of how many results a page has."
    public static let intents = [
        IntentDeclaration(
            "select",
            "Sets the number of results on a page and shows the first page.",
            data: [Schema.Member("value", number, isRequired: true, "One of the widget's numbers.")]
        )
    ]
    public static let viewMembers: [Schema.Member]? = [
        .list(
            "items",
            of: "PageLength",
            "A number of results that a page may have.",
            itemMembers,
            "The numbers, in the app file's order."
        ),
        Schema.Member("selected", .count, "How many results a page has, where it is known."),
    ]
    public static let connections: WidgetConnections = .searcher
    public static let parts: ResponseParts = []
    public static let parameters = [
        Parameter(
            "items",
            .list(
                .object([
                    Schema.Member("value", number, isRequired: true, "How many results a page has."),
                    Schema.Member("label", .text(maximum: 256), "The displayed label; the number by default."),
                    Schema.Member("default", .boolean, "Whether a session starts with it."),
                ]),
                maximum: 100
            ),
            isRequired: true,
            "The numbers, each with a `label`; one of them may be the `default`."
        )
    ]

    private static let number = Schema.integer(SessionLimits.hitsPerPage)
    private static let itemMembers = [
        Schema.Member("label", .text, isRequired: true, "The displayed label of the number."),
        Schema.Member("value", .count, isRequired: true, "How many results a page has."),
        Schema.Member("selected", .boolean, isRequired: true, "Whether it is selected."),
    ]

    private let searcher: String
    private let items: SearchChoices<Int>
    private let initial: Int?

    public init(_ widget: WidgetConfiguration) throws {
        let values = try ParameterValues(widget, Self.parameters)
        searcher = try widget.requiredSearcher()
        items = try SearchChoices(values["items"], of: "value", json: { JSON($0) }, read: \.int)
        let defaults = (values["items"].array ?? []).filter { $0["default"]?.bool == true }
        guard defaults.count <= 1 else { throw ParameterError("items", "has more than one `default`") }
        initial = defaults.first?["value"]?.int
    }

    public func prepare(_ session: inout SessionEdit) {
        guard let initial else { return }
        session.change(searcher) { $0.hitsPerPage = initial }
    }

    public func change(_ session: inout SessionEdit, for intent: Intent) throws {
        let value = try items.chosen(intent.data.requiredInt("value"), among: "numbers")
        guard session.state.searchers[searcher]?.hitsPerPage != value else { return }
        session.change(searcher) { ($0.hitsPerPage, $0.page) = (value, 0) }
    }

    public var initialState: State { State() }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        if case .request(_, let request) = input { state.chosen = request.hitsPerPage }
        switch state.search.take(input) {
        case .answer(let response, _, _): state.answered = response.hits.map { max($0.hitsPerPage, 0) }
        case .cleared: state.answered = nil
        case nil: break
        }
        return .none
    }

    public func view(_ state: State) -> JSON {
        let selected = state.chosen ?? state.answered
        var members: [(String, JSON)] = [("items", items.list(selected: selected))]
        if let selected { members.append(("selected", JSON(selected))) }
        return state.search.view(members)
    }
}
