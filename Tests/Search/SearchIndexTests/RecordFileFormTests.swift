// SPDX-License-Identifier: MIT

import Foundation
import SearchModel
import Testing
import Wire

@testable import SearchIndex

/// Files of records as other programs write them.
@Suite struct RecordFileFormTests {
    private func read(
        _ bytes: [UInt8],
        name: String = "a.csv",
        options: RecordReader.Options = .init(),
        chunk: Int
    ) throws -> [String] {
        var rest = bytes[...]
        let reader = RecordReader(name: name, options: options) {
            defer { rest = rest.dropFirst(chunk) }
            return Array(rest.prefix(chunk))
        }
        var records: [String] = []
        while let record = try reader.next() { records.append(String(decoding: record.text, as: UTF8.self)) }
        return records
    }

    /// Reads text from chunks of several sizes, and from a file, whose first bytes are read twice.
    private func read(_ bytes: [UInt8], options: RecordReader.Options = .init()) throws -> [String] {
        let expected = try read(bytes, options: options, chunk: 1_000)
        for chunk in [1, 2, 3, 7] { #expect(try read(bytes, options: options, chunk: chunk) == expected) }
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("form-\(UUID().uuidString).csv")
        try Data(bytes).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        let file = try FileHandle(forReadingFrom: path)
        defer { try? file.close() }
        let reader = RecordReader(file: file, name: "a.csv", options: options)
        var records: [String] = []
        while let record = try reader.next() { records.append(String(decoding: record.text, as: UTF8.self)) }
        #expect(records == expected)
        return expected
    }

    private let lamps = [#"{"objectID":"1","name":"Stühle “für” 5 €"}"#, #"{"objectID":"2","name":"𝄞"}"#]

    @Test func `UTF-16 is known by its byte order mark`() throws {
        let text = "objectID,name\r\n1,Stühle “für” 5 €\r\n2,𝄞\r\n"
        for isBig in [false, true] {
            var bytes: [UInt8] = isBig ? [0xFE, 0xFF] : [0xFF, 0xFE]
            for unit in text.utf16 {
                let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
                bytes += isBig ? [high, low] : [low, high]
            }
            #expect(try read(bytes) == lamps)
        }
        // An odd byte at the end and unpaired surrogates are not characters, and must not trap.
        #expect(try read([0xFF, 0xFE, 0x00, 0xD8, 0x41, 0x00, 0x0A]).isEmpty)
    }

    @Test func `Windows-1252 is read where it is named, and asked for where a file is not UTF-8`() throws {
        let bytes =
            Array("objectID;name\n1;St".utf8) + [0xFC] + Array("hle ".utf8) + [0x93, 0x66, 0xFC, 0x72, 0x94]
            + Array(" 5 ".utf8) + [0x80, 0x0A]
        let error = #expect(throws: SearchBusError.self) { try read(bytes, chunk: 9) }
        #expect(error?.remedy.contains("--encoding windows-1252") == true)
        #expect(try read(bytes, options: .init(encoding: .windows1252)) == [lamps[0]])
        let header = Array("objectID;gr".utf8) + [0xFC] + Array("n\n1;x\n".utf8)
        #expect(throws: SearchBusError.self) { try read(header, chunk: 9) }
        #expect(try read(header, options: .init(encoding: .windows1252)) == [#"{"objectID":"1","grün":"x"}"#])
    }

    @Test func `JSON that is not UTF-8 asks for the encoding too`() throws {
        let bytes = Array(#"{"objectID":1,"name":"St"#.utf8) + [0xFC] + Array(#"hle"}"#.utf8)
        let error = #expect(throws: SearchBusError.self) { try read(bytes, name: "a.ndjson", chunk: 9) }
        #expect(error?.remedy.contains("--encoding windows-1252") == true)
        let options = RecordReader.Options(encoding: .windows1252)
        #expect(try read(bytes, name: "a.ndjson", options: options, chunk: 9) == [#"{"objectID":1,"name":"Stühle"}"#])
    }

    @Test(arguments: [
        ([0x50, 0x4B, 0x03, 0x04, 0x0A, 0x31], "Excel"), ([0x1F, 0x8B, 0x08, 0x0A], "gzip"),
        (Array("%PDF-1.7\n1,2\n".utf8), "PDF"), (Array("SQLite format 3\0\n1,2".utf8), "SQLite"),
        (Array("\u{FEFF} <!DOCTYPE html>\n<p>Not found".utf8), "HTML"),
        (Array("<?xml version='1.0'?>\n<a/>".utf8), "XML"),
    ])
    func `files of other formats are refused by their contents`(bytes: [UInt8], name: String) throws {
        for file in ["a.csv", "a.json", "a.ndjson", "a"] {
            let error = #expect(throws: SearchBusError.self) { try read(bytes, name: file, chunk: 1) }
            #expect(error?.code == .invalidRecord && error?.message.hasPrefix("\(file) is ") == true)
            #expect(error?.message.contains(name) == true, "\(error?.message ?? "")")
        }
    }

    @Test func `A carriage return ends a row where no row ends with a line feed`() throws {
        #expect(
            try read(Array("objectID,name\r1,Lamp\r2,\"De,sk\"\r".utf8))
                == [#"{"objectID":"1","name":"Lamp"}"#, #"{"objectID":"2","name":"De,sk"}"#]
        )
        #expect(try read(Array("objectID,name\r\n1,\"a\rb\"\r\n".utf8)) == [#"{"objectID":"1","name":"a\rb"}"#])
    }

    @Test(
        "The delimiter is the one that all rows have as often",
        arguments: [
            ("objectID;size, cm, deep;price, EUR\n1;10;5\n", #"{"objectID":"1","size, cm, deep":10,"price, EUR":5}"#),
            ("objectID|name, and more\n1|a\n", #"{"objectID":"1","name, and more":"a"}"#),
            ("objectID\tname\n1\ta;b,c\n", #"{"objectID":"1","name":"a;b,c"}"#),
            ("sep=;\r\nobjectID;name\r\n1;a,b\r\n", #"{"objectID":"1","name":"a,b"}"#),
            ("objectID,\"a;b;c;d\"\n1,x\n", #"{"objectID":"1","a;b;c;d":"x"}"#),
        ]
    )
    func delimiters(text: String, record: String) throws {
        #expect(try read(Array(text.utf8)) == [record])
    }

    @Test func `A delimiter that is named counts`() throws {
        let options = RecordReader.Options(delimiter: UInt8(ascii: ":"))
        #expect(try read(Array("objectID:a,b\n1:x,y\n".utf8), options: options) == [#"{"objectID":"1","a,b":"x,y"}"#])
    }

    @Test func `Blanks around names belong to none, and those behind each comma to no field`() throws {
        #expect(
            try read(Array("objectID, name, price\n1, Lamp, 0.5\n2, \"a, b\", 2\n".utf8))
                == [#"{"objectID":"1","name":"Lamp","price":0.5}"#, #"{"objectID":"2","name":"a, b","price":2}"#]
        )
        #expect(
            try read(Array("objectID,name\u{A0}, price\n1, Lamp,2\n".utf8))
                == [#"{"objectID":"1","name":" Lamp","price":2}"#]
        )
        #expect(throws: SearchBusError.self) { try read(Array("objectID,name,name \n1,a,b\n".utf8), chunk: 9) }
    }

    @Test func `A name of any characters can be searched`() throws {
        for name in ["size, cm", "unordered(x)", "a\"b, c", "\"quoted\"", "plain name", "a.b (c)", ",", "\"", "a,\"b"] {
            let entry = SearchableAttribute.entry(for: name)
            #expect(SearchableAttribute.list([entry]).map(\.name) == [name], "\(entry)")
            #expect(SearchableAttribute.list(["unordered(\(entry))"]).map(\.name) == [name], "\(entry)")
        }
        #expect(SearchableAttribute.entry(for: "plain name") == "plain name")
        #expect(SearchableAttribute.list([#"a, "b, c" ,unordered(d)"#]).map(\.name) == ["a", "b, c", "d"])
        let fixture = try Fixture([try Record(["objectID": "1", "size, cm": "lamp"])])
        #expect(try fixture.hits(SearchRequest(index: "test", query: "lamp")).hits.count == 1)
    }
}
