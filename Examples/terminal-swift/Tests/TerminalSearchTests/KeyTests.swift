// SPDX-License-Identifier: MIT

import Testing

@testable import TerminalSearch

@Suite struct KeyTests {
    private func keys(_ text: String) -> [Key] {
        var parser = KeyParser()
        return parser.feed(Array(text.utf8))
    }

    @Test(
        arguments: [
            ("a", [.character("a")]), (" é灯", [.character(" "), .character("é"), .character("灯")]), ("\r", [.enter]),
            ("\t", [.tab]),
            ("\u{7F}", [.backspace]), ("\u{3}", [.control("c")]), ("\u{1B}", [.escape]), ("\u{1B}[A", [.up]),
            ("\u{1B}OB", [.down]),
            ("\u{1B}[C\u{1B}[D", [.right, .left]), ("\u{1B}[Z", [.backTab]), ("\u{1B}[3~", [.delete]),
            ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]),
            ("\u{1B}[1;5H", [.home]), ("\u{1B}[99~", []), ("\u{1B}x", [.escape, .character("x")]), ("\u{0}", []),
        ] as [(String, [Key])]
    )
    func `keys are recognised by their bytes`(text: String, expected: [Key]) {
        #expect(keys(text) == expected)
    }

    @Test func `keys may come in pieces`() {
        let bytes = Array("é灯💡[\u{1B}[A\u{1B}[6~".utf8)
        var whole = KeyParser()
        let expected = whole.feed(bytes)
        for cut in bytes.indices where cut > 0 && bytes[cut - 1] != 0x1B {
            var parser = KeyParser()
            let first = parser.feed(Array(bytes[..<cut]))
            #expect(first + parser.feed(Array(bytes[cut...])) == expected)
        }
    }

    @Test func `invalid UTF-8, and sequences without an end, are skipped`() {
        var parser = KeyParser()
        #expect(parser.feed([0xFF, 0x61, 0xC3, 0x28]) == [.character("a"), .character("(")])
        _ = parser.feed(Array(("\u{1B}[" + String(repeating: "1", count: 40)).utf8))
        #expect(parser.feed(Array("a".utf8)) == [.character("a")])
    }
}
