// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// A box to type in, with what several searchers find meanwhile and what was searched before below it, to choose from.
///
/// Typing searches the widget's own searchers only, the sources. What is submitted or chosen becomes the text of the target,
/// and is remembered. As with a search box, the text is the sources' query, which the state store owns.
public struct AutocompleteInteractor: Interactor {
    public struct State: SearchState, Hashable {
        public var search = SearchPhase()
        var contents: [String: SectionContent] = [:]
        /// The sources' query, and whose edit it is.
        var query = ""
        var editor: SessionEdit.Editor?
        var recent = RecentSearches()
    }

    public static let type = "autocomplete"
    public static let summary =
        "A text field with suggestions from several searchers and recent searches, to choose from."
    public static let place = WidgetPlace.top
    public static let intents = [
        IntentDeclaration(
            "set-query",
            "Sets the text and requests suggestions for it.",
            data: [queryMember(isRequired: true, "The whole text.")] + SessionEdit.Editor.members
        ),
        IntentDeclaration(
            "submit",
            "Searches the text with the target.",
            data: [queryMember("The whole text; without it, what was typed.")] + SessionEdit.Editor.members
        ),
        IntentDeclaration(
            "choose",
            "Chooses an entry of a section, a record (`objectID`) or a value.",
            data: [
                Schema.Member("section", .text(maximum: 48), isRequired: true, "The section's searcher."),
                Schema.Member("objectID", .text(maximum: 4_096), "The record."),
                Schema.Member("value", .value, "The value."),
                queryMember("The chosen text, if it must be searched."),
            ] + SessionEdit.Editor.members
        ),
        IntentDeclaration(
            "remove-recent",
            "Removes a recent search.",
            data: [queryMember(isRequired: true, "Its text.")]
        ),
        IntentDeclaration("clear-recent", "Removes all recent searches."),
        IntentDeclaration("clear", "Empties the text, also that of the target.", data: SessionEdit.Editor.members),
    ]
    public static let viewMembers: [Schema.Member]? =
        [
            Schema.Member("query", .text, isRequired: true, "The text to show."),
            Schema.Member("placeholder", .text, isRequired: true, "The placeholder of the box."),
            Schema.Member(
                "sections",
                .list(
                    .object(
                        "AutocompleteSection",
                        "The suggestions of one searcher.",
                        SectionContent.viewMembers + [SectionChoice.viewMember]
                    )
                ),
                isRequired: true,
                "The sections in order."
            ),
            Schema.Member("recent", .list(.text), isRequired: true, "The previous searches, the newest first."),
            VoiceInput.viewMember,
        ] + SessionEdit.Editor.members
    public static let connections: WidgetConnections = [.searcher, .facetsSearcher, .multiSearcher]
    public static let asks: WidgetConnections = .searcher
    public static let parts: ResponseParts = [.hits, .facets]
    public static let parameters = [
        Parameter(
            "target",
            .oneOf([.part(target), .list(.part(target), maximum: 16)]),
            isRequired: true,
            "The searcher, or the searchers, that search what is submitted or chosen."
        ),
        ResultSection.parameter(besides: [SectionChoice.member]),
        Parameter("hitsPerSection", .integer(1...100), default: 5, "How many entries a section shows."),
        Parameter("showOnEmptyQuery", .boolean, default: false, "Whether an empty text suggests anything."),
        Parameter("recent", .integer(0...50), default: 5, "How many recent searches a session keeps."),
        Parameter("placeholder", .text, default: "Search", "The placeholder of the box."),
        VoiceInput.parameter,
    ]

    private static let target = Schema.Part(.searcher, .asked)

    private static func queryMember(isRequired: Bool = false, _ summary: String) -> Schema.Member {
        Schema.Member("query", .text(maximum: SessionLimits.query), isRequired: isRequired, summary)
    }

