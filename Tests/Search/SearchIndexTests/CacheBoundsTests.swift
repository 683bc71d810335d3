// SPDX-License-Identifier: MIT

import Foundation
import RandomTesting
import SearchModel
import Testing
import Wire

@testable import SearchIndex

@Suite("The size of an index's caches")
struct CacheBoundsTests {
    @Test func `A cache takes no more than its limit, keys included, and counts what it takes`() {
        var random = SeededGenerator(seed: testSeed)
        let limit = 200_000
        var cache = BoundedCache<[UInt8], [UInt8]>(limit: limit)
        var known: [[UInt8]: [UInt8]] = [:]
        for number in 0..<5_000 {
            let length = Int.random(in: 8...2_000, using: &random)
            let key = Array(
                "\(Int.random(in: 0..<300, using: &random)) \(String(repeating: "k", count: length % 40))".utf8
            )
            switch number % 4 {
            case 0:
                // The newest entries are kept.
                if let value = cache.value(of: key) { #expect(value == known[key]) }
            case 1 where number % 16 == 1:
                cache.remove(key)
                known[key] = nil
                #expect(cache.value(of: key) == nil)
            default:
                let value = [UInt8](repeating: UInt8(number & 255), count: length)
                cache.keep(value, for: key, bytes: key.count + value.count)
                known[key] = value
            }
            #expect(cache.byteCount <= limit)
            // Each entry takes more than its key and value.
            #expect(cache.byteCount >= cache.count * 100)
        }
        #expect(cache.count > 20)
        var sum = 0
        for (key, _) in known {
            guard let value = cache.value(of: key) else { continue }
            sum += key.count + value.count
        }
        #expect(sum > 0 && sum <= cache.byteCount)
        cache.keep([], for: [UInt8](repeating: 1, count: limit), bytes: limit)
        #expect(cache.value(of: [UInt8](repeating: 1, count: limit)) == nil, "a large key is not kept")
        for key in known.keys { cache.remove(key) }
        #expect(cache.byteCount == 0 && cache.count == 0)
    }

    @Test func `What is used again and again stays`() {
        var cache = BoundedCache<Int, Int>(limit: 64 << 10)
        cache.keep(7, for: -1, bytes: 500)
        for number in 0..<2_000 {
            cache.keep(number, for: number, bytes: 500)
            #expect(cache.value(of: -1) == 7)
        }
    }

    @Test func `Many long words with errors take no more than the limit`() {
        let cache = FuzzyCache()
        let budget = WorkBudget()
        for number in 0..<20_000 {
            let word = Array("\(number)\(String(repeating: "x", count: 400))".utf8)
            _ = cache.found(.init(word: word, isPrefix: true, most: 2), budget) { [] }
        }
        #expect(cache.byteCount <= FuzzyCache.maxBytes && cache.byteCount > FuzzyCache.maxBytes / 4)
    }

    @Test func `What is found once the budget is spent is not kept`() {
        let cache = FuzzyCache()
        let spent = WorkBudget(.init(units: 1, bytes: 1))
        spent.spend(2)
        let key = FuzzyCache.Key(word: [1], isPrefix: true, most: 1)
        _ = cache.found(key, spent) { [] }
        let found = cache.found(key, WorkBudget()) { [.init(terms: 0..<1, typos: 1)] }
        #expect(found.count == 1 && cache.found(key, WorkBudget()) { [] }.count == 1)
    }

    @Test func `Unknown attributes are not cached`() throws {
        let fixture = try Fixture([try Record.make("a", [("name", "lamp"), ("kind", "x")])])
        let snapshot = try IndexSnapshot(folder: fixture.directory.indexes.folder(of: "test"))
        for number in 0..<500 {
            let name = "\(number)\(String(repeating: "n", count: 200))"
            guard case .absent = try snapshot.columns.column(name, of: snapshot, WorkBudget()) else {
                Issue.record("\(number) is not absent")
                continue
            }
        }
        #expect(snapshot.columns.knownCount <= SnapshotColumns.mostScans)
        _ = try snapshot.columns.column("kind", of: snapshot, WorkBudget())
        #expect(snapshot.columns.knownCount >= 1)
    }

    @Test func `Reading the records for an attribute is paid for, and is done by who may spend more`() throws {
        let settings = IndexSettings(attributesForFaceting: ["kind"])
        let records = try (0..<50).map {
            try Record.make("\($0)", [("name", "lamp"), ("other", .string("v\($0 % 3)"))])
        }
        let fixture = try Fixture(records, settings: settings)
        let snapshot = try IndexSnapshot(folder: fixture.directory.indexes.folder(of: "test"))
        for _ in 0..<100 {
            let small = WorkBudget(.init(units: 2_000, bytes: 1 << 20))
            #expect(throws: SearchBusError.self) { try snapshot.columns.column("other", of: snapshot, small) }
            #expect(small.spentUnits < 3_000)
        }
        guard case .found(let column) = try snapshot.columns.column("other", of: snapshot, WorkBudget()) else {
            Issue.record("it is not found")
            return
        }
        #expect(column.valueCount == 3)
    }

    @Test func `A manifest is read once for each version, however many unknown names are asked for`() throws {
        let folder = try TemporaryDirectory()
        let directory = folder.indexes
        func write(_ number: Int, _ replicas: JSON) throws {
            let settings = try IndexSettings(json: ["replicas": replicas])
            try IndexWriter(directory: directory, name: "index-\(number)").replaceAll(
                settings: settings,
                [try Record.make("a", [("price", 1)])]
            )
        }
        for number in 0..<12 { try write(number, ["cheap-\(number)": ["asc(price)"]]) }
        for number in 0..<200 { #expect(directory.index(ofReplica: "unknown-\(number)") == nil) }
        #expect(directory.replicas.readCount == 12)
        #expect(directory.index(ofReplica: "cheap-7") == "index-7")
        try write(3, ["dear": ["desc(price)"]])
        #expect(directory.index(ofReplica: "dear") == "index-3" && directory.index(ofReplica: "cheap-3") == nil)
        #expect(directory.replicas.readCount == 13)
        try directory.delete("index-3")
        #expect(directory.index(ofReplica: "dear") == nil)
        #expect(directory.index(ofReplica: String(repeating: "x", count: 10_000)) == nil)
        #expect(directory.replicas.readCount == 13 && directory.replicas.byteCount <= ReplicaNames.maxBytes)
    }
}
