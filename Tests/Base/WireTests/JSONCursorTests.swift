// SPDX-License-Identifier: MIT

import RandomTesting
import Testing
import Wire

@Suite struct JSONCursorTests {
    /// The value that a cursor walks through, assembled again; some parts are skipped, and are null then.
    private func walked(_ cursor: inout JSONCursor, skipping: Set<String>) throws -> JSON {
        switch cursor.kind {
        case .object:
            var object = JSONObject()
            try cursor.forEachMember { cursor, name in
                guard !skipping.contains(name) else { return try cursor.skip() }
                object[name] = try walked(&cursor, skipping: skipping)
            }
            return .object(object)
        case .array:
            var elements: [JSON] = []
            try cursor.forEachElement { elements.append(try walked(&$0, skipping: skipping)) }
            return .array(elements)
        case .string: return .string(try cursor.withString { String(decoding: $0, as: UTF8.self) })
        case .other: return try cursor.value()
        }
    }

    private func walked(_ bytes: [UInt8], skipping: Set<String> = []) throws -> JSON {
        try bytes.withUnsafeBufferPointer { buffer in
            var cursor = JSONCursor(buffer)
            return try walked(&cursor, skipping: skipping)
        }
    }

    @Test func `a value is walked through as it is parsed`() throws {
        var random = SeededGenerator(seed: testSeed)
        for _ in 0..<3_000 {
            let value = JSON.random(depth: 4, using: &random)
            #expect(try walked(value.bytes) == value)
            #expect(try walked(Array(value.prettyText.utf8)) == value)
        }
    }

    @Test func `a string is lent as it stands, or without its escapes`() throws {
        for (text, wanted) in [
            (#""""#, ""), (#""plain text of some length""#, "plain text of some length"),
            (#""a\"b\\c\nd\u00e9 and so on""#, "a\"b\\c\nd\u{e9} and so on"), (#""Käse 漢字 😀""#, "Käse 漢字 😀"),
        ] {
            #expect(try walked(Array(text.utf8)) == .string(wanted))
        }
    }

    @Test func `what is not wanted is stepped over`() throws {
        let text = #"{"a": [1, {"b": "}"}], "b": {"c": "\"]"}, "d": [ ], "e": { }}"#
        #expect(try walked(Array(text.utf8), skipping: ["b"]) == ["a": [1, [:]], "d": [], "e": [:]])
    }

    @Test func `damage is an error and never traps`() throws {
        for text in [
            "", "{", #"{"a""#, #"{"a":"#, #"{"a":1"#, #"{"a":1,"#, "[", "[1", "[1,", "[1 2]", #"""#, #""abc"#,
            #"{1:2}"#, "}",
        ] {
            #expect(throws: JSONError.self) { try walked(Array(text.utf8)) }
        }
        var random = SeededGenerator(seed: testSeed)
        for _ in 0..<20_000 {
            var bytes = JSON.random(depth: 3, using: &random).bytes
            for _ in 0..<2 where !bytes.isEmpty {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            _ = try? walked(bytes)
        }
    }
}
