// SPDX-License-Identifier: MIT

import SearchIndex
import Wire

/// One change of the bytes of a file, in eight bytes: the file, the part of it, where in the part, what is done, with which value.
struct FileEdit {
    let file: Int
    private let part: Int
    private let place: Int
    private let operation: Int
    private let value: UInt16

    /// Reads an edit.
    init(_ bytes: ArraySlice<UInt8>) {
        let bytes = Array(bytes)
        (file, part, operation) = (Int(bytes[0]), Int(bytes[1]), Int(bytes[5]))
        place = Int(bytes[2]) | Int(bytes[3]) << 8 | Int(bytes[4]) << 16
        value = UInt16(bytes[6]) | UInt16(bytes[7]) << 8
    }

    /// The file with the edit.
    func apply(to bytes: [UInt8], name: String) -> [UInt8] {
        var bytes = bytes
        guard !bytes.isEmpty else { return bytes }
        let sections = FileEdit.sections(of: bytes)
        guard !sections.isEmpty, part % (sections.count + 1) < sections.count else {
            let whole = 0..<bytes.count
            if operation % 16 == 15 { return Array(bytes.prefix(place % bytes.count)) }
            change(&bytes, in: whole)
            return FileEdit.mended(bytes, name: name)
        }
        let section = sections[part % sections.count]
        if operation % 16 == 14 { return resized(bytes, number: part % sections.count) }
        if !section.isEmpty { change(&bytes, in: section) }
        return bytes
    }

    private func change(_ bytes: inout [UInt8], in range: Range<Int>) {
        let at = range.lowerBound + place % range.count
        func put(_ number: UInt64, _ count: Int) {
            // Numbers lie at multiples of their size.
            let start = range.lowerBound + place % range.count / count * count
            for index in 0..<count where start + index < range.upperBound {
                bytes[start + index] = UInt8(truncatingIfNeeded: number >> UInt64(index * 8))
            }
        }
        switch operation % 14 {
        case 0: bytes[at] = UInt8(truncatingIfNeeded: value)
        case 1: bytes[at] ^= 1 << UInt8(value & 7)
        case 2: put(UInt64(value), 2)
        case 3: put(UInt64(value), 4)
        case 4: put(UInt64(UInt32.max), 4)
        case 5: put(UInt64(Int32.max), 4)
        case 6: put(UInt64.max, 8)
        case 7: put(UInt64(Int64.max), 8)
        case 8: put(UInt64(value) << 16, 8)
        case 9: for index in at..<min(range.upperBound, at + Int(value & 0xFF)) { bytes[index] = UInt8(value >> 8) }
        case 10:
            let from = range.lowerBound + Int(value) % range.count
            for index in 0..<min(16, range.upperBound - max(at, from)) { bytes[at + index] = bytes[from + index] }
        case 11: for index in range { bytes[index] = UInt8(truncatingIfNeeded: value) }
        case 12: bytes[at] = bytes[at] &+ 1
        default: bytes[at] = bytes[at] &- 1
        }
    }

    /// The file with another length of a section in its table.
    private func resized(_ bytes: [UInt8], number: Int) -> [UInt8] {
        let start = FileEdit.tableStart(bytes)
        guard let table = try? JSON(parsing: Array(bytes[start...])), let members = table.object?.members,
            number < members.count, var parts = members[number].value.array, parts.count == 3
        else { return bytes }
        var object = JSONObject()
        parts[Int(value & 1)] = JSON(place % (bytes.count + 1) / (value & 1 == 0 ? 64 : 1) * (value & 1 == 0 ? 64 : 1))
        for (index, member) in members.enumerated() {
            object[member.key] = index == number ? .array(parts) : member.value
        }
        if value & 0xF0 == 0x10 { object[members[number].key] = nil }
        var changed = Array(bytes[..<start]) + JSON.object(object).bytes
        let length = UInt64(changed.count - start)
        for index in 0..<8 { changed[24 + index] = UInt8(truncatingIfNeeded: length >> UInt64(index * 8)) }
        return FileEdit.mended(changed, name: "seg")
    }

    /// The file with the sum that its bytes have now.
    private static func mended(_ bytes: [UInt8], name: String) -> [UInt8] {
        var bytes = bytes
        func put(_ from: Int, at place: Int) {
            guard from <= bytes.count, place + 8 <= bytes.count else { return }
            let sum = bytes.withUnsafeBytes { Checksum.of(UnsafeRawBufferPointer(rebasing: $0[from...])) }
            for index in 0..<8 { bytes[place + index] = UInt8(truncatingIfNeeded: sum >> UInt64(index * 8)) }
        }
        if name.hasPrefix("seg") { put(tableStart(bytes), at: 32) }
        if name.hasPrefix("gone") { put(16, at: 8) }
        if name.hasPrefix("dict") { put(8, at: 0) }
        return bytes
    }

    private static func tableStart(_ bytes: [UInt8]) -> Int {
        guard bytes.count >= 64 else { return bytes.count }
        let start = (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[16 + $1]) << UInt64($1 * 8) }
        return min(bytes.count, Int(clamping: start))
    }

    /// Where the sections of a segment lie; none for another file.
    private static func sections(of bytes: [UInt8]) -> [Range<Int>] {
        guard bytes.starts(with: "SBIDEX01".utf8) else { return [] }
        let table = try? JSON(parsing: Array(bytes[tableStart(bytes)...]))
        return (table?.object?.members ?? []).compactMap { member in
            guard let start = member.value.array?.first?.int, let count = member.value.array?.dropFirst().first?.int,
                start >= 0, count >= 0, start <= bytes.count, count <= bytes.count - start
            else { return nil }
            return start..<start + count
        }
    }
}
