// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The pages of the results, to go from one to another.
///
/// A `hits` widget beside it shows the page that is asked for where its `infiniteScrolling` is off.
public struct PaginationInteractor: Interactor {
    public struct State: SearchState, Hashable {
        public var search = SearchPhase()
        var page = 0
        var count = 0
        var nbHits = 0
    }

    public static let type = "pagination"
    public static let summary = "The pages of the results, to go from one to another."
    public static let intents = [
        IntentDeclaration(
            "go",
            "Goes to another page.",
            data: [Schema.Member("page", .integer(0...mostPages - 1), isRequired: true, "The page, from 0.")]
        )
    ]
    public static let viewMembers: [Schema.Member]? = [
        Schema.Member("page", .count, isRequired: true, "The page shown, from 0."),
        Schema.Member("nbPages", .count, isRequired: true, "How many pages there are to go to."),
        Schema.Member("nbHits", .count, isRequired: true, "How many results there are."),
        Schema.Member("pages", .list(.count), isRequired: true, "The pages listed, from 0."),
        Schema.Member("first", .count, "The first page, where it is not shown."),
        Schema.Member("previous", .count, "The page before, where there is one."),
        Schema.Member("next", .count, "The page after, where there is one."),
        Schema.Member("last", .count, "The last page, where it is not shown."),
    ]
    public static let connections: WidgetConnections = .searcher
    public static let parts: ResponseParts = []
    public static let parameters = [
        Parameter("padding", .integer(0...20), default: 3, "How many pages are listed at each side of the one shown."),
        Parameter("totalPages", .integer(1...mostPages), "The maximum number of pages to go to."),
    ]

    /// More than anybody goes through.
    private static let mostPages = 1_000_000

    private let name: String
    private let searcher: String
    private let padding: Int
    private let totalPages: Int

    public init(_ widget: WidgetConfiguration) throws {
        let values = try ParameterValues(widget, Self.parameters)
        name = widget.name
        searcher = try widget.requiredSearcher()
        padding = values.integer("padding")
        totalPages = values["totalPages"].int ?? Self.mostPages
    }

    public func change(_ session: inout SessionEdit, for intent: Intent) throws {
        let page = try intent.data.requiredInt("page")
        guard page < totalPages else {
            throw SearchBusError(
                .invalidIntent,
                "page \(page) is beyond the last one that people can go to",
                remedy: "Send a page from 0 to \(totalPages - 1)."
            )
        }
        session.change(searcher) { $0.page = page }
    }

    public var initialState: State { State() }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        switch state.search.take(input) {
        case .answer(let response, _, _):
            guard let hits = response.hits else { break }
            (state.page, state.count, state.nbHits) = (hits.page, hits.pageCount, max(hits.totalCount, 0))
            // The list has become shorter, or the page is beyond its end: the last page is asked for.
            let last = max(min(hits.pageCount, totalPages) - 1, 0)
            guard hits.page > last else { break }
            return Effects(intents: [(to: name, intent: Intent(type: "go", data: ["page": JSON(last)]))])
        case .cleared:
            (state.page, state.count, state.nbHits) = (0, 0, 0)
        case nil:
            break
        }
        return .none
    }

    public func view(_ state: State) -> JSON {
        let window = PageWindow(page: state.page, count: min(state.count, totalPages), padding: padding)
        var members: [(String, JSON)] = [
            ("page", JSON(window.page)), ("nbPages", JSON(window.count)), ("nbHits", JSON(state.nbHits)),
            ("pages", .array(window.pages.map { JSON($0) })),
        ]
        for (name, page) in [
            ("first", window.first), ("previous", window.previous), ("next", window.next), ("last", window.last),
        ] {
            if let page { members.append((name, JSON(page))) }
        }
        return state.search.view(members)
    }
}

/// The pages that a person can go to from the one that is shown: as many as fit around it, and the ends.
struct PageWindow: Sendable, Hashable {
    /// The page shown, from 0.
    let page: Int
    /// How many pages there are to go to.
    let count: Int
    let pages: [Int]

    /// - Parameters:
    ///   - page: The page shown; one beyond the last is the last.
    ///   - count: How many pages there are.
    ///   - padding: How many pages are listed at each side of the one shown, where there are as many.
    init(page: Int, count: Int, padding: Int) {
        self.count = max(count, 0)
        self.page = min(max(page, 0), max(self.count - 1, 0))
        let width = min(2 * padding + 1, self.count)
        let first = min(max(self.page - padding, 0), self.count - width)
        pages = Array(first..<first + width)
    }

    var first: Int? { page > 0 ? 0 : nil }
    var previous: Int? { page > 0 ? page - 1 : nil }
    var next: Int? { page < count - 1 ? page + 1 : nil }
    var last: Int? { page < count - 1 ? count - 1 : nil }
}
