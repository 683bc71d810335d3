// SPDX-License-Identifier: MIT

import Testing
import Wire

@Suite struct JSONSelectionTests {
    private func cut(_ text: String, _ paths: [String]) throws -> String {
        String(decoding: try JSONSelection(paths).cut(Array(text.utf8)), as: UTF8.self)
    }

    @Test(
        "selected members keep their bytes, all others are dropped",
        arguments: [
            (
                #"{"a":1,"b":{"c":[1,2],"d":"x"},"e":[{"f":1},{"g":2},3]}"#, ["b.d", "e.f"],
                #"{"b":{"d":"x"},"e":[{"f":1}]}"#
            ),
            (#" { "a" : [ 1 , 2 ] , "b" : 2 } "#, ["a"], #"{"a" : [ 1 , 2 ]}"#),
            (#"{"a.b":1,"a":{"b":2,"c":3}}"#, ["a.b"], #"{"a.b":1,"a":{"b":2}}"#),
            (#"{"a":{"b":1},"c":[[{"b":1}],[]]}"#, ["a", "a.b", "c.b"], #"{"a":{"b":1},"c":[[{"b":1}]]}"#),
            (#"{"a":5}"#, ["a.b"], "{}"), (#"{"\u0061":1,"é":"ü"}"#, ["a", "é"], #"{"\u0061":1,"é":"ü"}"#),
            ("{}", ["a"], "{}"), (#"{"a":1}"#, [], "{}"), ("7", ["a"], "null"), ("[]", ["a"], "null"),
        ]
    )
    func cuts(text: String, paths: [String], expected: String) throws {
        #expect(try cut(text, paths) == expected)
    }

    @Test(
        "text that is not JSON is refused, also where nothing of it is wanted",
        arguments: [
            "", "{", #"{"a"}"#, #"{"a":1,}"#, #"{"a":1"#, #"{"a":[1,]}"#, #"{"a":[1 2]}"#, #"{"b":tru}"#, #"{"a":1}}"#,
            #"{"b":{"c":]}"#, #"{"a":"x}"#,
        ]
    )
    func refuses(text: String) {
        #expect(throws: JSONError.self) { try cut(text, ["a"]) }
    }

    @Test("depth is limited on the way to selected members too")
    func depth() {
        let text = String(repeating: #"{"a":"#, count: 100) + "1" + String(repeating: "}", count: 100)
        let path = Array(repeating: "a", count: 100).joined(separator: ".")
        #expect(throws: JSONError.self) { try cut(text, [path]) }
    }
}
