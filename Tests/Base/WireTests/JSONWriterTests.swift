// SPDX-License-Identifier: MIT

import Testing
import Wire

@Suite struct JSONWriterTests {
    @Test(
        arguments: [
            (.null, "null"), (true, "true"), (-7, "-7"), (0.1, "0.1"), (1e300, "1e+300"),
            ("a\"\\/\n\u{1}é", #""a\"\\/\n\u0001é""#),
            ([], "[]"), ([1, "a", [:]], #"[1,"a",{}]"#), (["b": 1, "a": [.null]], #"{"b":1,"a":[null]}"#),
        ] as [(JSON, String)]
    )
    func `a value is written compactly`(_ value: JSON, _ text: String) {
        #expect(value.text == text)
        #expect(value.bytes == Array(text.utf8))
    }

    @Test func `infinity and NaN are written as null`() {
        #expect(JSON.double(.nan).text == "null")
        #expect(JSON.double(.infinity).text == "null")
    }

    @Test func `people get line breaks`() {
        let value: JSON = ["a": [1, [:], []], "b": ["c": "d"]]
        #expect(
            value.prettyText == """
                {
                  "a": [
                    1,
                    {},
                    []
                  ],
                  "b": {
                    "c": "d"
                  }
                }
                """
        )
    }

    @Test func `members can be spliced`() {
        var bytes: [UInt8] = []
        JSONObject([("a", 1), ("b", "x")]).writeMembers(to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == #""a":1,"b":"x""#)
    }
}
