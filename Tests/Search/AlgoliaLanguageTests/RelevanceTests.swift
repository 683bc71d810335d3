// SPDX-License-Identifier: MIT

import SearchModel
import Testing
import Wire

@testable import AlgoliaLanguage

/// Parameters and settings for matching and order.
@Suite struct RelevanceTests {
    private func parameters(_ members: JSONObject, takesRelevance: Bool = true) throws -> JSON {
        let index = AlgoliaQuery.Index(takesRelevance: takesRelevance)
        let question = AlgoliaQuestion(.hits, index: "i", parameters: members)
        return .object(try AlgoliaQuery(question, of: index).request.parameters)
    }

    private func engine(_ members: JSONObject) throws -> JSON { try AlgoliaSettings(kept: members).engineSettings() }

    @Test func `Parameters reach the engine, whichever way they were sent`() throws {
        let expected: JSON = [
            "typoTolerance": "min", "minWordSizefor1Typo": 3, "allowTyposOnNumericTokens": false,
            "queryType": "prefixNone", "optionalWords": ["red", "blue"], "ignorePlurals": true,
            "removeStopWords": false, "distinct": 1,
        ]
        let sent = JSONObject([
            ("typoTolerance", "min"), ("minWordSizefor1Typo", 3), ("allowTyposOnNumericTokens", false),
            ("queryType", "prefixNone"), ("optionalWords", ["red", "blue"]), ("ignorePlurals", ["fr", "en"]),
            ("removeStopWords", ["fr"]), ("distinct", true), ("analytics", false),
        ])
        #expect(try parameters(sent) == expected)
        let text =
            "typoTolerance=min&minWordSizefor1Typo=3&allowTyposOnNumericTokens=false&queryType=prefixNone"
            + "&optionalWords=red%2Cblue&ignorePlurals=%5B%22fr%22%2C%22en%22%5D&removeStopWords=fr&distinct=true"
        #expect(try parameters(JSONObject([("params", .string(text))])) == expected)
        #expect(try parameters(sent, takesRelevance: false) == [:])
        #expect(
            try parameters(JSONObject([("typoTolerance", false), ("distinct", "3")])) == [
                "typoTolerance": "false", "distinct": 3,
            ]
        )
    }

    @Test func `Distances count from a point, unless a box or a polygon says where`() throws {
        let around = JSONObject([("aroundLatLng", "48.86, 2.35"), ("aroundPrecision", [["from": 0, "value": 25]])])
        #expect(try parameters(around) == ["aroundLatLng": "48.86,2.35", "aroundPrecision": 25])
        var boxed = around
        boxed["insideBoundingBox"] = [[1, 2, 3, 4]]
        #expect(try parameters(boxed) == [:])
    }

    @Test func `A search is restricted to attributes that are searched, and no others`() throws {
        func restricted(_ names: JSON, of searched: [String], takesRelevance: Bool = true) throws -> JSON {
            let index = AlgoliaQuery.Index(searched: searched, takesRelevance: takesRelevance)
            let members = JSONObject([("restrictSearchableAttributes", names)])
            return .object(
                try AlgoliaQuery(AlgoliaQuestion(.hits, index: "i", parameters: members), of: index).request.parameters
            )
        }
        let searched = ["name", "brand"]
        #expect(try restricted("brand,name", of: searched) == ["restrictSearchableAttributes": ["brand", "name"]])
        #expect(try restricted([], of: searched) == [:])
        let error = #expect(throws: AlgoliaError.self) { try restricted(["brand", "price"], of: searched) }
        #expect(
            error?.status == 400 && error?.message.contains("attribute price is not in searchableAttributes") == true
        )
        // The searched attributes of an index without records, or of another service, are unknown.
        #expect(try restricted(["price"], of: []) == [:])
        #expect(try restricted(["price"], of: searched, takesRelevance: false) == [:])
    }

    @Test(
        arguments: [
            ("typoTolerance", "sometimes"), ("queryType", 7), ("minWordSizefor1Typo", 0), ("minProximity", "8"),
            ("distinct", -1), ("distinct", "many"), ("allowTyposOnNumericTokens", "perhaps"), ("optionalWords", [1]),
            ("removeWordsIfNoResults", ["none"]), ("exactOnSingleWordQuery", true), ("aroundPrecision", 0),
        ] as [(String, JSON)]
    )
    func `An invalid parameter is refused with its name`(_ name: String, _ value: JSON) throws {
        let members = JSONObject([("aroundLatLng", "1,2"), (name, value)])
        let error = #expect(throws: AlgoliaError.self) { try parameters(members) }
        #expect(error?.message.hasPrefix("\(name): ") == true && error?.status == 400)
    }

    @Test func `Signs and attributes without errors reach the engine`() throws {
        let members = JSONObject([("separatorsToIndex", "+#"), ("disableTypoToleranceOnAttributes", ["sku"])])
        #expect(
            try engine(members) == ["separatorsToIndex": "+#", "disableTypoToleranceOnAttributes": ["sku"]]
        )
        #expect(try engine(JSONObject([("separatorsToIndex", "")])) == [:])
        #expect(throws: AlgoliaError.self) { try engine(JSONObject([("separatorsToIndex", "+ -")])) }
        #expect(
            try parameters(JSONObject([("disableTypoToleranceOnAttributes", "sku,ean")])) == [
                "disableTypoToleranceOnAttributes": ["sku", "ean"]
            ]
        )
    }

    @Test func `Settings reach the engine`() throws {
        let settings = try engine(
            JSONObject([
                ("searchableAttributes", ["unordered(name)", "brand, maker", "name", "ordered(text)"]),
                ("ranking", ["words", "typo", "custom"]), ("typoTolerance", "strict"), ("ignorePlurals", true),
                ("attributeForDistinct", "model"), ("distinct", 2), ("hitsPerPage", 5), ("optionalWords", .null),
            ])
        )
        #expect(
            settings == [
                "searchableAttributes": ["unordered(name)", "brand,maker", "ordered(text)"],
                "typoTolerance": "strict", "ignorePlurals": true, "distinct": 2,
                "ranking": ["words", "typo", "custom"], "attributeForDistinct": "model",
            ]
        )
    }

    @Test(
        arguments: [
            ("ranking", ["typo", "fun"]), ("ranking", ["typo", "typo"]), ("ranking", "typo"),
            ("typoTolerance", "never"),
            ("minWordSizefor2Typos", 101), ("attributeForDistinct", ["a"]),
        ] as [(String, JSON)]
    )
    func `An invalid setting is refused with its name`(_ name: String, _ value: JSON) throws {
        let error = #expect(throws: AlgoliaError.self) {
            try AlgoliaSettings(kept: JSONObject([(name, value)])).check()
        }
        #expect(error?.message.hasPrefix("\(name): ") == true)
    }
}
