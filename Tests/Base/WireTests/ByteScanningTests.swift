// SPDX-License-Identifier: MIT

import RandomTesting
import Testing

@testable import Wire

@Suite struct ByteScanningTests {
    private func naive(_ bytes: [UInt8], from start: Int) -> Int {
        bytes[start...].firstIndex { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") } ?? bytes.count
    }

    private func found(_ bytes: [UInt8], from start: Int) -> Int {
        bytes.withUnsafeBufferPointer { $0.firstSpecial(from: start) }
    }

    @Test func `every byte is found or passed over at every place`() {
        for byte in UInt8.min...UInt8.max {
            for place in 0..<24 {
                for filler in [UInt8(ascii: "a"), 0x20, 0x21, 0x23, 0x5B, 0x5D, 0x7F, 0x80, 0xA2, 0xDC, 0xFF] {
                    var bytes = [UInt8](repeating: filler, count: 24)
                    bytes[place] = byte
                    if found(bytes, from: 0) != naive(bytes, from: 0) {
                        Issue.record("\(byte) at \(place) in \(filler)")
                    }
                    let isASCII = bytes.withUnsafeBufferPointer(\.isASCII)
                    if isASCII != bytes.allSatisfy({ $0 < 0x80 }) { Issue.record("\(byte) at \(place) in \(filler)") }
                }
            }
        }
    }

    @Test func `noise is walked through as byte by byte`() {
        var random = SeededGenerator(seed: testSeed)
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...40, using: &random)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0x18...0xFF, using: &random) }
            let start = Int.random(in: 0...count, using: &random)
            if found(bytes, from: start) != naive(bytes, from: start) { Issue.record("\(bytes) from \(start)") }
        }
    }
}
