// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Testing

@Suite struct HighlightTests {
    private let highlight = Highlight(
        spans: [.init("é", isMatched: false), .init("ab", isMatched: true), .init("c", isMatched: false)]
    )

    @Test func `the matched ranges are places of characters`() {
        #expect(highlight.matchedRanges == [1..<3])
        #expect(Highlight(spans: []).matchedRanges.isEmpty)
    }

    @Test func `inverted, the rest is matched`() {
        #expect(highlight.inverted.matchedRanges == [0..<1, 3..<4])
        #expect(highlight.inverted.text == highlight.text && highlight.inverted.inverted == highlight)
    }
}
