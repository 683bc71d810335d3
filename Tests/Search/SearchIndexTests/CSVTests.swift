// SPDX-License-Identifier: MIT

import Foundation
import RandomTesting
import Testing
import Wire

@testable import SearchIndex

@Suite struct CSVTests {
    /// Reads a text in chunks of a size and returns the records as JSON text.
    private func read(
        _ text: String,
        texts: Set<String> = [],
        chunk: Int = 7,
        onInvalid: ((SearchBusError) -> Void)? = nil
    ) throws -> [String] {
        var rest = Array(text.utf8)[...]
        let reader = RecordReader(name: "a.csv", options: .init(textColumns: texts)) {
            defer { rest = rest.dropFirst(chunk) }
            return Array(rest.prefix(chunk))
        }
        reader.onInvalid = onInvalid
        var records: [String] = []
        while let record = try reader.next() { records.append(String(decoding: record.text, as: UTF8.self)) }
        return records
    }

    /// The values of the column `v`, as read.
    private func column(_ fields: String..., texts: Set<String> = []) throws -> [String] {
        let rows = fields.enumerated().map { "\($0),\($1)\n" }.joined()
        return try read("objectID,v\n" + rows, texts: texts).map { record in
            guard let value = record.split(separator: ",\"v\":", maxSplits: 1).dropFirst().first else { return "" }
            return String(value.dropLast())
        }
    }

    @Test func `A column has numbers or booleans if every field has, and texts otherwise`() throws {
        #expect(try column("1", "-2.5", "", "0", "0.05") == ["1", "-2.5", "", "0", "0.05"])
        #expect(try column("true", "", "false") == ["true", "", "false"])
        #expect(try column("true", "1") == [#""true""#, #""1""#])
        #expect(try column("1", "x", "2") == [#""1""#, #""x""#, #""2""#])
        #expect(try column("1", "2", texts: ["v"]) == [#""1""#, #""2""#])
        #expect(try column("true", texts: ["v"]) == [#""true""#])
    }

    @Test(
        "texts that a number would not bring back make their column one of texts",
        arguments: [
            "1.10", "3E8", "0123", "12345678901234567890", "1234567890123456", "-0", "+1", "1.", ".5", "1e5", "00",
            "1 ", " 1",
            "0x1", "NaN", "Infinity", "1,0", "null", "True", "0.00001", "1.2.3", "--1", "-", "1234567890.1234567",
        ]
    )
    func keptTexts(text: String) throws {
        let field = text.contains(",") ? "\"\(text)\"" : text
        #expect(try column("1", field, "2") == [#""1""#, "\"\(text)\"", #""2""#])
    }

    @Test func `Numbers are those that reading and writing brings back`() {
        var random = SeededGenerator(seed: testSeed)
        func digits(_ most: Int) -> String {
            String((0..<Int.random(in: 0...most, using: &random)).map { _ in random.pick(Array("00012345678")) })
        }
        for _ in 0..<10_000 {
            let text = random.pick(["", "", "-"]) + digits(10) + random.pick(["", ".", "."]) + digits(9)
            let isNumber = Array(text.utf8).withUnsafeBufferPointer { CSVTyping.isNumber($0) }
            let significant = text.drop { !"123456789".contains($0) }.count { $0 != "." }
            let comesBack = (try? JSON(parsing: text))?.text == text && significant <= 15
            #expect(isNumber == comesBack, "seed \(testSeed): \(text)")
        }
    }

    @Test func `A field in quotes makes its column one of texts, unless all fields of the file are in quotes`() throws {
        #expect(try column("1", "\"2\"", "\"\"", "") == [#""1""#, #""2""#, #""""#, ""])
        let all = "\"objectID\",\"n\",\"t\",\"b\"\n\"1\",\"5\",\"x\",\"true\"\n\"2\",\"\",\"\",\"\"\n"
        #expect(try read(all) == [#"{"objectID":"1","n":5,"t":"x","b":true}"#, #"{"objectID":"2","t":""}"#])
        let bare = all.replacing("\"2\"", with: "2")
        #expect(try read(bare)[0] == #"{"objectID":"1","n":"5","t":"x","b":"true"}"#)
    }

