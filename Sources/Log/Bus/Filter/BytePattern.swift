// SPDX-License-Identifier: MIT

import Glibc
import Wire

/// A text that is looked for in the bytes of events, whatever its case.
struct BytePattern: Sendable, Hashable {
    let text: String
    /// As it is within JSON, in lower case.
    private let bytes: [UInt8]
    private let isASCII: Bool

    init(_ text: String) {
        self.text = text
        bytes = Array(JSON.string(text.lowercased()).bytes.dropFirst().dropLast())
        isASCII = bytes.allSatisfy { $0 < 0x80 }
    }

    /// Whether some bytes contain the text.
    func isIn(_ body: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !bytes.isEmpty else { return true }
        // Only ASCII letters become ASCII letters of the other case, with the exception of two signs that are rarely typed.
        guard isASCII else {
            return Self.find(bytes, in: Array(String(decoding: body, as: UTF8.self).lowercased().utf8))
        }
        guard bytes.count <= body.count else { return false }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: body.count) { lower in
            for place in 0..<body.count {
                let byte = body[place]
                lower[place] = byte | (byte &- 0x41 < 26 ? 0x20 : 0)
            }
            return Self.find(bytes, in: UnsafeBufferPointer(lower))
        }
    }

    /// Whether some bytes contain others, which are not empty.
    static func find(_ bytes: [UInt8], in body: UnsafeBufferPointer<UInt8>) -> Bool {
        var rest = UnsafeRawBufferPointer(body)
        while rest.count >= bytes.count, let start = rest.baseAddress {
            let candidates = rest.count - bytes.count + 1
            guard let place = memchr(start, Int32(bytes[0]), candidates) else { return false }
            if memcmp(place, bytes, bytes.count) == 0 { return true }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(UnsafeRawPointer(place) - start + 1))
        }
        return false
    }

    private static func find(_ bytes: [UInt8], in body: [UInt8]) -> Bool {
        body.withUnsafeBufferPointer { find(bytes, in: $0) }
    }
}
