// SPDX-License-Identifier: MIT

/// Makes random identifiers.
public enum Identifier {
    /// Digits and letters without those that look like others; 32 of them, so that each takes five bits.
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    /// A new identifier of lower-case letters and digits, five bits of chance each.
    public static func make(length: Int = 20) -> String {
        var generator = SystemRandomNumberGenerator()
        return make(length: length, using: &generator)
    }

    /// A new identifier from a generator of the caller's, so that tests can repeat it.
    public static func make(length: Int, using generator: inout some RandomNumberGenerator) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(length)
        var bits: UInt64 = 0
        for index in 0..<length {
            // One number serves twelve characters: the system's source costs a call each time.
            if index.isMultiple(of: 12) { bits = generator.next() }
            bytes.append(alphabet[Int(bits & 31)])
            bits >>= 5
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
