// SPDX-License-Identifier: MIT

import AlgoliaTesting
import RandomTesting
import SearchIndex
import SearchModel
import Testing
import Wire

@testable import AlgoliaLanguage
@testable import Backends

/// The interface reads the engine's texts, and the other way round: parameters, answers and settings.
@Suite struct LanguageRoundTripTests {
    private let dialect = AlgoliaDialect(token: 7)

    private func words(_ random: inout SeededGenerator, _ count: ClosedRange<Int> = 1...4) -> String {
        let pieces = ["red", "lamp", "été", "日本", "<em>", "a&b=c", "100%", "+", "\"", "it's", "x:y", "-z"]
        return (0..<Int.random(in: count, using: &random)).map { _ in random.pick(pieces) }.joined(separator: " ")
    }

    private func question(_ query: JSONObject, _ syntax: ParameterSyntax) throws -> AlgoliaQuestion {
        AlgoliaQuestion(.hits, index: "i", parameters: try #require(syntax.query(.object(query)).object))
    }

    // MARK: - Parameters

    private func request(_ random: inout SeededGenerator) throws -> SearchRequest {
        let point = try #require(GeoPoint(latitude: 48.5, longitude: -11.25))
        let box = Filter.geo(.box(southWest: point, northEast: try #require(GeoPoint(latitude: 50, longitude: 7))))
        let places = [
            [], [Filter.geo(.circle(point, radius: Double(Int.random(in: 1...9_000, using: &random))))], [box],
        ]
        let values: [Filter] = [.facet("brand", "Ä \"x\""), .facet("brand", "b"), .comparison("price", .less, 2.5)]
        return SearchRequest(
            index: "i",
            query: words(&random, 0...4),
            page: Int.random(in: 0...20, using: &random),
            hitsPerPage: Int.random(in: 1...40, using: &random),
            filters: .of((.and, "f", values.filter { _ in random.isTrue() }), (.and, "p", random.pick(places))),
            facets: ["brand", "price", "sale"].filter { _ in random.isTrue() }.map { FacetNeed($0, limit: 30) },
            attributesToRetrieve: ["name", "brand"].filter { _ in random.isTrue() },
            attributesToHighlight: ["name"].filter { _ in random.isTrue() }
        )
    }

    @Test func `A filter on any text survives encoding and decoding`() throws {
        var random = SeededGenerator(seed: testSeed)
        let pieces = ["a", "\\", "\"", "'", " ", "(", ")", ":", "<score=2>", " OR ", "日"]
        for _ in 0..<2_000 {
            let texts = (0..<2).map { _ in
                "x" + (0..<Int.random(in: 0...6, using: &random)).map { _ in random.pick(pieces) }.joined()
            }
            let filter = Filter.facet(texts[0], .text(texts[1]))
            let other = Filter.facet("brand", "b")
            let text = try #require(FilterText.text(of: .of((.and, "f", [filter, other]))))
            let read = try FilterTextParser.lists(text).map { $0.map(\.filters) }
            #expect(Set(read) == [[[filter]], [[other]]], "\(text), seed \(testSeed)")
        }
    }

    @Test(arguments: [FilterSyntax.lists, .text], [ParameterSyntax.members, .text])
    func `A request survives encoding and decoding`(_ filters: FilterSyntax, _ parameters: ParameterSyntax) throws {
        var random = SeededGenerator(seed: testSeed)
        let dialect = AlgoliaDialect(filters: filters, token: 7)
        for _ in 0..<300 {
            let request = try request(&random)
            let read = try AlgoliaQuery(try question(try dialect.encode(request), parameters)).request
            #expect(read.query == request.query && read.page == request.page, "seed \(testSeed)")
            #expect(read.hitsPerPage == request.hitsPerPage, "seed \(testSeed)")
            #expect(read.facets.map(\.attribute) == request.facets.map(\.attribute), "seed \(testSeed)")
            #expect(read.attributesToHighlight == request.attributesToHighlight, "seed \(testSeed)")
            let wanted = Set((request.attributesToRetrieve ?? []) + (request.attributesToHighlight ?? []))
            #expect(read.attributesToRetrieve.map(Set.init) == wanted, "seed \(testSeed)")
            let conditions = Set(request.filters.groups.flatMap(\.filters))
            #expect(Set(read.baseFilters.groups.flatMap(\.filters)) == conditions, "seed \(testSeed)")
            #expect(read.baseFilters.count == request.filters.count, "seed \(testSeed)")
        }
    }

    // MARK: - Answers

    private func hit(_ number: Int, _ random: inout SeededGenerator) -> Hit {
        var spans: [Highlight.Span] = []
        for place in 0..<Int.random(in: 1...5, using: &random) {
            spans.append(Highlight.Span(place > 0 ? " \(words(&random, 1...1))" : "start", isMatched: false))
            spans.append(Highlight.Span(words(&random, 1...1), isMatched: true))
        }
        let name = spans.map(\.text).joined()
        return Hit(
            objectID: "\(number)",
            record: ["objectID": .string("\(number)"), "name": .string(name), "n": JSON(number)],
            highlights: ["name": Highlight(spans: spans)]
        )
    }

    @Test func `An answer survives encoding and decoding`() throws {
        var random = SeededGenerator(seed: testSeed)
        for _ in 0..<200 {
            let request = SearchRequest(
                index: "i",
                query: "red",
                facets: ["brand", "price", "sale"].map { FacetNeed($0, limit: 30) },
                stats: ["price"],
                attributesToHighlight: ["name"]
            )
            let query = try AlgoliaQuery(
                question(try dialect.encode(request), .members),
                of: AlgoliaQuery.Index(numeric: ["price"])
            )
            func counts(_ values: [FacetValue]) -> [FacetCount] {
                values.filter { _ in random.isTrue() }.map {
                    FacetCount(value: $0, count: Int.random(in: 1...99, using: &random))
                }
            }
            let hits = SearchResponse.Hits(
                hits: (0..<Int.random(in: 0...4, using: &random)).map { hit($0, &random) },
                totalCount: Int.random(in: 4...5_000, using: &random),
                page: 0,
                hitsPerPage: request.hitsPerPage,
                facets: [
                    "brand": counts(["Apple", "Ä \"x\"", "7up"]), "price": counts([-3, 2.5, 1_000_000]),
                    "sale": counts([true, false]),
                ],
                stats: ["price": -3...1_000_000],
                isExhaustive: random.isTrue()
            )
            let response = SearchResponse(query: "red", processingTimeMS: 2, content: .hits(hits))
            let read = try dialect.decode(try JSON(parsing: query.answer(response)), of: request)
            let found = try #require(read.hits)
            #expect(found.hits == hits.hits && found.totalCount == hits.totalCount, "seed \(testSeed)")
            #expect(found.facets == hits.facets && found.stats == hits.stats, "seed \(testSeed)")
            #expect(found.isExhaustive == hits.isExhaustive && read.processingTimeMS == 2, "seed \(testSeed)")
        }
    }

    @Test func `Found values survive encoding and decoding`() throws {
        let request = SearchRequest(index: "i", kind: .facetValues(attribute: "brand", limit: 5), query: "ap")
        let members = try dialect.encode(request)
        var parameters = members
        (parameters["facetName"], parameters["facet"], parameters["type"]) = (members["facet"], nil, nil)
        let query = try AlgoliaQuery(AlgoliaQuestion(.facets, index: "i", parameters: parameters))
        #expect(query.request.kind == request.kind && query.request.query == request.query)
        let marked = Highlight(spans: [.init("Ap", isMatched: true), .init("ple", isMatched: false)])
        let values = [FacetCount(value: "Apple", count: 3, highlighted: marked)]
        let content = SearchResponse.Content.facetValues(attribute: "brand", values: values)
        let answer = query.answer(SearchResponse(query: "ap", processingTimeMS: 1, content: content))
        #expect(try dialect.decode(try JSON(parsing: answer), of: request).content == content)
    }

    // MARK: - Settings

    @Test func `The defaults that clients read are those of the index`() throws {
        let defaults = AlgoliaSettings(kept: AlgoliaSettings(kept: JSONObject()).all)
        #expect(try IndexSettings(json: defaults.engineSettings()).relevance == RelevanceSettings())
    }

    @Test func `Settings of an index survive encoding for clients and decoding`() throws {
        var random = SeededGenerator(seed: testSeed)
        func some(_ values: [String]) -> [String]? { random.isTrue() ? values.filter { _ in random.isTrue() } : nil }
        for _ in 0..<300 {
            var settings = IndexSettings(
                searchableAttributes: some(["name", "unordered(text)", "brand,maker"]),
                attributesForFaceting: some(["brand", "Size (cm)"]),
                numericAttributes: some(["price", "year"]),
                customRanking: some(["desc(sales)", "asc(price)"])?.compactMap { RankingRule($0) },
                attributesToHighlight: some(["name"])
            )
            var relevance = JSONObject()
            for setting in RelevanceSetting.allCases where random.isTrue() {
                switch setting.form {
                case .choice(let words): relevance[setting.rawValue] = .string(random.pick(words))
                case .flag, .languages: relevance[setting.rawValue] = .bool(random.isTrue())
                case .number(let bounds), .count(let bounds):
                    relevance[setting.rawValue] = JSON(Int.random(in: bounds, using: &random))
                case .texts: relevance[setting.rawValue] = JSON(["x", "y"])
                case .order: relevance[setting.rawValue] = ["desc(year)", "typo", "custom"]
                case .own: continue
                }
            }
            settings.relevance = try IndexSettings(json: .object(relevance)).relevance
            let taken = try AlgoliaSettings(given: settings.json).engineSettings()
            #expect(try IndexSettings(json: taken) == settings, "seed \(testSeed): \(settings.json.text)")
        }
    }
}
