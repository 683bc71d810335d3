// SPDX-License-Identifier: MIT

import Testing
import Wire

@Suite struct JSONParserTests {
    @Test(
        arguments: [
            ("null", .null), ("true", true), (" false\n", false), ("0", 0), ("-0", 0), ("40.0", 40), ("4e1", 40),
            ("0.5", 0.5),
            ("-1.25E-2", -0.0125), ("\"\"", ""), ("\"a b\"", "a b"), ("[]", []), ("[1,[2],{}]", [1, [2], [:]]),
            ("{\"a\":{\"b\":[null]}}", ["a": ["b": [.null]]]), ("\t{ \"a\" : 1 , \"b\" : 2 }\r\n", ["a": 1, "b": 2]),
        ] as [(String, JSON)]
    )
    func `a text is read`(_ text: String, _ value: JSON) throws {
        #expect(try JSON(parsing: text) == value)
    }

    @Test func `numbers have one form each`() throws {
        #expect(try JSON(parsing: "9007199254740993") == .int(9_007_199_254_740_993))
        #expect(try JSON(parsing: "-9223372036854775808") == .int(.min))
        #expect(try JSON(parsing: "9223372036854775808") == .double(9_223_372_036_854_775_808))
        #expect(try JSON(parsing: "1e300") == .double(1e300))
        #expect(try JSON(parsing: "1e-400") == 0)
        #expect(JSON.number(3) == .int(3))
        #expect(JSON.number(.nan) == .null)
        #expect(JSON.number(-.infinity) == .null)
    }

    @Test(arguments: [
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u20AC""#, "é€"), (#""\ud83d\ude00!""#, "😀!"),
        (#""\u0000""#, "\u{0}"), ("\"é😀\"", "é😀"), (#""x\u0041y""#, "xAy"),
    ])
    func `escapes are read`(_ text: String, _ value: String) throws {
        #expect(try JSON(parsing: text) == .string(value))
    }

    @Test(arguments: [
        "", " ", "nul", "nulls", "True", "01", "-", "+1", "1.", ".5", "1e", "1e+", "0x1", "NaN", "1e999", "[", "[1",
        "[1,",
        "[1,]", "[,1]", "[1 2]", "{", #"{"a""#, #"{"a":"#, #"{"a":1"#, #"{"a":1,}"#, "{a:1}", "{1:1}", #"{"a" 1}"#,
        "\"",
        #""a"#, #""\"#, #""\x""#, #""\u12""#, #""\u12G4""#, #""\ud800""#, #""\ud800\n""#, #""\ud800\u0041""#,
        #""\udc00""#, "\"a\nb\"", "1 1", "[] []", "// x", "'a'", "\u{FEFF}1",
    ])
    func `text that is not JSON is refused`(_ text: String) {
        #expect(throws: JSONError.self) { try JSON(parsing: text) }
        #expect(throws: JSONError.self) { try JSONValidator.validate(Array(text.utf8)) }
    }

    @Test(
        arguments: [
            [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
            [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0x5C, 0x6E, 0xFF, 0x22], [0x80],
        ] as [[UInt8]]
    )
    func `bytes that are not UTF-8 are refused`(_ bytes: [UInt8]) {
        #expect(throws: JSONError.self) { try JSON(parsing: bytes) }
        #expect(throws: JSONError.self) { try JSONValidator.validate(bytes) }
    }

    @Test func `nesting has a limit`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try JSON(parsing: nested(64))
        #expect(throws: JSONError.self) { try JSON(parsing: nested(65)) }
        #expect(throws: JSONError.self) { try JSON(parsing: String(repeating: "[", count: 1_000_000)) }
        #expect(throws: JSONError.self) { try JSON(parsing: String(repeating: "{\"a\":", count: 100_000)) }
        _ = try JSON(parsing: "[\(Array(repeating: nested(60), count: 10).joined(separator: ","))]")
    }

    @Test func `the number of values has a limit`() throws {
        let limits = JSONLimits(values: 5)
        _ = try JSON(parsing: "[1,2,3,4]", limits: limits)
        #expect(throws: JSONError.self) { try JSON(parsing: "[1,2,3,4,5]", limits: limits) }
        // A name counts as much as a value.
        _ = try JSON(parsing: "{\"a\":1,\"b\":2}", limits: limits)
        #expect(throws: JSONError.self) { try JSON(parsing: "{\"a\":1,\"b\":2,\"c\":3}", limits: limits) }
    }

    @Test func `an error says where`() {
        #expect(throws: JSONError("a comma or a closing bracket should be here", offset: 3)) {
            try JSON(parsing: "[1 2]")
        }
        #expect(JSONError("odd", offset: 7).description == "odd at byte 7")
        #expect(JSONError("odd").description == "odd")
    }

    @Test(arguments: [2, 40])
    func `of members with the same name the last one counts`(_ count: Int) throws {
        let members = (0..<count).map { "\"k\($0 / 2)\":\($0)" }.joined(separator: ",")
        let object = try #require(try JSON(parsing: "{\(members)}").object)
        #expect(object.count == count / 2)
        #expect(object["k0"] == 1)
    }

    @Test func `many members take no quadratic time`() throws {
        let members = (0..<50_000).map { "\"k\($0)\":0" }.joined(separator: ",")
        let start = ContinuousClock.now
        #expect(try JSON(parsing: "{\(members)}").object?.count == 50_000)
        #expect(ContinuousClock.now - start < .seconds(5))
    }

    @Test func `bytes of any collection are read`() throws {
        #expect(try JSON(parsing: "xx[1]xx".utf8.dropFirst(2).dropLast(2)) == [1])
        #expect(try JSON(parsing: [UInt8]().lazy.map { $0 } + Array("7".utf8)) == 7)
    }

    @Test func `Of a member that is asked for in part the rest is stepped over, and must still be JSON`() throws {
        let text = #"{"a": {"x": {"y": [1, "}"]}, "z": 2}, "b": {"x": 1, "z": 3}, "c": [{"x": 1}]}"#
        let parts: [String: Set<String>] = ["a": ["z"], "c": ["z"], "d": []]
        let json = try JSON(parsing: Array(text.utf8), keeping: parts)
        #expect(json == ["a": ["z": 2], "b": ["x": 1, "z": 3], "c": [["x": 1]]])
        let broken = #"{"a": {"x": [1,}, "z": 2}}"#
        #expect(throws: JSONError.self) { try JSON(parsing: Array(broken.utf8), keeping: parts) }
    }
}
