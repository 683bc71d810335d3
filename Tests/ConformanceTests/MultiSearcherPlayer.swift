// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import AlgoliaTesting
import SearchModel
import Wire

@testable import Backends

/// Plays the cases of several searchers in one exchange.
struct MultiSearcherPlayer: CasePlayer {
    private let names: [String]
    /// Where the answers are, for children that are lists of bare requests.
    private let bare: AnswerSlices?
    private let batch: AlgoliaExchange
    private var results: [JSON]?

    init(given: JSON) throws {
        let children = try given.list("children")
        names = try children.map { try $0.requiredString("id") }
        let isBare = children.contains { $0["type"] == nil }
        bare = isBare ? AnswerSlices(counts: try children.map { try $0.list("requests").count }) : nil
        batch = AlgoliaExchange(try children.map(Self.request), syntax: .text)
    }

    private static func request(of child: JSON) throws -> SearchRequest {
        let groups = try child.list("groups").map(FilterGroup.init(notation:))
        let index = child["index"]?.string ?? "index"
        if child["type"] == "facets" {
            let facet = try child.requiredString("facet")
            let query = child["facet-query"]?.string ?? ""
            return SearchRequest(index: index, kind: .facetValues(attribute: facet, limit: 10), query: query)
        }
        let filters = FilterState(groups: groups)
        return SearchRequest(
            index: index,
            query: child["query"]?["query"]?.string ?? "",
            filters: filters,
            facets: filters.disjunctiveAttributes.sorted().map { FacetNeed($0) }
        )
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        if let bare, command == "responses" {
            results = bare.slices(of: try data.list("responses")).map { slice in
                switch slice {
                case .success(let answers): ["results": .array(answers)]
                case .failure(let mismatch):
                    [
                        "error": [
                            "kind": "results-range-mismatch", "range": Self.notation(mismatch.range),
                            "available": Self.notation(mismatch.available),
                        ]
                    ]
                }
            }
            return
        }
        guard command == "search-error" else { throw Missing.command(command) }
        results = batch.results(failing: SearchBusError(.backendFailed, "The service failed.")).map { result in
            switch result {
            case .success(let response): ["results": [response.json]]
            case .failure: ["error": ["kind": "service-error"]]
            }
        }
    }

    private static func notation(_ range: Range<Int>) -> JSON { [JSON(range.lowerBound), JSON(range.upperBound)] }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "ranges":
            return .array((bare?.ranges ?? batch.ranges).map(Self.notation))
        case "requests":
            guard bare == nil else { throw Missing("queries of bare requests") }
            return .array(try batch.queries())
        case "children":
            return .object(JSONObject(Array(zip(names, results ?? []))))
        default:
            throw Missing.output(name)
        }
    }
}
