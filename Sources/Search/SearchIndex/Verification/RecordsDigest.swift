// SPDX-License-Identifier: MIT

import Wire

extension IndexDirectory {
    /// A digest of the records of an index, whatever its settings: equal for the same records in any order.
    ///
    /// It reads all records.
    ///
    /// - Throws: `SearchBusError`, `.unknownIndex` among them.
    public func recordsDigest(of name: String) throws -> String {
        try check(name)
        let snapshot = try IndexSnapshot(folder: folder(of: name))
        var (count, sum, other): (UInt64, UInt64, UInt64) = (0, 0, 0)
        for part in snapshot.parts {
            for row in 0..<part.segment.rowCount where !(part.deleted?.contains(row) ?? false) {
                try part.text(of: row).withUnsafeBytes { text in
                    var checksum = Checksum()
                    checksum.add(text)
                    sum &+= checksum.value
                    checksum.add(UInt64(text.count))
                    other &+= checksum.value
                }
                count += 1
            }
        }
        return "\(count)-\(sum.hexadecimal(16))\(other.hexadecimal(16))"
    }
}
