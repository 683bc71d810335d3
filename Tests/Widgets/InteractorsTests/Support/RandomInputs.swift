// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Wire

/// Inputs in an impossible order; the same for the same seed.
struct RandomInputs {
    private var random: RandomValues
    private let numbers = [Int.min, -1, 0, 1, 2, 3, 4, .max]

    init(seed: UInt64) {
        random = RandomValues(seed: seed)
    }

    /// The next input for a widget with these intents.
    mutating func next(intents: [IntentDeclaration]) -> Input {
        let searcher = random.pick(["products", "categories", "nobody"])
        switch random.number(in: 0..<12) {
        case 0: return .start
        case 1: return .overdue
        case 2...3: return .intent(random.intent(intents.map(\.name) + ["set-query", "clear", ""]))
        case 4 where !intents.isEmpty: return .intent(random.intent(of: intents))
        case 5...6: return .results(searcher: searcher, request: random.pick(numbers), random.response())
        case 7...8: return .search(searcher: searcher, request: random.pick(numbers), progress())
        case 9: return .filters(random.filters())
        default: return .request(searcher: searcher, request())
        }
    }

    private mutating func progress() -> SearchProgress {
        random.pick([.started, .stalled, .superseded, random.failure()])
    }

    private mutating func request() -> MemberRequest {
        MemberRequest(
            number: random.pick(numbers),
            since: random.pick(numbers),
            cleared: random.pick(numbers),
            isAdmitted: random.isTrue(),
            query: random.pick(["", "a", "ab"]),
            index: "products",
            page: random.pick(numbers),
            client: random.pick([nil, "c-1"]),
            edit: random.pick([nil, 1])
        )
    }

    /// An impossible saved state or view.
    mutating func nonsense() -> JSON? {
        random.pick([
            nil, .null, 7, [], ["phase": "dancing"], ["phase": "stalled", "hits": 7, "list": "x"],
            ["items": [1], "hits": [["position": -5]], "pages": [0], "hitsPerPage": 1],
            ["counts": [1, "x"], "wanted": "y"], ["counts": [-1]], ["counts": [3, 9_999_999], "wanted": -1],
            ["counts": [3, 3], "wanted": 9_223_372_036_854_775_807], ["hitsPerPage": -9_223_372_036_854_775_808],
            ["recent": [7, "a", "a", " "], "sections": [["searcher": "products", "phase": "stalled"], 7]],
            ["searchPhase": "stalled", "searchQuery": 7], ["draft": 7, "over": ""],
            ["draft": "x", "over": "", "client": 7, "edit": "z"], ["showingMore": "yes"],
        ])
    }
}
