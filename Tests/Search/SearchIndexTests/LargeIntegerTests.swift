// SPDX-License-Identifier: MIT

import SearchModel
import Testing
import Wire

@testable import SearchIndex

/// Integers of 64 bits, of which a `Double` holds only the nearest: identifiers, times in nanoseconds.
@Suite struct LargeIntegerTests {
    private static let numbers: [Int64] = [
        9_007_199_254_740_992, 9_007_199_254_740_993, 161_398_618_834_599_936, 161_398_618_834_599_937,
        161_398_618_834_599_938, .max, .max - 1, .min, .min + 1, 1,
    ]

    private func fixture() throws -> Fixture {
        let settings = try IndexSettings(
            json: JSON(
                parsing:
                    #"{"numericAttributes": ["n"], "attributesForFaceting": ["n"], "replicas": {"up": ["asc(n)"]}}"#
            )
        )
        let records = try LargeIntegerTests.numbers.map { number in
            try Record(text: Array(#"{"objectID":"\#(number)","n":\#(number)}"#.utf8))
        }
        let fixture = try Fixture(Array(records[..<5]), settings: settings)
        // Segments of their own are compared with each other.
        try IndexWriter(directory: fixture.directory.indexes, name: "test").add(Array(records[5...]))
        return fixture
    }

    private func found(_ fixture: Fixture, _ filter: Filter?) throws -> Set<String> {
        let reader = try IndexReader(directory: fixture.directory.indexes, name: "test")
        var request = SearchRequest(index: "test")
        request.filters = .of((.and, "n", [try #require(filter)]))
        request.hitsPerPage = 100
        return Set(try reader.search([request])[0].hits?.hits.map(\.objectID) ?? [])
    }

    @Test(arguments: Filter.Operator.allCases, [false, true])
    func `Filters compare them exactly`(comparison: Filter.Operator, isNegated: Bool) throws {
        let fixture = try fixture()
        for bound in LargeIntegerTests.numbers {
            let filter = try #require(
                Filter.comparison("n", comparison, exactly: .integer(bound), isNegated: isNegated)
            )
            let holds: (Int64) -> Bool =
                switch isNegated ? comparison.opposite : comparison {
                case .less: { $0 < bound }
                case .lessOrEqual: { $0 <= bound }
                case .equal: { $0 == bound }
                case .notEqual: { $0 != bound }
                case .greaterOrEqual: { $0 >= bound }
                case .greater: { $0 > bound }
                }
            let expected = Set(LargeIntegerTests.numbers.filter(holds).map(String.init))
            #expect(try found(fixture, filter) == expected, "\(comparison.rawValue) \(bound)")
            // It is the same after transfer over the bus.
            #expect(try found(fixture, Filter(json: JSON(parsing: filter.json.text))) == expected)
        }
    }

    @Test func `Ranges and values do not take neighbours in`() throws {
        let fixture = try fixture()
        let (low, high): (Int64, Int64) = (161_398_618_834_599_937, .max - 1)
        let range = Filter.range("n", from: .integer(low), to: .integer(high))
        #expect(try found(fixture, range) == ["\(low)", "\(low + 1)", "\(high)"])
        #expect(try found(fixture, range?.negated).count == LargeIntegerTests.numbers.count - 3)
        #expect(try found(fixture, .facet("n", .integer(low))) == ["\(low)"])
        // There is nothing between two integers, although both are the same `Double`.
        #expect(try found(fixture, .range("n", from: .integer(low), to: .integer(low - 1))).isEmpty)
    }

    @Test func `They are counted and sorted exactly`() throws {
        let fixture = try fixture()
        let reader = try IndexReader(directory: fixture.directory.indexes, name: "up")
        var request = SearchRequest(index: "up")
        request.hitsPerPage = 100
        let sorted = try reader.search([request])[0].hits?.hits.map(\.objectID)
        #expect(sorted == LargeIntegerTests.numbers.sorted().map(String.init))
        #expect(try Set(fixture.values("n", "", limit: 100).map(\.value)).count == LargeIntegerTests.numbers.count)
    }

    @Test(arguments: [
        (#"{"_operation":"Increment","value":1}"#, "161398618834599937", "161398618834599938"),
        (#"{"_operation":"Decrement","value":1}"#, "161398618834599937", "161398618834599936"),
        (#"{"_operation":"Increment","value":1.0}"#, "161398618834599937", "161398618834599938"),
        (#"{"_operation":"IncrementFrom","value":161398618834599937}"#, "161398618834599937", "161398618834599938"),
        (#"{"_operation":"IncrementFrom","value":161398618834599936}"#, "161398618834599937", "161398618834599937"),
        (#"{"_operation":"IncrementSet","value":161398618834599938}"#, "161398618834599937", "161398618834599938"),
        (#"{"_operation":"IncrementSet","value":161398618834599936}"#, "161398618834599937", "161398618834599937"),
        (#"{"_operation":"Decrement","value":-9223372036854775808}"#, "-1", "9223372036854775807"),
        (#"{"_operation":"Increment","value":0.5}"#, "1", "1.5"),
    ])
    func `Operations count exactly`(operation: String, before: String, after: String) throws {
        let update = RecordUpdate(try #require(try JSON(parsing: Array(#"{"n":\#(operation)}"#.utf8)).object))
        let text = try update.applied(to: Array(#"{"objectID":"1","n":\#(before)}"#.utf8)).text
        #expect(String(decoding: text, as: UTF8.self) == #"{"objectID":"1","n":\#(after)}"#)
    }

    @Test func `A sum beyond 64 bits is the nearest number`() throws {
        let update = RecordUpdate(
            try #require(try JSON(parsing: Array(#"{"n":{"_operation":"Increment","value":1}}"#.utf8)).object)
        )
        let text = try update.applied(to: Array(#"{"objectID":"1","n":9223372036854775807}"#.utf8)).text
        #expect(try JSON(parsing: text)["n"]?.double == 0x1p63)
    }
}
