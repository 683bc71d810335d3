// SPDX-License-Identifier: MIT

import RandomTesting
import SearchIndex
import Testing
import Wire

@Suite struct RecordTests {
    private func text(_ text: String) throws -> String {
        String(decoding: try Record(text: Array(text.utf8)).text, as: UTF8.self)
    }

    private func failure(_ bytes: [UInt8]) -> String {
        let error = #expect(throws: SearchBusError.self) { try Record(text: bytes) }
        #expect(error?.code == .invalidRecord)
        return error?.message ?? ""
    }

    private func failure(_ text: String) -> String { failure(Array(text.utf8)) }

    @Test func `A record keeps its text with every digit of its numbers`() throws {
        let text = #"{"objectID":"a","n":12345678901234567890,"m":-0.10,"x":3E8,"é":"\u00e9\/","o":{"l":[1e2,[]]}}"#
        #expect(try self.text(text) == text)
        #expect(try Record(text: Array(text.utf8)).json["é"] == "é/")
        let json: JSON = ["objectID": "a", "n": 1.5]
        #expect(try Record(json).text == json.bytes)
        #expect(try Record(json).json == json)
    }

    @Test func `White space between values is left out`() throws {
        #expect(
            try text(" \t{ \"objectID\" : 1 , \"a b\" : [ 1 ,\r\n {  } , \"x \\\" y\" ] } \n")
                == #"{"objectID":1,"a b":[1,{},"x \" y"]}"#
        )
    }

    @Test func `White space around a record is left out too`() throws {
        for (before, after) in [(" ", ""), ("", "\n"), ("\r\n", "\t")] {
            #expect(try text(before + #"{"objectID":1}"# + after) == #"{"objectID":1}"#)
        }
    }

    @Test func `Of members with one name the last counts, at every depth and however the name is written`() throws {
        #expect(
            try text(#"{"a":1,"objectID":"x","o":[{"p":1,"q":2,"p":3}],"\u0061":{"r":[]},"objectID":"y"}"#)
                == #"{"o":[{"q":2,"p":3}],"\u0061":{"r":[]},"objectID":"y"}"#
        )
        #expect(try Record(text: Array(#"{"objectID":"x","object\u0049D":"y"}"#.utf8)).objectID == "y")
        let many = (0..<40).map { "\"m\($0 % 30)\": \($0)" }.joined(separator: ", ")
        let record = try Record(text: Array("{\(many), \"objectID\": 1}".utf8))
        #expect(record.json.object?.count == 31 && record.json["m9"] == 39 && record.json["m10"] == 10)
    }

    @Test func `The identifier is a text or an integer, whichever way it is written`() throws {
        let good = [
            (#""a""#, "a"), (#""\u00e9\"""#, "é\""), ("7", "7"), ("-3", "-3"), ("2.0", "2"), ("1e3", "1000"),
            ("\"\(String(repeating: "x", count: 512))\"", String(repeating: "x", count: 512)),
        ]
        for (value, objectID) in good {
            #expect(try Record(text: Array("{\"objectID\":\(value)}".utf8)).objectID == objectID)
        }
        let long = "\"\(String(repeating: "x", count: 513))\""
        for value in ["\"\"", "1.5", "true", "[]", "{\"objectID\":1}", "12345678901234567890", long] {
            let shown = #""[{"#.contains(value.prefix(1)) ? "" : " \(value)"
            #expect(
                failure("{\"objectID\":\(value)}")
                    == "The `objectID`\(shown) is not a text of 1 to 512 bytes or an integer of 64 bits."
            )
        }
        for record in ["{}", #"{"objectID":null}"#, #"{"a":{"objectID":1}}"#, #"{"objectid":1}"#] {
            #expect(failure(record) == "A record has no `objectID`.")
        }
        #expect(failure("[1]") == "A record is not a JSON object.")
    }

    @Test func `What is wrong is named with its byte and its attribute`() {
        let wrong: [(String, String)] = [
            ("", "the text ends where a value should be at byte 1."),
            (#"{"objectID":1,}"#, "a member name in quotes should be here at byte 15."),
            (#"{"objectID":1,"a":[1,{"b":tru}]}"#, "a literal is misspelt at byte 27, in `a.b`."),
            (#"{"objectID":1} x"#, "text follows the JSON value at byte 16."),
            (#"{"objectID":1,"p":1e999}"#, "the number is out of range at byte 24, in `p`."),
            (#"{"objectID":1,"p":01}"#, "a number starts with a needless zero at byte 21, in `p`."),
            (#"{"objectID":1,"a":"\ud800"}"#, "half a surrogate pair at byte 26, in `a`."),
            ("{\"objectID\":1,\"a\":\"x\0\"}", "an unescaped control character in a string at byte 21, in `a`."),
        ]
        for (text, message) in wrong { #expect(failure(text) == "This is not JSON: \(message)") }
        #expect(failure(#"{"objectID":1,"a":["x\\\u0000"]}"#) == "A text holds the character NUL at byte 24, in `a`.")
        #expect(failure(#"{"objectID":1,"b\u0000":1}"#) == "A text holds the character NUL at byte 17.")
        let bytes = Array(#"{"objectID":1,"é":{"b":"x"#.utf8) + [0xC3] + Array(#""}}"#.utf8)
        #expect(failure(bytes) == "This is not JSON: the text is not UTF-8 at byte 27, in `é.b`.")
    }

    @Test func `Limits are named, and what is just within them is a record`() throws {
        func nested(_ depth: Int) -> String {
            let (open, close) = (String(repeating: "[", count: depth - 1), String(repeating: "]", count: depth - 1))
            return "{\"objectID\":1,\"a\":\(open)\(close)}"
        }
        #expect(try text(nested(Record.deepest)) == nested(Record.deepest))
        #expect(failure(nested(Record.deepest + 1)) == "The record nests more than 64 deep at byte 82, in `a`.")

        func members(_ count: Int) -> String {
            "{\"objectID\":1,\"o\":{" + (0..<count).map { "\"a\($0)\":1" }.joined(separator: ",") + "}}"
        }
        #expect(
            try Record(text: Array(members(Record.mostMembers).utf8)).json["o"]?.object?.count == Record.mostMembers
        )
        #expect(failure(members(Record.mostMembers + 1)).hasPrefix("An object has more than 1000 members at byte"))

        func values(_ count: Int) -> String {
            "{\"objectID\":1,\"a\":[" + Array(repeating: "1", count: count).joined(separator: ",") + "]}"
        }
        // The record, two names, the identifier and the array are values too.
        #expect(try Record(text: Array(values(Record.mostValues - 5).utf8)).json["a"]?.array?.count == 199_995)
        #expect(failure(values(Record.mostValues - 4)).hasPrefix("The record holds more than 200000 values at byte"))

        let short = #"{"objectID":"b","a":1}"#
        func long(_ count: Int) -> String { short + String(repeating: " ", count: count - short.utf8.count) }
        #expect(try Record(text: Array(long(Record.largest).utf8)).objectID == "b")
        #expect(failure(long(Record.largest + 1)) == "The record is longer than 1024 KiB.")
    }

    @Test func `Records are equal where their values are`() throws {
        let one = try Record(text: Array(#"{"objectID":"a","b":1.0}"#.utf8))
        let other = try Record(["b": 1, "objectID": "a"])
        #expect(one == other && one.hashValue == other.hashValue)
        #expect(try one != Record(["b": 2, "objectID": "a"]))
    }

    @Test func `Numbers of any size come back as they came`() throws {
        var random = SeededGenerator(seed: testSeed)
        for _ in 0..<2_000 {
            func digits() -> String {
                String((0..<Int.random(in: 1...40, using: &random)).map { _ in random.pick(Array("0123456789")) })
            }
            let number = "\(random.pick(["", "-"]))1\(digits())\(random.pick(["", ".\(digits())", "E-2", ".0e+7"]))"
            let text = "{\"objectID\":\"a\",\"n\":[\(number)]}"
            #expect(try self.text(random.isTrue() ? text : text.replacing(":", with: ": ")) == text, "seed \(testSeed)")
        }
    }

    @Test func `Any bytes are a record or an error, and a record's text is read as the parser reads what came`() throws
    {
        var random = SeededGenerator(seed: testSeed)
        let parts = [
            "{", "}", "[", "]", ",", ":", "\"", "\\", "\"objectID\":", "\"a\":", "\"a\"", "1", "-", "0.50",
            "12345678901234567890",
            "1e5", "true", "null", " ", "\n", "\"\\u0061\"", "\\u0000", "\\ud83d\\ude00", "é", "{\"objectID\":1,",
            "\"x\",",
        ]
        var records = 0
        for round in 0..<15_000 {
            var text = Array(#"{"objectID":"k","a":[1.0,{"b":"x","b":{}},12345678901234567890],"c": "\u00e9"}"#.utf8)
            if round.isMultiple(of: 2) {
                text = (0..<Int.random(in: 0...12, using: &random)).flatMap { _ in Array(random.pick(parts).utf8) }
            } else {
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    let place = Int.random(in: text.indices, using: &random)
                    let bytes =
                        random.isTrue() ? [UInt8.random(in: 0...255, using: &random)] : Array(random.pick(parts).utf8)
                    text.replaceSubrange(place..<Swift.min(place + bytes.count, text.count), with: bytes)
                }
            }
            guard let record = try? Record(text: text) else { continue }
            records += 1
            let value = try JSON(parsing: text)
            let note: Comment = "seed \(testSeed): \(String(decoding: text, as: UTF8.self))"
            #expect(record.json == value, note)
            #expect(value["objectID"]?.string ?? value["objectID"]?.int.map(String.init) == record.objectID, note)
            #expect(try Record(text: record.text).text == record.text, note)
        }
        #expect(records > 500)
    }
}