    @Test func `A column that is to stay text has to be there`() {
        let error = #expect(throws: SearchBusError.self) { try read("objectID,zip\n1,2\n", texts: ["zip", "zap"]) }
        #expect(error?.code == .invalidArgument && error?.message == "a.csv has no column `zap` that could stay text.")
    }

    @Test func `An invalid row does not affect the types of its columns`() throws {
        let text = "objectID,n,m\n1,2,3\nx,y\n4,\"5\"z,6\n7,8,9\n"
        var problems: [String] = []
        #expect(
            try read(text) { problems.append($0.message) }
                == [#"{"objectID":"1","n":2,"m":3}"#, #"{"objectID":"7","n":8,"m":9}"#]
        )
        #expect(
            problems == [
                "a.csv, line 3, record 2: The row has 2 fields; the first row names 3.",
                "a.csv, line 4, record 3: Text follows the closing quote of the field `n`.",
            ]
        )
    }

    @Test func `Semicolons and tabs are detected in the first row`() throws {
        for delimiter in [";", "\t"] {
            let text = "objectID|n|d, e\n1|2,5|3\n".replacing("|", with: delimiter)
            #expect(try read(text) == [#"{"objectID":"1","n":"2,5","d, e":3}"#])
        }
        #expect(try read("\"objectID\",\"a;b;c;d\"\n1,2\n") == [#"{"objectID":"1","a;b;c;d":2}"#])
        #expect(try read("objectID\n1\n") == [#"{"objectID":"1"}"#])
    }

    @Test(
        "what is wrong is named with its line and its column",
        arguments: [
            ("objectID,b\n1\n", "line 2, record 1: The row has 1 fields; the first row names 2."),
            (
                "objectID,b\n1,a\"b\n",
                "line 2, record 1: A quote is inside the field `b`, which does not start with one."
            ), ("objectID,b\n1,\"a\"b\n", "line 2, record 1: Text follows the closing quote of the field `b`."),
            ("objectID,b\n\n1,\"\n\n", "line 3: The quote that starts here in the field `b` is not closed."),
            ("objectID,b,c\n1,\"x\ny\",\"\n\n", "line 3: The quote that starts here in the field `c` is not closed."),
            ("objectID,b\n1,\0\n", "line 2, record 1: A text holds the character NUL, in `b`."),
            ("b\n1\n", "line 2, record 1: A record has no `objectID`."),
            ("objectID,b\n,1\n", "line 2, record 1: A record has no `objectID`."),
            ("objectID,objectID\n1,2\n", "line 1: The first row names the column `objectID` twice."),
            ("\nobjectID,\n1,2\n", "line 2: The first row has to name every column; column 2 has no name."),
            (
                "objectID,a\"\n1,2\n",
                "line 1: A quote is inside the name of column 2, which does not start with one."
            ),
        ]
    )
    func faults(text: String, message: String) {
        for chunk in [1, 1_000] {
            let error = #expect(throws: SearchBusError.self) { try read(text, chunk: chunk) }
            #expect(error?.message == "a.csv, \(message)")
        }
    }

    @Test func `Bytes that are not UTF-8 are named with their column`() throws {
        func message(_ bytes: [UInt8]) -> String? {
            var chunks = [bytes]
            let reader = RecordReader(name: "a.csv") { chunks.popLast() ?? [] }
            return #expect(throws: SearchBusError.self) { try reader.next() }?.message
        }
        let row = Array("objectID,é,b\n1,é,".utf8)
        #expect(message(row + [0xFF, 0x0A]) == "a.csv, line 2, record 1: The field `b` is not UTF-8.")
        #expect(message(Array("objectID,".utf8) + [0xC3]) == "a.csv, line 1: The name of column 2 is not UTF-8.")
    }

    @Test func `Columns are limited in number, rows in length`() throws {
        let names = (1..<Record.mostMembers).map { "a\($0)" }.joined(separator: ",")
        let values = String(repeating: ",1", count: Record.mostMembers - 1)
        #expect(try read("objectID,\(names)\n1\(values)\n", chunk: 5_000).count == 1)
        let error = #expect(throws: SearchBusError.self) {
            try read("objectID,\(names),z\n1\(values),1\n", chunk: 5_000)
        }
        #expect(error?.message == "a.csv, line 1: The first row names more than 1000 columns.")
        let long = String(repeating: "a", count: Record.largest + 1)
        let header = #expect(throws: SearchBusError.self) { try read(long, chunk: 1 << 20) }
        #expect(header?.message == "a.csv, line 1: The first row is longer than 1024 KiB.")
    }

    @Test func `Random tables come out as they went in, from files, pipes and chunks`() throws {
        var random = SeededGenerator(seed: testSeed)
        let directory = try TemporaryDirectory()
        let path = directory.path + "/a.csv"
        let texts = [
            "", "1", "2.5", "-7", "true", "false", "x", "a\"b", "\"", "l\nm", "l\r\nm", "p,q", "p;q", "é", "1.10", " ",
        ]
        for _ in 0..<300 {
            let names = ["objectID", "a", "b,\"c\"", "é"].prefix(Int.random(in: 1...4, using: &random))
            let kinds = names.map { _ in random.pick([texts, ["1", "2.5", "-7", ""], ["true", "false", ""]]) }
            let rows = (0..<Int.random(in: 0...6, using: &random)).map { row in
                kinds.enumerated().map { $0 == 0 ? "r\(row)" : random.pick($1) }
            }
            let (delimiter, end) = (random.pick([",", ";", "\t"]), random.pick(["\n", "\r\n"]))
            func written(_ field: String) -> String {
                let isPlain = !field.utf8.contains { ",;\t\"\r\n".utf8.contains($0) }
                return isPlain ? field : "\"" + field.replacing("\"", with: "\"\"") + "\""
            }
            let lines = ([Array(names)] + rows).map { $0.map(written).joined(separator: delimiter) }
            let text = lines.joined(separator: end) + (random.isTrue() ? end : "")
            let expected = expectedRecords(Array(names), rows)
            guard names.count > 1 || delimiter == "," else { continue }
            let note: Comment = "seed \(testSeed): \(text)"
            #expect(try read(text, chunk: Int.random(in: 1...30, using: &random)) == expected, note)

            try Data(("skipped\n" + text).utf8).write(to: URL(fileURLWithPath: path))
            let file = try #require(FileHandle(forReadingAtPath: path))
            // The unread part stays unread.
            try file.seek(toOffset: 8)
            let reader = RecordReader(file: file, name: random.pick(["a.csv", "-"]))
            var found: [String] = []
            while let record = try reader.next() { found.append(String(decoding: record.text, as: UTF8.self)) }
            #expect(found == expected, note)
            #expect(reader.progress.bytes == text.utf8.count)

            let pipe = Pipe()
            try pipe.fileHandleForWriting.write(contentsOf: Data("\n\n\(text)".utf8))
            try pipe.fileHandleForWriting.close()
            let piped = RecordReader(file: pipe.fileHandleForReading, name: random.pick(["a.tsv", "-"]))
            found = []
            while let record = try piped.next() { found.append(String(decoding: record.text, as: UTF8.self)) }
            #expect(found == expected, note)
        }
    }

    /// The records of a table, worked out cell by cell.
    private func expectedRecords(_ names: [String], _ rows: [[String]]) -> [String] {
        func fields(_ column: Int) -> [String] { rows.map { $0[column] }.filter { !$0.isEmpty } }
        return rows.map { row in
            let members = names.indices.filter { !row[$0].isEmpty }.map { column in
                let isQuoted = fields(column).contains { $0.utf8.contains { ",;\t\"\r\n".utf8.contains($0) } }
                let isTruth = fields(column).allSatisfy { ["true", "false"].contains($0) }
                let isNumber = fields(column).allSatisfy { ["1", "2.5", "-7"].contains($0) }
                let isBare = column > 0 && !isQuoted && (isTruth || isNumber)
                return JSON.string(names[column]).text + ":" + (isBare ? row[column] : JSON.string(row[column]).text)
            }
            return "{" + members.joined(separator: ",") + "}"
        }
    }
}
