// SPDX-License-Identifier: MIT

import Testing

@testable import Wire

@Suite("JSON that stays text")
struct JSONTextTests {
    private func text(_ text: String) throws -> JSONText { try JSONText(parsing: Array(text.utf8)) }

    @Test func `Elements of the named arrays stay text, which equals its value`() throws {
        let source = #"{"hits": [ {"a" : 1.0}, "x", [ ] ], "more": [{"a": 1}], "n": 2}"#
        let whole = try JSON(parsing: source)
        let parsed = try JSON(parsing: Array(source.utf8), leaving: ["hits", "n"])
        let elements = try #require(parsed["hits"]?.array)
        guard case .text(let first) = elements[0] else {
            Issue.record("\(elements[0]) is not a string")
            return
        }
        #expect(String(decoding: first.bytes, as: UTF8.self) == #"{"a" : 1.0}"#)
        #expect(parsed == whole && whole == parsed && parsed.hashValue == whole.hashValue)
        #expect(elements[0]["a"] == 1 && elements[1].string == "x" && elements[2].array == [])
        #expect(parsed["more"]?.array?.first == ["a": 1], "other arrays are read")
        #expect(parsed.text == #"{"hits":[{"a" : 1.0},"x",[ ]],"more":[{"a":1}],"n":2}"#)
        #expect(parsed.prettyText == whole.prettyText)
    }

    @Test(arguments: [
        #"{"hits": [{"a": tru}]}"#, #"{"hits": [{"a" 1}]}"#, #"{"hits": [1,]}"#, #"{"hits": [{]}"#, #"{"hits": ["x]}"#,
        #"{"hits": ["\q"]}"#,
    ])
    func `Invalid parts in them are refused`(source: String) {
        #expect(throws: JSONError.self) { try JSON(parsing: Array(source.utf8), leaving: ["hits"]) }
    }

    @Test func `Bytes that are not UTF-8, and values beyond the limits, are refused in them too`() {
        let broken = Array(#"{"hits":[""#.utf8) + [0xC3, 0x28] + Array(#""]}"#.utf8)
        #expect(throws: JSONError.self) { try JSON(parsing: broken, leaving: ["hits"]) }
        let deep = Array(
            (#"{"hits":"# + String(repeating: "[", count: 70) + String(repeating: "]", count: 70) + "}").utf8
        )
        #expect(throws: JSONError.self) { try JSON(parsing: deep, leaving: ["hits"]) }
        let many = Array((#"{"hits":["# + Array(repeating: "1", count: 20).joined(separator: ",") + "]}").utf8)
        #expect(throws: JSONError.self) { try JSON(parsing: many, limits: JSONLimits(values: 20), leaving: ["hits"]) }
    }

    @Test func `A member is read without the others`() throws {
        let text = try text(#" {"a": [1, {"b": "}"}], "\u0062": {"c": "x\"y"}, "a": 2}"#)
        #expect(text["b"] == ["c": "x\"y"])
        #expect(text["a"] == 2, "of members of one name the last counts")
        #expect(text["c"] == nil)
        #expect(try self.text("[1]")["a"] == nil)
    }

    @Test(arguments: [
        (#"{}"#, #"{"n":7}"#), (#"{"a":1}"#, #"{"a":1,"n":7}"#), (#"{ "a" : "}" }"#, #"{ "a" : "}" ,"n":7}"#),
        (#"{"n":"old","a":[]}"#, #"{"n":7,"a":[]}"#), (#"{"\u006e":1}"#, #"{"n":7}"#),
        (#" {"a":1} "#, #"{"a":1,"n":7}"#),
    ])
    func `A member is added, or replaces the one of its name`(before: String, after: String) throws {
        let added = try #require(try text(before).adding("n", 7))
        #expect(String(decoding: added.bytes, as: UTF8.self) == after)
        #expect(added.value["n"] == 7)
    }

    @Test(arguments: ["[]", "1", #""{}""#, "null"])
    func `Nothing is added to a value that is not an object`(source: String) throws {
        #expect(try text(source).adding("n", 7) == nil)
    }

    @Test func `Texts make an array`() throws {
        let array = JSONText(array: [try text("1"), JSONText(["a": 2]), JSONText(.text(try text(" [3]")))])
        #expect(array.value == [1, ["a": 2], [3]])
        #expect(JSONText(array: []).value == [])
    }
}
