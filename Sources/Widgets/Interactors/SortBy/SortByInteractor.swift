// SPDX-License-Identifier: MIT

import SearchModel
import Wire

public struct SortByInteractor: Interactor {
    public struct State: SearchState, Hashable {
        public var search = SearchPhase()
        var index: String?
    }

    public static let type = "sort-by"
    public static let summary = "A choice among indexes that hold the same records in other orders."
    public static let intents = [
        IntentDeclaration(
            "select",
            "Searches another index, from its first page.",
            data: [Schema.Member("index", .text(maximum: 128), isRequired: true, "One of the widget's indexes.")]
        )
    ]
    public static let viewMembers: [Schema.Member]? = [
        .list(
            "items",
            of: "SortOrder",
            "An index that holds the records in an order of its own.",
            itemMembers,
            "The indexes, in the app file's order."
        ),
        Schema.Member("selected", .text, "The index that is searched, where it is one of them."),
    ]
    public static let connections: WidgetConnections = .searcher
    public static let parts: ResponseParts = []
    public static let parameters = [
        Parameter(
            "items",
            .list(
                .object([
                    Schema.Member("index", .text(maximum: 128), isRequired: true, "The index."),
                    Schema.Member(
                        "label",
                        .text(maximum: 256),
                        "The displayed label of the order; the index by default."
                    ),
                ]),
                maximum: 100
            ),
            isRequired: true,
            "The indexes, each with a `label`."
        )
    ]

    private static let itemMembers = [
        Schema.Member("label", .text, isRequired: true, "The displayed label of the order."),
        Schema.Member("index", .text, isRequired: true, "The index."),
        Schema.Member("selected", .boolean, isRequired: true, "Whether it is searched."),
    ]

    private let searcher: String
    private let items: SearchChoices<String>

    public init(_ widget: WidgetConfiguration) throws {
        let values = try ParameterValues(widget, Self.parameters)
        searcher = try widget.requiredSearcher()
        items = try SearchChoices(values["items"], of: "index", json: { .string($0) }, read: \.string)
        guard items.values.allSatisfy({ !$0.isEmpty && !$0.contains("/") }) else {
            throw ParameterError("items", "has an `index` that is not a valid index name")
        }
    }

    public func change(_ session: inout SessionEdit, for intent: Intent) throws {
        let index = try items.chosen(intent.data.requiredString("index"), among: "indexes")
        guard session.state.searchers[searcher]?.index != index else { return }
        session.change(searcher) { ($0.index, $0.page) = (index, 0) }
    }

    public var indexes: [String] { items.values }

    public var initialState: State { State() }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        if case .request(_, let request) = input { state.index = request.index }
        _ = state.search.take(input)
        return .none
    }

    public func view(_ state: State) -> JSON {
        var members: [(String, JSON)] = [("items", items.list(selected: state.index))]
        if let index = state.index, items.values.contains(index) {
            members.append(("selected", .string(index)))
        }
        return state.search.view(members)
    }
}
