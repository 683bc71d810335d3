// SPDX-License-Identifier: MIT

import SearchIndex
import SearchModel
import Testing
import Wire

@Suite struct SettingsProposalTests {
    /// Records with one attribute of each sort.
    private func products(_ count: Int = 60) throws -> [Record] {
        try (0..<count).map { number in
            let texts = #""tags":["t\#(number % 4)","x"],"brand":"b\#(number % 5)","name":"thing \#(number)""#
            let codes = #""image":"https://example.org/\#(number).jpg","hash":"00f\#(1_000_000_000_000 + number)abc""#
            let rest = #""shop":"one","levels":{"lvl0":"a\#(number % 2)"},"parent_id":"p\#(number / 3)""#
            let numbers = #""supplier_id":\#(number % 7),"price":\#(number * 3),"popularity":\#(number % 11)"#
            let others =
                #""reviews":\#(number % 13),"rating":\#(number % 5),"releaseDate":\#(1_500_000_000 + number % 9)"#
            let description = String(repeating: "a long text about thing \(number) ", count: 8)
            let text =
                #"{"objectID":"r\#(number)","description":"\#(description)",\#(texts),\#(codes),\#(rest),\#(numbers),\#(others)}"#
            return try Record(text: Array(text.utf8))
        }
    }

    private func proposal(_ fixture: Fixture) throws -> SettingsProposal {
        try fixture.directory.indexes.proposeSettings(for: "test")
    }

    @Test func `What is proposed follows from what the attributes are, and says why`() throws {
        let fixture = try Fixture(products())
        let proposal = try proposal(fixture)
        let changes = Dictionary(uniqueKeysWithValues: proposal.changes.map { ($0.setting, $0) })
        #expect(
            changes["searchableAttributes"]?.after
                == ["name", "unordered(tags)", "brand", "parent_id", "unordered(description)"]
        )
        #expect(changes["attributesForFaceting"]?.after == ["tags", "brand", "levels.lvl0", "price", "rating"])
        #expect(changes["numericAttributes"]?.after == ["price", "popularity", "reviews", "rating", "releaseDate"])
        #expect(changes["customRanking"]?.after == ["desc(popularity)", "desc(reviews)"])
        #expect(changes["attributeForDistinct"]?.after == ["parent_id"])
        #expect(changes["searchableAttributes"]?.reasons.contains { $0.hasPrefix("hash: codes") } == true)
        #expect(changes["searchableAttributes"]?.reasons.contains { $0.hasPrefix("shop: the same") } == true)
        #expect(changes["attributesForFaceting"]?.reasons.contains { $0.hasPrefix("releaseDate: times") } == true)
    }

    @Test func `What was proposed can be set, and then nothing more is proposed`() throws {
        let fixture = try Fixture(products())
        let json = try proposal(fixture).json
        let writer = try IndexWriter(directory: fixture.directory.indexes, name: "test")
        try writer.change(settings: IndexSettings(json: json))
        let changes = try proposal(fixture).changes
        #expect(changes.isEmpty, "\(changes)")
        #expect(try fixture.hits("thing").totalCount == 20)
    }

    @Test func `A ranking that is there stays, and an attribute that no record has goes`() throws {
        let settings = IndexSettings(
            searchableAttributes: ["name", "title"],
            attributesForFaceting: ["brand"],
            numericAttributes: ["price"],
            customRanking: [RankingRule("price", .ascending), RankingRule("sales", .descending)]
        )
        let proposal = try proposal(Fixture(products(), settings: settings))
        let ranking = try #require(proposal.changes.first { $0.setting == "customRanking" })
        #expect(ranking.after == ["asc(price)"] && ranking.reasons == ["sales: no record has it"])
        let searchable = try #require(proposal.changes.first { $0.setting == "searchableAttributes" })
        #expect(searchable.reasons.contains("title: no record has it"))
    }

    @Test func `Nothing is proposed for an index without records`() throws {
        #expect(try proposal(Fixture([])).changes.isEmpty)
    }

    @Test func `init and tune propose the same, of what an import infers`() throws {
        var survey = AttributeSurvey()
        let records = try products().enumerated().map { number, record in
            var object = record.json.object ?? JSONObject()
            (object["zip"], object["path"]) = (JSON(10_000 + number), .string("/ not an address \(number)"))
            return try Record(text: JSON.object(object).bytes)
        }
        for record in records { record.text.withUnsafeBufferPointer { survey.observe($0) } }
        let fixture = try Fixture(records)
        let inferred = try fixture.directory.indexes.summary(of: "test").settings
        let changed = try IndexWriter(directory: fixture.directory.indexes, name: "test").change(
            settings: IndexSettings(json: proposal(fixture).json)
        )
        var proposed = survey.proposedSettings
        proposed.attributesToHighlight = changed.summary.settings.attributesToHighlight
        #expect(changed.summary.settings == proposed)
        #expect(inferred == survey.settings)
        #expect(
            inferred.numericAttributes?.contains("zip") == true && proposed.numericAttributes?.contains("zip") == false
        )
        #expect(proposed.searchableAttributes?.contains("path") == true)
    }
}
