// SPDX-License-Identifier: MIT

import Testing

@testable import Gateway

@Suite("Compressed responses")
struct ContentCodingTests {
    @Test(arguments: [
        ("gzip", "gzip"), ("br, GZIP;q=0.5", "br gzip"), ("x-gzip", "gzip"), ("gzip; q=0, br", "br"), ("deflate", ""),
        ("", ""), ("gzip;q=none", "gzip"), ("brotli", ""),
    ])
    func `A client reads a coding if it accepts it`(field: String, accepted: String) {
        let codings = ContentCoding.allCases.filter { $0.isAccepted(by: field) }
        #expect(codings.map(\.rawValue).joined(separator: " ") == accepted)
    }
}
