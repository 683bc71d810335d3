// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import SearchModel
import Wire

/// A source of inputs that a session might see, sensible and senseless ones; the same for the same seed.
struct RandomInputs {
    private var random: SeededGenerator
    private var newestRequest = 0

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// The next input for a widget that understands these intents.
    mutating func next(intents: [String]) -> Input {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: .start
        case 1...3: .intent(intent(intents))
        case 4...6: .results(searcher: "products", request: request(), response())
        case 7...8: .search(searcher: "products", request: request(), progress())
        default: .filters(filters())
        }
    }

    /// Mostly the next search, sometimes the newest or one that is overtaken.
    private mutating func request() -> Int {
        let request = newestRequest + Int.random(in: -1...2, using: &random)
        newestRequest = max(newestRequest, request)
        return request
    }

    private mutating func progress() -> SearchProgress {
        pick([.started, .stalled, .superseded, .failed(code: "backend-failed", message: "gone")])
    }

    private mutating func intent(_ known: [String]) -> Intent {
        var data: [(String, JSON)] = []
        for (key, values) in members where Bool.random(using: &random) { data.append((key, pick(values))) }
        return Intent(type: pick(known + ["set-query", "clear"]), data: .object(JSONObject(data)))
    }

    private let members: [(String, [JSON])] = [
        ("query", ["", "a", "ab", 7]), ("client", ["c-1", "c-2", .null]), ("edit", [1, 2]), ("row", [0, 1, 4, 9, -1]),
        ("value", ["red", "blue", 4, true, .null]), ("values", [["red"], ["red", 4], [[]], 1]),
        ("on", [true, false, 1]),
        ("range", [[1, 5], [5, 1], .null, [0.5, 7.25]]),
        ("filter", [["type": "facet", "attribute": "color", "value": "red"], ["type": "odd"]]),
        ("group", [["kind": "or", "name": "color"], "color"]),
    ]

    private mutating func response() -> SearchResponse {
        let query = pick(["", "a", "ab"])
        let values: [JSON] = ["red", "Blue", "blue", "green", 4, 10, true, "é"]
        let counts = values.shuffled(using: &random).prefix(Int.random(in: 0...8, using: &random)).map { value in
            FacetCount(
                value: value,
                count: Int.random(in: 0...4, using: &random),
                highlighted: Bool.random(using: &random) ? Highlight(spans: [.init("x", isMatched: true)]) : nil
            )
        }
        guard Int.random(in: 0..<5, using: &random) > 0 else {
            let content = SearchResponse.Content.facetValues(
                attribute: pick(["color", "color", "size"]),
                values: counts
            )
            return SearchResponse(query: query, processingTimeMS: 0.3, content: content)
        }
        var hits = SearchResponse.Hits.page(
            Int.random(in: 0...3, using: &random),
            of: Int.random(in: 0...9, using: &random),
            size: pick([3, 3, 3, 2, 0])
        )
        hits.facets = Bool.random(using: &random) ? ["color": counts] : [:]
        hits.stats = pick([[:], ["price": 1...9], ["price": 2.5...3.5]])
        return SearchResponse(query: query, processingTimeMS: pick([0, 0.2, 1.5, 12]), content: .hits(hits))
    }

    private mutating func filters() -> FilterState {
        let filters: [Filter] = [
            .facet("color", "red"), .facet("color", "violet"), .facet("color", 4), .facet("size", "XL"),
            .facet("color", "blue", isNegated: true), .range("price", 2...4), .comparison("price", .less, 3),
            .tag("new"),
        ]
        return FilterState(
            groups: [("color", .or), ("price", .and)].map { name, kind in
                FilterGroup(
                    id: FilterGroup.ID(kind: kind, name: name),
                    filters: filters.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
                )
            }
        )
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }
}

/// A small generator of random numbers (SplitMix64) that a failing run can be repeated with.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
