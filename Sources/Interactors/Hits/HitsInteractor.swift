// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// The list of results, page after page.
///
/// An answer with page 0 begins a new list; a later page goes on with the list if it is the next one, and replaces a
/// page that is there already. More pages are asked for one at a time: when a row near the end comes into sight
/// (`present`) or when somebody asks (`load-more`).
public struct HitsInteractor: Interactor {
    /// What the list knows about one session.
    public struct State: Sendable, Hashable {
        var search = SearchPhase()
        var list = HitList()
        /// The last row that somebody waits for; `nil` while no page is asked for.
        var wanted: Int?
    }

    public static let type = "hits"
    public static let intents = ["present", "load-more"]
    public static let connections: WidgetConnections = .searcher
    public static let asks: WidgetConnections = .searcher
    public static let parts: ResponseParts = .hits
    public static let parameters = [
        Parameter(
            "infiniteScrolling",
            .any,
            default: ["offset": 5],
            "How many rows before the end the next page is asked for: {offset: 5}; or `off`."
        ),
        Parameter("showItemsOnEmptyQuery", .boolean, default: true, "Whether an empty text lists anything."),
        Parameter("maxPages", .integer, default: 50, "How many pages a list may grow to."),
        Parameter("template", .any, "Which attributes a controller shows, and how."),
    ]

    private let searcher: String
    private let offset: Int?
    private let showsItemsOnEmptyQuery: Bool
    private let maxPages: Int
    private let template: HitTemplate

    public init(_ widget: WidgetConfiguration) throws {
        let values = try ParameterValues(widget, Self.parameters)
        searcher = try widget.requiredSearcher()
        offset = try HitsInteractor.offset(values["infiniteScrolling"])
        showsItemsOnEmptyQuery = values.flag("showItemsOnEmptyQuery")
        maxPages = try values.integer("maxPages", in: 1...1_000)
        template = try HitTemplate(values["template"])
    }

    private static func offset(_ value: JSON) throws -> Int? {
        // YAML's word `off` may arrive as a truth value.
        if value == "off" || value == false { return nil }
        guard value.object?.keys == ["offset"], let offset = value["offset"]?.int, (0...1_000).contains(offset) else {
            throw ParameterError("infiniteScrolling", "is neither `off` nor a mapping {offset: N} with N up to 1000")
        }
        return offset
    }

    public var initialState: State { State() }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        switch input {
        case .intent(let intent):
            return .answering { try answer(intent, &state) }
        case .results(_, let request, let response):
            guard state.search.accepts(request) else { return .none }
            return Effects(intents: take(response, &state))
        case .search(_, let request, let progress):
            if state.search.note(progress, of: request), case .failed = progress {
                // The page did not come: it can be asked for again.
                state.wanted = nil
            }
        case .start, .filters:
            break
        }
        return .none
    }

    private func answer(_ intent: Intent, _ state: inout State) throws -> Effects {
        switch intent.type {
        case "present":
            let row = try intent.data.requiredInt("row")
            guard row >= 0 else { throw JSONError("`row` is negative") }
            guard let offset, row < state.list.count else { return .unchanged }
            return want(row + offset, &state)
        case "load-more":
            return want(state.list.count, &state)
        default:
            return .unknown(intent, to: Self.self)
        }
    }

    /// Notes that somebody waits for a row, and asks for the next page unless one is asked for already.
    private func want(_ row: Int, _ state: inout State) -> Effects {
        guard row >= state.list.count, hasMore(state) else { return .unchanged }
        if let wanted = state.wanted {
            state.wanted = max(wanted, row)
            return .unchanged
        }
        state.wanted = row
        return Effects(outcome: .applied, intents: nextPage(state))
    }

    private func take(_ response: SearchResponse, _ state: inout State) -> [(to: String, intent: Intent)] {
        guard let hits = response.hits else { return [] }
        if hits.page == 0 {
            let isHidden = response.query.isEmpty && !showsItemsOnEmptyQuery
            state.list = isHidden ? HitList(query: "") : HitList(query: response.query, firstPage: hits)
            state.wanted = nil
            return []
        }
        guard state.list.insert(hits, query: response.query), let wanted = state.wanted else { return [] }
        guard wanted >= state.list.count, hasMore(state), !hits.hits.isEmpty else {
            state.wanted = nil
            return []
        }
        return nextPage(state)
    }

    private func nextPage(_ state: State) -> [(to: String, intent: Intent)] {
        let intent = SearchIntent.loadPage(state.list.pages.count, of: state.search.shown ?? 0)
        return [(searcher, intent.intent)]
    }

    private func hasMore(_ state: State) -> Bool {
        let pages = state.list.pages.count
        return pages > 0 && pages < min(state.list.totalPages, maxPages)
    }

    public func view(_ state: State) -> JSON {
        state.search.view(
            state.list.members + [
                ("hasMore", .bool(hasMore(state))),
                ("loadingMore", .bool(state.wanted != nil)),
                ("template", template.json),
            ]
        )
    }

    public func save(_ state: State) -> JSON? {
        JSON.saved(state.wanted.map { [("wanted", JSON($0))] } ?? [])
    }

    public func restore(saved: JSON?, view: JSON?) -> State {
        State(
            search: SearchPhase(saved: saved, view: view),
            list: view.map(HitList.init(view:)) ?? HitList(),
            wanted: saved?["wanted"]?.int
        )
    }
}
