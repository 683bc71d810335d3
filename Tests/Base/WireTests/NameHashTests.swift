// SPDX-License-Identifier: MIT

import Testing

@testable import Wire

@Suite struct NameHashTests {
    @Test(
        "The hash is FNV-1a, which cursors on disks depend on",
        arguments: [("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8")]
    )
    func vectors(_ text: String, _ digits: String) {
        #expect(NameHash.of(text.utf8).hexadecimal(16) == digits)
    }

    @Test func `A number has at least so many digits`() {
        #expect((0 as UInt64).hexadecimal(2) == "00")
        #expect((0xABC as UInt64).hexadecimal(2) == "abc")
        #expect(UInt64.max.hexadecimal(16) == "ffffffffffffffff")
    }
}
