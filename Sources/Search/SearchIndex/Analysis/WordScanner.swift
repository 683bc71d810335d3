// SPDX-License-Identifier: MIT

/// Cuts a text into folded words: the one way in which records, queries, facet values and highlights are read.
///
/// A word is a run of letters, numbers and their marks, `+` and `#` after it included (`c++`); everything else parts
/// words. A script that does not part its words is read as pairs of letters: in a text every letter begins one, the last
/// of a run is alone. A pictograph is a word. The index is given the folded words, so what it finds and what is marked
/// cannot differ. Borrowed bytes: use it inside `String.withUTF8` only.
struct WordScanner: ~Copyable {
    /// How many bytes a word has at most; a longer run is cut into several.
    static let longestWord = 96

    let bytes: UnsafeBufferPointer<UInt8>
    let isQuery: Bool
    let separators: IndexedSeparators
    var position = 0
    var start = 0
    var end = 0
    /// The folded bytes; eight are read at a time, so there is room for as many more.
    let folded: UnsafeMutablePointer<UInt8>
    var count = 0
    /// For each folded byte, where its letter ends; of no use for a word of ASCII, whose bytes are those of the text.
    var letterEnds: [Int] = []
    var isPlain = true
    /// Where in the current word the letter starts that begins the next one; `nil` if there is none.
    var tail: Int?
    /// Where in the text that letter starts.
    var tailStart = 0
    /// What the scalar before `position` stands for, where it is several, and how much of it has been read.
    var expansion: [FoldedScalar] = []
    var expansionIndex = 0
    var expansionStart = 0
    /// Where the scalar ends that was looked at last.
    var scalarEnd = 0

    /// Begins at the start of a text.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8; what is not UTF-8 in it parts words.
    ///   - isQuery: Whether it is a query, and not a searched text: the last letter of an unspaced run is not a word
    ///     of its own then, as the pairs say it all.
    ///   - separators: The signs that are words, each for itself.
    init(
        _ bytes: UnsafeBufferPointer<UInt8>,
        isQuery: Bool = false,
        separators: IndexedSeparators = IndexedSeparators()
    ) {
        self.bytes = bytes
        self.isQuery = isQuery
        self.separators = separators
        folded = .allocate(capacity: WordScanner.longestWord + 8)
    }

    deinit { folded.deallocate() }

    /// The folded bytes of the current word, until the next one is read.
    var wordBytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: folded, count: count) }

    /// A copy of the folded bytes of the current word.
    var word: [UInt8] { Array(wordBytes) }

    /// For each folded byte, where in the text the letter that it comes from ends, its marks included.
    var ends: [Int] { isPlain ? Array(start + 1..<start + 1 + count) : letterEnds }

    /// Where in the text the letter ends that the last of so many folded bytes comes from.
    func end(of length: Int) -> Int {
        guard length > 0 else { return start }
        return isPlain ? start + min(length, count) : letterEnds[min(length, count) - 1]
    }

    /// Moves to the next word; answers whether there is one.
    @inline(__always)
    mutating func next() -> Bool {
        while true {
            guard tail == nil, expansionIndex == expansion.count else {
                if readMore() { return true }
                continue
            }
            guard position < bytes.count else { return false }
            let byte = bytes[position]
            if WordScanner.isPlain(byte) {
                if readPlain() || readScalar() { return true }
            } else if byte >= 0x80 || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "*")
                || separators.contains(byte)
            {
                if readScalar() { return true }
            } else {
                position += 1
            }
        }
    }

    @inline(__always)
    private static func isPlain(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
    }

    /// Reads a word of ASCII; `false`, with nothing read, for one that continues with anything else.
    @inline(__always)
    private mutating func readPlain() -> Bool {
        var length = 0
        while length < WordScanner.longestWord {
            let place = position + length
            guard place + 8 <= bytes.count else {
                while position + length < bytes.count, WordScanner.isPlain(bytes[position + length]) {
                    // The bit of small letters is set in digits anyway.
                    folded[length] = bytes[position + length] | 0x20
                    length += 1
                    if length == WordScanner.longestWord { break }
                }
                break
            }
            let read = readEight(at: place, into: length)
            length += read
            if read < 8 { break }
        }
        if position + length < bytes.count {
            let byte = bytes[position + length]
            if byte >= 0x80 || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "#") { return false }
        }
        isPlain = true
        count = length
        start = position
        position += length
        end = position
        return true
    }

    /// Folds eight bytes at once; answers how many of them are letters or digits up to the first that is not.
    @inline(__always)
    private mutating func readEight(at place: Int, into length: Int) -> Int {
        let all: UInt64 = 0x0101_0101_0101_0101
        let raw = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: place, as: UInt64.self)
        let text = UInt64(littleEndian: raw)
        // In each byte, the highest bit becomes that of a comparison; those below 0x80 do not reach the next byte.
        let low = text & (all * 0x7F)
        let small = low | (all * 0x20)
        let letter = (small &+ all * (0x80 - 0x61)) & ~(small &+ all * (0x7F - 0x7A))
        let digit = (low &+ all * (0x80 - 0x30)) & ~(low &+ all * (0x7F - 0x39))
        let others = ~((letter | digit) & ~text) & (all * 0x80)
        UnsafeMutableRawPointer(folded + length).storeBytes(of: (text | (all * 0x20)).littleEndian, as: UInt64.self)
        return others.trailingZeroBitCount / 8
    }
}
