// SPDX-License-Identifier: MIT

/// Turns the words of rows into the rows of words, and of their beginnings, in bounded memory.
///
/// A pass over all words counts; then each further pass fills the lists of as many terms as the memory holds.
struct Inverter {
    /// How many rows of lists are filled in one pass, each of five bytes.
    private static let mostPairs = 10_000_000

    let words: PackedWords
    let rowCount: Int
    /// A bit for each rank of attributes in which places are not distinguished.
    let unordered: UInt64

    /// Writes the sections of the terms' posting lists, and answers how many rows each term has.
    func writeTerms(count: Int, to file: SegmentFileWriter) throws -> [UInt32] {
        let counts = counts(keys: count) { $1($0) }
        try write("postings", counts: counts, to: file) { $1($0) }
        return counts
    }

    /// How many rows of terms whose places are not stored a beginning may have that is put together when it is asked for, and
    /// of how many terms.
    private func isQuicklyJoined(_ rows: Int, terms: Int) -> Bool {
        rows <= max(1_024, rowCount / 32) && terms <= SegmentMatcher.mostLists
    }

    /// Writes the beginnings of terms that many rows have, with their posting lists.
    ///
    /// Those of few terms are left out: what a frequent term has of them is stored with it.
    func writePrefixes(_ prefixes: PrefixNumbering, termCounts: [UInt32], to file: SegmentFileWriter) throws {
        let all = counts(keys: prefixes.count) { prefixes.forEach(of: Int($0), $1) }
        var unplaced = [Int](repeating: 0, count: prefixes.count)
        var terms = [Int](repeating: 0, count: prefixes.count)
        for (term, count) in termCounts.enumerated() {
            let isPlaced = Postings.hasPlaces(Int(count), of: rowCount)
            prefixes.forEach(of: term) { prefix in
                terms[Int(prefix)] += 1
                if !isPlaced { unplaced[Int(prefix)] += Int(count) }
            }
        }
        var kept = [UInt32](repeating: .max, count: prefixes.count)
        var counts: [UInt32] = []
        var strings = SortedStringsWriter()
        for number in prefixes.sortedNumbers() where Postings.hasPlaces(Int(all[Int(number)]), of: rowCount) {
            guard !isQuicklyJoined(unplaced[Int(number)], terms: terms[Int(number)]) else { continue }
            kept[Int(number)] = try SegmentLimit.offset(counts.count)
            counts.append(all[Int(number)])
            try prefixes.strings.with(Int(number)) { try strings.append($0) }
        }
        try strings.write("prefixes", to: file)
        try write("prefixPostings", counts: counts, to: file) { term, body in
            prefixes.forEach(of: Int(term)) { prefix in
                let number = kept[Int(prefix)]
                if number != .max { body(number) }
            }
        }
    }

    /// How many rows each key has; the closure calls its own with the keys of a term.
    @inline(__always)
    private func counts(keys count: Int, _ keys: (UInt32, (UInt32) -> Void) -> Void) -> [UInt32] {
        var counts = [UInt32](repeating: 0, count: count)
        var seen = [UInt32](repeating: 0, count: count)
        counts.withUnsafeMutableBufferPointer { counts in
            seen.withUnsafeMutableBufferPointer { seen in
                words.forEach { row, number in
                    guard number >= ForwardIndex.firstTerm else { return }
                    keys(number - ForwardIndex.firstTerm) { key in
                        let stamp = UInt32(row: row + 1)
                        guard seen[Int(key)] != stamp else { return }
                        seen[Int(key)] = stamp
                        counts[Int(key)] &+= 1
                    }
                }
            }
        }
        return counts
    }

