// SPDX-License-Identifier: MIT

import Wire

/// The limits of a segment, whose offsets have 32 bits.
enum SegmentLimit {
    /// How many bytes the files have together, at most, that are merged into one segment.
    ///
    /// A section of a merged segment whose offsets have 32 bits holds no more than those of its inputs together, and the number of a
    /// word takes seven bits or more: so the offsets stay below 2^32.
    static let maxBytes = 3 << 30
    /// How many bytes of memory records take, at most, that become a segment at once: none of their offsets reaches 2^32.
    static let maxGatheredBytes = 1 << 31

    /// The offset of a section as it is stored.
    ///
    /// - Throws: `SearchBusError.tooLarge` for one of more than 32 bits.
    @inline(__always)
    static func offset(_ number: Int) throws -> UInt32 {
        guard let offset = UInt32(exactly: number) else { throw tooLarge("an offset would be \(number)") }
        return offset
    }

    /// The error for records that no segment has room for.
    static func tooLarge(_ what: String) -> SearchBusError {
        SearchBusError(
            .tooLarge,
            "A segment of an index cannot hold that much: \(what).",
            remedy: "Divide the records between several imports with --append, or between several indexes."
        )
    }

    /// Puts neighbours together whose sizes do not exceed a limit; what exceeds it by itself stays alone.
    static func groups(_ sizes: [Int], limit: Int) -> [Range<Int>] {
        var groups: [Range<Int>] = []
        var size = 0
        for (number, next) in sizes.enumerated() {
            if let last = groups.last, size + next <= limit {
                groups[groups.count - 1] = last.lowerBound..<number + 1
                size += next
            } else {
                groups.append(number..<number + 1)
                size = next
            }
        }
        return groups
    }
}

extension UInt32 {
    /// A row of a segment, which has fewer than 2^32: `Segment` opens no others.
    @inline(__always)
    init(row: Int) { self.init(truncatingIfNeeded: row) }
}
