// SPDX-License-Identifier: MIT

/// Finds the words of a query in texts, in all the ways in which they may be written.
struct TextMatcher: Sendable {
    struct Token: Sendable, Hashable {
        /// Its position, in bytes; unspaced letters are in two words, which overlap.
        let range: Range<Int>
        /// How much of it is found.
        fileprivate(set) var found: Range<Int>
        /// The numbers of the query's words that it is, as bits; none for one that is not found.
        fileprivate(set) var words: UInt32 = 0
        fileprivate(set) var typos = 0

        var isWhole: Bool { found.upperBound >= range.upperBound }
    }

    /// How many words of a query are looked for, and how long a phrase is at most; others are never found.
    static let limit = UInt32.bitWidth

    /// A word or a beginning to compare with.
    private struct Pattern: Sendable {
        /// Where its bytes lie.
        let bytes: Range<Int>
        let isPrefix: Bool
        let typos: Int
        let isASCII: Bool
        let words: UInt32
    }

    private struct Phrase: Sendable {
        let parts: [Pattern]
        let words: UInt32
    }

    /// A word to find written as several.
    private struct Split: Sendable {
        /// The word, a beginning where its last part may be one.
        let word: Pattern
        /// The runs of words that are the beginning of it: how many of its bytes, and which word of the text is the first.
        var begun: [(length: Int, first: Int)] = []
    }

    private var bytes: [UInt8] = []
    private var patterns: [Pattern] = []
    private var phrases: [Phrase] = []
    private var splits: [Split] = []

    /// The signs of texts that are words.
    private var separators = IndexedSeparators()

    var isEmpty: Bool { patterns.isEmpty && phrases.isEmpty && splits.isEmpty }

    init(words: [QueryWord], joins: [QueryJoin] = []) {
        for (index, word) in words.prefix(TextMatcher.limit).enumerated() {
            let own = UInt32(1) << UInt32(index)
            add(word.word, isPrefix: word.isPrefix, typos: word.typos, own)
            for variant in word.variants + word.spellings { add(variant, isPrefix: false, typos: 0, own) }
            for phrase in word.phrases { add(phrase, isPrefix: false, own) }
            if let split = word.split {
                let isPrefix = !split.endings.isEmpty
                splits += pattern(word.word, isPrefix: isPrefix, typos: 0, own).map { [Split(word: $0)] } ?? []
            }
        }
        for join in joins {
            let own = join.words.clamped(to: 0..<min(words.count, TextMatcher.limit))
            let bits: UInt32 = own.reduce(0) { $0 | 1 << UInt32($1) }
            add(join.word, isPrefix: join.isPrefix, typos: 0, bits)
            if bits != 0 { add(join.synonym, isPrefix: false, bits) }
        }
    }

    /// Looks for what a plan of a query finds, in attributes in which errors are forgiven or in the others.
    init(_ plan: QueryPlan, isStrict: Bool = false) {
        let words = plan.words.map { word in
            var word = word
            if isStrict { (word.typos, word.split) = (0, nil) }
            return word
        }
        self.init(words: words, joins: plan.joins.filter { !isStrict || $0.typos == 0 })
        separators = plan.separators
    }

    func matches(in text: UnsafeBufferPointer<UInt8>) -> [Token] {
        isEmpty ? [] : tokens(in: text).filter { $0.words != 0 }
    }

    func tokens(in text: UnsafeBufferPointer<UInt8>) -> [Token] {
        var tokens: [Token] = []
        tokens.reserveCapacity(text.count / 6 + 1)
        // For each phrase, the bits of the lengths of its beginnings that end at the current word.
        var begun = Array(repeating: UInt32(0), count: phrases.count)
        var splits = splits
        bytes.withUnsafeBufferPointer { bytes in
            var scanner = WordScanner(text, separators: separators)
            while scanner.next() {
                tokens.append(token(scanner, bytes))
                for index in phrases.indices {
                    let ended = advance(&begun[index], phrases[index], scanner, bytes)
                    guard let length = ended else { continue }
                    let first = max(0, tokens.count - phrases[index].parts.count)
                    note(phrases[index].words, from: first, found: length, in: &tokens, scanner)
                }
                for index in splits.indices {
                    guard let (first, length) = advance(&splits[index], tokens.count - 1, scanner, bytes) else {
                        continue
                    }
                    note(splits[index].word.words, from: first, found: length, in: &tokens, scanner)
                }
            }
        }
        return tokens
    }

    private mutating func add(_ word: [UInt8], isPrefix: Bool, typos: Int, _ words: UInt32) {
        guard words != 0, let pattern = pattern(word, isPrefix: isPrefix, typos: typos, words) else { return }
        patterns.append(pattern)
    }

    private mutating func add(_ phrase: [[UInt8]], isPrefix: Bool, _ words: UInt32) {
        guard phrase.count <= TextMatcher.limit, let last = phrase.indices.last else { return }
        let parts = phrase.enumerated().compactMap { index, part in
            pattern(part, isPrefix: isPrefix && index == last, typos: 0, words)
        }
        if parts.count == phrase.count { phrases.append(Phrase(parts: parts, words: words)) }
    }

