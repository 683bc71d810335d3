// SPDX-License-Identifier: MIT

import Testing
import Wire

@Suite struct JSONRecordTests {
    private enum Kind: String, RecordValue, CaseIterable {
        case plain, odd
    }

    private struct Part: JSONRecord {
        var name = ""
        var weight: Double?

        static let fields: [RecordField<Part>] = [
            RecordField("name", \.name, schema: .text(maximum: 5), "What it is called."),
            RecordField("weight", \.weight, "How heavy it is."),
        ]
    }

    private struct Whole: JSONRecord {
        var kind = Kind.plain
        var parts: [Part] = []
        var counts: [String: Int] = [:]
        var isOpen = true
        var note: String?

        static let fields: [RecordField<Whole>] = [
            RecordField("kind", \.kind, "What it is."), RecordField("parts", \.parts, "Its parts."),
            RecordField("counts", \.counts, omitsDefault: true, "How often, by name."),
            RecordField("open", \.isOpen, omitsDefault: true, "Whether it is open."),
            RecordField("note", \.note, writesNull: true, "What is said of it."),
        ]
    }

    private let full: JSON = [
        "kind": "odd", "parts": [["name": "a", "weight": 1.5], ["name": "b"]], "counts": ["x": 1, "y": 2],
        "open": false,
        "note": "n",
    ]

    @Test func `a value that is written is read, with its members in the order of the declaration`() throws {
        #expect(try Whole(json: full).json.text == full.text)
        #expect(Whole(record: full)?.json.text == full.text)
        #expect(Whole().json.text == #"{"kind":"plain","parts":[],"note":null}"#)
        #expect(try Whole(json: Whole().json) == Whole())
        #expect(Whole.recordSchema.problem(with: Whole().json) == nil)
    }

    @Test(
        arguments: [
            ([:], "`kind` is missing"),
            (["kind": "plain"], "`parts` is missing"),
            (["kind": "plain", "parts": .null], "`parts` is not a list, each an object of name, weight"),
            ([], "is not an object"),
            (["kind": "old", "parts": []], "`kind` is not one of: plain, odd"),
            (["kind": "plain", "parts": [["name": "a"], ["weight": 1]]], "`parts.1.name` is missing"),
            (["kind": "plain", "parts": [["name": "a", "weight": "x"]]], "`parts.0.weight` is not a number"),
            (["kind": "plain", "parts": [["name": "abcdef"]]], "`parts.0.name` has 6 bytes; at most 5 are allowed"),
            (["kind": "plain", "parts": [], "counts": ["x": 1e300]], "`counts.x` is not a whole number"),
            (["kind": "plain", "parts": [], "counts": ["x": 1.5]], "`counts.x` is not a whole number"),
            (["kind": "plain", "parts": [], "open": 1], "`open` is not true or false"),
        ] as [(JSON, String)]
    )
    func `what must be whole says where it is not`(json: JSON, message: String) {
        let error = #expect(throws: JSONError.self) { try Whole(json: json) }
        #expect(error?.message == message)
    }

    @Test func `what another version sends is read as far as it is known`() throws {
        let foreign: JSON = [
            "kind": "new", "parts": [["name": 5], ["weight": 2], 7], "counts": ["x": 1e300, "y": 2], "note": .null,
            "more": [1],
        ]
        let whole = try #require(Whole(record: foreign))
        #expect(whole.kind == .plain && whole.parts.map(\.weight) == [nil, 2] && whole.counts == ["y": 2])
        #expect(Whole(record: "text") == nil)
        #expect(try Whole(json: ["kind": "odd", "parts": [], "note": .null, "open": .null, "more": [1]]).kind == .odd)
    }
}
