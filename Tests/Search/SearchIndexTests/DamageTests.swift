// SPDX-License-Identifier: MIT

import Foundation
import RandomTesting
import SearchModel
import Testing
import Wire

@testable import SearchIndex

/// Bytes that change within the files of an index: a search returns or throws, for any bytes.
@Suite struct DamageTests {
    private static let settings = IndexSettings(
        searchableAttributes: ["name", "text"],
        attributesForFaceting: ["kind", "many"],
        numericAttributes: ["price"],
        customRanking: [RankingRule("price", .descending)]
    )

    private static func records(_ count: Int) throws -> [Record] {
        try (0..<count).map { number in
            let many: [JSON] = ["a", JSON(number % 5), .bool(number % 2 == 0)]
            let point: JSON = ["lat": JSON(number % 90), "lng": JSON(number % 180)]
            var members: [(String, JSON)] = [("name", .string("red thing \(number)")), ("many", .array(many))]
            members.append(("text", .string("some words about things \(number % 7)")))
            members.append(("kind", .string("k\(number % 3)")))
            members.append(("price", .number(Double(number) / 4)))
            members.append(("_geoloc", point))
            return try .make("r\(number)", members)
        }
    }

    /// An index whose one segment can be written over.
    private final class Victim {
        let directory: TemporaryDirectory
        let path: String
        var bytes: [UInt8]
        let sections: [String: Range<Int>]

        init(recordCount: Int) throws {
            directory = try TemporaryDirectory()
            try IndexWriter(directory: directory.indexes, name: "test")
                .replaceAll(settings: DamageTests.settings, records(recordCount))
            let folder = directory.indexes.path + "/test"
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            path = folder + "/" + (try #require(names.first { $0.hasPrefix("seg") }))
            bytes = Array(try #require(FileManager.default.contents(atPath: path)))
            let start = bytes.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: 16, as: UInt64.self)) }
            var sections: [String: Range<Int>] = [:]
            for member in try JSON(parsing: Array(bytes[start...])).object?.members ?? [] {
                let parts = try #require(member.value.array)
                let first = try #require(parts[0].int)
                sections[member.key] = first..<first + (try #require(parts[1].int))
            }
            self.sections = sections
        }

        func put(_ number: UInt64, width: Int, at index: Int, in section: String) throws {
            let range = try #require(sections[section])
            try #require((index + 1) * width <= range.count)
            for byte in 0..<width {
                bytes[range.lowerBound + index * width + byte] = UInt8(truncatingIfNeeded: number >> UInt64(byte * 8))
            }
        }

        /// Requests every feature.
        func ask() throws {
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let reader = try IndexReader(directory: directory.indexes, name: "test")
            var all = ["", "red", "r", "thing wrods", "red thing 7"].map { query in
                SearchRequest(index: "test", query: query, facets: ["kind", "many", "text"], stats: ["price", "many"])
            }
            all[1].filters = .of(
                (.or, "a", [.facet("many", "a"), .facet("many", 3)]),
                (.and, "b", [.range("price", 1...9)])
            )
            all[2].sort = [SortKey("price"), SortKey("kind", isDescending: true)]
            all[3].parameters = JSONObject([("aroundLatLng", "10,10"), ("optionalWords", "thing")])
            all[4].kind = .facetValues(attribute: "many", limit: 10)
            for answer in try reader.answers(to: all) {
                if case .success(let response) = answer { #expect(!response.bytes().isEmpty) }
            }
            _ = try? reader.records(["r0", "r7", "none"])
            let writer = try IndexWriter(directory: directory.indexes, name: "test")
            _ = try? writer.add(try DamageTests.records(3))
        }
    }

    @Test func `Numbers that are out of order still have a lowest and a highest`() throws {
        let victim = try Victim(recordCount: 40)
        for column in 0..<3 where victim.sections["column\(column).numbers"]?.count == 40 * 8 {
            try victim.put((99.5).bitPattern, width: 8, at: 0, in: "column\(column).numbers")
            try victim.put((-7.5).bitPattern, width: 8, at: 39, in: "column\(column).numbers")
        }
        try victim.ask()
    }

    @Test func `A list that says it has more rows than a number holds is taken as far as there are rows`() throws {
        let victim = try Victim(recordCount: 400)
        let rows = try #require(victim.sections["postings.rows"])
        let offsets = try #require(victim.sections["postings.offsets"])
        let starts = victim.bytes[offsets].withUnsafeBytes { Array($0.bindMemory(to: UInt64.self)) }.map { Int($0) }
        let long = zip(starts, starts.dropFirst()).filter { $1 - $0 >= 10 }
        #expect(!long.isEmpty)
        for (start, _) in long {
            for byte in 0..<10 { victim.bytes[rows.lowerBound + start + byte] = byte == 9 ? 0x01 : 0xFF }
        }
        try victim.ask()
    }

    @Test func `Bytes that change anywhere within the sections of a segment bring no search down`() throws {
        var random = SeededGenerator(seed: testSeed)
        for count in [30, 400] {
            let victim = try Victim(recordCount: count)
            let whole = victim.bytes
            let ranges = victim.sections.values.filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
            for _ in 0..<30 {
                victim.bytes = whole
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    let range = random.pick(ranges)
                    let place = Int.random(in: range, using: &random)
                    let end = min(range.upperBound, place + random.pick([1, 1, 4, 8, 64]))
                    let value = random.pick([0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)])
                    for index in place..<end { victim.bytes[index] = value }
                }
                do { try victim.ask() } catch let error as SearchBusError {
                    #expect([.indexCorrupt, .storageFailed].contains(error.code))
                }
            }
        }
    }
}
