// SPDX-License-Identifier: MIT

import Wire

/// The file that tells which rows of a segment were deleted.
enum DeletedRows {
    private static let magic: [UInt8] = Array("SBDEL001".utf8)

    /// The rows as bytes: eight of magic, eight of checksum, then a posting list.
    static func bytes(_ rows: RowSet) -> [UInt8] {
        var list: [UInt32] = []
        rows.forEach { list.append(UInt32(row: $0)) }
        var body: [UInt8] = []
        list.withUnsafeBufferPointer {
            Postings.write($0, places: .init(start: nil, count: 0), rowCount: rows.capacity, to: &body)
        }
        let sum = body.withUnsafeBytes(Checksum.of)
        return magic + withUnsafeBytes(of: sum.littleEndian) { Array($0) } + body
    }

    /// Reads what was written for a segment of so many rows; `nil` where it is damaged.
    static func rows(_ bytes: [UInt8], rowCount: Int) -> RowSet? {
        guard bytes.count > 16, Array(bytes[0..<8]) == magic else { return nil }
        return bytes.withUnsafeBytes { all in
            let body = UnsafeRawBufferPointer(rebasing: all[16...])
            let sum = UInt64(littleEndian: all.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            guard Checksum.of(body) == sum else { return nil }
            return Postings(body, rowCount: rowCount, mayHavePlaces: false).set(capacity: rowCount)
        }
    }
}
