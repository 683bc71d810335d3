// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Testing
import Wire

/// Objects of many members from outside: they are refused before they are processed, or handled in linear time.
@Suite(.timeLimit(.minutes(5))) struct MemberLimitTests {
    private func object(_ count: Int) -> JSONObject {
        JSONObject((0..<count).map { (number: Int) in ("attribute-\(number)", .int(Int64(number))) })
    }

    @Test func recordsHaveABoundedNumberOfAttributes() throws {
        let limit = AlgoliaBatch.memberLimit
        var largest = object(limit - 1)
        largest["objectID"] = "7"
        let (record, objectID) = try AlgoliaBatch.record(largest, named: "7")
        #expect(record.count == limit && record.keys.first == "objectID" && objectID == "7")
        #expect(record.keys.dropFirst().elementsEqual(largest.keys.dropLast()))
        let error = #expect(throws: AlgoliaError.self) { try AlgoliaBatch.record(object(100_000), named: "7") }
        #expect(error?.message.contains("at most \(limit) attributes") == true)
        let large = JSONObject([("text", .string(String(repeating: "x", count: AlgoliaBatch.recordLimit)))])
        #expect(throws: AlgoliaError.self) { try AlgoliaBatch.record(large, named: "7") }
    }

    @Test func settingsAndParametersHaveABoundedNumberOfMembers() throws {
        let many = AlgoliaSettings(kept: JSONObject()).changed(by: object(100_000))
        #expect(throws: AlgoliaError.self) { try many.check() }
        #expect(throws: AlgoliaError.self) { try ParameterValues(object(100_000)) }
        #expect(try ParameterValues(object(ParameterValues.memberLimit)).members.count == ParameterValues.memberLimit)
    }

    @Test func settingsAreChangedInLinearTime() {
        let settings = AlgoliaSettings(kept: object(100_000))
        let nulls = JSONObject((0..<50_000).map { ("attribute-\($0 * 2)", JSON.null) } + [("forwardToReplicas", true)])
        let changed = settings.changed(by: nulls)
        #expect(changed.members.count == 50_000 && changed.members.keys.first == "attribute-1")
    }

    @Test func synonymsArePutInLinearTime() throws {
        let list = (0..<20_000).map {
            JSONObject([("objectID", .string("s\($0)")), ("type", "synonym"), ("synonyms", ["a", "b"])])
        }
        var synonyms = AlgoliaSynonyms()
        #expect(throws: AlgoliaError.self) { try synonyms.put(list, replacesAll: false) }
        try synonyms.put(Array(list.prefix(10_000)), replacesAll: true)
        #expect(synonyms.members.count == 10_000)
    }
}
