// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// A line that says how many results there are and how long the search took.
public struct StatsInteractor: Interactor {
    public struct State: SearchState, Hashable {
        public var search = SearchPhase()
        var figures = Figures()
    }

    struct Figures: Sendable, Hashable {
        var nbHits = 0
        var nbPages = 0
        var page = 0
        var hitsPerPage = 0
        var processingTimeMS = 0.0
        var query = ""
        var nbSortedHits: Int?
        var queryID: String?
        var warning: SearchWarning?
    }

    public static let type = "stats"
    public static let summary = "A line that tells how many results there are, and how long the search took."
    public static let intents: [IntentDeclaration] = []
    public static let viewMembers: [Schema.Member]? = [
        Schema.Member("text", .text, isRequired: true, "The text to show."),
        Schema.Member("nbHits", .count, isRequired: true, "How many results there are."),
        Schema.Member("processingTimeMS", .number(0...1e12), isRequired: true, "How long the engine worked."),
        Schema.Member("query", .text, isRequired: true, "The text that was searched."),
        Schema.Member("page", .count, isRequired: true, "The page, from 0."),
        Schema.Member("nbPages", .count, isRequired: true, "How many pages there are."),
        Schema.Member("hitsPerPage", .count, isRequired: true, "How many results a page has."),
        Schema.Member("nbSortedHits", .count, "How many of them are relevant, where others are left out."),
        Schema.Member("queryID", .text, "The ID that the engine gave the search."),
    ]
    public static let connections: WidgetConnections = [.searcher, .facetsSearcher]
    public static let parts: ResponseParts = .facets
    public static let parameters = [
        Parameter("template", .text, default: .string(defaultTemplate), "The text to show."),
        Parameter(
            "templateOne",
            .text,
            "The line for exactly one result; without it, `template` if that is given, else `\(defaultOne)`."
        ),
        Parameter("templateNone", .text, "The line for no result; without it, `template`."),
        Parameter(
            "templateSorted",
            .text,
            "The line where only relevant results are shown; without it, `template` if that is given, else `\(defaultSorted)`."
        ),
        Parameter("errorText", .text, "The line after a failure; without it, the last line stays."),
    ]

    private static let defaultTemplate = "{nbHits} results ({processingTimeMS}ms)"
    private static let defaultOne = "{nbHits} result ({processingTimeMS}ms)"
    private static let defaultSorted =
        "{nbSortedHits} relevant results sorted out of {nbHits} ({processingTimeMS}ms)"

    private let many: StatsTemplate
    private let one: StatsTemplate
    private let none: StatsTemplate
    private let sorted: StatsTemplate
    private let errorText: String?

    public init(_ widget: WidgetConfiguration) throws {
        let values = try ParameterValues(widget, Self.parameters)
        _ = try widget.requiredSearcher()
        func template(_ name: String) throws -> StatsTemplate? {
            try values.string(name).map { try StatsTemplate($0, parameter: name) }
        }
        many = try StatsTemplate(values.text("template"), parameter: "template")
        let isOwn = widget.parameters["template"].map { !$0.isNull } ?? false
        one = try template("templateOne") ?? (isOwn ? many : StatsTemplate(Self.defaultOne, parameter: "templateOne"))
        none = try template("templateNone") ?? many
        sorted =
            try template("templateSorted")
            ?? (isOwn ? many : StatsTemplate(Self.defaultSorted, parameter: "templateSorted"))
        errorText = values.string("errorText")
    }

    public var initialState: State { State() }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        switch state.search.take(input) {
        case .cleared: state.figures = Figures()
        case .answer(let response, _, _): state.figures = Figures(response)
        case nil: break
        }
        return .none
    }

    private func text(_ state: State) -> String {
        if case .failed = state.search.phase, let errorText { return errorText }
        guard state.search.isShowing else { return "" }
        let template =
            switch state.figures.nbHits {
            case _ where state.figures.leavesOut: sorted
            case 0: none
            case 1: one
            default: many
            }
        return template.text(state.figures.text)
    }

    public func view(_ state: State) -> JSON {
        let figures = state.figures
        var members: [(String, JSON)] = [
            ("text", .string(text(state))),
            ("nbHits", JSON(figures.nbHits)),
            ("processingTimeMS", .number(figures.processingTimeMS)),
            ("query", .string(figures.query)),
            ("page", JSON(figures.page)),
            ("nbPages", JSON(figures.nbPages)),
            ("hitsPerPage", JSON(figures.hitsPerPage)),
        ]
        if let count = figures.nbSortedHits { members.append(("nbSortedHits", JSON(count))) }
        if let queryID = figures.queryID { members.append(("queryID", .string(queryID))) }
        if let warning = figures.warning { members.append(("warning", warning.view)) }
        return state.search.view(members)
    }
}

extension StatsInteractor.Figures {
    /// The figures of an answer; a facet search is one page of values.
    init(_ response: SearchResponse) {
        switch response.content {
        case .hits(let hits):
            nbHits = hits.totalCount
            nbPages = hits.pageCount
            page = hits.page
            hitsPerPage = hits.hitsPerPage
            nbSortedHits = hits.remarks.sortedCount
            queryID = hits.remarks.queryID
            warning = hits.warning
        case .facetValues(_, let values):
            nbHits = values.count
            nbPages = 1
            hitsPerPage = values.count
        }
        processingTimeMS = response.processingTimeMS
        query = response.query
    }

    /// Whether results that match little are left out.
    var leavesOut: Bool { nbSortedHits.map { $0 != nbHits } ?? false }

    func text(_ placeholder: StatsTemplate.Placeholder) -> String {
        switch placeholder {
        case .nbHits: String(nbHits)
        case .nbSortedHits: String(nbSortedHits ?? nbHits)
        case .nbPages: String(nbPages)
        case .page: String(page)
        case .hitsPerPage: String(hitsPerPage)
        case .processingTimeMS: roundedTime
        case .query: query
        case .queryID: queryID ?? ""
        }
    }

    /// The time as people read it: whole milliseconds, and no search takes none at all.
    private var roundedTime: String {
        let rounded = JSON.number(processingTimeMS.rounded())
        return rounded == 0 && processingTimeMS > 0 ? "<1" : rounded.label
    }
}
