// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Wire

@testable import AlgoliaLanguage

/// Plays the cases of the additions of an engine's rules to a response.
struct QueryRuleDataPlayer: CasePlayer {
    private var rules: PlayedWidget<QueryRuleDataInteractor>

    init(given: JSON) throws {
        let schema = try SearchResponse.recordSchema(notation: given["schema"] ?? [:])
        rules = try PlayedWidget(given: given, parameters: ["schema": schema])
        if let item = given["item"] { try rules.answer(.init(notation: ["hits": [], "userData": [item]])) }
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        switch command {
        case "search-response": try rules.answer(.init(notation: try data.required("response")))
        case "search-error":
            try rules.ask(.search)
            rules.tell(.serviceFailed)
        default: throw Missing.command(command)
        }
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        guard name == "item" else { throw Missing.output(name) }
        return rules.view["item"] ?? .null
    }
}

/// Plays the cases of facets that an engine's rules put in order.
struct DynamicFacetsPlayer: CasePlayer {
    private let given: JSON
    private var facets: PlayedWidget<DynamicFacetsInteractor>?

    init(given: JSON) throws {
        self.given = given
    }

    /// The app file names the attributes; a case's are those of its first answer.
    private func widget(_ attributes: [String]) throws -> PlayedWidget<DynamicFacetsInteractor> {
        let items = attributes.map { attribute -> JSON in
            var item = JSONObject([("attribute", .string(attribute))])
            item["selectionMode"] = given["selection-modes"]?[attribute]
            let group = given["groups"]?[attribute]?.array ?? []
            if group.count == 2 { (item["group"], item["operator"]) = (group[0], group[1]) }
            return .object(item)
        }
        return try PlayedWidget(given: given, parameters: ["attributes": .array(items)])
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        switch command {
        case "search-response":
            let response = try data.required("response")
            var facets = try facets ?? widget((response["facets"]?.object ?? JSONObject()).keys)
            try facets.answer(.init(notation: response))
            self.facets = facets
        case "select-facet":
            let chosen: JSON = ["attribute": try data.required("attribute"), "value": try data.required("value")]
            try facets?.send("select", chosen)
        case "filter-state": try facets?.change(try data.list("do"))
        default: throw Missing.command(command)
        }
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        guard let facets else { throw Missing("facets without an answer") }
        let shown = facets.view["facets"]?.array ?? []
        func values(_ facet: JSON, selected: Bool) -> JSON {
            let items = facet["items"]?.array ?? []
            return .array(items.filter { !selected || $0["selected"] == true }.map { $0["value"] ?? .null })
        }
        func table(selected: Bool) -> JSON {
            .object(JSONObject(shown.map { ($0["attribute"]?.string ?? "", values($0, selected: selected)) }))
        }
        switch name {
        case "ordered-attributes": return .array(shown.map { $0["attribute"] ?? .null })
        case "ordered-values": return table(selected: false)
        case "selections": return table(selected: true)
        default: return try facets.session.output(name, expected: expected)
        }
    }
}

/// Plays the cases of a suggestion's record.
struct QuerySuggestionPlayer: CasePlayer {
    private let suggestion: QuerySuggestion?

    init(given: JSON) throws {
        let tags = HighlightTags(token: 1)
        let text = try given.required("record").text
            .replacing("<em>", with: tags.open).replacing("<\\/em>", with: tags.close)
            .replacing("</em>", with: tags.close)
        let answer: JSON = ["hits": [try JSON(parsing: Array(text.utf8))], "nbHits": 1]
        let hits = try AnswerDecoding.hits(answer, request: SearchRequest(index: "suggestions"), tags: tags)
        suggestion = hits.hits.first.flatMap { QuerySuggestion($0) }
    }

    mutating func play(_ command: String, _ data: JSON) throws { throw Missing.command(command) }

    func output(_ name: String, expected: JSON) throws -> JSON {
        guard name == "suggestion" else { throw Missing.output(name) }
        guard let suggestion else { return .null }
        let marked = suggestion.highlighted?.spans.map { $0.isMatched ? "<em>\($0.text)</em>" : $0.text }
        return [
            "query": .string(suggestion.query), "popularity": JSON(suggestion.popularity),
            "highlighted": JSON(marked?.joined()),
        ]
    }
}
