// SPDX-License-Identifier: MIT

import Foundation
import RandomTesting
import SearchIndex
import Testing
import Wire

@Suite struct IndexReportTests {
    private static let settings = IndexSettings(
        searchableAttributes: ["name", "unordered(text)"],
        attributesForFaceting: ["kind"],
        numericAttributes: ["n"],
        customRanking: [RankingRule("n", .descending)]
    )

    private func report(_ fixture: Fixture) throws -> IndexReport { try fixture.directory.indexes.report(on: "test") }

    @Test func `Each attribute is reported with its types, its records, its values and its uses`() throws {
        let fixture = try Fixture(
            [
                .make("a", [("name", "one"), ("kind", ["x", "y"]), ("n", 1), ("deep", ["in": true])]),
                .make("b", [("name", "two"), ("kind", "x"), ("n", "many"), ("link", "https://example.org")]),
                .make("c", [("name", "one")]),
            ],
            settings: Self.settings
        )
        let report = try report(fixture)
        let all = Dictionary(uniqueKeysWithValues: report.attributes.map { ($0.name, $0) })
        #expect(report.attributes.map(\.name) == ["objectID", "name", "kind", "n", "deep.in", "link"])
        #expect(
            report.attributes.allSatisfy { $0.recordCount.certainty == .exact && $0.valueCount.certainty == .exact }
        )
        #expect(report.attributes.map(\.recordCount.number) == [3, 3, 2, 2, 1, 1])
        #expect(report.attributes.map(\.valueCount.number) == [3, 2, 2, 2, 1, 1])
        #expect(report.attributes.map(\.isList) == [false, false, true, false, false, false])
        #expect(all["n"]?.types == [.text, .number] && all["deep.in"]?.types == [.boolean])
        #expect(all["name"]?.uses.words == ["searched 1"])
        #expect(all["kind"]?.uses.words == ["facet"])
        #expect(all["n"]?.uses.words == ["numeric", "ranking desc"])
        #expect(all["link"]?.uses.words == [])
        #expect(all["kind"]?.bytes ?? 0 > 0 && all["link"]?.bytes == 0)
        #expect(report.isComplete && report.segmentCount == 1 && report.deletedRowCount == 0)
    }

    @Test func `The bytes of all parts are those of the files`() throws {
        let fixture = try Fixture(
            (0..<500).map { try .make("r\($0)", [("name", .string("thing \($0)")), ("kind", .string("k\($0 % 7)"))]) },
            settings: Self.settings
        )
        try IndexWriter(directory: fixture.directory.indexes, name: "test").delete(objectIDs: ["r7", "r8"])
        let report = try report(fixture)
        let folder = fixture.directory.indexes.path + "/test"
        let total = try FileManager.default.contentsOfDirectory(atPath: folder).reduce(0) { sum, file in
            let size = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(file)")[.size] as? NSNumber
            return sum + (size?.intValue ?? 0)
        }
        #expect(report.bytes.values.reduce(0, +) == total)
        #expect(report.summary.bytes == total)
        #expect(report.deletedRowCount == 2 && report.bytes[.deletions] ?? 0 > 0)
        for part in [IndexReport.Part.records, .words, .columns, .identifiers, .tables] {
            #expect(report.bytes[part] ?? 0 > 0, "\(part)")
        }
    }

    @Test func `Counts are those of the records that are left, in however many segments they are`() throws {
        var random = SeededGenerator(seed: testSeed)
        for _ in 0..<20 {
            let fixture = try Fixture([], settings: Self.settings)
            let writer = try IndexWriter(directory: fixture.directory.indexes, name: "test")
            var records: [String: [JSON]] = [:]
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let changed = try (0..<Int.random(in: 1...40, using: &random)).map { _ -> Record in
                    let identifier = "r\(Int.random(in: 0..<60, using: &random))"
                    let values = (0..<Int.random(in: 0...2, using: &random)).map { _ -> JSON in
                        let number = Int.random(in: 0..<9, using: &random)
                        return [JSON(number), .string("v\(number)"), .bool(number > 4), .number(Double(number) + 0.5)]
                            .randomElement(using: &random) ?? .null
                    }
                    records[identifier] = values
                    return try .make(identifier, [("name", "x"), ("kind", .array(values)), ("other", .array(values))])
                }
                try writer.add(changed)
                let gone = records.keys.sorted().prefix(Int.random(in: 0...5, using: &random))
                try writer.delete(objectIDs: Array(gone))
                for identifier in gone { records[identifier] = nil }
            }
            let report = try report(fixture)
            let filled = records.values.filter { !$0.isEmpty }
            // `kind` is a column, `other` is not: the one is counted by its values, the other by reading records.
            for name in ["kind", "other"] {
                guard let attribute = report.attributes.first(where: { $0.name == name }) else { continue }
                #expect(attribute.recordCount.number == filled.count, "\(name), seed \(testSeed)")
                #expect(attribute.valueCount.number == Set(filled.joined()).count, "\(name), seed \(testSeed)")
            }
            #expect(report.attributes.first?.recordCount.number == records.count)
        }
    }

    @Test func `Figures without a column are estimated from a sample of many records, and marked`() throws {
        let count = 45_000
        let fixture = try Fixture(
            (0..<count).map { number in
                let rest: [(String, JSON)] = number.isMultiple(of: 3) ? [("note", .string("n\(number)"))] : []
                return try .make("r\(number)", [("name", .string("t \(number % 10)")), ("n", JSON(number))] + rest)
            },
            settings: Self.settings
        )
        let report = try report(fixture)
        let note = try #require(report.attributes.first { $0.name == "note" })
        #expect(report.sampleCount <= 20_000 && report.sampleCount > 10_000)
        #expect(note.recordCount.certainty == .about && abs(note.recordCount.number - count / 3) < count / 50)
        #expect(note.valueCount.certainty == .atLeast && note.valueCount.number > 4_000)
        let number = try #require(report.attributes.first { $0.name == "n" })
        #expect(number.valueCount == .init(number: count, certainty: .exact))
        #expect(report.json["attributes"]?.array?.count == 4)
    }
}
