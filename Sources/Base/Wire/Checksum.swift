// SPDX-License-Identifier: MIT

/// A running checksum of bytes, which detects a damaged file; it does not protect against forgery.
///
/// Eight bytes are taken at a time, so that a section is summed as fast as it is read.
public struct Checksum: Sendable {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    private var rest: UInt64 = 0
    private var restCount: UInt64 = 0

    public init() {}

    /// Takes the next bytes; how they are cut into calls makes no difference.
    public mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var position = 0
        while restCount > 0, position < bytes.count {
            add(byte: bytes[position])
            position += 1
        }
        while position + 8 <= bytes.count {
            mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)))
            position += 8
        }
        while position < bytes.count {
            add(byte: bytes[position])
            position += 1
        }
    }

    /// The sum of all bytes so far.
    public var value: UInt64 {
        var copy = self
        copy.mix(copy.rest ^ copy.restCount << 56)
        return copy.state ^ copy.state >> 29
    }

    /// The sum of some bytes.
    public static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var sum = Checksum()
        sum.add(bytes)
        return sum.value
    }

    /// Takes the eight bytes of a number.
    public mutating func add(_ number: UInt64) {
        withUnsafeBytes(of: number.littleEndian) { add($0) }
    }

    private mutating func add(byte: UInt8) {
        rest |= UInt64(byte) << (restCount * 8)
        restCount += 1
        guard restCount == 8 else { return }
        mix(rest)
        (rest, restCount) = (0, 0)
    }

    @inline(__always)
    private mutating func mix(_ word: UInt64) {
        state = (state ^ word) &* 0xFF51_AFD7_ED55_8CCD
        state ^= state >> 32
    }
}
