// SPDX-License-Identifier: MIT

/// Whole numbers in as few bytes as they need: seven bits a byte, the lowest first, the top bit set where more follow.
enum VariableLength {
    @inline(__always)
    static func write(_ number: UInt64, to output: inout [UInt8]) {
        var rest = number
        while rest >= 0x80 {
            output.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        output.append(UInt8(rest))
    }

    /// Takes the number at a position, which moves behind it; a truncated one counts as 0.
    @inline(__always)
    static func read(_ bytes: UnsafeRawBufferPointer, _ position: inout Int) -> UInt64 {
        var result: UInt64 = 0
        var shift: UInt64 = 0
        while position < bytes.count, shift < 64 {
            let byte = bytes[position]
            position += 1
            result |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { break }
            shift += 7
        }
        return result
    }
}
