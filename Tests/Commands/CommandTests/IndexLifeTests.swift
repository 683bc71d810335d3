// SPDX-License-Identifier: MIT

import Foundation
import ProcessTesting
import Runtime
import SearchIndex
import SearchModel
import Supervisor
import Testing
import Wire

@testable import searchbus

/// The steps of the commands between the command line and the index.
@Suite struct IndexLifeTests {
    /// A folder with an index of three records.
    private final class Place {
        let folder: String
        let directory: IndexDirectory

        init() throws {
            folder = try makeTemporaryDirectory()
            directory = IndexDirectory(path: "\(folder)/indexes")
            let records = try [
                #"{"objectID":"1","name":"one","brand":"Acme","price":5}"#,
                #"{"objectID":"2","name":"two","brand":"Acme","price":15}"#,
                #"{"objectID":"3","name":"three","brand":"Other","price":25}"#,
            ].map { try Record(text: Array($0.utf8)) }
            try IndexWriter(directory: directory, name: "things").replaceAll(records)
        }

        deinit { removeDirectory(folder) }
    }

    @Test func `changes of settings leave the others as they are, and null takes one back`() throws {
        let given = try IndexSettings(json: ["searchableAttributes": ["name"], "distinct": 2])
        let edit = try SettingsEdit(file: nil, changes: [#"customRanking=["desc(price)"]"#, "distinct=null"])
        let expected = try IndexSettings(json: ["searchableAttributes": ["name"], "customRanking": ["desc(price)"]])
        #expect(try edit.settings(over: given) == expected)
    }

    @Test func `a file comes first, and what follows it on the line counts`() throws {
        let place = try Place()
        try Files.replace("\(place.folder)/s.json", with: Array(#"{"distinct":1,"minProximity":2}"#.utf8))
        let edit = try SettingsEdit(file: "\(place.folder)/s.json", changes: ["distinct=3"])
        #expect(edit.members == JSONObject([("distinct", 3), ("minProximity", 2)]))
        #expect(throws: SearchBusError.self) { try SettingsEdit(file: "\(place.folder)/none", changes: []) }
    }

    @Test(arguments: [
        ("distinct", "Invalid change `distinct`"), ("=1", "Invalid change `=1`"), ("distinct=", "`distinct`"),
        ("queryType=prefixAll", "`queryType`"),
    ])
    func `an invalid change is named`(change: String, part: String) {
        let error = #expect(throws: SearchBusError.self) { try SettingsEdit(file: nil, changes: [change]) }
        #expect(error?.code == .invalidArgument && error?.message.contains(part) == true)
    }

    @Test(arguments: [
        (#"rnaking=["typo"]"#, "`rnaking`"), (#"customRanking=["up(price)"]"#, "`up(price)`"),
        ("distinct=-1", "`distinct`"),
        (#"searchableAttributes=["name","name"]"#, "`searchableAttributes`"), ("rnaking=null", "`rnaking`"),
    ])
    func `an invalid setting is named, and nothing is changed`(change: String, part: String) throws {
        let place = try Place()
        let edit = try SettingsEdit(file: nil, changes: [change])
        let error = #expect(throws: SearchBusError.self) { try edit.apply(to: "things", in: place.directory) }
        #expect(error?.code == .invalidArgument && error?.message.contains(part) == true)
        #expect(try place.directory.summary(of: "things").generation == 1)
    }

    @Test func `an attribute that no record has is set all the same, with a warning`() throws {
        let place = try Place()
        let edit = try SettingsEdit(file: nil, changes: [#"attributesForFaceting=["brnad"]"#])
        let result = try edit.apply(to: "things", in: place.directory)
        #expect(result.change.rebuilt == [.values])
        #expect(result.warnings == ["No record has `brnad`, which attributesForFaceting names. Did you mean `brand`?"])
        let sentence = IndexSettingsCommand.sentence(result.change, seconds: 0.0123)
        #expect(sentence == "things: changed in 13 ms; rebuilt: values of 3 records")
    }

    @Test func `settings that Algolia's interface keeps are changed with those of the index`() throws {
        let place = try Place()
        let kept: JSON = [
            "settings": ["numericAttributesForFiltering": ["price"], "hitsPerPage": 7],
            "synonyms": ["s": ["type": "synonym"]],
        ]
        try IndexWriter(directory: place.directory, name: "things").change(settings: IndexSettings(), extra: kept)
        let edit = try SettingsEdit(
            file: nil,
            changes: [#"numericAttributes=[]"#, #"customRanking=["asc(price)"]"#, #"synonyms=[["a","b"]]"#]
        )
        _ = try edit.apply(to: "things", in: place.directory)
        let expected: JSON = [
            "settings": ["numericAttributesForFiltering": [], "hitsPerPage": 7, "customRanking": ["asc(price)"]]
        ]
        #expect(try IndexReader(directory: place.directory, name: "things").extra == expected)
    }

    @Test func `a filter deletes what it lets through, and a dry run counts it`() throws {
        let place = try Place()
        let deletion = IndexDeletion(place.directory, "things")
        #expect(try deletion.count(records: [], filter: "brand:Acme AND price < 10") == 1)
        #expect(try deletion.count(records: ["1", "1", "9"], filter: nil) == 1)
        #expect(try deletion.count(records: [], filter: nil) == 3)
        var left: [Int] = []
        try deletion.delete(records: [], filter: "brand:Other AND NOT price < 10") { left.append($0.recordCount) }
        try deletion.delete(records: ["2", "9"], filter: nil) { left.append($0.recordCount) }
        #expect(left == [2, 1])
        for filter in ["", "brand:", "brand:a AND", "brnd:Acme", "price < x"] {
            let error = #expect(throws: SearchBusError.self) { try deletion.count(records: [], filter: filter) }
            #expect(error?.code == .invalidArgument, "\(filter)")
        }
    }

    @Test func `an index is shown with its attributes, and an inexact count is marked`() throws {
        let place = try Place()
        let lines = IndexShowCommand.lines(try place.directory.report(on: "things"))
        #expect(lines.contains { $0.contains("brand") && $0.contains("searched 2, facet") })
        #expect(lines.contains("  records      3"))
        #expect(lines.contains("  numericAttributes: price"))
        #expect(AttributeTable.text(.init(number: 1_200, certainty: .about)) == "~1,200")
        #expect(AttributeTable.text(.init(number: 5_000, certainty: .atLeast)) == "≥5,000")
    }

    @Test func `a proposal names what is now, what is proposed and why`() throws {
        let place = try Place()
        let lines = IndexTuneCommand.lines(try place.directory.proposeSettings(for: "things"))
        #expect(lines == ["things: the settings suit the records"])
        try IndexWriter(directory: place.directory, name: "things").change(
            settings: .init(searchableAttributes: ["nmae"])
        )
        let others = IndexTuneCommand.lines(try place.directory.proposeSettings(for: "things"))
        #expect(others.prefix(3) == ["searchableAttributes", "  now       nmae", "  proposed  name, brand"])
        #expect(others.contains("    nmae: no record has it"))
    }
}
