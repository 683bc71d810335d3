// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The list of results, page after page.
///
/// An answer to another search than the list's begins a new list, at whatever page it has; one that differs in the page alone
/// is a page of the list, which may leave gaps. Without infinite scrolling a page that another widget asked for, such as a
/// `pagination`, replaces the list. The view has the page that the list began with; each other one is a view of
/// its own. Pages are asked for one at a time: when a row near a missing one becomes visible (`present`) or when
/// an intent asks (`load-more`, `load-previous`); those far from the visible one are dropped. If one of them is answered again
/// without a request, the index has changed: the others are asked for again too, and stay where they are meanwhile.
public struct HitsInteractor: Interactor {
    public struct State: SearchState, Hashable {
        public var search = SearchPhase()
        var run = SearchRun()
        var list = HitList()
        /// The first request that is no more one of the list's search; `nil` while there is none.
        var end: Int?
        var wish: HitWish?
        /// The loaded pages that are from before the index changed, to be asked for again one after the other.
        var stale: Set<Int> = []
        /// Whether the last answer was another one than that which began the list, so that it does not tell what the view
        /// shows.
        var isPast = false
        /// The records that are selected, by their ids, in the order in which they were.
        var selected: [String] = []
    }

    public static let type = "hits"
    public static let summary = "The records found, page after page."
    public static let connections: WidgetConnections = .searcher
    public static let asks: WidgetConnections = .searcher
    public static let parts: ResponseParts = .hits

    let searcher: String
    let offset: Int?
    let addsPages: Bool
    let keeping: HitList.Keeping
    let selection: HitSelection
    private let showsItemsOnEmptyQuery: Bool
    private let template: HitTemplate
    private let schema: RecordSchema
    private let empty: StatsTemplate?
    private let highlighting: HighlightStyle

    public init(_ widget: WidgetConfiguration) throws {
        let values = try ParameterValues(widget, Self.parameters)
        searcher = try widget.requiredSearcher()
        offset = try HitsInteractor.offset(values["infiniteScrolling"])
        addsPages = values.flag("loadMore")
        showsItemsOnEmptyQuery = values.flag("showItemsOnEmptyQuery")
        // If controllers do not report visible rows, dropped pages would not come back.
        let reach = offset == nil || values["keepPages"] == "all" ? nil : values.integer("keepPages")
        keeping = HitList.Keeping(reach: reach, most: values.integer("maxPages"))
        template = HitTemplate(values["template"])
        schema = RecordSchema(values["schema"])
        selection = try HitSelection(values["selection"], parameter: "selection")
        empty = try values.string("empty").map { try StatsTemplate($0, parameter: "empty", only: [.query]) }
        highlighting = try HighlightStyle(values["highlighting"], parameter: "highlighting")
    }

    public var ownIntents: Set<String> { Set(Self.intents.map(\.name)) }

