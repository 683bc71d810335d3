// SPDX-License-Identifier: MIT

import SearchIndex
import SearchModel
import Testing
import Wire

/// Of very many records not all are compared; the best are first nevertheless.
@Suite struct EarlyTerminationTests {
    /// Many records that begin with a word, and behind all of them one that is another form of it.
    private func found(_ query: String, last name: String, _ settings: JSON) throws -> String? {
        let many = try (0..<5_000).map { try Record.make("\($0)", [("name", .string("lampshade flat"))]) }
        let last = try Record.make("last", [("name", .string(name))])
        let fixture = try Fixture(many + [last], settings: try IndexSettings(json: settings))
        return try fixture.hits(SearchRequest(index: "test", query: query, hitsPerPage: 5)).hits.first?.objectID
    }

    @Test func `A plural is exact, behind thousands that only begin alike`() throws {
        let settings: JSON = ["searchableAttributes": ["name"], "ignorePlurals": true]
        #expect(try found("lamp", last: "lamps flat", settings) == "last")
        #expect(try found("flat lamp", last: "flat lamps", settings) == "last")
    }

    @Test func `So is a synonym of one word`() throws {
        let settings: JSON = ["searchableAttributes": ["name"], "synonyms": [["lamp", "light"]]]
        #expect(try found("lamp", last: "light flat", settings) == "last")
    }
}
