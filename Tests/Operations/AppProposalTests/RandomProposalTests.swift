// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import AppProposal
import Interactors
import RandomTesting
import SearchIndex
import Testing
import Wire

@Suite struct RandomProposalTests {
    private static let names = [
        "name", "title", "price", "rating", "lat", "lng", "created_at", "in stock", "category", "tags", "id", "yes",
        "null", "a: b", "#x",
        "😀", "box", "hits", "stats", "größe", "a,b", "x=y", "unordered(z)", "_tags", "_geoloc", "a.b", "a.lvl0",
        "a.lvl1", "", " ", "\u{0}",
        "\u{2028}", "objectID", "$", "everything", "current", "清", String(repeating: "long ", count: 60),
    ]
    private static let texts = [
        "", "n/a", "1.10", "$ 5", "7,50 €", "2024-02-29", "31.12.1999", "yes", "no", "a > b > c", "x/y", "red|blue",
        "a, b", "https://x.org/a.png",
        "#", "'", "\"", "\\", "*/", "\n", "\u{85}", "😀", "ok", "Ann",
        "longer text of several words that continues and continues for a while",
    ]

    @Test func `whatever records there are, the app file can be read and its settings are settings`() throws {
        var generator = SeededGenerator(seed: testSeed)
        for round in 0..<150 {
            let files = (0..<Int.random(in: 1...3, using: &generator)).map { number in
                let count = Int.random(in: 0...30, using: &generator)
                let names = (0..<Int.random(in: 1...12, using: &generator)).map { _ in generator.pick(Self.names) }
                let kinds = names.map { _ in Int.random(in: 0...7, using: &generator) }
                let lines = (0..<count).map { _ in Self.record(names, kinds, &generator) }
                return (name: "f\(number).ndjson", text: lines.joined(separator: "\n"))
            }
            do {
                let proposing = try Proposing(files)
                let app = try proposing.read()
                #expect(app.searchers.filter { $0.index != nil && $0.attribute == nil }.count == files.count)
                for index in proposing.app.indexes {
                    let read = try IndexSettings(json: JSON(parsing: index.settings.json.bytes))
                    #expect(read == index.settings)
                    Self.check(app, index)
                }
            } catch {
                Issue.record("round \(round), seed \(testSeed): \(error)")
                return
            }
        }
    }

    /// Every attribute of a widget is counted or compared.
    private static func check(_ app: App, _ index: IndexProposal) {
        let usable = (index.settings.attributesForFaceting ?? []) + (index.settings.numericAttributes ?? [])
        for widget in app.widgets {
            let searcher = widget.configuration.searcher.flatMap(app.searcher)
            guard searcher?.index == index.name, let attribute = widget.configuration.parameters["attribute"]?.string
            else {
                continue
            }
            #expect(usable.contains(attribute), "\(widget.name), seed \(testSeed)")
        }
    }

    private static func record(_ names: [String], _ kinds: [Int], _ generator: inout SeededGenerator) -> String {
        var object = JSONObject()
        for (name, kind) in zip(names, kinds) where !generator.isTrue() || kind != 6 {
            if name == "objectID" {
                object[name] = .string(String(Int.random(in: 0...9_999, using: &generator)))
                continue
            }
            object[name] = value(kind, &generator)
        }
        // A NUL is refused by the reader.
        return JSON.object(object).text.replacing("\\u0000", with: "\\u0001")
    }

    private static func value(_ kind: Int, _ generator: inout SeededGenerator) -> JSON {
        switch kind {
        case 0: JSON(Int.random(in: 0...5, using: &generator))
        case 1: .number(Double(Int.random(in: -900...90_000, using: &generator)) / 100)
        case 2: .bool(generator.isTrue())
        case 3: JSON([generator.pick(texts), generator.pick(texts)])
        case 4: ["b": .string(generator.pick(texts)), "lvl0": "a", "lvl1": .string("a > \(generator.pick(texts))")]
        case 5: JSON(1_600_000_000 + Int.random(in: 0...99_999_999, using: &generator))
        case 6: .null
        default: .string(generator.pick(generator.isTrue() ? texts : Array(texts.prefix(4))))
        }
    }
}
