// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Backends
import RandomTesting
import SearchModel
import Testing
import Wire

@testable import Engines

@Suite struct ElasticDialectTests {
    private static let tags = HighlightTags(token: 7)
    private static let shape = IndexShape(attributes: [
        .init("brand", type: "text", isCountable: true, isComparable: false),
        .init("brand.keyword", type: "keyword", isCountable: true, isComparable: false),
        .init("price", type: "double", isCountable: true, isComparable: true),
        .init("sale", type: "boolean", isCountable: true, isComparable: false),
        .init("story", type: "text", isCountable: false, isComparable: false),
    ])
    private let dialect = ElasticDialect(ElasticSettings(searchFields: ["name"]), tags: tags, shape: shape)

    private func body(_ request: SearchRequest) throws -> JSON { try dialect.encode(request)["body"] ?? .null }

    @Test("the search of the founding documents: a text, counts of several attributes, records")
    func foundingQuery() throws {
        let body = try body(SearchRequest(index: "shop", query: "oak table", hitsPerPage: 2, facets: ["brand"]))
        let expected = try JSON(
            parsing: """
                {"query": {"bool": {
                   "must": [
                     {"multi_match": {"query": "oak", "type": "best_fields", "lenient": true, "operator": "and",
                                      "fields": ["name"], "fuzziness": "AUTO", "prefix_length": 1}},
                     {"bool": {"should": [
                        {"multi_match": {"query": "table", "type": "bool_prefix", "lenient": true, "operator": "and",
                                         "fields": ["name"]}},
                        {"constant_score": {"filter": {
                          "multi_match": {"query": "table", "type": "best_fields", "lenient": true, "operator": "and",
                                          "fields": ["name"], "fuzziness": "AUTO", "prefix_length": 1}}, "boost": 0.5}}],
                      "minimum_should_match": 1}}],
                   "should": [{"multi_match": {"query": "oak table", "type": "most_fields", "lenient": true,
                                               "fields": ["name"]}}],
                   "minimum_should_match": 0}},
                 "track_total_hits": true, "from": 0, "size": 2,
                 "aggs": {"t0": {"terms": {"field": "brand.keyword", "size": 100}}}}
                """
        )
        var members = body.object ?? JSONObject()
        #expect(members["highlight"]?["fields"] == ["*": [:]] && members["highlight"]?["number_of_fragments"] == 0)
        members["highlight"] = nil
        #expect(JSON.object(members) == expected)
    }

    @Test("counts leave out their own filters in one search: common ones are in the query, the others in a post filter")
    func disjunctiveCounts() throws {
        let filters = FilterState(groups: [
            FilterGroup(id: .init(kind: .or, name: "b"), filters: [.facet("brand", "Acme"), .facet("brand", "Bolt")]),
            FilterGroup(id: .init(kind: .and, name: "s"), filters: [.facet("sale", true)]),
        ])
        let body = try body(
            SearchRequest(index: "shop", filters: filters, facets: ["brand", "sale"], stats: ["price"])
        )
        let sale: JSON = ["term": ["sale": ["value": true]]]
        let acme: JSON = ["term": ["brand.keyword": ["value": "Acme"]]]
        let bolt: JSON = ["term": ["brand.keyword": ["value": "Bolt"]]]
        let brands: JSON = ["bool": ["should": [acme, bolt], "minimum_should_match": 1]]
        #expect(body["query"] == ["bool": ["filter": [sale]]])
        #expect(body["post_filter"] == brands)
        let free = body["aggs"]?["s0"]
        #expect(free?["filter"] == ["match_all": [:]])
        #expect(free?["aggs"]?["v0"] == ["filters": ["filters": [acme, bolt]]])
        let bound = body["aggs"]?["s1"]
        #expect(bound?["filter"] == brands && bound?["aggs"]?["t1"]?["terms"]?["field"] == "sale")
        #expect(bound?["aggs"]?["m0"] == ["stats": ["field": "price"]])
    }

    /// A response like the documented one, with the fields of this shop.
    private static let answer = """
        {"took": 5, "timed_out": false, "_shards": {"total": 2, "successful": 2, "skipped": 0, "failed": 0},
         "hits": {"total": {"value": 2, "relation": "eq"}, "max_score": 1.3, "hits": [
           {"_index": "shop", "_id": "a", "_score": 1.3, "_source": {"name": "oak table", "place": {"lat": 1, "lon": 2}},
            "highlight": {"name": ["oak \(tags.open)table\(tags.close)"]}},
           {"_index": "shop", "_id": "b", "_score": 1, "_source": {"name": "table"}}]},
         "aggregations": {"t0": {"doc_count_error_upper_bound": 0, "sum_other_doc_count": 0, "buckets": [
             {"key": "Acme", "doc_count": 2}, {"key": "Bolt", "doc_count": 1}]},
           "t1": {"buckets": [{"key": 1, "key_as_string": "true", "doc_count": 2}]},
           "m0": {"count": 2, "min": 3.0, "max": 4.5, "avg": 3.75, "sum": 7.5}},
         "status": 200}
        """