    @inline(__always)
    private func write(
        _ name: String,
        counts: [UInt32],
        to file: SegmentFileWriter,
        _ keys: (UInt32, (UInt32) -> Void) -> Void
    ) throws {
        var writer = try PostingsWriter(name, rowCount: rowCount, file: file)
        var first = 0
        while first < counts.count {
            var end = first
            var pairs = 0
            while end < counts.count, end == first || pairs + Int(counts[end]) <= Inverter.mostPairs {
                pairs += Int(counts[end])
                end += 1
            }
            try fill(first..<end, pairs, counts, keys).write(to: &writer)
            first = end
        }
        try writer.finish()
    }

    /// The lists of some keys.
    private struct Lists {
        var ends: [Int]
        var rows: [UInt32]
        var places: [UInt8]

        func write(to writer: inout PostingsWriter) throws {
            try rows.withUnsafeBufferPointer { rows in
                try places.withUnsafeBufferPointer { places in
                    var start = 0
                    for end in ends {
                        try writer.append(
                            UnsafeBufferPointer(rebasing: rows[start..<end]),
                            places: UnsafeBufferPointer(rebasing: places[start..<end])
                        )
                        start = end
                    }
                }
            }
        }
    }

    @inline(__always)
    private func fill(
        _ range: Range<Int>,
        _ pairs: Int,
        _ counts: [UInt32],
        _ keys: (UInt32, (UInt32) -> Void) -> Void
    ) -> Lists {
        var starts: [Int] = []
        var next = 0
        for key in range {
            starts.append(next)
            next += Int(counts[key])
        }
        var lists = Lists(
            ends: starts,
            rows: [UInt32](repeating: 0, count: pairs),
            places: [UInt8](repeating: 0, count: pairs)
        )
        let (low, high) = (UInt32(range.lowerBound), UInt32(range.upperBound))
        var cursor = WordCursor()
        var current = -1
        lists.ends.withUnsafeMutableBufferPointer { ends in
            lists.rows.withUnsafeMutableBufferPointer { rows in
                lists.places.withUnsafeMutableBufferPointer { places in
                    words.forEach { row, number in
                        if row != current {
                            current = row
                            cursor = WordCursor()
                        }
                        defer { cursor.step(over: number) }
                        guard number >= ForwardIndex.firstTerm else { return }
                        keys(number - ForwardIndex.firstTerm) { key in
                            guard key >= low, key < high else { return }
                            let place = cursor.place(unordered: unordered)
                            let index = Int(key - low)
                            let end = ends[index]
                            if end > starts[index], rows[end - 1] == UInt32(row: row) {
                                places[end - 1] = min(places[end - 1], place)
                            } else {
                                rows[end] = UInt32(row: row)
                                places[end] = place
                                ends[index] = end + 1
                            }
                        }
                    }
                }
            }
        }
        return lists
    }
}

/// The beginnings of one, two and three letters that terms have, numbered.
struct PrefixNumbering {
    /// How many letters the longest beginning has.
    static let longest = 3

    private var table = StringTable()
    /// Three numbers a term; `UInt32.max` where the term is too short.
    private var numbers: [UInt32] = []

    /// Adds the next term.
    mutating func add(_ term: UnsafeRawBufferPointer) throws {
        _ = try SegmentLimit.offset(table.strings.bytes.count + PrefixNumbering.longest * term.count)
        var end = 0
        for _ in 0..<PrefixNumbering.longest {
            guard end < term.count else {
                numbers.append(.max)
                continue
            }
            end += 1
            while end < term.count, term[end] & 0xC0 == 0x80 { end += 1 }
            numbers.append(table.number(of: UnsafeRawBufferPointer(rebasing: term[0..<end])).number)
        }
    }

    var count: Int { table.count }

    var strings: ByteStrings { table.strings }

    /// The numbers in the order of the beginnings' bytes.
    func sortedNumbers() -> [UInt32] { strings.sortedNumbers() }

    @inline(__always)
    func forEach(of term: Int, _ body: (UInt32) -> Void) {
        for index in term * PrefixNumbering.longest..<(term + 1) * PrefixNumbering.longest {
            let number = numbers[index]
            if number != .max { body(number) }
        }
    }
}
