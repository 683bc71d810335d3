// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct RelatedItemsTests {
    typealias Tester = InteractorTester<RelatedItemsInteractor>

    private static let patterns: JSON = [["attribute": "brand", "score": 3], ["attribute": "colors"]]

    private static func hit(_ id: String) -> Hit { Hit(objectID: id, record: ["objectID": .string(id)]) }

    private static func listed(_ tester: Tester) -> [String] {
        (tester.view["hits"]?.array ?? []).compactMap { $0["objectID"]?.string }
    }

    private func tester() throws -> Tester {
        try Tester(RelatedItemsInteractor.self, ["patterns": Self.patterns, "limit": 2])
    }

    private func request(_ number: Int, of tester: Tester) {
        tester.give(
            .request(searcher: "products", MemberRequest(number: number, index: "p", filters: tester.filters))
        )
    }

    @Test func `the viewed item is in the filter state, and replaces the previous one`() throws {
        let related = try tester()
        related.keep(FilterState(groups: [.or("brand", .facet("brand", "Other"))]))
        related.send("show", ["objectID": "7", "attributes": ["brand": "Acme", "colors": ["red", "blue"], "x": 1]])
        let expected: JSON = [
            "groups": [
                [
                    "kind": "or", "name": "brand",
                    "filters": [["type": "facet", "attribute": "brand", "value": "Other"]],
                ],
                [
                    "kind": "optional", "name": "brand",
                    "filters": [["type": "facet", "attribute": "brand", "value": "Acme", "score": 3]],
                ],
                [
                    "kind": "optional", "name": "colors",
                    "filters": [
                        ["type": "facet", "attribute": "colors", "value": "red", "score": 1],
                        ["type": "facet", "attribute": "colors", "value": "blue", "score": 1],
                    ],
                ],
                [
                    "kind": "and", "name": "objectID",
                    "filters": [["type": "facet", "attribute": "objectID", "value": "7", "negated": true]],
                ],
            ]
        ]
        #expect(related.filters.json == expected)
        #expect(related.filters.groupsByType.map(\.id.kind) == [.or, .and], "what is optional leaves nothing out")
        related.send("show", ["objectID": "8", "attributes": ["brand": "Globex"]])
        #expect(RelatedItems.subject(of: related.filters) == "8" && related.filters.count == 3)
        related.send("show", ["objectID": "8", "attributes": ["brand": "Globex"]], .unchanged)
        related.send("clear")
        #expect(related.filters == FilterState(groups: [.or("brand", .facet("brand", "Other"))]))
        related.send("clear", [:], .unchanged)
    }

    @Test func `records are listed for the one that is looked at only`() throws {
        let related = try tester()
        request(1, of: related)
        related.answer(1, SearchResponse.Hits(hits: [Self.hit("1")], totalCount: 1))
        related.expectView(["objectID": .null, "hits": []])
        related.send("show", ["objectID": "7", "attributes": ["brand": "Acme"]])
        request(2, of: related)
        related.expectView(["objectID": "7", "hits": []])
        related.answer(1, SearchResponse.Hits(hits: [Self.hit("1")], totalCount: 1))
        related.expectView(["hits": []])
        related.answer(2, SearchResponse.Hits(hits: ["3", "4", "5"].map { Self.hit($0) }, totalCount: 3))
        related.expectView(["phase": "ready", "title": "Related"])
        #expect(Self.listed(related) == ["3", "4"])
        // Another page of the same, or other refinements beside it, do not change the list until they are answered.
        request(3, of: related)
        #expect(Self.listed(related) == ["3", "4"])
        related.send("clear")
        request(4, of: related)
        related.expectView(["objectID": .null, "hits": []])
    }

    @Test func `parameters and records that make no sense are refused`() throws {
        #expect(throws: ParameterError.self) { _ = try Tester(RelatedItemsInteractor.self, ["patterns": []]) }
        #expect(throws: ParameterError.self) {
            _ = try Tester(RelatedItemsInteractor.self, ["patterns": [["attribute": "a"], ["attribute": "a"]]])
        }
        let related = try tester()
        related.sendRejected("show", ["objectID": "", "attributes": [:]], "empty")
        related.sendRejected("show", ["objectID": "7", "attributes": ["brand": ["a": 1]]], "brand")
        related.sendRejected(
            "show",
            ["objectID": "7", "attributes": ["brand": .string(String(repeating: "x", count: 5_000))]],
            "longer than",
            .tooLarge
        )
    }
}
