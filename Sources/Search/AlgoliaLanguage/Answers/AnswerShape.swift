// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The form of the answer to a query: its requested parts, and how matches are marked.
struct AnswerShape: Sendable {
    let index: String
    let page: PageWindow
    /// The query's own parameters, as the answer repeats them.
    let parameters: JSONObject
    /// The attributes of a hit; `nil` for all of them.
    let retrieved: [String]?
    /// The excluded attributes of a hit, if all others are requested.
    let withheld: Set<String>
    /// The attributes in which matches are marked.
    let highlighted: [String]
    /// The attributes of which an excerpt is shown, with its number of words.
    let snippets: [(attribute: String, words: Int)]
    let openingTag: String
    let closingTag: String
    let ellipsis: String
    /// Whether only the matching elements of lists are marked.
    let leavesOutOthers: Bool
    /// The members of an answer; `nil` for all of them.
    let fields: Set<String>?
    /// Data for the search page, which the answer contains.
    let renderingContent: JSON?
    /// Whether the answer is a page of all records.
    let isBrowsing: Bool
    /// Whether hits contain their ranking information.
    let tellsRanking: Bool
    /// Whether the answer states that the query was processed.
    let tellsProcessed: Bool

    /// Reads the form of an answer.
    init(
        _ values: ParameterValues,
        echoing own: ParameterValues,
        _ question: AlgoliaQuestion,
        index: AlgoliaQuery.Index,
        page: PageWindow
    ) throws(AlgoliaError) {
        self.index = question.index
        self.page = page
        parameters = own.members
        renderingContent = try RenderingContent.read(values)
        let bounds = try question.attributeBounds(unretrievable: index.defaults["unretrievableAttributes"])
        let wanted = AttributeBounds(try values.texts("attributesToRetrieve") ?? ["*"])
        withheld = bounds.reduce(wanted.withheld) { $0.union($1.withheld) }
        retrieved = bounds.reduce(wanted.listed) { names, bound in
            names.map { $0.flatMap(bound.shown) } ?? bound.listed
        }
        let highlighted = try values.texts("attributesToHighlight")
        // A client that browses all records has no query.
        isBrowsing = question.kind == .browse
        let marked =
            isBrowsing ? [] : highlighted.map { $0.contains("*") ? index.searched : $0 } ?? index.highlighted
        self.highlighted = bounds.reduce(marked) { $0.flatMap($1.shown) }
        let excerpts = isBrowsing ? [] : try AnswerShape.snippets(values, index)
        snippets = bounds.reduce(excerpts) { snippets, bound in
            snippets.flatMap { snippet in bound.shown(of: snippet.attribute).map { ($0, snippet.words) } }
        }
        openingTag = try values.text("highlightPreTag") ?? "<em>"
        closingTag = try values.text("highlightPostTag") ?? "</em>"
        ellipsis = try values.text("snippetEllipsisText") ?? "…"
        leavesOutOthers = try values.flag("restrictHighlightAndSnippetArrays") ?? false
        tellsRanking = try values.flag("getRankingInfo") ?? false
        tellsProcessed = question.strategy == .stopIfEnoughMatches
        let fields = try values.texts("responseFields")
        self.fields = fields.flatMap { $0.contains("*") ? nil : Set($0) }
    }

    /// `description:20`, or the name alone for ten words; `*` for every attribute that is searched.
    private static func snippets(
        _ values: ParameterValues,
        _ index: AlgoliaQuery.Index
    ) throws(AlgoliaError) -> [(attribute: String, words: Int)] {
        var snippets: [(attribute: String, words: Int)] = []
        for text in try values.texts("attributesToSnippet") ?? [] {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            let words = parts.count > 1 ? Int(parts[parts.count - 1]) : 10
            guard let words, (1...1_000).contains(words), parts.count <= 2, snippets.count < 100 else {
                throw AlgoliaError("attributesToSnippet: ATTRIBUTE or ATTRIBUTE:WORDS is expected")
            }
            let name = String(parts[0])
            snippets += (name == "*" ? index.searched : [name]).map { ($0, words) }
        }
        return snippets
    }

    /// The attributes in which the engine must mark matches.
    var marked: [String] {
        var known: Set<String> = []
        return (highlighted + snippets.map(\.attribute)).filter { known.insert($0).inserted }
    }

    /// The attributes that the engine must return; `nil` for whole records.
    var neededAttributes: [String]? {
        guard let retrieved else { return nil }
        var known: Set<String> = []
        return (retrieved + marked).filter { known.insert($0).inserted }
    }

    func wants(_ field: String) -> Bool { fields?.contains(field) ?? true }
}
