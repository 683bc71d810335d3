// SPDX-License-Identifier: MIT

import Cases
import Testing
import Wire

@Suite struct RedactionTests {
    private let recorded = Case(
        version: "1",
        app: "name: shop\nsearchers:\n  products: { index: price_asc }\n",
        steps: [
            CaseStep(
                at: 0,
                intents: [
                    .init(to: "box", type: "set-query", data: ["query": "Ada Lovelace 1815"], outcome: "applied")
                ],
                changes: [
                    "hits": [
                        "phase": "ready", "query": "Ada Lovelace 1815",
                        "hits": [["objectID": "p12", "record": ["name": "Éclair", "price": 12.5, "isNew": true]]],
                        "error": ["code": "backend-failed", "message": "No route"],
                    ]
                ]
            ),
            CaseStep(
                at: 9,
                intents: [
                    .init(to: "sort", type: "select", data: ["value": "price_asc"]),
                    .init(to: "box", type: "set-query", data: ["query": "price_asc"]),
                    .init(to: "box", type: "set-query", data: ["query": "Bob Lovelace 1816"]),
                ]
            ),
        ]
    )

    @Test func `texts are replaced by others of the same shape, equal ones by equal ones`() throws {
        let redacted = Redaction.redacted(recorded)
        #expect(redacted.isRedacted)
        let view = try #require(redacted.steps[0].changes?["hits"])
        #expect(view["query"] == "Aaa Aaaaaaaa 0000")
        #expect(redacted.steps[0].intents[0].data["query"] == view["query"])
        #expect(redacted.steps[1].intents[2].data["query"] == "Aaa Aaaaaaab 0000")
        let record = view["hits"]?.array?[0]["record"]
        #expect(record == ["name": "Aaaaaa", "price": 12.5, "isNew": true])
    }

    @Test func `phases, codes and the words of the app file stay, except in queries`() throws {
        let redacted = Redaction.redacted(recorded)
        let view = try #require(redacted.steps[0].changes?["hits"])
        #expect(view["phase"] == "ready" && view["error"]?["code"] == "backend-failed")
        #expect(view["error"]?["message"] != "No route")
        #expect(redacted.steps[1].intents[0].data["value"] == "price_asc")
        #expect(redacted.steps[1].intents[1].data["query"] != "price_asc")
    }

    @Test func `no text of the session is left in the file`() throws {
        let text = String(decoding: try CaseFile.bytes(Redaction.redacted(recorded)), as: UTF8.self)
        for word in ["Ada", "Lovelace", "1815", "p12", "clair", "route", "Bob"] { #expect(!text.contains(word)) }
    }

    @Test func `many texts of one shape stay apart`() {
        var recorded = recorded
        let texts = (0..<2_000).map { number in JSON.string("\(Unicode.Scalar(UInt8(97 + number % 26)))\(number)") }
        recorded.steps[0].changes = ["w": ["l": .array(texts)]]
        let placeholders = Redaction.redacted(recorded).steps[0].changes?["w"]?["l"]?.array ?? []
        #expect(Set(placeholders).count == 2_000)
    }
}
