// SPDX-License-Identifier: MIT

import Testing

@testable import Supervisor

@Suite struct LineSplitterTests {
    @Test func `lines come out whole, however the bytes are cut`() {
        let text = Array("one\nzwei ä\n\nthree".utf8)
        for size in 1...text.count {
            var splitter = LineSplitter()
            var lines: [String] = []
            for start in stride(from: 0, to: text.count, by: size) {
                lines += splitter.take(text[start..<min(start + size, text.count)])
            }
            #expect(lines == ["one", "zwei ä", ""])
            #expect(splitter.finish() == "three")
            #expect(splitter.finish() == nil)
        }
    }

    @Test func `what moves a terminal's cursor is left out`() {
        var splitter = LineSplitter()
        #expect(splitter.take(Array("a\u{1b}[2Jb\r\u{9b}\tc\u{7f}\n".utf8)) == ["a[2Jb\tc"])
    }

    @Test func `a line without end is cut`() {
        var splitter = LineSplitter()
        let lines = splitter.take(Array(repeating: UInt8(ascii: "x"), count: LineSplitter.limit * 2 + 1))
        #expect(lines.map(\.count) == [LineSplitter.limit, LineSplitter.limit])
        #expect(splitter.finish() == "x")
    }
}
