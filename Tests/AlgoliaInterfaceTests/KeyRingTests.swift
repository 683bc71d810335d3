// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AlgoliaInterface
import AlgoliaKeys
import RandomTesting
import SearchModel
import Testing
import Wire

@Suite struct KeyRingTests {
    private func key(
        _ value: String,
        _ rights: Set<AlgoliaRight> = [.search],
        indexes: [String] = [],
        endsAt: Int? = nil
    ) -> AlgoliaKey {
        AlgoliaKey(value: value, rights: rights, indexes: indexes, createdAt: 0, endsAt: endsAt)
    }

    @Test func onlyTheKeyItselfOpens() {
        let ring = KeyRing(applicationID: "A", keys: [key("0123456789abcdef"), key("fedcba9876543210", endsAt: 100)])
        #expect(ring.access("0123456789abcdef", at: 50)?.rights == [.search])
        #expect(ring.access("fedcba9876543210", at: 99) != nil)
        #expect(ring.access("fedcba9876543210", at: 100) == nil)
        for wrong in [
            "", "0", "0123456789abcde", "0123456789abcdef0", "0123456789abcdeF",
            String(repeating: "0123456789abcdef", count: 2),
        ] {
            #expect(ring.access(wrong, at: 50) == nil)
        }
    }

    @Test func namesOfIndexesMayBeOpenAtAnEnd() throws {
        let ring = KeyRing(
            applicationID: "A",
            keys: [key("0123456789abcdef", indexes: ["shop_*", "*_public", "*mid*", "one"])]
        )
        let access = try #require(ring.access("0123456789abcdef", at: 0))
        for name in ["shop_", "shop_a", "x_public", "amidst", "mid", "one"] {
            #expect(access.allows(index: name), "\(name)")
        }
        for name in ["shop", "onex", "xone", "public", ""] { #expect(!access.allows(index: name), "\(name)") }
    }

    @Test func filtersOfAKeyCannotBeTakenAway() throws {
        var restricted = key("0123456789abcdef")
        restricted.parameters = try AlgoliaKey.parameters("filters=owner%3Aann&hitsPerPage=5")
        let access = try #require(KeyRing(applicationID: "A", keys: [restricted]).access("0123456789abcdef", at: 0))
        let question = AlgoliaQuestion(
            .hits,
            index: "i",
            parameters: JSONObject([("filters", "owner:bob OR owner:eve"), ("hitsPerPage", 500)])
        )
        let request = try AlgoliaQuery(access.restricting(question)).request
        #expect(request.hitsPerPage == 5)
        #expect(request.baseFilters.groups.map { $0.filters.map(\.facetValue) } == [["ann"], ["bob", "eve"]])
        #expect(access.hasFilters)
    }

    @Test func aKeyMayBoundTheHitsOfAQuery() throws {
        var bounded = key("0123456789abcdef")
        bounded.maxHitsPerQuery = 7
        let access = try #require(KeyRing(applicationID: "A", keys: [bounded]).access("0123456789abcdef", at: 0))
        let asked: [JSONObject] = [
            JSONObject(), JSONObject([("hitsPerPage", "500")]), JSONObject([("offset", 3)]),
            JSONObject([("length", 100)]),
        ]
        for parameters in asked {
            let question = access.restricting(AlgoliaQuestion(.hits, index: "i", parameters: parameters))
            #expect(try AlgoliaQuery(question).request.hitsPerPage <= 10, "\(JSON.object(parameters).text)")
        }
        let few = access.restricting(AlgoliaQuestion(.hits, index: "i", parameters: JSONObject([("hitsPerPage", 2)])))
        #expect(try AlgoliaQuery(few).request.hitsPerPage == 2)
    }

    @Test func whatAKeyAsksHoldsForEachSearchOfRecommendations() throws {
        var restricted = key("0123456789abcdef")
        restricted.parameters = try AlgoliaKey.parameters("filters=owner%3Aann&attributesToRetrieve=name")
        restricted.maxHitsPerQuery = 3
        let access = try #require(KeyRing(applicationID: "A", keys: [restricted]).access("0123456789abcdef", at: 0))
        let question = try AlgoliaRecommendation.question([
            "indexName": "i", "model": "related-products", "objectID": "7", "maxRecommendations": 9,
            "queryParameters": ["filters": "owner:bob"], "fallbackParameters": [:],
        ])
        let parameters = access.restricting(question).parameters
        for name in ["queryParameters", "fallbackParameters"] {
            #expect(parameters[name]?["attributesToRetrieve"] == "name" && parameters[name]?["hitsPerPage"] == 3)
        }
        #expect(access.restricting(question).restrictions == [JSONObject([("filters", "owner:ann")])])
        #expect(parameters["queryParameters"]?["filters"] == "owner:bob")
    }

    @Test func descriptionsShowNoKey() {
        let ring = KeyRing(applicationID: "A", keys: [key("0123456789abcdef")])
        var dumped = "\(ring) \(String(reflecting: ring))"
        dump(ring, to: &dumped)
        #expect(!dumped.contains("0123456789abcdef"))
    }

    @Test func textsThatAreNoKeysNeverOpen() {
        let ring = KeyRing(applicationID: "A", keys: [key("0123456789abcdef")])
        var generator = SeededGenerator(seed: testSeed)
        let letters = Array("ABCabc012+/=%&\u{0}é")
        for _ in 0..<3_000 {
            let text = String((0..<Int.random(in: 0..<160, using: &generator)).map { _ in generator.pick(letters) })
            #expect(ring.access(text, at: 0) == nil)
        }
    }
}
