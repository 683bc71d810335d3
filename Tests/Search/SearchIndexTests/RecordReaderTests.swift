// SPDX-License-Identifier: MIT

import Foundation
import RandomTesting
import SearchIndex
import Testing
import Wire

@Suite struct RecordReaderTests {
    /// Reads a text in chunks of a size and returns the records as JSON text.
    private func read(
        _ text: String,
        _ name: String,
        options: RecordReader.Options = .init(),
        chunk: Int = 7,
        onInvalid: ((SearchBusError) -> Void)? = nil
    ) throws -> [String] {
        var rest = Array(text.utf8)[...]
        let reader = RecordReader(name: name, options: options) {
            defer { rest = rest.dropFirst(chunk) }
            return Array(rest.prefix(chunk))
        }
        reader.onInvalid = onInvalid
        var records: [String] = []
        while let record = try reader.next() { records.append(record.json.text) }
        return records
    }

    private func failure(_ text: String, _ name: String) -> SearchBusError? {
        #expect(throws: SearchBusError.self) { try read(text, name) }
    }

    private let two = [#"{"objectID":"a","n":1}"#, #"{"objectID":"b","t":"x,]}\"\n"}"#]

    @Test("every format gives the same records, in chunks of every size", arguments: [1, 2, 3, 7, 1_000])
    func forms(chunk: Int) throws {
        let forms = [
            ("a.json", "[\(two[0]),\n \(two[1])]\n"), ("a.json", "\u{FEFF} [ \(two[0]) , \(two[1]) ]"),
            ("a.json", two.joined(separator: "\n\n")), ("a.json", two.joined()),
            ("a.ndjson", two.joined(separator: "\n")), ("a.JSONL", "\u{FEFF}\(two[0])\r\n\n\(two[1])\r\n"),
            ("-", "[\(two[0]),\(two[1])]"), ("-", "\n\(two[0])\n\(two[1])"),
        ]
        for (name, text) in forms { #expect(try read(text, name, chunk: chunk) == two, "\(name) \(text)") }
        let csv = "\u{FEFF}objectID,n,t\r\na,1,\r\nb,,\"x,]}\"\"\n\"\r\n"
        #expect(try read(csv, "a.csv", chunk: chunk) == two)
        #expect(try read(csv, "stdin", chunk: chunk) == two)
    }

    @Test("a file without records gives none", arguments: ["a.json", "a.ndjson", "a.csv", "-"])
    func empty(name: String) throws {
        #expect(try read("", name).isEmpty)
        #expect(try read("\n \n", name).isEmpty || name == "a.csv")
        if name == "a.json" { #expect(try read(" [ ] ", name).isEmpty) }
        if name == "a.csv" { #expect(try read("objectID,b\n", name).isEmpty) }
    }

    @Test(
        "a wrong record is named by file, line and place, and refused",
        arguments: [
            (
                "a.ndjson", "{\"objectID\":\"a\"}\n\n{\"objectID\":",
                "a.ndjson, line 3, record 2: This is not JSON: the text ends"
            ),
            (
                "a.ndjson", " {\"a\":}",
                "a.ndjson, line 1, record 1: This is not JSON: no JSON value starts with this byte"
                    + " at byte 7 of the line, in `a`."
            ),
            (
                "a.json", "[ {\n\"a\":1,\n \"b\":x}]",
                "a.json, line 1, record 1: This is not JSON: no JSON value starts"
                    + " with this byte at byte 6 of line 3, in `b`."
            ),
            (
                "a.json", "\u{FEFF}[{\"a\":\"\\u0000\"}]",
                "a.json, line 1, record 1: A text holds the character NUL"
                    + " at byte 8 of the line, in `a`."
            ),
            ("a.ndjson", "{\"objectID\":\"a\"}\n[1]", "a.ndjson, line 2, record 2: A record is not a JSON object."),
            ("a.json", "[{\"objectID\":1.5}]", "a.json, line 1, record 1: The `objectID` 1.5 is not a text"),
            ("a.json", "[{\"objectID\":\"\"}]", "a.json, line 1, record 1: The `objectID` is not a text"),
            ("a.json", "[\n{\"a\":1}]", "a.json, line 2, record 1: A record has no `objectID`."),
            ("a.json", "[{\"objectID\":1,}]", "a.json, line 1, record 1: This is not JSON"),
            ("a.json", "[{\"objectID\":1}", "a.json, line 1: The array is not closed"),
            ("a.json", "[{\"objectID\":1},\n{\"a\":\"", "a.json, line 2: The value is not closed"),
            ("a.json", "[{\"objectID\":1} 2]", "a.json, line 1: A comma or a closing bracket"),
            ("a.json", "[{\"objectID\":1},,2]", "a.json, line 1: A value should be here"),
            ("a.json", "[{\"objectID\":1}] x", "a.json, line 1: Text follows the array"),
        ]
    )
    func wrongRecords(name: String, text: String, message: String) {
        let error = failure(text, name)
        #expect(error?.code == .invalidRecord)
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }

    @Test("a record without an identifier is refused with a remedy, or gets one that is the same each time")
    func identifiers() throws {
        #expect(failure("{\"a\":1}", "a.ndjson")?.remedy.contains("--generate-ids") == true)
        let options = RecordReader.Options(generatesIdentifiers: true)
        let text = "{\"a\":1}\n{\"objectID\":\"own\"}\n{\"objectID\":null,\"a\":2}"
        let expected = [
            #"{"objectID":"a.ndjson:1","a":1}"#, #"{"objectID":"own"}"#, #"{"objectID":"a.ndjson:3","a":2}"#,
        ]
        #expect(try read(text, "a.ndjson", options: options) == expected)
        #expect(try read(text, "a.ndjson", options: options, chunk: 1_000) == expected)
    }

    @Test("invalid records are skipped on request, and those after them are read", arguments: [1, 64])
    func skipping(chunk: Int) throws {
        var problems: [String] = []
        let long = String(repeating: "x", count: Record.largest + 1)
        let bad = ["{\"objectID\":}", "{\"objectID\":\"\\ud800\"}", "5", "{\"objectID\":\"\(long)\"}", "{}"]
        for name in ["a.ndjson", "a.json"] {
            let all = [two[0]] + bad + [two[1]]
            let text = name == "a.json" ? "[" + all.joined(separator: ",\n") + "]" : all.joined(separator: "\n")
            problems = []
            let records = try read(text, name, chunk: chunk == 1 ? 4_097 : 1 << 16) { problems.append($0.message) }
            #expect(records == two)
            #expect(problems.count == bad.count && problems.allSatisfy { $0.hasPrefix("\(name), line ") })
            #expect(problems[3].contains("longer than"))
        }
    }

    @Test("progress has bytes, records and skipped records")
    func progress() throws {
        let text = Array("\(two[0])\nwrong\n\(two[1])\n".utf8)
        var rest = text[...]
        let reader = RecordReader(name: "a.ndjson") {
            defer { rest = rest.dropFirst(10) }
            return Array(rest.prefix(10))
        }
        var reports: [RecordReader.Progress] = []
        reader.onProgress = { reports.append($0) }
        reader.onInvalid = { _ in }
        while try reader.next() != nil {}
        #expect(reports.last == reader.progress)
        #expect(reader.progress.bytes == text.count && reader.progress.records == 2 && reader.progress.skipped == 1)
        #expect(reports.map(\.bytes) == reports.map(\.bytes).sorted())
    }

    @Test("files and pipes are read through a handle, and an index can be imported from them")
    func fileHandles() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/things.csv"
        let rows = (0..<3_000).map { "t\($0),\"thing, number \($0)\",\($0)" }
        try Data((["objectID,name,n"] + rows).joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
        let file = try #require(FileHandle(forReadingAtPath: path))
        let reader = RecordReader(file: file, name: path)
        let writer = try IndexWriter(directory: directory.indexes, name: "things")
        #expect(try writer.replaceAll(next: reader.next).recordCount == 3_000)
        let pipe = Pipe()
        pipe.fileHandleForWriting.write(Data(two.joined(separator: "\n").utf8))
        try pipe.fileHandleForWriting.close()
        let piped = RecordReader(file: pipe.fileHandleForReading, name: "-")
        #expect(try writer.add(next: piped.next).recordCount == 3_002)
    }

    @Test("reading a directory fails with the system's reason")
    func unreadable() throws {
        let directory = try TemporaryDirectory()
        let file = try #require(FileHandle(forReadingAtPath: directory.path))
        let error = #expect(throws: SearchBusError.self) { try RecordReader(file: file, name: "-").next() }
        #expect(error?.code == .storageFailed)
    }

    @Test("no bytes of any file make it stop early or overrun")
    func randomFiles() throws {
        var random = SeededGenerator(seed: testSeed)
        let bits = Array("{}[]\",:\\\n\r ae1.-\u{FEFF}").map(String.init) + two + ["objectID", "\"objectID\":\"k\""]
        for _ in 0..<3_000 {
            let text = (0..<Int.random(in: 0...14, using: &random)).map { _ in bits.randomElement(using: &random) ?? ""
            }.joined()
            for name in ["a.json", "a.ndjson", "a.csv", "-"] {
                let chunk = Int.random(in: 1...9, using: &random)
                let answers = [chunk, 1_000].map { chunk in
                    do {
                        return try read(text, name, chunk: chunk, onInvalid: { _ in })
                    } catch {
                        return ["\(error)"]
                    }
                }
                #expect(answers[0] == answers[1], "seed \(testSeed), \(name): \(text)")
            }
        }
    }
}
