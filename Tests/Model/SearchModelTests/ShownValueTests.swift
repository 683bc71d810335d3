// SPDX-License-Identifier: MIT

import SearchModel
import Testing

@Suite struct ShownValueTests {
    @Test(arguments: ["", " ", "\t", "\n\r", "\u{a0}", "\u{200b}", "\u{2800}", "\u{3164}", "\u{feff}\u{202e}"])
    func `a value without a visible character is shown as empty`(_ text: String) {
        #expect(FacetValue.text(text).shown == "(empty)")
    }

    @Test(arguments: ["red", "a\nb", " x ", ".", "0", "👩‍👩‍👧", "ـ"])
    func `every other text is shown as it is`(_ text: String) {
        #expect(FacetValue.text(text).shown == text)
    }

    @Test func `numbers and booleans are shown as they are`() {
        #expect(FacetValue.integer(0).shown == "0" && FacetValue.bool(false).shown == "false")
    }
}
