// SPDX-License-Identifier: MIT

import Wire

/// Checks that the bytes of a segment's file are those that were written.
struct SectionCheck {
    /// A section, or none for what lies between them, and what is wrong with it.
    typealias Problem = (section: String?, message: String)

    private static let stretch = 1 << 20

    private let file: SegmentFile

    init(_ file: SegmentFile) { self.file = file }

    /// What is wrong; the closure is called with the number of further bytes read.
    func problems(onBytes: (Int) -> Void) -> [Problem] {
        var problems: [Problem] = []
        // The header's own fields were checked when the file was opened; the rest of it is empty.
        if !isEmpty(40..<SegmentFile.headerLength) {
            problems.append((nil, "its header was changed or damaged"))
        }
        var end = SegmentFile.headerLength
        for (name, entry) in file.sections {
            if entry.range.lowerBound < end {
                problems.append((name, "it overlaps another section"))
            } else if entry.range.lowerBound - end >= SegmentFile.alignment || !isEmpty(end..<entry.range.lowerBound) {
                problems.append((name, "the bytes before it were changed or damaged"))
            }
            end = max(end, entry.range.upperBound)
            switch checksum(of: entry.range, onBytes) {
            case .none: problems.append((name, "it cannot be read from the disk"))
            case .some(let sum) where sum != entry.checksum: problems.append((name, "it was changed or damaged"))
            default: break
            }
        }
        return problems
    }

    /// The checksum of bytes as the disk has them; `nil` where they cannot be read.
    private func checksum(of range: Range<Int>, _ onBytes: (Int) -> Void) -> UInt64? {
        var sum = Checksum()
        var start = range.lowerBound
        while start < range.upperBound {
            let stretch = start..<min(start + SectionCheck.stretch, range.upperBound)
            let bytes = file.copy(stretch)
            guard bytes.count == stretch.count else { return nil }
            bytes.withUnsafeBytes { sum.add($0) }
            start = stretch.upperBound
            onBytes(bytes.count)
        }
        return sum.value
    }

    private func isEmpty(_ range: Range<Int>) -> Bool {
        let bytes = file.copy(range)
        return bytes.count == range.count && bytes.allSatisfy { $0 == 0 }
    }
}
