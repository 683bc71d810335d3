// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import AlgoliaLanguage

/// Synonyms, as clients write and read them.
@Suite struct SynonymTests {
    private let tv: JSON = ["objectID": "tv", "type": "synonym", "synonyms": ["tv", "television"]]
    private let tablet: JSON = [
        "objectID": "tablet", "type": "oneWaySynonym", "input": "tablet", "synonyms": ["ipad"],
    ]
    private let number: JSON = [
        "objectID": "n", "type": "placeholder", "placeholder": "<number>", "replacements": ["12", "14"],
    ]
    private let dress: JSON = [
        "objectID": "d", "type": "altcorrection1", "word": "dress", "corrections": ["gown"],
    ]

    private func members(_ json: JSON) -> JSONObject { json.object ?? JSONObject() }

    private func put(_ list: [JSON], replacesAll: Bool = false, in synonyms: inout AlgoliaSynonyms) throws {
        try synonyms.put(list.map(members), replacesAll: replacesAll)
    }

    @Test func `Every kind is passed to the index`() throws {
        var synonyms = AlgoliaSynonyms()
        #expect(synonyms.engineForm == nil)
        try put([tv, tablet, number, dress], in: &synonyms)
        #expect(
            synonyms.engineForm == [
                ["type": "synonym", "synonyms": ["tv", "television"]],
                ["type": "oneWaySynonym", "input": "tablet", "synonyms": ["ipad"]],
                ["type": "placeholder", "placeholder": "<number>", "replacements": ["12", "14"]],
                ["type": "oneWaySynonym", "input": "dress", "synonyms": ["gown"]],
            ]
        )
    }

    @Test func `One with a name that is known takes its place, and a list may take the place of all`() throws {
        var synonyms = AlgoliaSynonyms()
        try put([tv, tablet], in: &synonyms)
        let other: JSON = ["objectID": "tv", "type": "synonym", "synonyms": ["tv", "telly"]]
        try put([other], in: &synonyms)
        #expect(synonyms.members.keys == ["tv", "tablet"] && synonyms.members["tv"] == other)
        synonyms.remove("tv")
        synonyms.remove("unknown")
        #expect(synonyms.members.keys == ["tablet"])
        try put([number], replacesAll: true, in: &synonyms)
        #expect(synonyms.members.keys == ["n"])
    }

    @Test func `A page of those that match is answered, and one by its name`() throws {
        var synonyms = AlgoliaSynonyms()
        try put([tv, tablet, number], in: &synonyms)
        func found(_ parameters: JSON) throws -> [String] {
            try synonyms.answer(members(parameters))["hits"]?.array?.compactMap { $0["objectID"]?.string } ?? []
        }
        #expect(try found(["query": "T"]) == ["tv", "tablet"])
        #expect(try found(["type": "onewaysynonym,placeholder"]) == ["tablet", "n"])
        #expect(try found(["hitsPerPage": 2, "page": 1]) == ["n"])
        #expect(try synonyms.answer(members(["query": "vision"]))["nbHits"] == 1)
        #expect(try synonyms.answer(members(["objectID": "tv"])) == tv)
        #expect(throws: AlgoliaError("Synonym set does not exist", status: 404)) {
            try synonyms.answer(members(["objectID": "none"]))
        }
        #expect(throws: AlgoliaError.self) { try synonyms.answer(members(["hitsPerPage": 0])) }
        #expect(try found(["page": 1_000_000, "hitsPerPage": 10_000]) == [])
    }

    @Test(
        arguments: [
            (["type": "synonym", "synonyms": ["a"]], "objectID"), (["objectID": "a", "synonyms": ["a"]], "type"),
            (["objectID": "a", "type": "fun", "synonyms": ["a"]], "type"),
            (["objectID": "a", "type": "synonym", "synonyms": []], "synonyms"),
            (["objectID": "a", "type": "synonym", "synonyms": [1]], "synonyms"),
            (["objectID": "a", "type": "oneWaySynonym", "synonyms": ["b"]], "input"),
            (["objectID": "a", "type": "altCorrection2", "word": "a"], "corrections"),
            (["objectID": "a", "type": "placeholder", "placeholder": "", "replacements": ["b"]], "placeholder"),
        ] as [(JSON, String)]
    )
    func `An invalid synonym is refused with its member, and changes nothing`(_ wrong: JSON, _ name: String) throws {
        var synonyms = AlgoliaSynonyms()
        try put([tv], in: &synonyms)
        let error = #expect(throws: AlgoliaError.self) { try put([tablet, wrong], replacesAll: true, in: &synonyms) }
        #expect(error?.message.hasPrefix("\(name): ") == true)
        #expect(synonyms.members.keys == ["tv"])
    }

    @Test func `An index has a bounded number of bytes of synonyms`() throws {
        let long = String(repeating: "x", count: 250)
        func some(_ numbers: Range<Int>) -> [JSON] {
            numbers.map { number in
                [
                    "objectID": .string("s\(number)"), "type": "synonym",
                    "synonyms": JSON(Array(repeating: long, count: 40)),
                ]
            }
        }
        var synonyms = AlgoliaSynonyms()
        try put(some(0..<90), in: &synonyms)
        let error = #expect(throws: AlgoliaError.self) { try put(some(90..<110), in: &synonyms) }
        #expect(error?.status == 413 && synonyms.members.count == 90)
    }

    @Test func `Synonyms that an index was given otherwise have names`() throws {
        let given: JSON = ["synonyms": [["a", "b"], ["type": "oneWaySynonym", "input": "c", "synonyms": ["d"]]]]
        let index = AlgoliaIndexSettings(given: given, extra: [:])
        #expect(index.synonyms.members.keys == ["synonym-1", "synonym-2"])
        #expect(index.settings.members.isEmpty)
        #expect(try index.engineForm()["synonyms"]?.array?.count == 2)
        let again = AlgoliaIndexSettings(given: [:], extra: index.kept(in: ["other": 1]))
        #expect(again == index && index.kept(in: ["other": 1])["other"] == 1)
    }
}
