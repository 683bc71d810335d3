// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// The list of results, page after page.
///
/// An answer with page 0 begins a new list; a later page goes on with the list if it is the next one, and replaces a
/// page that is there already. Without infinite scrolling a page that somebody else asked for, such as a `pagination`, takes the
/// place of the list. The view has the first page; each further one is a view of its own. More pages are asked for
/// one at a time: when a row near the end comes into sight (`present`) or when somebody asks (`load-more`).
public struct HitsInteractor: Interactor {
    /// What the list knows about one session.
    public struct State: Sendable, Hashable {
        var search = SearchPhase()
        var list = HitList()
        /// The last row that somebody waits for; `nil` while no page is asked for.
        var wanted: Int?
        /// Whether the last answer was another one than the list's first page, so that it does not tell what the view shows.
        var isPast = false
    }

    public static let type = "hits"
    public static let summary = "The records found, page after page."
    public static let intents = [
        IntentDeclaration(
            "present",
            "A row is on the screen; the next page is fetched where the end is near.",
            data: [Schema.Member("row", .count, isRequired: true, "The row, from 0.")]
        ),
        IntentDeclaration("load-more", "The next page is wanted."),
    ]
    public static let viewMembers: [Schema.Member]? =
        HitList.viewMembers + [
            Schema.Member("hasMore", .boolean, isRequired: true, "Whether a further page can be asked for."),
            Schema.Member("loadingMore", .boolean, isRequired: true, "Whether a further page is awaited."),
            Schema.Member("template", HitTemplate.schema, isRequired: true, "Which attributes are shown, and how."),
        ]
    public static let connections: WidgetConnections = .searcher
    public static let asks: WidgetConnections = .searcher
    public static let parts: ResponseParts = .hits
    public static let parameters = [
        Parameter(
            "infiniteScrolling",
            .oneOf([
                .choice(["off"]), .boolean,
                .object([Schema.Member("offset", .integer(0...1_000), isRequired: true, "How many rows before.")]),
            ]),
            default: ["offset": 5],
            "How many rows before the end the next page is asked for: {offset: 5}; or `off`."
        ),
        Parameter("loadMore", .boolean, default: true, "Whether further pages are added to those shown at all."),
        Parameter("showItemsOnEmptyQuery", .boolean, default: true, "Whether an empty text lists anything."),
        Parameter("maxPages", .integer(1...1_000), default: 50, "How many pages a list may grow to."),
        Parameter("template", HitTemplate.schema, "Which attributes a controller shows, and how."),
    ]

    private let searcher: String
    private let offset: Int?
    private let addsPages: Bool
    private let showsItemsOnEmptyQuery: Bool
    private let maxPages: Int
    private let template: HitTemplate

    public init(_ widget: WidgetConfiguration) throws {
        let values = try ParameterValues(widget, Self.parameters)
        searcher = try widget.requiredSearcher()
        offset = try HitsInteractor.offset(values["infiniteScrolling"])
        addsPages = values.flag("loadMore")
        showsItemsOnEmptyQuery = values.flag("showItemsOnEmptyQuery")
        maxPages = values.integer("maxPages")
        template = HitTemplate(values["template"])
    }

    private static func offset(_ value: JSON) throws -> Int? {
        // YAML's word `off` may arrive as a truth value.
        if value == "off" || value == false { return nil }
        guard value.object?.keys == ["offset"], let offset = value["offset"]?.int, (0...1_000).contains(offset) else {
            throw ParameterError("infiniteScrolling", "is neither `off` nor a mapping {offset: N} with N up to 1000")
        }
        return offset
    }

    public var ownIntents: Set<String> { Set(Self.intents.map(\.name)) }

