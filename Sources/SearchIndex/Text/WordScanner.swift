// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Cuts a text into folded words: the one way in which records, queries, facet values and highlights are read.
///
/// A word is a run of letters, numbers and their marks; everything else parts words. The index is given the folded
/// words,
/// so what it finds and what is marked cannot differ. Borrowed bytes: use it inside `String.withUTF8` only.
struct WordScanner {
    /// How many bytes of a word are kept; the rest of a longer one is not searched.
    static let longestWord = 96

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    /// The folded bytes of the current word.
    private(set) var word: [UInt8] = []
    /// For each folded byte, where in the text the letter that it comes from ends, its marks included.
    private(set) var ends: [Int] = []
    /// Where in the text the current word starts.
    private(set) var start = 0
    /// Where in the text the current word ends.
    private(set) var end = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        word.reserveCapacity(WordScanner.longestWord + 8)
        ends.reserveCapacity(WordScanner.longestWord + 8)
    }

    /// Moves to the next word; answers whether there is one.
    mutating func next() -> Bool {
        word.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        while position < bytes.count {
            let before = position
            let length = word.count
            guard appendScalar() else {
                if !word.isEmpty { return true }
                continue
            }
            if word.isEmpty { continue }
            if length == 0 { start = before }
            end = position
            note(length: length)
        }
        return !word.isEmpty
    }

    /// Notes where the letter just read ends: for its own bytes, or for those of the letter that it is a mark of.
    private mutating func note(length: Int) {
        if word.count > length {
            for _ in length..<word.count { ends.append(position) }
        } else {
            let last = ends[length - 1]
            var index = length - 1
            while index >= 0, ends[index] == last {
                ends[index] = position
                index -= 1
            }
        }
        guard word.count > WordScanner.longestWord else { return }
        // Cut where a scalar starts, so that the word stays UTF-8, and forget the rest in the same way everywhere.
        var cut = WordScanner.longestWord
        while cut > 0, word[cut] & 0xC0 == 0x80 { cut -= 1 }
        word.removeSubrange(cut...)
        ends.removeSubrange(cut...)
    }

    /// Reads a scalar and appends its folded form; answers whether it belongs to a word.
    @inline(__always)
    private mutating func appendScalar() -> Bool {
        let byte = bytes[position]
        if byte < 0x80 {
            position += 1
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): word.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): word.append(byte | 0x20)
            default: return false
            }
            return true
        }
        return ScalarFolding.append(decode(byte), to: &word)
    }

    /// Decodes a scalar of more than one byte; a `String` holds whole ones only, and a cut one reads as U+FFFD.
    private mutating func decode(_ first: UInt8) -> Unicode.Scalar {
        let count = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard position + count <= bytes.count else {
            position = bytes.count
            return "\u{FFFD}"
        }
        var value = UInt32(first) & (count == 2 ? 0x1F : count == 3 ? 0x0F : 0x07)
        for offset in 1..<count { value = value << 6 | UInt32(bytes[position + offset] & 0x3F) }
        position += count
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }
}
