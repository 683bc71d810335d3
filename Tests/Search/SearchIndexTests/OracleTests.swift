// SPDX-License-Identifier: MIT

import RandomTesting
import SearchIndex
import SearchModel
import Testing
import Wire

/// Random records, filters and queries: the index must answer exactly like the reference implementation.
@Suite struct OracleTests {
    private static let words = [
        "red", "Rêd", "reddish", "shoe", "shoes", "Schuh", "tv", "television", "télé", "4k", "a", "ab", "abc", "zoo",
        "x",
    ]
    private static let brands = ["Apple", "Sony", "LG", "Ärzte & Co", "o'Neill \"x\"", "日本"]
    private static let settings = IndexSettings(
        searchableAttributes: ["name", "brand", "notes"],
        attributesForFaceting: ["brand", "colors", "rating", "sale", "category.lvl0", "category.lvl1", "parts.kind"],
        numericAttributes: ["price", "rating", "parts.size"],
        customRanking: [RankingRule("popularity", .descending)]
    )

    private static func record(_ number: Int, _ random: inout SeededGenerator) throws -> Record {
        func text(_ most: Int) -> JSON {
            .string(
                (0..<Int.random(in: 0...most, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
                    .joined(separator: [" ", ", ", "-"].randomElement(using: &random) ?? " ")
            )
        }
        func maybe(_ value: JSON) -> JSON { Int.random(in: 0..<8, using: &random) == 0 ? .null : value }
        let level = ["A", "B"].randomElement(using: &random) ?? "A"
        return try Record.make(
            "r\(number)",
            [
                ("name", text(3)), ("notes", .array([text(2), text(2)])),
                ("brand", maybe(.string(brands.randomElement(using: &random) ?? ""))),
                ("colors", .array((0..<Int.random(in: 0...3, using: &random)).map { _ in text(1) })),
                ("rating", maybe(JSON(Int.random(in: 0...5, using: &random)))),
                ("sale", maybe(.bool(Bool.random(using: &random)))),
                ("price", maybe(.number(Double(Int.random(in: 0...40, using: &random)) / 4))),
                ("popularity", maybe(JSON(Int.random(in: 0...6, using: &random)))),
                (
                    "category",
                    ["lvl0": .string(level), "lvl1": .string("\(level) > \(Int.random(in: 0...2, using: &random))")]
                ),
                (
                    "parts",
                    .array(
                        (0..<Int.random(in: 0...2, using: &random)).map { _ in
                            ["kind": text(1), "size": JSON(Int.random(in: 0...9, using: &random))]
                        }
                    )
                ),
                ("_tags", ["new", .string(level)]),
            ]
        )
    }

    /// One of some texts, now and then in another case.
    private static func spelling(of texts: [String], _ random: inout SeededGenerator) -> FacetValue {
        let text = texts.randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return .text(text.uppercased())
        case 1: return .text(text.lowercased())
        default: return .text(text)
        }
    }

    private static func filter(_ random: inout SeededGenerator) -> Filter {
        let isNegated = Int.random(in: 0..<6, using: &random) == 0
        let number = Double(Int.random(in: -1...11, using: &random))
        let comparison = Filter.Operator.allCases.randomElement(using: &random) ?? .equal
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1:
            return .facet("brand", spelling(of: brands + ["None"], &random), isNegated: isNegated)
        case 2: return .facet("colors", spelling(of: words, &random), isNegated: isNegated)
        case 3: return .facet("rating", FacetValue(number), isNegated: isNegated)
        case 4: return .facet("sale", .bool(Bool.random(using: &random)), isNegated: isNegated)
        case 5: return .tag(spelling(of: ["new", "A", "old"], &random).label)
        case 6:
            let attribute = ["price", "parts.size", "rating"].randomElement(using: &random) ?? "price"
            return .range(attribute, number...number + 3)
        case 7: return Filter(attribute: "price", condition: .comparison(comparison, number), isNegated: isNegated)
        default: return .facet("parts.kind", spelling(of: words, &random))
        }
    }