    @Test("an answer becomes records, counts in their kinds, bounds and spans")
    func answer() throws {
        let request = SearchRequest(index: "shop", query: "table", facets: ["brand", "sale"], stats: ["price"])
        let hits = try dialect.decode(JSON(parsing: Self.answer), of: request).hits
        #expect(hits?.hits.map(\.objectID) == ["a", "b"] && hits?.totalCount == 2 && hits?.isExhaustive == true)
        #expect(
            hits?.hits[0].highlights["name"]
                == Highlight(spans: [.init("oak ", isMatched: false), .init("table", isMatched: true)])
        )
        #expect(hits?.facets["brand"]?.map(\.value) == ["Acme", "Bolt"])
        #expect(hits?.facets["sale"] == [FacetCount(value: true, count: 2)])
        #expect(hits?.stats["price"] == 3...4.5)
    }

    @Test(
        "a member that is missing or of the wrong kind is named",
        arguments: [
            (#"{"hits": {"total": {"value": 2, "relation": "eq"}, "hits": 5}}"#, "hits"),
            (#"{"hits": {"hits": []}}"#, "total"), ("{}", "hits"), (#"{"hits": {"total": -1, "hits": []}}"#, "total"),
            (#"{"hits": {"total": 1, "hits": [{"_source": {}}]}}"#, "_id"),
            (#"{"hits": {"total": 1, "hits": [{"_id": "a", "_source": 4}]}}"#, "_source"),
            (#"{"hits": {"total": 0, "hits": []}, "aggregations": {}}"#, "brand"),
            (
                #"{"hits": {"total": 0, "hits": []}, "aggregations": {"t0": {"buckets": [{"key": "a", "doc_count": "x"}]}}}"#,
                "doc_count"
            ),
            (
                #"{"hits": {"total": 0, "hits": []}, "aggregations": {"t0": {"buckets": [{"key": [], "doc_count": 1}]}}}"#,
                "key"
            ),
        ]
    )
    func malformed(text: String, name: String) throws {
        let facets: [FacetNeed] = text.contains("aggregations") ? ["brand"] : []
        let error = #expect(throws: JSONError.self) {
            try dialect.decode(JSON(parsing: text), of: SearchRequest(index: "shop", facets: facets))
        }
        #expect(error?.message.contains(name) == true, "\(error?.message ?? "")")
    }

    @Test("inexact counts are marked")
    func inexact() throws {
        let shards = #"{"total": 5, "failed": 2, "failures": [{"reason": {"reason": "node left"}}]}"#
        for (text, words) in [
            (#"{"timed_out": true, "hits": {"total": 0, "hits": []}}"#, "The time was over"),
            (
                #"{"_shards": \#(shards), "hits": {"total": 0, "hits": []}}"#,
                "2 of 5 parts of the index failed: node left"
            ),
            (#"{"_shards": {"failed": 1}, "hits": {"total": 0, "hits": []}}"#, "1 of 1 parts"),
            (#"{"terminated_early": true, "hits": {"total": 0, "hits": []}}"#, nil),
            (#"{"hits": {"total": {"value": 10000, "relation": "gte"}, "hits": []}}"#, nil),
        ] as [(String, String?)] {
            let hits = try dialect.decode(JSON(parsing: text), of: SearchRequest(index: "shop")).hits
            #expect(hits?.isExhaustive == false)
            #expect(hits?.warnings.map(\.code) == (words == nil ? [] : [.answerIncomplete]))
            if let words { #expect(hits?.warnings.first?.message.contains(words) == true) }
        }
    }

    @Test("errors of single searches are distinguished, and the others succeed")
    func refusals() throws {
        let reply = try JSON(
            parsing: """
                {"took": 1, "responses": [
                  {"error": {"root_cause": [{"type": "index_not_found_exception", "reason": "no such index [gone]"}],
                             "type": "index_not_found_exception", "reason": "no such index [gone]"}, "status": 404},
                  {"took": 1, "hits": {"total": 0, "hits": []}, "status": 200}]}
                """
        )
        let answers = try dialect.answers(in: reply, count: 2)
        #expect(throws: EngineRefusal(status: 404, words: "no such index [gone]")) { try answers[0].get() }
        #expect(try answers[1].get()["took"] == 1)
    }

    @Test("a text without an exact field is neither counted nor filtered, with an explanation")
    func textWithoutExactField() throws {
        #expect(try body(SearchRequest(index: "shop", stats: ["brand"]))["aggs"] == nil)
        #expect(try body(SearchRequest(index: "shop", facets: ["story"]))["aggs"] == nil)
        let answer: JSON = ["hits": ["total": 0, "hits": []]]
        let hits = try dialect.decode(answer, of: SearchRequest(index: "shop", facets: ["story"], stats: ["story"]))
            .hits
        #expect(hits?.warnings.map(\.code) == [.attributeNotCounted, .attributeNotNumeric])
        let filters = FilterState(groups: [
            FilterGroup(id: .init(kind: .and, name: "s"), filters: [.facet("story", "x")])
        ])
        let error = #expect(throws: SearchBusError.self) { try body(SearchRequest(index: "shop", filters: filters)) }
        #expect(error?.code == .invalidArgument)
    }

    @Test("a session's parameters run and read nothing; the searcher's own override those of the app file")
    func parameters() throws {
        let settings = ElasticSettings(body: JSONObject([("min_score", 0.5), ("explain", true)]))
        let parameters = JSONObject([
            ("script_fields", ["x": [:]]), ("preference", "me"), ("min_score", 2), ("query", [:]), ("timeout", ["a"]),
        ])
        let request = SearchRequest(index: "shop", parameters: parameters)
        let query = try ElasticDialect(settings).encode(request)
        #expect(query["header"] == ["index": "shop", "preference": "me"])
        #expect(
            query["body"]?["min_score"] == 2 && query["body"]?["explain"] == true
                && query["body"]?["script_fields"] == nil
        )
        #expect(query["body"]?["query"] == ["match_all": [:]] && query["body"]?["timeout"] == nil)
        let hits = try ElasticDialect(settings).decode(["hits": ["total": 0, "hits": []]], of: request).hits
        #expect(hits?.warnings.map(\.attribute) == ["script_fields", "query", "timeout"])
    }

    @Test(
        "no session reaches other indexes by a pattern, a list or an option",
        arguments: [
            "*", "a*", "a,b", "_all", "-a", ".security", "a/b", "a?b", "other:a", "", "a b", "<a>",
        ]
    )
    func indexNames(name: String) {
        #expect(throws: SearchBusError.self) { try ElasticDialect().encode(SearchRequest(index: name)) }
        #expect(ElasticDialect().descriptionExchanges(of: name).isEmpty)
    }

    @Test("preferred records are first by their scores")
    func optionalFilters() throws {
        let group = FilterGroup(id: .init(kind: .optional, name: "o"), filters: [.facet("brand", "Acme", score: 3)])
        let body = try body(SearchRequest(index: "shop", filters: FilterState(groups: [group])))
        let should = body["query"]?["bool"]?["should"]?.array
        #expect(
            should == [["constant_score": ["filter": ["term": ["brand.keyword": ["value": "Acme"]]], "boost": 3_000]]]
        )
        #expect(body["query"]?["bool"]?["minimum_should_match"] == 0)
    }

    @Test("a value of another type than the field's matches no record")
    func foreignValues() throws {
        let filters = FilterState(groups: [
            FilterGroup(id: .init(kind: .and, name: "s"), filters: [.facet("price", "cheap"), .facet("sale", 3)])
        ])
        let body = try body(SearchRequest(index: "shop", filters: filters))
        #expect(body["query"]?["bool"]?["filter"] == [["match_none": [:]], ["match_none": [:]]])
    }

    @Test("a mapping has attributes, their exact fields and their uses")
    func mapping() throws {
        let reply = try JSON(
            parsing: """
                {"shop-1": {"mappings": {"properties": {
                   "name": {"type": "text"},
                   "brand": {"type": "text", "fields": {"raw": {"type": "keyword"}}},
                   "size": {"properties": {"width": {"type": "integer"}}},
                   "parts": {"type": "nested", "properties": {"id": {"type": "keyword"}}},
                   "made": {"type": "date"}}}}}
                """
        )
        let shape = try ElasticDialect().description(in: [reply], of: "shop")
        #expect(shape["name"]?.isCountable == false && shape["brand"]?.isCountable == true)
        #expect(shape["size.width"]?.isComparable == true && shape["made"]?.isComparable == true)
        #expect(shape["parts"]?.isCountable == false && shape["parts.id"]?.isCountable == true)
        let body = try ElasticDialect(shape: shape).encode(SearchRequest(index: "shop", facets: ["brand"]))["body"]
        #expect(body?["aggs"]?["t0"]?["terms"]?["field"] == "brand.raw")
    }

    @Test("for any text in a search of values, the expression matches values that contain it")
    func expressions() throws {
        var random = SeededGenerator(seed: testSeed)
        let signs = Array("aZß9 .?+*|{}[]()\"\\#@&<>~^$-é日İ")
        for _ in 0..<500 {
            let text = String((0..<Int.random(in: 1...8, using: &random)).map { _ in random.pick(signs) })
            let request = SearchRequest(index: "shop", kind: .facetValues(attribute: "brand", limit: 5), query: text)
            let terms = try body(request)["aggs"]?["t0"]?["terms"]
            // Signs are literal after a backslash, and letters in both cases in brackets: nothing else is left.
            var rest = Substring(terms?["include"]?.string ?? ".*.*")
            #expect(rest.hasPrefix(".*") && rest.hasSuffix(".*"))
            rest = rest.dropFirst(2).dropLast(2)
            while let character = rest.popFirst() {
                if character == "\\" {
                    _ = rest.popFirst()
                } else if character == "[" {
                    let inside = rest.prefix { $0 != "]" }
                    #expect(inside.allSatisfy { $0.isLetter })
                    rest = rest.dropFirst(inside.count + 1)
                } else {
                    #expect(character.isLetter || character.isNumber)
                }
            }
        }
    }
}