    private mutating func pattern(_ word: [UInt8], isPrefix: Bool, typos: Int, _ words: UInt32) -> Pattern? {
        guard !word.isEmpty else { return nil }
        let start = bytes.count
        bytes.append(contentsOf: word)
        return Pattern(
            bytes: start..<bytes.count,
            isPrefix: isPrefix,
            typos: typos,
            isASCII: word.allSatisfy { $0 < 0x80 },
            words: words
        )
    }

    /// What is found of the scanner's word: with the fewest errors, and of equals the most.
    @inline(__always)
    private func token(_ scanner: borrowing WordScanner, _ bytes: UnsafeBufferPointer<UInt8>) -> Token {
        var token = Token(range: scanner.start..<scanner.end, found: scanner.start..<scanner.start)
        var longest = 0
        for pattern in patterns {
            guard let (typos, length) = match(pattern, scanner, bytes) else { continue }
            if token.words == 0 || typos < token.typos || typos == token.typos && length > longest {
                token.typos = typos
                longest = length
            }
            token.words |= pattern.words
        }
        if longest > 0 { token.found = scanner.start..<scanner.end(of: longest) }
        return token
    }

    /// With how many errors the scanner's word is a pattern, and how many of its folded bytes are.
    @inline(__always)
    private func match(
        _ pattern: Pattern,
        _ scanner: borrowing WordScanner,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> (typos: Int, length: Int)? {
        let (word, length) = (scanner.folded, pattern.bytes.count)
        let query = UnsafeBufferPointer(rebasing: bytes[pattern.bytes])
        if pattern.isPrefix ? scanner.count >= length : scanner.count == length {
            var equal = 0
            while equal < length, word[equal] == query[equal] { equal += 1 }
            if equal == length { return (0, length) }
        }
        guard pattern.typos > 0, pattern.typos > 1 || word[0] == query[0] else { return nil }
        if pattern.isASCII, scanner.isPlain {
            let surplus = scanner.count - length
            if surplus < -pattern.typos || !pattern.isPrefix && surplus > pattern.typos { return nil }
        }
        let found = EditDistance.typos(
            of: query,
            in: scanner.wordBytes,
            isPrefix: pattern.isPrefix,
            most: pattern.typos
        )
        return found.map { ($0.count, $0.matchedBytes) }
    }

    /// Goes on with the beginnings of a phrase that were found by the scanner's word.
    ///
    /// - Returns: How many folded bytes of the word are found, where it ends the phrase.
    private func advance(
        _ begun: inout UInt32,
        _ phrase: Phrase,
        _ scanner: borrowing WordScanner,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        let possible = begun << 1 | 1
        begun = 0
        var last: Int?
        for (index, part) in phrase.parts.enumerated() where possible & 1 << UInt32(index) != 0 {
            guard let (_, length) = match(part, scanner, bytes) else { continue }
            begun |= 1 << UInt32(index)
            if index == phrase.parts.count - 1 { last = length }
        }
        return last
    }

    /// Goes on with the runs of words that are the beginning of a word written as several.
    ///
    /// - Returns: With which word of the text such a run begins that the scanner's word ends, and how many of its folded bytes are found.
    private func advance(
        _ split: inout Split,
        _ number: Int,
        _ scanner: borrowing WordScanner,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> (first: Int, length: Int)? {
        let (word, length) = (scanner.folded, scanner.count)
        let query = UnsafeBufferPointer(rebasing: bytes[split.word.bytes])
        guard !split.begun.isEmpty || word[0] == query[0] else { return nil }
        let possible = split.begun + [(0, number)]
        split.begun = []
        var found: (first: Int, length: Int)?
        for (start, first) in possible {
            let rest = query.count - start
            guard rest >= length || split.word.isPrefix else { continue }
            let common = min(rest, length)
            guard (0..<common).allSatisfy({ word[$0] == query[start + $0] }) else { continue }
            if rest > length {
                split.begun.append((start + length, first))
            } else if first < number, found == nil {
                // The first of the runs began first: it is the longest.
                found = (first, common)
            }
        }
        return found
    }

    /// Notes that the words from one to the last are words of the query.
    private func note(
        _ words: UInt32,
        from first: Int,
        found length: Int,
        in tokens: inout [Token],
        _ scanner: borrowing WordScanner
    ) {
        for index in first..<tokens.count {
            let isLast = index == tokens.count - 1
            let end = isLast ? scanner.end(of: length) : tokens[index].range.upperBound
            if tokens[index].words == 0 || tokens[index].typos > 0 || tokens[index].found.upperBound < end {
                tokens[index].found = tokens[index].range.lowerBound..<end
            }
            tokens[index].typos = 0
            tokens[index].words |= words
        }
    }
}
