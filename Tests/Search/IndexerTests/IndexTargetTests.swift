// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Foundation
import SearchIndex
import SearchModel
import Testing
import Wire

@testable import Indexer

/// The effects of writes on an index, also if they are repeated after a crash.
@Suite struct IndexTargetTests {
    private func withTarget(_ body: (IndexTarget) throws -> Void) throws {
        let directory = IndexDirectory(path: "/tmp/searchbus-indexer-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        try body(IndexTarget(directory: directory))
    }

    private func write(_ sequence: UInt64, _ operations: AlgoliaWrite...) -> IndexTarget.Write {
        IndexTarget.Write(index: "i", stamp: stamp(sequence), operations: operations)
    }

    private func stamp(_ sequence: UInt64) -> IndexStamp { IndexStamp(epoch: "e", sequence: sequence) }

    private func record(_ objectID: String, _ count: Int) -> AlgoliaWrite {
        .put(JSONObject([("objectID", .string(objectID)), ("count", JSON(count))]))
    }

    private func members(_ json: JSON) -> JSONObject { json.object ?? JSONObject() }

    private let increment = AlgoliaWrite.update(
        objectID: "a",
        attributes: JSONObject([("count", ["_operation": "Increment", "value": 1])]),
        creates: true
    )

    private func counts(_ target: IndexTarget, _ index: String = "i", _ names: [String] = ["a", "b"]) throws -> [Int?] {
        try IndexReader(directory: target.directory, name: index).records(names).map { record in
            try record.flatMap { try JSON(parsing: $0)["count"]?.int }
        }
    }

    @Test("Repeated writes after a crash are not applied again, and new ones are")
    func again() throws {
        try withTarget { target in
            _ = try target.apply([write(3, record("a", 0)), write(5, increment)], to: "i")
            _ = try target.apply([write(5, increment)], to: "i")
            #expect(try counts(target) == [1, nil])
            _ = try target.apply([write(5, increment), write(6, increment)], to: "i")
            #expect(try counts(target) == [2, nil])
            let other = IndexTarget.Write(
                index: "i",
                stamp: IndexStamp(epoch: "new", sequence: 1),
                operations: [increment]
            )
            _ = try target.apply([other], to: "i")
            #expect(try counts(target) == [3, nil], "another log has places of its own")
        }
    }

    @Test func `A deletion by filters matches values in any letter case`() throws {
        try withTarget { target in
            let records = ["Red", "RED", "blue"].map { color in
                AlgoliaWrite.put(JSONObject([("objectID", .string(color)), ("color", .string(color)), ("count", 1)]))
            }
            let settings = AlgoliaWrite.settings(JSONObject([("attributesForFaceting", ["color"])]))
            let removal = AlgoliaWrite.deleteMatching(parameters: JSONObject([("facetFilters", ["color:red"])]))
            let writes = [write(1, settings, records[0], records[1], records[2]), write(2, removal)]
            _ = try target.apply(writes, to: "i")
            #expect(try counts(target, "i", ["Red", "RED", "blue"]) == [nil, nil, 1])
        }
    }

    @Test("Operations take effect in order, also if the index is deleted between them")
    func order() throws {
        try withTarget { target in
            let writes = [
                write(1, record("a", 1), record("b", 9)),
                write(2, .deleteMatching(parameters: JSONObject([("filters", "count > 5")]))),
                write(3, increment),
            ]
            _ = try target.apply(writes, to: "i")
            #expect(try counts(target) == [2, nil])
            _ = try target.apply([write(4, .deleteIndex, record("b", 4)), write(5, .clear, record("a", 7))], to: "i")
            #expect(try counts(target) == [7, nil])
            _ = try target.apply([write(6, .deleteIndex)], to: "i")
            #expect(!target.directory.exists("i"))
            _ = try target.apply([write(6, .deleteIndex)], to: "i")
        }
    }

    @Test(
        "Records are removed by filters once, also those that a search would not show, and the index knows by which write"
    )
    func removal() throws {
        try withTarget { target in
            let settings = AlgoliaWrite.settings(members(["attributeForDistinct": "count", "distinct": true]))
            let records = (0..<1_500).map { record("\($0)", $0 % 2) }
            _ = try target.apply(
                [IndexTarget.Write(index: "i", stamp: stamp(1), operations: [settings] + records)],
                to: "i"
            )
            func remove(_ filters: JSON, _ sequence: UInt64) throws -> IndexTarget.Change? {
                let operation = AlgoliaWrite.deleteMatching(parameters: JSONObject([("filters", filters)]))
                return try target.apply([write(sequence, operation)], to: "i").first
            }
            let removed = try remove("count = 1", 2)
            #expect(removed?.records == 750)
            _ = try target.apply([write(3, record("a", 1))], to: "i")
            #expect(try remove("count = 1", 2)?.records == 751)
            #expect(try IndexWriter(directory: target.directory, name: "i").stamp() == stamp(3))
            // An attribute that no record has matches nothing; it is not an error.
            #expect(try remove("nothing:1", 4)?.records == 751)
            #expect(try IndexWriter(directory: target.directory, name: "i").stamp() == stamp(4))
            #expect(throws: SearchBusError.self) { try remove("", 5) }
        }
    }

    @Test("Synonyms and settings are changed independently, in one write too, and copied by their names")
    func synonyms() throws {
        try withTarget { target in
            let synonym = members(["objectID": "s", "type": "synonym", "synonyms": ["lamp", "light"]])
            let name = AlgoliaWrite.put(members(["objectID": "a", "name": "light"]))
            let settings = AlgoliaWrite.settings(members(["searchableAttributes": ["name"], "typoTolerance": false]))
            func found(_ query: String, in index: String = "i") throws -> Int? {
                let request = SearchRequest(index: index, query: query)
                return try IndexReader(directory: target.directory, name: index).search([request]).first?.hits?
                    .totalCount
            }
            _ = try target.apply([write(1, name, .synonyms([synonym], replacesAll: false), settings)], to: "i")
            #expect(try found("lamp") == 1 && found("ligt") == 0)
            _ = try target.apply([write(2, .settings(members(["typoTolerance": true])))], to: "i")
            #expect(try found("lamp") == 1 && found("ligt") == 1)
            let copy = AlgoliaWrite.copy(destination: "j", scope: ["synonyms"])
            _ = try target.apply([write(3, copy)], to: "i")
            let other = IndexTarget.Write(index: "j", stamp: IndexStamp(epoch: "e", sequence: 4), operations: [name])
            _ = try target.apply([other], to: "j")
            #expect(try found("lamp", in: "j") == 1)
            #expect(try IndexReader(directory: target.directory, name: "j").givenSettings.searchableAttributes == nil)
            _ = try target.apply([write(5, .deleteSynonym(objectID: "s"))], to: "i")
            #expect(try found("lamp") == 0 && found("lamp", in: "j") == 1)
        }
    }

    @Test(
        "Settings of a replica are kept by its index, whatever else is written to it is refused, and copies leave it alone"
    )
    func replicas() throws {
        try withTarget { target in
            let settings = AlgoliaWrite.settings(
                members(["customRanking": ["desc(count)"], "replicas": ["low", "virtual(v)"]])
            )
            _ = try target.apply([write(1, settings, record("a", 1), record("b", 2))], to: "i")
            func ids(_ index: String) throws -> [String]? {
                try IndexReader(directory: target.directory, name: index).search([SearchRequest(index: index)]).first?
                    .hits?.hits.map(\.objectID)
            }
            #expect(try ids("low") == ["b", "a"])
            let order = AlgoliaWrite.settings(members(["customRanking": ["asc(count)"]]))
            let changes = try target.apply([write(2, order)], to: "low")
            #expect(changes.map(\.index) == ["i"])
            _ = try target.apply([write(3, order)], to: "v")
            #expect(try ids("low") == ["a", "b"] && ids("v") == ["a", "b"] && ids("i") == ["b", "a"])
            #expect(!target.directory.exists("low"))
            #expect(
                try target.apply([write(2, order)], to: "low").first?.generation
                    == target.directory.summary(of: "i").generation
            )
            let error = #expect(throws: SearchBusError.self) { try target.apply([write(4, record("c", 3))], to: "low") }
            #expect(error?.message.contains("is a replica of `i`") == true)
            _ = try target.apply([write(5, .copy(destination: "backup", scope: []))], to: "i")
            #expect(try ids("backup") == ["b", "a"] && target.directory.index(ofReplica: "low") == "i")
            // A move over an index keeps its replicas.
            let other = IndexTarget.Write(index: "new", stamp: stamp(6), operations: [record("x", 1), record("y", 0)])
            _ = try target.apply([other], to: "new")
            let move = IndexTarget.Write(index: "new", stamp: stamp(7), operations: [.move(destination: "i")])
            _ = try target.apply([move], to: "new")
            #expect(try ids("i") == ["x", "y"] && ids("low") == ["y", "x"])
        }
    }

