// SPDX-License-Identifier: MIT

import ArgumentParser
import Bus
import Foundation
import ProcessTesting
import Runtime
import SearchIndex
import Supervisor
import Testing
import Wire

@testable import searchbus

@Suite struct IndexImportTests {
    /// A folder with files, and imports into it.
    private final class Place {
        let folder: String

        init(_ files: [String: String]) throws {
            folder = try makeTemporaryDirectory()
            for (name, text) in files { try Files.replace("\(folder)/\(name)", with: Array(text.utf8)) }
        }

        deinit { removeDirectory(folder) }

        func run(_ words: String...) throws -> IndexImport.Result {
            let words = words.map { $0.replacing("@", with: "\(folder)/") }
            let command = try IndexImportCommand.parse(words + ["--data", "\(folder)/data"])
            return try IndexImport(command, location: command.options.location()).run()
        }

        var index: IndexDirectory { IndexDirectory(path: "\(folder)/data/indexes") }
    }

    private static let good = #"{"objectID":"1","name":"one"}"# + "\n" + #"{"objectID":"2","name":"two"}"# + "\n"
    private static let bad = #"{"objectID":"3","name":"three"}"# + "\n{]\n" + #"{"name":"four"}"# + "\n"

    @Test func `several files make one index`() throws {
        let place = try Place(["a.ndjson": Self.good, "b.csv": "objectID,name\n7,seven\n"])
        let result = try place.run("things", "@a.ndjson", "@b.csv")
        #expect(result.read == 3)
        #expect(result.summary.recordCount == 3)
        #expect(result.json["skipped"] == 0)
    }

    @Test func `a bad record is named by its line, and nothing is changed`() throws {
        let place = try Place(["a.ndjson": Self.good, "b.ndjson": Self.bad])
        try _ = place.run("things", "@a.ndjson")
        let error = #expect(throws: SearchBusError.self) { try place.run("things", "@a.ndjson", "@b.ndjson") }
        #expect(error?.code == .invalidRecord)
        #expect(error?.message.contains("b.ndjson, line 2") == true)
        #expect(try place.index.summary(of: "things").recordCount == 2)
    }

    @Test func `bad records are left out and counted where that is asked for`() throws {
        let place = try Place(["a.ndjson": Self.good, "b.ndjson": Self.bad])
        let result = try place.run("things", "@b.ndjson", "@a.ndjson", "--skip-invalid")
        #expect(result.read == 3)
        #expect(result.skipped == 2)
        #expect(result.sentence.contains("3 records read"))
        #expect(result.sentence.contains("2 skipped; the index holds 3"))
    }

    @Test func `records without an identifier get one where that is asked for`() throws {
        let place = try Place(["c.json": #"[{"name":"a"},{"name":"b"}]"#])
        #expect(try place.run("things", "@c.json", "--generate-ids").summary.recordCount == 2)
    }

    @Test func `columns of numbers stay text where that is asked for, and must be there`() throws {
        let place = try Place(["a.csv": "objectID;zip;price\n1;98101;2.5\n2;10115;3\n"])
        #expect(try place.run("things", "@a.csv").summary.settings.numericAttributes == ["zip", "price"])
        let result = try place.run("things", "@a.csv", "--text", "zip")
        #expect(result.summary.settings.numericAttributes == ["price"])
        let error = #expect(throws: SearchBusError.self) { try place.run("things", "@a.csv", "--text", "zap") }
        #expect(error?.code == .invalidArgument)
    }

    @Test func `texts become other values, an attribute the identifier, and a wrong value is reported with its line`()
        throws
    {
        let place = try Place(["a.csv": "sku,price,day\nx,1.10,2024-05-01\ny,cheap,1.5.2024\nz,n/a,\n"])
        let result = try place.run(
            "things",
            "@a.csv",
            "--id",
            "sku",
            "--convert",
            "price=number",
            "--convert",
            "day=date",
            "--convert",
            "dai=date"
        )
        #expect(result.summary.settings.numericAttributes == ["price", "day"])
        let records = try IndexReader(directory: place.index, name: "things").records(["x", "y", "z"])
            .map { try $0.map { try JSON(parsing: $0) } }
        #expect(records.map { $0?["price"] } == [1.1, "cheap", nil])
        #expect(records.map { $0?["day"] } == [1_714_521_600, "1.5.2024", nil])
        #expect(result.misfits.count == 3)
        #expect(result.misfits.contains { $0.contains("`price`") && $0.contains("a.csv, line 3") })
        #expect(result.misfits.contains { $0.contains("`dai`") && $0.contains("did you mean `day`") })
        let error = #expect(throws: SearchBusError.self) {
            try place.run("things", "@a.csv", "--id", "price", "--convert", "x")
        }
        #expect(error?.code == .invalidArgument)
    }

    @Test func `a record without the attribute for its identifier is reported with its line, or skipped`() throws {
        let place = try Place(["a.csv": "sku,b\nx,1\n,2\nz,3\n"])
        let error = #expect(throws: SearchBusError.self) { try place.run("things", "@a.csv", "--id", "sku") }
        #expect(error?.code == .invalidRecord)
        #expect(error?.message.contains("a.csv, line 3") == true)
        let result = try place.run("things", "@a.csv", "--id", "sku", "--skip-invalid")
        #expect(result.read == 2)
        #expect(result.skipped == 1)
        #expect(result.summary.recordCount == 2)
    }

    @Test func `append adds to what is there, an import replaces it`() throws {
        let place = try Place(["a.ndjson": Self.good, "b.csv": "objectID,name\n2,zwei\n9,nine\n"])
        _ = try place.run("things", "@a.ndjson")
        #expect(try place.run("things", "@b.csv", "--append").summary.recordCount == 3)
        #expect(try place.run("things", "@b.csv").summary.recordCount == 2)
    }

    @Test func `settings come from a file, and a wrong one is named`() throws {
        let place = try Place([
            "a.ndjson": Self.good, "s.json": #"{"searchableAttributes":["name"]}"#, "t.json": #"{"searchable":1}"#,
        ])
        let result = try place.run("things", "@a.ndjson", "--settings", "@s.json")
        #expect(result.summary.settings.searchableAttributes == ["name"])
        let error = #expect(throws: SearchBusError.self) {
            try place.run("things", "@a.ndjson", "--settings", "@t.json")
        }
        #expect(error?.message.contains("t.json is invalid") == true)
        #expect(throws: SearchBusError.self) { try place.run("things", "@none.ndjson") }
    }

    @Test func `the announcement names the index and its generation`() throws {
        let place = try Place(["a.ndjson": Self.good])
        let summary = try place.run("things", "@a.ndjson").summary
        let draft = try IndexAnnouncement(summary).draft(id: "x")
        #expect(draft.topic.description == "index/things/")
        #expect(draft.type == "searchbus.index.changed")
        #expect(String(decoding: draft.data, as: UTF8.self) == #"{"index":"things","generation":1,"records":2}"#)
        #expect(IndexAnnouncement(deleted: summary).generation == 2)
        #expect(IndexAnnouncement(deleted: summary).records == 0)
    }
}