    private static func state(_ random: inout SeededGenerator, most: Int) -> FilterState {
        var state = FilterState()
        for _ in 0..<Int.random(in: 0...most, using: &random) {
            let id = FilterGroup.ID(
                kind: [.and, .or, .or].randomElement(using: &random) ?? .or,
                name: ["g", "h"].randomElement(using: &random) ?? "g"
            )
            state.add(filter(&random), to: id)
        }
        for _ in 0..<max(0, Int.random(in: -4...3, using: &random)) {
            let preferred = filter(&random)
            let score = [nil, 0, 1, 5].randomElement(using: &random) ?? nil
            state.add(
                Filter(
                    attribute: preferred.attribute,
                    condition: preferred.condition,
                    isNegated: preferred.isNegated,
                    score: score
                ),
                to: FilterGroup.ID(kind: .optional, name: "wish")
            )
        }
        guard Int.random(in: 0..<4, using: &random) == 0 else { return state }
        let path = FilterGroup.ID(kind: .hierarchical, name: "category")
        let levels = ["category.lvl0", "category.lvl1"]
        if Bool.random(using: &random) { state.setAttributes(levels, of: path) }
        let chosen = HierarchyPath(["A", "A > 1", "B > 2", "C"].randomElement(using: &random) ?? "A").filters(
            on: levels
        )
        state.setPath(Bool.random(using: &random) ? chosen : Array(chosen.suffix(1)), in: path)
        return state
    }

    /// The settings with or without typo tolerance.
    private static func settings(forgives: Bool) -> IndexSettings {
        var settings = settings
        settings.relevance.typoTolerance = forgives ? .always : .never
        return settings
    }

