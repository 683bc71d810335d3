// SPDX-License-Identifier: MIT

final class PackedWords {
    private let width: Int
    private let buffer: UnsafeMutableRawBufferPointer
    private let capacity: Int
    private(set) var offsets: [UInt32] = [0]
    private var count = 0
    /// Bits that do not fill a byte yet, and how many they are.
    private var pending: UInt64 = 0
    private var pendingCount = 0
    private var position = 0

    /// Starts without rows, with room for so many numbers of so many bits.
    init(width: Int, capacity: Int, rowCount: Int) {
        self.width = width
        self.capacity = capacity
        buffer = .allocate(byteCount: capacity * width / 8 + 1 + ForwardIndex.spareBytes, alignment: 8)
        offsets.reserveCapacity(rowCount + 1)
    }

    deinit { buffer.deallocate() }

    /// Appends the numbers of the next row; there is room for as many as were announced.
    func append(_ numbers: [UInt32]) throws {
        for number in numbers where count < capacity {
            pending |= UInt64(number) << UInt64(pendingCount)
            pendingCount += width
            count += 1
            while pendingCount >= 8 {
                buffer[position] = UInt8(pending & 0xFF)
                position += 1
                pending >>= 8
                pendingCount -= 8
            }
        }
        offsets.append(try SegmentLimit.offset(count))
    }

    /// Ends the rows: nothing more is appended.
    func finish() {
        buffer[position] = UInt8(pending & 0xFF)
        position += 1
        for spare in 0..<ForwardIndex.spareBytes { buffer[position + spare] = 0 }
    }

    /// What was appended, with the bytes to spare.
    var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: buffer[..<(position + ForwardIndex.spareBytes)])
    }

    /// Calls the closure with each number, row after row, once the rows have ended.
    @inline(__always)
    func forEach(_ body: (_ row: Int, _ number: UInt32) -> Void) {
        let mask: UInt64 = (1 << UInt64(width)) - 1
        let width = width
        let raw = UnsafeRawBufferPointer(buffer)
        offsets.withUnsafeBufferPointer { offsets in
            for row in 0..<offsets.count - 1 {
                var bit = Int(offsets[row]) * width
                let end = Int(offsets[row + 1]) * width
                while bit < end {
                    let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: bit >> 3, as: UInt64.self))
                    // The mask has 32 bits at most.
                    body(row, UInt32(truncatingIfNeeded: word >> UInt64(bit & 7) & mask))
                    bit &+= width
                }
            }
        }
    }
}
