// SPDX-License-Identifier: MIT

/// The typing errors between a word of a query and a word of a text, both folded.
///
/// An error is a scalar too many, one too few, another one, or two neighbours in the wrong order, where no scalar takes
/// part in two errors (optimal string alignment). One is added where the first scalars differ, as people seldom get the
/// first letter wrong.
enum EditDistance {
    /// Counts the errors.
    ///
    /// Where the query's word is a beginning, the count is the least over all beginnings of the text's word. Of those
    /// with equal counts it is the one as long as the query's word, or else the closest to it, the longer of two.
    ///
    /// - Parameters:
    ///   - query: The query's word.
    ///   - word: The text's word.
    ///   - isPrefix: Whether the query's word is the beginning of one.
    ///   - most: How many errors are allowed; the time grows with four to its power, so it is small.
    /// - Returns: The errors and the length of the beginning of the text's word, in bytes, that was compared; `nil`
    ///   where there are more errors than are allowed, and where one of the words is empty.
    static func typos(
        of query: UnsafeBufferPointer<UInt8>,
        in word: UnsafeBufferPointer<UInt8>,
        isPrefix: Bool,
        most: Int
    ) -> (count: Int, matchedBytes: Int)? {
        guard !query.isEmpty, !word.isEmpty, most > 1 || query[0] == word[0] else { return nil }
        var alignment = Alignment(query: query, word: word, isPrefix: isPrefix, most: most)
        alignment.align(0, 0, cost: alignment.firstsDiffer ? 1 : 0, surplus: 0)
        guard let matchedBytes = alignment.matchedBytes else { return nil }
        return (alignment.most, matchedBytes)
    }

    static func typos(
        of query: [UInt8],
        in word: [UInt8],
        isPrefix: Bool,
        most: Int
    ) -> (count: Int, matchedBytes: Int)? {
        query.withUnsafeBufferPointer { query in
            word.withUnsafeBufferPointer { typos(of: query, in: $0, isPrefix: isPrefix, most: most) }
        }
    }
}

/// A search for the alignment of two words with the fewest errors.
///
/// It goes along both words while they are equal and tries the four errors where they differ. Going along equal scalars
/// is never worse than an error, so with two errors allowed there are 16 ways at most, and nearly all end at once.
private struct Alignment {
    private let query: UnsafeBufferPointer<UInt8>
    private let word: UnsafeBufferPointer<UInt8>
    private let isPrefix: Bool
    /// How many errors are allowed; once an alignment is found, how many it has.
    private(set) var most: Int
    /// How much of the word the best alignment covers; `nil` while there is none.
    private(set) var matchedBytes: Int?
    /// How many scalars the best alignment's part of the word is longer than the query's word.
    private var surplus = 0

    init(query: UnsafeBufferPointer<UInt8>, word: UnsafeBufferPointer<UInt8>, isPrefix: Bool, most: Int) {
        self.query = query
        self.word = word
        self.isPrefix = isPrefix
        self.most = most
    }

    var firstsDiffer: Bool { !isEqual(query, 0..<end(query, 0), word, 0..<end(word, 0)) }

    /// Aligns what follows two places.
    mutating func align(_ queryPlace: Int, _ wordPlace: Int, cost: Int, surplus: Int) {
        var (i, j) = (queryPlace, wordPlace)
        while i < query.count, j < word.count, query[i] == word[j] {
            i += 1
            j += 1
        }
        // Two scalars may share their first bytes: an error is one of whole scalars.
        while i > queryPlace, i < query.count, query[i] & 0xC0 == 0x80 {
            i -= 1
            j -= 1
        }
        let allowed = most - cost
        if i == query.count {
            let rest = isPrefix ? 0 : scalars(word, from: j, most: allowed)
            return note(cost: cost + rest, end: isPrefix ? j : word.count, surplus: surplus + rest)
        }
        if j == word.count {
            let rest = scalars(query, from: i, most: allowed)
            return note(cost: cost + rest, end: j, surplus: surplus - rest)
        }
        guard allowed > 0, isWithinReach(query.count - i, word.count - j, errors: allowed) else { return }
        let (nextI, nextJ) = (end(query, i), end(word, j))
        if nextI < query.count, nextJ < word.count {
            let (afterI, afterJ) = (end(query, nextI), end(word, nextJ))
            if isEqual(query, i..<nextI, word, nextJ..<afterJ), isEqual(query, nextI..<afterI, word, j..<nextJ) {
                align(afterI, afterJ, cost: cost + 1, surplus: surplus)
            }
        }
        align(nextI, nextJ, cost: cost + 1, surplus: surplus)
        align(nextI, j, cost: cost + 1, surplus: surplus - 1)
        align(i, nextJ, cost: cost + 1, surplus: surplus + 1)
    }

    private mutating func note(cost: Int, end: Int, surplus: Int) {
        guard cost <= most, end > 0 else { return }
        if matchedBytes != nil, cost == most {
            let (distance, best) = (abs(surplus), abs(self.surplus))
            guard distance < best || distance == best && surplus > self.surplus else { return }
        }
        most = cost
        matchedBytes = end
        self.surplus = surplus
    }

    /// Whether rests of two lengths in bytes can be equal but for so many errors; one changes four bytes at most.
    private func isWithinReach(_ queryRest: Int, _ wordRest: Int, errors: Int) -> Bool {
        queryRest <= wordRest + 4 * errors && (isPrefix || wordRest <= queryRest + 4 * errors)
    }

    /// How many scalars stand from a place on, counted to one more than matters.
    private func scalars(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, most: Int) -> Int {
        var (place, count) = (start, 0)
        while place < bytes.count, count <= most {
            place = end(bytes, place)
            count += 1
        }
        return count
    }

    /// Where the scalar at a place ends.
    private func end(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int {
        let byte = bytes[place]
        let count = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        return min(place + count, bytes.count)
    }

    private func isEqual(
        _ left: UnsafeBufferPointer<UInt8>,
        _ leftRange: Range<Int>,
        _ right: UnsafeBufferPointer<UInt8>,
        _ rightRange: Range<Int>
    ) -> Bool {
        guard leftRange.count == rightRange.count else { return false }
        for offset in 0..<leftRange.count
        where left[leftRange.lowerBound + offset] != right[rightRange.lowerBound + offset] { return false }
        return true
    }
}