    private static func query(_ random: inout SeededGenerator) -> String {
        guard Int.random(in: 0..<4, using: &random) > 0 else { return "" }
        let chosen = (0..<Int.random(in: 1...3, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
        var text = Array(chosen.joined(separator: Int.random(in: 0..<6, using: &random) == 0 ? "" : " "))
        text = Array(text.dropLast(Int.random(in: 0...2, using: &random)))
        // Now and then an error: a letter is lost, doubled or another, or two change places.
        if Int.random(in: 0..<3, using: &random) == 0, text.count > 3 {
            let place = Int.random(in: 0..<text.count - 1, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: text.remove(at: place)
            case 1: text.insert("e", at: place)
            case 2: text[place] = "x"
            default: text.swapAt(place, place + 1)
            }
        }
        return String(text)
    }

    private static func check(_ fixture: Fixture, _ naive: NaiveSearch, _ random: inout SeededGenerator) throws {
        let facets = settings.attributesForFaceting ?? []
        let needs = facets.flatMap { attribute in
            (0...Int.random(in: 0...1, using: &random)).map { _ in
                FacetNeed(
                    attribute,
                    limit: [0, 1, 3, 100].randomElement(using: &random) ?? 100,
                    order: FacetNeed.Order.allCases.randomElement(using: &random) ?? .countDescending
                )
            }
        }
        let request = SearchRequest(
            index: "test",
            query: query(&random),
            page: Int.random(in: 0...2, using: &random),
            hitsPerPage: [0, 1, 7, 1_000].randomElement(using: &random) ?? 20,
            filters: state(&random, most: 4),
            baseFilters: state(&random, most: 1),
            ignoresCase: Bool.random(using: &random),
            facets: needs,
            stats: settings.numericAttributes ?? []
        )
        var naive = naive
        naive.ignoresCase = request.ignoresCase
        let hits = try fixture.hits(request)
        let expected = naive.ids(request)
        let comment: Comment = "seed \(testSeed): \(request)"
        #expect(hits.totalCount == expected.count, comment)
        let page = expected.dropFirst(request.page * request.hitsPerPage).prefix(request.hitsPerPage)
        #expect(hits.hits.map(\.objectID) == Array(page), comment)
        for attribute in facets {
            let counts = naive.counts(attribute, request)
            var expected = Set(FacetSelection.values(of: attribute, in: request.filters))
            for need in needs where need.attribute == attribute {
                let present = counts.filter { $0.value > 0 }.map { FacetCount(value: $0.key, count: $0.value) }
                expected.formUnion(present.sorted { need.isEarlier($0, $1) }.prefix(need.limit).map(\.value))
            }
            let listed = expected.map { FacetCount(value: $0, count: counts[$0] ?? -1) }
            #expect(hits.facets[attribute] == listed.sorted(by: FacetCount.isCommoner), "\(attribute), \(comment)")
        }
        for attribute in request.stats {
            #expect(hits.stats[attribute] == naive.bounds(attribute, request), "\(attribute), \(comment)")
        }
    }

    @Test(
        "hits, order, counts and bounds are those of the plain implementation",
        arguments: [0, 1, 40, 300],
        [false, true]
    )
    func answersAreThoseOfThePlainImplementation(count: Int, forgives: Bool) throws {
        var random = SeededGenerator(seed: testSeed &+ UInt64(count))
        let records = try (0..<count).map { try OracleTests.record($0, &random) }
        let fixture = try Fixture(records, settings: OracleTests.settings(forgives: forgives))
        let naive = NaiveSearch(
            records: records,
            searchable: OracleTests.settings.searchableAttributes ?? [],
            ranking: ("popularity", true),
            forgives: forgives
        )
        for _ in 0..<(count > 100 ? rounds(8, thorough: 30) : rounds(40, thorough: 150)) {
            try OracleTests.check(fixture, naive, &random)
        }
    }

    @Test("an index changed record by record answers like one that was imported")
    func changedIndexAnswersAlike() throws {
        var random = SeededGenerator(seed: testSeed)
        var records = try (0..<60).map { try OracleTests.record($0, &random) }
        let fixture = try Fixture(records, settings: OracleTests.settings)
        let writer = try IndexWriter(directory: fixture.directory.indexes, name: "test")
        for round in 0..<rounds(6, thorough: 12) {
            if round.isMultiple(of: 3) {
                let gone = Set((0..<10).map { _ in "r\(Int.random(in: 0..<70, using: &random))" })
                try writer.delete(objectIDs: Array(gone))
                records.removeAll { gone.contains($0.objectID) }
            } else {
                var numbers: Set<Int> = []
                while numbers.count < 8 { numbers.insert(Int.random(in: 0..<70, using: &random)) }
                let added = try numbers.map { try OracleTests.record($0, &random) }
                try writer.add(added)
                // A replaced record keeps its position.
                for record in added {
                    if let place = records.firstIndex(where: { $0.objectID == record.objectID }) {
                        records[place] = record
                    } else {
                        records.append(record)
                    }
                }
            }
            let naive = NaiveSearch(
                records: records,
                searchable: OracleTests.settings.searchableAttributes ?? [],
                ranking: ("popularity", true),
                forgives: true
            )
            for _ in 0..<10 { try OracleTests.check(fixture, naive, &random) }
        }
    }
}

/// The values that a state selects of an attribute.
enum FacetSelection {
    static func values(of attribute: String, in state: FilterState) -> [FacetValue] {
        state.groups.filter { $0.id.kind != .optional }.flatMap(\.filters).filter {
            $0.attribute == attribute && !$0.isNegated
        }.compactMap(\.facetValue)
    }
}

extension FacetNeed {
    /// Whether a value comes before another, in the simplest way.
    func isEarlier(_ left: FacetCount, _ right: FacetCount) -> Bool {
        let byName = FacetName(left.value) < FacetName(right.value)
        return switch order {
        case .countDescending: left.count != right.count ? left.count > right.count : byName
        case .countAscending: left.count != right.count ? left.count < right.count : byName
        case .nameAscending: byName
        case .nameDescending: FacetName(right.value) < FacetName(left.value)
        }
    }
}
