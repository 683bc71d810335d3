// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Searching among the values of a list: a `facets` searcher of its own looks for them, and while a text stands, what it
/// finds takes the place of the values that are listed otherwise.
struct ValueSearch: Sendable, Hashable {
    struct State: Sendable, Hashable {
        var answers = FacetAnswers()
        /// What is searched now, and whose edit it is; the answers may be to an older text.
        var query = ""
        var editor: SessionEdit.Editor?

        /// Whether what was found is listed: a text stands, and one has an answer.
        var isListed: Bool { !query.isEmpty && answers.query?.isEmpty == false }
    }

    static let parameters = [
        Parameter("searchable", .boolean, default: false, "Whether people can search among the values."),
        Parameter(
            "valuesSearcher",
            .part(Schema.Part(.searcher, .heard, types: ["facets"], attribute: "attribute")),
            "The searcher that looks for values, of type `facets` and of the same attribute; needed where `searchable` is true."
        ),
        Parameter(
            "searchPlaceholder",
            .text,
            default: "Search",
            "The placeholder of the field that searches the values."
        ),
    ]

    static let intent = IntentDeclaration(
        "search",
        "Searches values; an empty text ends that.",
        data: [
            Schema.Member("query", .text(maximum: SessionLimits.query), isRequired: true, "The whole text.")
        ] + SessionEdit.Editor.members
    )

    static let viewMembers =
        [
            Schema.Member("searchable", .boolean, isRequired: true, "Whether people can search among the values."),
            Schema.Member("searchPlaceholder", .text, "The placeholder of the field that searches the values."),
            Schema.Member(
                "searchQuery",
                .text,
                "What is searched among the values; while it stands, `items` are what was found."
            ),
            Schema.Member("searchPhase", .phase, "The phase of that search."),
            Schema.Member("searchError", .error, "Why that search failed."),
        ] + SessionEdit.Editor.members

    let searcher: String?
    private let attribute: String
    private let placeholder: String

    /// Reads the parameters.
    ///
    /// - Throws: `ParameterError` if values can be searched and no searcher is named, or the widget's own one.
    init(_ values: ParameterValues, of widget: WidgetConfiguration) throws {
        searcher = values.flag("searchable") ? values.string("valuesSearcher") : nil
        attribute = values.text("attribute")
        placeholder = values.text("searchPlaceholder")
        guard values.flag("searchable") else { return }
        guard let searcher else { throw ParameterError("valuesSearcher", "is missing: `searchable` needs one") }
        guard !widget.searcherMembers.contains(searcher) else {
            throw ParameterError("valuesSearcher", "is `\(searcher)`, which the widget lists already")
        }
    }

    /// Carries `search` out.
    ///
    /// - Throws: `SearchBusError` where values cannot be searched, or the text is too long.
    func search(_ data: JSON, _ session: inout SessionEdit) throws {
        guard let searcher else {
            throw SearchBusError(
                .invalidIntent,
                "values cannot be searched here",
                remedy: "Give the widget `searchable: true` and a `valuesSearcher`."
            )
        }
        let query = try data.requiredString("query")
        try session.setQuery(query, of: [searcher], by: try SessionEdit.Editor(in: data))
    }

    /// Takes in what concerns the search; answers whether that is all whom the input concerns.
    func take(_ input: Input, _ state: inout State) -> Bool {
        guard let searcher, input.searcher == nil || input.searcher == searcher else { return false }
        state.answers.take(input, about: attribute)
        if case .request(_, let request) = input, request.number >= state.answers.search.newest(of: searcher) {
            state.query = request.query
            state.editor = request.client.map { SessionEdit.Editor(client: $0, edit: request.edit) }
        }
        return input.searcher != nil
    }

    /// The values to list: what was found, with what is chosen though it does not match; or those of the results.
    func facets(_ state: State, insteadOf others: [FacetCount], chosen: [FacetValue]) -> [FacetCount] {
        guard state.isListed else { return others }
        let found = Set(state.answers.facets.map(\.value))
        let kept = Set(chosen).subtracting(found)
        return state.answers.facets + others.filter { kept.contains($0.value) }
    }

    /// The members of a view that are about the search.
    func view(_ state: State) -> [(String, JSON)] {
        guard searcher != nil else { return [("searchable", false)] }
        let search = state.answers.search.view()
        var members: [(String, JSON)] = [
            ("searchable", true), ("searchPlaceholder", .string(placeholder)), ("searchQuery", .string(state.query)),
            ("searchPhase", search["phase"] ?? "idle"),
        ]
        if let error = search["error"] { members.append(("searchError", error)) }
        return members + (state.editor?.json ?? [])
    }

    /// Brings back how long people have been waiting for what they search.
    func restore(_ state: inout State, from view: JSON?) {
        state.answers.search.restore(from: view?["searchPhase"].map { ["phase": $0] })
    }
}
