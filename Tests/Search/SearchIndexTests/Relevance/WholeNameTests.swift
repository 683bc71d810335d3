// SPDX-License-Identifier: MIT

import SearchIndex
import SearchModel
import Testing
import Wire

/// Of records that match equally well, those are first of which an attribute is exactly the query.
@Suite struct WholeNameTests {
    /// The names, the most popular first, of an index in which a later one must be found.
    private func index(_ names: [String], relevance: RelevanceSettings = RelevanceSettings()) throws -> Fixture {
        var settings = IndexSettings(searchableAttributes: ["name", "notes"], customRanking: [])
        settings.relevance = relevance
        let records = try names.map { try Record.make($0, [("name", .string($0)), ("notes", "a thing")]) }
        return try Fixture(records, settings: settings)
    }

    private func first(_ query: String, in fixture: Fixture) throws -> String? {
        try fixture.hits(SearchRequest(index: "test", query: query)).hits.first?.objectID
    }

    @Test(arguments: [
        "gimp data", "data gimp", "gimp dtaa", "gimp dat", "gmip data", "gimpdata", "gi mp data",
    ])
    func `A name that has only the words of the query is before one that has more`(query: String) throws {
        let fixture = try index(["Gimp Data Extras", "Gimp Data 5", "Gimp Data"])
        #expect(try first(query, in: fixture) == "Gimp Data")
    }

    @Test func `A name in the order of the query is before one in another order`() throws {
        let fixture = try index(["Data Gimp", "Gimp Data 5", "Gimp Data"])
        #expect(try first("gimp data", in: fixture) == "Gimp Data")
        #expect(try first("data gimp", in: fixture) == "Data Gimp")
    }

    @Test func `A name in another order is before a text that has the words in theirs`() throws {
        let texts = [("python3-xhtml2pdf", "with reportlab python3 makes pages"), ("python3-reportlab", "makes pages")]
        let records = try texts.map { try Record.make($0, [("name", .string($0)), ("notes", .string($1))]) }
        let settings = IndexSettings(searchableAttributes: ["name", "notes"], customRanking: [])
        let fixture = try Fixture(records, settings: settings)
        #expect(try first("reportlab python3", in: fixture) == "python3-reportlab")
    }

    @Test func `A single word with an error finds the name that is nothing else first, a beginning does not`() throws {
        let fixture = try index(["Firefox Browser", "Firefoxes", "Firefox"])
        #expect(try first("firefxo", in: fixture) == "Firefoxes")
        #expect(try first("firefox", in: fixture) == "Firefox")
        #expect(try first("firef", in: fixture) == "Firefox Browser")
        var relevance = RelevanceSettings()
        relevance.exactOnSingleWordQuery = .word
        #expect(
            try first("firefox", in: index(["Firefox Browser", "Firefox"], relevance: relevance)) == "Firefox Browser"
        )
    }

    @Test func `An element of a list counts like an attribute`() throws {
        let records = try [["Gimp Data Extras"], ["Gimp", "Data"], ["Other", "Gimp Data"]].enumerated().map {
            try Record.make("\($0)", [("tags", JSON($1))])
        }
        let settings = IndexSettings(searchableAttributes: ["unordered(tags)"], customRanking: [])
        let fixture = try Fixture(records, settings: settings)
        #expect(try first("gimp data", in: fixture) == "2")
    }

    @Test func `A name of more words than are distinguished is before one with one word more`() throws {
        let name = "one or two words that people write down when they look around"
        let fixture = try index(["\(name) extra", name])
        #expect(try first(name, in: fixture) == name)
    }
}