    let searcher: String
    let members: [String]
    let targets: [String]
    let sections: [ResultSection]
    let choices: [String: SectionChoice]
    let recentLimit: Int
    private let targetMembers: [String]
    private let showsOnEmptyQuery: Bool
    private let placeholder: String
    private let voice: JSON?

    public init(_ widget: WidgetConfiguration) throws {
        let values = try ParameterValues(widget, Self.parameters)
        searcher = try widget.requiredSearcher()
        members = widget.searcherMembers
        let targets = values.string("target").map { [$0] } ?? values.strings("target") ?? []
        let targetMembers = targets.flatMap { widget.members(of: $0) }
        guard !targets.isEmpty else { throw ParameterError("target", "names no searcher") }
        guard Set(targets).count == targets.count else { throw ParameterError("target", "names a searcher twice") }
        if let common = targetMembers.first(where: widget.searcherMembers.contains) {
            throw ParameterError("target", "has `\(common)`, which is searched as one types already")
        }
        (self.targets, self.targetMembers) = (targets, targetMembers)
        sections = try ResultSection.sections(values, of: widget, limit: values.integer("hitsPerSection"))
        let given = values["sections"].array ?? []
        choices = Dictionary(
            sections.map { section in
                let entry = given.first { $0["searcher"]?.string == section.searcher }
                return (section.searcher, SectionChoice(entry?["choose"], title: section.template["title"]?.string))
            },
            uniquingKeysWith: { first, _ in first }
        )
        showsOnEmptyQuery = values.flag("showOnEmptyQuery")
        recentLimit = values.integer("recent")
        placeholder = values.text("placeholder")
        voice = try VoiceInput.view(values)
    }

    public var ownIntents: Set<String> { ["submit", "choose", "remove-recent", "clear-recent"] }

    public var initialState: State { State() }

    public func change(_ session: inout SessionEdit, for intent: Intent) throws {
        let editor = try SessionEdit.Editor(in: intent.data)
        switch intent.type {
        case "set-query":
            try session.setQuery(try intent.data.requiredString("query"), of: members, by: editor)
        case "clear":
            try session.setQuery("", of: members, by: editor)
            try session.setQuery("", of: targetMembers)
        default:
            throw SearchBusError.unknown(intent, to: Self.self)
        }
    }

    public var showsRequests: Bool { true }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        if case .intent(let intent) = input { return .answering { try answer(intent, &state) } }
        _ = state.search.take(input)
        state.contents.take(input, sections)
        if case .request(let searcher, let request) = input, searcher == members.first,
            request.number >= state.search.newest(of: searcher)
        {
            state.query = request.query
            state.editor = request.client.map { SessionEdit.Editor(client: $0, edit: request.edit) }
        }
        return .none
    }

    public func save(_ state: State) -> JSON? { state.recent.saved }

    public func restore(_ state: inout State, saved: JSON?, view: JSON?) {
        state.search.restore(from: view)
        state.contents.restore(sections, from: view)
        state.recent = RecentSearches(saved: saved, atMost: recentLimit)
    }

    public func view(_ state: State) -> JSON {
        let isEmpty = state.query.isEmpty && !showsOnEmptyQuery
        let shown = sections.map { section -> JSON in
            var content = state.contents[section.searcher] ?? SectionContent()
            if isEmpty { (content.hits, content.values, content.totalCount) = ([], [], 0) }
            let isListed = !isEmpty && (!content.isEmpty || content.hasFailed)
            var view = content.view(of: section, isListed: isListed).object ?? JSONObject()
            view["choose"] = choices[section.searcher]?.view
            return .object(view)
        }
        var members: [(String, JSON)] = [
            ("query", .string(state.query)), ("placeholder", .string(placeholder)), ("sections", .array(shown)),
            ("recent", JSON(state.recent.queries)),
        ]
        if let voice { members.append(("voice", voice)) }
        return state.search.view(members + (state.editor?.json ?? []))
    }
}