    public var initialState: State { State() }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        switch input {
        case .intent(let intent):
            return .answering { try answer(intent, &state) }
        case .request(let searcher, let request):
            guard state.search.note(request, of: searcher) else { break }
            let emptied = state.list.emptiedPages
            (state.list, state.wanted, state.isPast) = (HitList(), nil, false)
            return Effects(pages: emptied)
        case .results(let searcher, let request, let response):
            let isAgain = state.search.shown(of: searcher) == request
            guard state.search.accepts(request, of: searcher), let hits = response.hits else { break }
            return hits.page == 0 || takesOver(hits, response.query, isAgain: isAgain, state)
                ? begin(hits, response.query, request, &state) : goOn(hits, response.query, &state)
        case .search(let searcher, let request, let progress):
            if state.search.note(progress, of: request, of: searcher), case .failed = progress {
                // The page did not come: it can be asked for again.
                state.wanted = nil
            }
        case .overdue:
            state.search.noteOverdue()
        case .start, .filters, .session, .reset:
            break
        }
        return .none
    }

    public func isWaiting(_ state: State) -> Bool { state.search.isWaiting }

    private func answer(_ intent: Intent, _ state: inout State) throws -> Effects {
        switch intent.type {
        case "present":
            let row = try intent.data.requiredInt("row")
            guard row >= 0 else { return .unchanged }
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

    /// Whether a page, not the first, begins a list because people go from page to page.
    private func takesOver(_ hits: SearchResponse.Hits, _ query: String, isAgain: Bool, _ state: State) -> Bool {
        guard offset == nil, HitList.canBegin(with: hits) else { return false }
        guard !state.list.isEmpty else { return true }
        return !isAgain && (state.wanted == nil || !state.list.includes(hits, query: query))
    }

    private func begin(
        _ hits: SearchResponse.Hits,
        _ query: String,
        _ request: Int,
        _ state: inout State
    ) -> Effects {
        let emptied = state.list.emptiedPages
        let isHidden = query.isEmpty && !showsItemsOnEmptyQuery
        state.list = isHidden ? HitList() : HitList(hits, query: query, number: request)
        (state.wanted, state.isPast) = (nil, false)
        return Effects(pages: emptied)
    }

    private func goOn(_ hits: SearchResponse.Hits, _ query: String, _ state: inout State) -> Effects {
        state.isPast = !state.list.isEmpty
        guard let page = state.list.insert(hits, query: query) else { return .none }
        guard let wanted = state.wanted, wanted >= state.list.count, hasMore(state), !hits.hits.isEmpty else {
            state.wanted = nil
            return Effects(pages: [page])
        }
        return Effects(intents: nextPage(state), pages: [page])
    }

    private func nextPage(_ state: State) -> [(to: String, intent: Intent)] {
        let intent = SearchIntent.loadPage(state.list.nextPage, of: state.search.shown(of: searcher) ?? 0)
        return [(searcher, intent.intent)]
    }

    private func hasMore(_ state: State) -> Bool {
        let pages = state.list.counts.count
        return addsPages && pages > 0 && pages < maxPages && state.list.nextPage < state.list.totalPages
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
        guard state.isPast || state.wanted != nil else { return nil }
        var saved = JSONObject([
            ("counts", .array(state.list.counts.map { JSON($0) })), ("list", JSON(state.list.number)),
        ])
        if state.isPast { saved["past"] = true }
        if let wanted = state.wanted { saved["wanted"] = JSON(wanted) }
        if let shown = state.search.shown(of: searcher) { saved["shown"] = JSON(shown) }
        return .object(saved)
    }

    public func restore(_ state: inout State, saved: JSON?, view: JSON?) {
        state.search.restore(from: view)
        guard let view else { return }
        // What was saved of another list is of no use.
        let saved = saved?["list"]?.int == view["list"]?.int ? saved : nil
        let counts = saved?["counts"]?.array ?? []
        if state.list.isEmpty || saved?["past"]?.bool == true, view["pages"]?.int ?? 0 > 0 {
            // The last answer is not that of the first page, or not taken in yet: the first page stands in the view alone.
            let first = JSON(view["hits"]?.array?.count ?? 0)
            guard let list = HitList(view: view, counts: counts.isEmpty ? [first] : counts) else { return }
            (state.list, state.isPast) = (list, saved?["past"]?.bool ?? false)
            // From which request the next page goes on.
            if state.search.shown(of: searcher) == nil {
                _ = state.search.accepts(saved?["shown"]?.int ?? list.number, of: searcher)
            }
        }
        if !state.list.isEmpty { state.wanted = saved?["wanted"]?.int }
    }
}