    @Test("A moved index is complete under one name or the other, whenever the process dies")
    func move() throws {
        try withTarget { target in
            _ = try target.apply([write(1, record("a", 1))], to: "i")
            let move = write(2, .move(destination: "j"))
            _ = try target.apply([move], to: "i")
            #expect(try counts(target, "j") == [1, nil] && !target.directory.exists("i"))
            // The process died before the cursor moved.
            _ = try target.apply([move], to: "i")
            #expect(try counts(target, "j") == [1, nil])
            let copy = write(3, .copy(destination: "k", scope: []))
            #expect(throws: SearchBusError.self) { try target.apply([copy], to: "i") }
        }
    }

    @Test func `A copy gets no later writes to its source, and a recreated index is not moved`() throws {
        try withTarget { target in
            _ = try target.apply([write(1, record("a", 1)), write(5, record("b", 2))], to: "i")
            for transfer in [AlgoliaWrite.copy(destination: "j", scope: []), .move(destination: "j")] {
                let error = #expect(throws: SearchBusError.self) { try target.apply([write(3, transfer)], to: "i") }
                #expect(error?.message.contains("since write 3") == true)
                #expect(!target.directory.exists("j") && target.directory.exists("i"))
            }
            _ = try target.apply([write(6, .copy(destination: "j", scope: []))], to: "i")
            #expect(try counts(target, "j") == [1, 2])
            // It was moved once, and recreated.
            _ = try target.apply([write(4, .move(destination: "j"))], to: "i")
            #expect(try counts(target) == [1, 2] && counts(target, "j") == [1, 2])
        }
    }
}
