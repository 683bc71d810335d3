// SPDX-License-Identifier: MIT

import Testing

@testable import TerminalSearch

@Suite struct TextTests {
    @Test(arguments: [
        ("", 0), ("lamp", 4), ("é", 1), ("e\u{301}", 1), ("灯", 2), ("ラ", 2), ("한", 2), ("💡", 2), ("👩‍🔬", 2), ("★ ", 2),
        ("☀️", 2),
        ("\u{1B}", 0),
    ])
    func `each text takes as many columns as a terminal gives it`(text: String, columns: Int) {
        #expect(Cells.width(of: text) == columns)
    }

    @Test func `no text commands the terminal`() {
        #expect(Span("a\u{1B}[2Jb\nc\u{9B}d").text == "a [2Jb c d")
        #expect(Cells.clean("lamp") == "lamp")
    }

    @Test(arguments: 1...12)
    func `a line is fitted to any width`(columns: Int) {
        for text in ["", "kettle", "灯ラ灯ラ灯ラ", "a灯b灯c灯d", "a very long title"] {
            let line = Line([Span(text, .bold), Span(" 12", .dim)])
            let fitted = line.fitted(to: columns)
            #expect(fitted.width == columns, "\(text)")
            #expect(fitted.text.contains("…") == (line.width > columns), "\(text)")
        }
    }

    @Test func `colours are left out where they are not wanted, weights are not`() {
        let line = Line([Span("a", [.bold, .accent]), Span("b"), Span("c", .accent)])
        #expect(line.rendered(inColour: true) == "\u{1B}[1;36ma\u{1B}[0mb\u{1B}[36mc\u{1B}[0m")
        #expect(line.rendered(inColour: false) == "\u{1B}[1ma\u{1B}[0mbc")
    }

    @Test func `numbers have their decimals`() {
        #expect(Numbers.text(3.14159, decimals: 2) == "3.14")
        #expect(Numbers.text(-0.05, decimals: 1) == "-0.1")
        #expect(Numbers.text(1234.5, decimals: 0) == "1235" || Numbers.text(1234.5, decimals: 0) == "1234")
        #expect(Numbers.text(7, decimals: 2) == "7.00")
        #expect(Numbers.text(1e300, decimals: 2) == "1e+300")
    }
}
