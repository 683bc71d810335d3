// SPDX-License-Identifier: MIT

import SearchIndex
import SearchModel
import Testing
import Wire

@Suite struct IndexSettingsTests {
    @Test("settings are read and written alike")
    func roundTrip() throws {
        let text =
            #"{"searchableAttributes":["name"],"attributesForFaceting":["a.b"],"numericAttributes":[],"#
            + #""customRanking":["desc(popularity)","asc(name)"],"attributesToHighlight":["name"]}"#
        let settings = try IndexSettings(json: JSON(parsing: text))
        #expect(settings.customRanking == [RankingRule("popularity", .descending), RankingRule("name", .ascending)])
        #expect(settings.json.text == text)
        #expect(try IndexSettings(json: [:]) == IndexSettings())
    }

    @Test(
        "what is not a setting is refused and named",
        arguments: [
            (#"{"searchableAttribute":[]}"#, "searchableAttribute"),
            (#"{"customRanking":["popularity"]}"#, "popularity"),
            (#"{"customRanking":["desc()"]}"#, "desc()"), (#"{"numericAttributes":"price"}"#, "numericAttributes"),
            (#"{"numericAttributes":[1]}"#, "numericAttributes"), (#"{"numericAttributes":["a","a"]}"#, "twice"),
            (#"{"searchableAttributes":[""]}"#, "empty"), ("[]", "object"),
        ]
    )
    func refused(text: String, mention: String) throws {
        let json = try JSON(parsing: text)
        let error = #expect(throws: JSONError.self) { try IndexSettings(json: json) }
        #expect(error?.message.contains(mention) == true)
    }

    @Test("settings left out are inferred: texts searched, repeated values counted, numbers compared")
    func inferred() throws {
        let records = try (0..<300).map { number -> Record in
            let members: [(String, JSON)] = [
                ("sku", .string("sku-\(number)")),
                ("name", .string("Thing \(number)")),
                ("brand", .string("b\(number % 7)")),
                ("price", JSON(number)),
                ("year", JSON(2_000 + number % 9)),
                ("sale", .bool(number.isMultiple(of: 2))),
                ("image", "https://example.org/i.png"),
                ("tags", JSON(["x", "t\(number % 3)"])),
                ("maker", ["city": .string("c\(number % 4)")]),
                ("text", .string(String(repeating: "long ", count: 30) + "\(number % 5)")),
            ]
            return try Record.make("\(number)", members)
        }
        let fixture = try Fixture(records)
        let settings = try fixture.reader.settings
        #expect(settings.searchableAttributes == ["name", "sku", "brand", "tags", "maker.city", "text"])
        #expect(settings.attributesForFaceting == ["brand", "year", "sale", "tags", "maker.city"])
        #expect(settings.numericAttributes == ["price", "year"])
        #expect(settings.attributesToHighlight == settings.searchableAttributes)
        #expect(settings.customRanking == [])
    }

    @Test func `Attributes of any names leave an index that opens, and are searched`() throws {
        let directory = try TemporaryDirectory()
        // The same name in two forms of Unicode, no name at all, and one that looks like two.
        let text =
            "{\"objectID\":\"1\",\"name\":\"Lamp\",\"\":\"x\",\"\u{e9}\":\"y\",\"e\u{301}\":\"z\",\"Price, EUR\":1.5,\"a, b\":\"c\"}"
        let record = try Record(text: Array(text.utf8))
        try IndexWriter(directory: directory.indexes, name: "test").replaceAll([record])
        let reader = try IndexReader(directory: directory.indexes, name: "test")
        #expect(try reader.settings.searchableAttributes == ["name", "\u{e9}", "\"a, b\""])
        #expect(try reader.search([SearchRequest(index: "test", query: "c")])[0].hits?.totalCount == 1)
        #expect(
            try reader.search([SearchRequest(index: "test", query: "lamp", facets: ["Price, EUR"])])[0].hits?.totalCount
                == 1
        )
        try IndexWriter(directory: directory.indexes, name: "test").add([record])
        #expect(try reader.records(["1"]) == [record.text])
    }
}
