// SPDX-License-Identifier: MIT

import AppModel
import Interactors
import SearchModel
import Testing
import Wire

@testable import Components

/// A request records since when earlier results are no longer shown, so that a restarted widget knows it.
@Suite struct ClearedRequestTests {
    private let rules: StateStoreRules

    init() throws {
        let searcher = Searcher(
            name: "products",
            kind: .hits(index: "products", hitsPerPage: 20),
            searchWhen: .nonEmpty
        )
        rules = try StateStoreFold(App(name: "a", searchers: [searcher])).rules
    }

    @Test func `a text that allows no search clears the results, and the next request still records it`() throws {
        var state = StateStoreFold.State(rules.base)
        let requests = try ["a", "", "b", "bc"].map { query in
            _ = try state.carryOut(
                SearchIntent.setQuery(query).intent,
                by: .searchers(["products"]),
                rules,
                correlationID: ""
            )
            let output = try #require(state.changedRequests(rules).first)
            return try #require(UnitRequest(json: JSON(parsing: output.data)).members["products"])
        }
        #expect(requests.map(\.number) == [1, 2, 3, 4])
        #expect(requests.map(\.isAdmitted) == [true, false, true, true])
        #expect(requests.map(\.cleared) == [0, 2, 2, 2])
        #expect(requests.map(\.since) == [0, 2, 2, 2])
    }

    @Test func `a session that begins without a text is clear from its beginning`() throws {
        var state = StateStoreFold.State(rules.base)
        let output = try #require(state.changedRequests(rules).first)
        let request = try #require(UnitRequest(json: JSON(parsing: output.data)).members["products"])
        #expect(!request.isAdmitted && request.cleared == request.number)
    }
}
