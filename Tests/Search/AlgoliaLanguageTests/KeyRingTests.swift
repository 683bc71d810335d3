// SPDX-License-Identifier: MIT

import AlgoliaKeys
import Foundation
import RandomTesting
import Runtime
import SearchModel
import Testing
import Wire

@testable import AlgoliaLanguage

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
        #expect(
            access.restricting(question).restrictions == [
                JSONObject([("filters", "owner:ann"), ("attributesToRetrieve", "name")]),
                JSONObject([("maxHitsPerQuery", 3)]),
            ]
        )
        #expect(parameters["queryParameters"]?["filters"] == "owner:bob")
        let recommendation = try AlgoliaRecommendation(access.restricting(question))
        for request in [recommendation.query.request, try #require(recommendation.fallback?.request)] {
            #expect(request.hitsPerPage == 3 && request.attributesToRetrieve == ["name"])
        }
    }

    // MARK: A key's parameters override those of a query

    private func access(_ parameters: String, maxHits: Int = 0) throws -> KeyAccess {
        var restricted = key("0123456789abcdef")
        restricted.parameters = try AlgoliaKey.parameters(parameters)
        restricted.maxHitsPerQuery = maxHits
        return try #require(KeyRing(applicationID: "A", keys: [restricted]).access("0123456789abcdef", at: 0))
    }

    /// A key as clients make it of another one.
    private func secured(_ restrictions: String, by value: String = "0123456789abcdef") -> String {
        let code = HexDigest.authenticationCode(of: Array(restrictions.utf8), key: value)
        return Data((code + restrictions).utf8).base64EncodedString()
    }

    @Test func noQueryGetsMoreHitsThanTheKeyAllows() throws {
        var generator = SeededGenerator(seed: testSeed)
        let names = ["hitsPerPage", "length", "offset", "page", "cursor", "params"]
        for _ in 0..<2_000 {
            let limit = Int.random(in: 1...40, using: &generator)
            let access = try access("", maxHits: limit)
            func value(of name: String) -> JSON {
                let number = Int.random(in: 0...1_000, using: &generator)
                switch name {
                case "cursor": return .string("\(number * 2)-\(number)")
                case "params": return .string("hitsPerPage=\(number)&length=\(number)")
                default: return generator.isTrue() ? JSON(number) : .string(String(number))
                }
            }
            let chosen = names.filter { _ in generator.isTrue() }
            let members = JSONObject(chosen.map { ($0, value(of: $0)) })
            let kind: AlgoliaQuestion.Kind = generator.isTrue() ? .hits : .browse
            let question = access.restricting(AlgoliaQuestion(kind, index: "i", parameters: members))
            // The settings of an index may request more as well.
            let index = AlgoliaQuery.Index(defaults: JSONObject([("hitsPerPage", 500)]))
            guard let query = try? AlgoliaQuery(question, of: index) else { continue }
            #expect(query.shape.page.length <= limit, "seed \(testSeed): \(JSON.object(members).text)")
            #expect(query.shape.page.hitsPerPage <= limit, "seed \(testSeed)")
        }
        let plain = try access("", maxHits: 50).restricting(AlgoliaQuestion(.browse, index: "i"))
        #expect(try AlgoliaQuery(plain).request.hitsPerPage == 50)
    }

    @Test func parametersInsideParametersAreRefused() throws {
        let access = try access("filters=owner%3Aann")
        let nested = JSONObject([("params", "params=filters%3Downer%253Abob%26x-algolia-api-key%3Dsecret")])
        #expect(throws: AlgoliaError.self) {
            try AlgoliaQuery(access.restricting(AlgoliaQuestion(.hits, index: "i", parameters: nested)))
        }
        #expect(throws: AlgoliaError.self) { try AlgoliaKey.parameters("params=params%3Dquery%253Dx") }
        let flat = try AlgoliaKey.parameters("params=filters%3Downer%3Aann")
        #expect(
            flat == JSONObject([("filters", "owner:ann")]),
            "a key's `params` cannot be removed either"
        )
    }

    @Test func credentialsAreNoParametersAtAnyDepth() {
        let members = JSONObject([
            ("X-Algolia-API-Key", "secret"), ("query", "x"),
            ("queryParameters", ["apiKey": "secret", "filters": "a:b"]),
            ("requests", [["objectID": "1", "x-algolia-application-id": "A"]]),
        ])
        let question = AlgoliaQuestion(.hits, index: "i", parameters: members).withoutCredentials
        #expect(
            question.parameters
                == JSONObject([
                    ("query", "x"), ("queryParameters", ["filters": "a:b"]), ("requests", [["objectID": "1"]]),
                ])
        )
    }

    @Test func placesOfAKeyHoldBesideThoseOfAQuery() throws {
        let around = try access("aroundLatLng=48%2C11&aroundRadius=1000")
        let inside = try access("insidePolygon=1%2C1%2C2%2C2%2C3%2C1")
        let wide = JSONObject([("insideBoundingBox", "-89,-179,89,179")])
        for access in [around, inside] {
            #expect(access.hasFilters, "it shows a part of the records")
            let question = access.restricting(AlgoliaQuestion(.hits, index: "i", parameters: wide))
            let groups = try AlgoliaQuery(question).request.baseFilters.groups
            #expect(groups.count == 2, "the key's and the query's")
            let own = try AlgoliaQuery(access.restricting(AlgoliaQuestion(.hits, index: "i"))).request.baseFilters
            #expect(!own.groups.isEmpty && own.groups[0].filters == groups[0].filters)
        }
        #expect(try !access("aroundLatLng=48%2C11").hasFilters, "it asks for an order only")
    }

    @Test func attributesOfAKeyBoundRecordsMarksAndSnippets() throws {
        let access = try access("attributesToRetrieve=name%2Cmaker.country")
        let asked = JSONObject([
            ("attributesToRetrieve", ["*"]), ("attributesToHighlight", ["name", "secret", "maker"]),
            ("attributesToSnippet", ["secret:5", "maker.country:3"]),
        ])
        let question = access.restricting(AlgoliaQuestion(.hits, index: "i", parameters: asked))
        let shape = try AlgoliaQuery(question).shape
        #expect(shape.retrieved == ["name", "maker.country"])
        #expect(shape.highlighted == ["name", "maker.country"] && shape.snippets.map(\.attribute) == ["maker.country"])
        let usual = AlgoliaQuery.Index(searched: ["secret", "name"], highlighted: ["secret", "name"])
        let plain = try AlgoliaQuery(access.restricting(AlgoliaQuestion(.hits, index: "i")), of: usual).shape
        #expect(plain.highlighted == ["name"] && plain.neededAttributes == ["name", "maker.country"])
        let fewer = JSONObject([("attributesToRetrieve", ["name", "secret"])])
        let narrowed = try AlgoliaQuery(access.restricting(AlgoliaQuestion(.hits, index: "i", parameters: fewer))).shape
        #expect(narrowed.retrieved == ["name"])
        let withheld = try self.access("attributesToRetrieve=%2A%2C-secret")
        let rest = try AlgoliaQuery(withheld.restricting(AlgoliaQuestion(.hits, index: "i", parameters: asked))).shape
        #expect(rest.retrieved == nil && rest.withheld == ["secret"] && rest.highlighted == ["name", "maker"])
    }

    @Test func keysMadeOfAKeyNeverAllowMoreThanIt() throws {
        var parent = key("0123456789abcdef")
        parent.parameters = try AlgoliaKey.parameters("attributesToRetrieve=name&hitsPerPage=5&distinct=true")
        parent.maxHitsPerQuery = 7
        let ring = KeyRing(applicationID: "A", keys: [parent])
        let child = try #require(
            ring.access(secured("attributesToRetrieve=%2A&hitsPerPage=500&distinct=false&filters=a%3Ab"), at: 0)
        )
        let question = child.restricting(AlgoliaQuestion(.hits, index: "i"))
        let query = try AlgoliaQuery(question)
        #expect(query.request.attributesToRetrieve == ["name"] && query.request.hitsPerPage == 5)
        #expect(question.parameters["distinct"] == "true" && query.request.baseFilters.groups.count == 1)
    }

    @Test func restrictionsThatStandTwiceMakeAKeyInvalid() throws {
        let ring = KeyRing(applicationID: "A", keys: [key("0123456789abcdef")])
        #expect(
            ring.access(secured("validUntil=100"), at: 99) != nil
                && ring.access(secured("validUntil=100"), at: 100) == nil
        )
        for text in [
            "validUntil=100&validUntil=900", "validUntil=900&validUntil=100", "filters=a%3Ab&filters=c%3Ad",
            "restrictIndices=a&restrictIndices=b", "validUntil=900&params=params%3Dx",
        ] { #expect(ring.access(secured(text), at: 99) == nil, "\(text)") }
        #expect(throws: AlgoliaError.self) { try AlgoliaKey.parameters("filters=a%3Ab&filters=c%3Ad") }
    }

    @Test func aKeyWithNetworksIsForTheirAddressesOnly() throws {
        var inside = key("0123456789abcdef")
        inside.parameters = try AlgoliaKey.parameters("restrictSources=192.0.2.0%2F24%2C2001%3Adb8%3A%3A%2F32")
        let ring = KeyRing(applicationID: "A", keys: [inside])
        func allows(_ key: String, _ address: String?) throws -> Bool {
            try #require(ring.access(key, at: 0)).allows(source: address.flatMap(NetworkAddress.init))
        }
        let child = secured("restrictSources=192.0.2.7")
        let cases: [(String?, Bool, Bool)] = [
            ("192.0.2.7", true, true), ("192.0.2.8", true, false), ("2001:db8::1", true, false),
            ("127.0.0.1", false, false), (nil, false, false),
        ]
        for (address, isInside, isChild) in cases {
            #expect(try allows("0123456789abcdef", address) == isInside && allows(child, address) == isChild)
        }
        #expect(ring.access(secured("restrictSources=nowhere"), at: 0) == nil)
        let wanted = JSONObject([("acl", ["search"]), ("queryParameters", "restrictSources=10.0.0.0%2F99")])
        #expect(throws: AlgoliaError.self) { try AlgoliaKey(wanted: wanted, value: "0123456789abcdef", createdAt: 0) }
        var damaged = key("0123456789abcdef")
        damaged.parameters = try AlgoliaKey.parameters("restrictSources=nowhere")
        let access = KeyRing(applicationID: "A", keys: [damaged]).access("0123456789abcdef", at: 0)
        #expect(access?.allows(source: NetworkAddress("192.0.2.7")) == false)
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
