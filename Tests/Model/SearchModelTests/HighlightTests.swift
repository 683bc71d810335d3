// SPDX-License-Identifier: MIT

import SearchModel
import Testing

@Suite struct HighlightTests {
    private let highlight = Highlight(
        spans: [.init("é", isMatched: false), .init("ab", isMatched: true), .init("c", isMatched: false)]
    )

    @Test func `inverted, the rest is matched`() {
        #expect(highlight.inverted.spans.map(\.isMatched) == [true, false, true])
        #expect(highlight.inverted.text == highlight.text && highlight.inverted.inverted == highlight)
    }
}
