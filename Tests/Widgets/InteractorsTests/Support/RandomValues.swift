// SPDX-License-Identifier: MIT

import Interactors
import RandomTesting
import SearchModel
import Wire

/// A source of possible contents of a session; the same for the same seed.
struct RandomValues {
    var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func isTrue() -> Bool { random.isTrue() }

    mutating func number(in range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func pick<Element>(_ elements: [Element]) -> Element { random.pick(elements) }

    mutating func failure() -> SearchProgress {
        .failed(code: pick(["backend-failed", "backend-timeout"]), message: "gone", remedy: pick([nil, "Wait."]))
    }

    /// An intent of one of the types, with data that may be valid.
    mutating func intent(_ known: [String]) -> Intent {
        var data: [(String, JSON)] = []
        for (key, values) in Self.members where isTrue() { data.append((key, pick(values))) }
        return Intent(type: pick(known), data: .object(JSONObject(data)))
    }

    private static let members: [(String, [JSON])] = [
        ("query", ["", "a", "ab", 7]), ("client", ["c-1", "c-2", .null]), ("edit", [1, 2]), ("name", ["a", "b", ""]),
        ("to", ["b", "c"]), ("category", ["red"]), ("row", [0, 1, 4, 9, -1]),
        ("value", ["red", "blue", 4, true, .null]), ("values", [["red"], ["red", 4], [[]], 1]),
        ("on", [true, false, 1]),
        ("range", [[1, 5], [5, 1], .null, [0.5, 7.25], [.null, 3]]),
        ("filter", [["type": "facet", "attribute": "color", "value": "red"], ["type": "odd"]]),
        ("group", [["kind": "or", "name": "color"], "color"]),
    ]

    /// An answer to a request, from which only its page and text are taken.
    mutating func response(to request: MemberRequest) -> SearchResponse {
        response(query: request.query, page: request.page, size: 3)
    }

    /// An answer to a request for values.
    mutating func values(for request: MemberRequest) -> SearchResponse {
        let content = SearchResponse.Content.facetValues(attribute: "color", values: counts())
        return SearchResponse(query: request.query, processingTimeMS: 0.3, content: content)
    }

    /// An answer of any form.
    mutating func response() -> SearchResponse {
        guard number(in: 0..<5) > 0 else {
            let content = SearchResponse.Content.facetValues(attribute: pick(["color", "size"]), values: counts())
            return SearchResponse(query: pick(["", "a"]), processingTimeMS: 0.3, content: content)
        }
        return response(query: pick(["", "a", "ab"]), page: number(in: -1..<4), size: pick([3, 3, 2, 0, -1, .max]))
    }

    private mutating func response(query: String, page: Int, size: Int) -> SearchResponse {
        let pageSize = min(max(size, 0), 3)
        var hits = SearchResponse.Hits.page(page, of: number(in: 0..<12), size: pageSize)
        hits.hitsPerPage = size
        hits.facets = isTrue() ? ["color": counts()] : [:]
        hits.stats = pick([[:], ["price": 1...9], ["price": 2.5...3.5]])
        let codes: [SearchWarning.Code] = [
            .attributeUnknown, .attributeNotCounted, .attributeNotNumeric, .facetCut, .answerIncomplete, .indexBehind,
        ]
        if number(in: 0..<4) == 0 {
            hits.warnings = [SearchWarning(pick(codes), attribute: pick(["color", "price"]), "w", remedy: "r")]
        }
        if number(in: 0..<3) == 0 { hits.remarks = remarks() }
        return SearchResponse(query: query, processingTimeMS: pick([0, 0.2, 1.5, 12]), content: .hits(hits))
    }

    private mutating func remarks() -> SearchResponse.Remarks {
        let rules = [
            "color": FacetOrdering.Rule(order: ["red"], hide: ["blue"], rest: pick([.alpha, .count, .hidden]))
        ]
        return SearchResponse.Remarks(
            sortedCount: pick([nil, 0, 2]),
            relevancyStrictness: pick([nil, 0, 100]),
            customData: pick([
                [], [["type": "banner", "title": "Sale", "n": 1]], [["redirect": "/sale"], ["title": 7]],
            ]),
            facetOrdering: pick([nil, FacetOrdering(attributes: ["size", "color", "price"], rules: rules)]),
            redirect: pick([nil, "https://example.org/"]),
            queryID: pick([nil, "q-1"])
        )
    }

    private mutating func counts() -> [FacetCount] {
        let values: [FacetValue] = ["red", "Blue", "blue", "green", 4, 10, true, "é"]
        return values.shuffled(using: &random).prefix(number(in: 0..<9)).map { value in
            FacetCount(
                value: value,
                count: number(in: 0..<5),
                highlighted: isTrue() ? Highlight(spans: [.init("x", isMatched: true)]) : nil
            )
        }
    }

    mutating func filters() -> FilterState {
        let filters: [Filter] = [
            .facet("color", "red"), .facet("color", "violet"), .facet("color", 4), .facet("size", "XL"),
            .facet("color", "blue", isNegated: true), .range("price", 2...4), .comparison("price", .less, 3),
            .comparison("price", .greaterOrEqual, 2), .tag("new"),
        ]
        var groups: [FilterGroup] = []
        for (name, kind) in [("color", FilterGroup.Kind.or), ("price", .and)] {
            let held = filters.filter { _ in number(in: 0..<3) == 0 }
            groups.append(FilterGroup(id: FilterGroup.ID(kind: kind, name: name), filters: held))
        }
        let path: [Filter] = [.facet("color", "red"), .facet("size", "red > XL")]
        let hierarchy = FilterGroup.ID(kind: .hierarchical, name: "color")
        groups.append(FilterGroup(id: hierarchy, filters: Array(path.prefix(number(in: 0..<3)))))
        return FilterState(groups: groups)
    }
}
