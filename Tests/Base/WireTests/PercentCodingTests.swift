// SPDX-License-Identifier: MIT

import RandomTesting
import Testing

@testable import Wire

@Suite struct PercentCodingTests {
    @Test func `Every text decodes to the text that was encoded`() {
        var random = SeededGenerator(seed: testSeed)
        let pieces = ["a", "Z", "9", "-._~", "%", "%2", "+", " ", "&=", "é", "日", "👩‍🚀", "\u{0}", "'(),:!*$/"]
        for _ in 0..<500 {
            let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in random.pick(pieces) }.joined()
            for plain in ["", "!*()", "(),:'!*$"] {
                let encoded = PercentCoding.encoded(text, plain: plain)
                #expect(PercentCoding.decoded(encoded.utf8) == text, "seed \(testSeed)")
                #expect(PercentCoding.decoded(encoded.utf8, hasSpaces: false) == text, "seed \(testSeed)")
                #expect(PercentCoding.readable(Array(encoded.utf8)[...]) == text, "seed \(testSeed)")
            }
        }
    }

    @Test func `Only the given characters stay plain, and digits are in upper case`() {
        #expect(PercentCoding.encoded("a-b_c.d~e/é!") == "a-b_c.d~e%2F%C3%A9%21")
        #expect(PercentCoding.encoded("a/é!", plain: "/!") == "a/%C3%A9!")
    }

    @Test func `A plus sign is a space in forms, and itself in paths`() {
        #expect(PercentCoding.decoded("a+b%2B".utf8) == "a b+")
        #expect(PercentCoding.decoded("a+b%2b".utf8, hasSpaces: false) == "a+b+")
    }

    @Test(arguments: ["%", "%4", "%zz", "%4g", "%FF", "a%"])
    func `Invalid encoding decodes to nil, and in part when asked for`(_ text: String) {
        #expect(PercentCoding.decoded(text.utf8) == nil)
        #expect(PercentCoding.readable(Array(text.utf8)[...]) == (text == "%FF" ? "" : text))
    }
}
