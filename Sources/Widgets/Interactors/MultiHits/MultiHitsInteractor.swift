// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The first records of several searchers, a section each.
public struct MultiHitsInteractor: Interactor {
    public struct State: SearchState, Hashable {
        public var search = SearchPhase()
        var contents: [String: SectionContent] = [:]
    }

    public static let type = "multi-hits"
    public static let summary = "The first records of several searchers, a section each."
    public static let viewMembers: [Schema.Member]? = [
        Schema.Member("sections", .list(SectionContent.schema), isRequired: true, "The sections in order.")
    ]
    public static let intents: [IntentDeclaration] = []
    public static let connections: WidgetConnections = [.searcher, .facetsSearcher, .multiSearcher]
    public static let parts: ResponseParts = [.hits, .facets]
    public static let parameters = [
        ResultSection.parameter(),
        Parameter("hitsPerSection", .integer(1...100), default: 5, "How many records a section shows."),
        Parameter("showItemsOnEmptyQuery", .boolean, default: true, "Whether an empty text lists anything."),
        Parameter("showEmpty", .boolean, default: false, "Whether sections without any record are shown."),
    ]

    private let sections: [ResultSection]
    private let showsItemsOnEmptyQuery: Bool
    private let showsEmpty: Bool

    public init(_ widget: WidgetConfiguration) throws {
        let values = try ParameterValues(widget, Self.parameters)
        _ = try widget.requiredSearcher()
        sections = try ResultSection.sections(values, of: widget, limit: values.integer("hitsPerSection"))
        showsItemsOnEmptyQuery = values.flag("showItemsOnEmptyQuery")
        showsEmpty = values.flag("showEmpty")
    }

    public var initialState: State { State() }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        _ = state.search.take(input)
        state.contents.take(input, sections)
        return .none
    }

    public func restore(_ state: inout State, saved: JSON?, view: JSON?) {
        state.search.restore(from: view)
        state.contents.restore(sections, from: view)
    }

    public func view(_ state: State) -> JSON {
        let shown = sections.map { section -> JSON in
            var content = state.contents[section.searcher] ?? SectionContent()
            if content.query.isEmpty, !showsItemsOnEmptyQuery {
                (content.hits, content.values, content.totalCount) = ([], [], 0)
            }
            return content.view(of: section, isListed: showsEmpty || !content.isEmpty || content.hasFailed)
        }
        return state.search.view([("sections", .array(shown))])
    }
}