    public var initialState: State { State() }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        let checked = schema.checked(input)
        switch checked {
        case .intent(let intent):
            return .answering { try answer(intent, &state) }
        case .request(let searcher, let request):
            return take(request, of: searcher, &state)
        case .results(let searcher, let request, let response):
            let isAgain = state.search.shown(of: searcher) == request
            guard state.search.accepts(request, of: searcher), let hits = response.hits else { break }
            return goesOn(hits, response.query, request, isAgain: isAgain, state)
                ? goOn(hits, request, isAgain: isAgain, &state) : begin(hits, response.query, request, &state)
        case .search(let searcher, let request, let progress):
            if case .results = input { state.isPast = state.search.shown(of: searcher) != nil }
            if state.search.note(progress, of: request, of: searcher), case .failed = progress {
                // The page did not come: it can be asked for again.
                state.wish = nil
            }
        case .overdue:
            state.search.noteOverdue()
        case .start, .filters, .session, .reset:
            break
        }
        return .none
    }

    // MARK: Answers

    private func take(_ request: MemberRequest, of searcher: String, _ state: inout State) -> Effects {
        let (wish, query) = (state.wish, state.list.query)
        let last = state.run.take(request) { $0.page == wish?.asked && $0.query == query }
        if let last, !state.list.isEmpty { state.end = state.end ?? last + 1 }
        guard state.search.note(request, of: searcher) else { return .none }
        let emptied = state.list.emptiedPages
        (state.list, state.end, state.wish, state.isPast) = (HitList(), nil, nil, false)
        state.stale = []
        return Effects(pages: emptied)
    }

    /// Whether an answer is a page of the list that is there.
    private func goesOn(
        _ hits: SearchResponse.Hits,
        _ query: String,
        _ request: Int,
        isAgain: Bool,
        _ state: State
    ) -> Bool {
        let list = state.list
        guard list.includes(hits, query: query), list.number <= request, request < state.end ?? .max else {
            return false
        }
        let isAsked = state.wish?.asked == hits.page || state.stale.contains(hits.page)
        // The page that the list began with, and is all of it.
        if isAgain, list.number == request, list.pages == [hits.page] { return false }
        // The first page of an unknown request is probably another list.
        if request > state.run.number, hits.page == 0, !isAsked { return false }
        let fillsGaps = offset != nil && addsPages
        return fillsGaps || isAsked || (isAgain && list.has(hits.page))
    }

    private func begin(
        _ hits: SearchResponse.Hits,
        _ query: String,
        _ request: Int,
        _ state: inout State
    ) -> Effects {
        guard HitList.pageRange.contains(hits.page) else {
            state.isPast = !state.list.isEmpty
            return .none
        }
        let emptied = state.list.emptiedPages
        let isHidden = query.isEmpty && !showsItemsOnEmptyQuery
        state.list = isHidden ? HitList() : HitList(hits, items(hits), query: query, number: request)
        state.end = request >= state.run.first || isHidden ? nil : request + 1
        (state.wish, state.isPast, state.stale) = (nil, false, [])
        return Effects(pages: emptied)
    }

    private func goOn(
        _ hits: SearchResponse.Hits,
        _ request: Int,
        isAgain: Bool,
        _ state: inout State
    ) -> Effects {
        state.isPast = true
        let wish = state.wish?.asked == hits.page ? state.wish : nil
        // The same page of the same search, unasked: the index is another one by now, for every page.
        if isAgain, wish == nil, state.list.has(hits.page) { state.stale = Set(state.list.pages) }
        let pages = state.list.insert(hits, items(hits), keeping, around: wish?.sight ?? hits.page)
        state.stale.formIntersection(state.list.pages)
        state.stale.remove(hits.page)
        if let wish, !hits.hits.isEmpty, let page = wish.next(in: state.list), mayAsk(for: page, state) {
            state.wish?.asked = page
            return Effects(intents: load(page, state), pages: pages)
        }
        // What was asked for may still be in flight.
        if wish != nil || request >= state.run.number { state.wish = nil }
        guard state.wish == nil, request >= state.run.number, let page = stalePage(state, around: hits.page) else {
            return Effects(pages: pages)
        }
        return Effects(intents: load(page, state), pages: pages)
    }

    /// The hits as they are shown, with their positions.
    private func items(_ hits: SearchResponse.Hits) -> [JSONText] {
        let size = HitList.size(of: hits)
        // A page that is longer than it says would take the positions of the next one.
        return hits.hits.prefix(size).enumerated().map { index, hit in
            let item = highlighting.item(hit)
            return item.adding("position", JSON(hits.page * size + index)) ?? item
        }
    }

    // MARK: The view

    public func view(_ state: State) -> JSON {
        let list = state.list
        var members: [(String, JSON)] = [
            ("hasMore", .bool(nextPage(state) != nil)),
            ("loadingMore", .bool(state.wish.map { $0.asked > list.last } ?? false)),
            ("hasPrevious", .bool(previousPage(state) != nil)),
            ("loadingPrevious", .bool(state.wish.map { $0.asked < list.first } ?? false)),
        ]
        if let wish = state.wish { members.append(("awaited", JSON(wish.asked))) }
        members += selection.members(state.selected)
        if let empty, !list.isEmpty, list.totalCount <= 0 {
            members.append(("empty", .string(empty.text { _ in list.query })))
        }
        if let style = highlighting.json { members.append(("highlighting", style)) }
        return state.search.view(list.members + members + [("template", template.json)])
    }
}
