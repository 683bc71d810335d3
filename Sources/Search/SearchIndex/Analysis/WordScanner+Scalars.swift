// SPDX-License-Identifier: MIT

/// Words with anything but ASCII in them, read scalar by scalar.
extension WordScanner {
    /// How long a letter of an unspaced script may be with its marks, so that a pair fits into a word.
    private static let longestUnit = longestWord / 2

    /// Goes on within a run of unspaced letters or a scalar that stands for several; answers whether it read a word.
    @inline(never)
    mutating func readMore() -> Bool { tail == nil ? readScalar() : readPair() }

    /// Reads the word that begins with the next scalar, or skips a scalar that begins none.
    @inline(never)
    mutating func readScalar() -> Bool {
        guard let scalar = peek() else { return false }
        begin()
        switch scalar.kind {
        case .letter, .mark: readLetters()
        case .number: if !readKeycap(scalar) { readLetters() }
        case .unspaced: readFirstPair()
        case .emoji, .tone, .flag:
            readEmoji(scalar.kind)
            letterEnds = Array(repeating: end, count: count)
        case .sign, .separator:
            if readKeycap(scalar) { return true }
            if separators.contains(scalar.first), append(scalar) { return true }
            consume()
            return false
        case .dropped, .tag, .joiner, .expansion:
            consume()
            return false
        }
        return true
    }

    private mutating func readLetters() {
        var last = FoldedScalar.Kind.mark
        while let scalar = peek() {
            switch scalar.kind {
            case .number:
                guard !hasKeycap(scalar) else { return }
                fallthrough
            case .letter, .mark:
                guard append(scalar) else { return }
                last = scalar.kind
            case .dropped, .joiner, .tag: extend()
            case .sign:
                if last == .letter || last == .mark { readSigns() }
                return
            default: return
            }
        }
    }

    /// Reads the signs after a word that belong to it: one or two, and no word continues after them.
    private mutating func readSigns() {
        let (before, length) = (position, count)
        var signs = 0
        while let scalar = peek(), isPart(scalar), signs < 3, append(scalar) { signs += 1 }
        var isFollowed = false
        if let next = peek() {
            isFollowed =
                switch next.kind {
                case .letter, .number, .mark, .unspaced: true
                case .sign: isPart(next)
                default: false
                }
        }
        guard isFollowed || signs > 2 else { return }
        position = before
        expansionIndex = expansion.count
        count = length
        letterEnds.removeSubrange(length...)
        end = letterEnds.last ?? before
    }

    /// Whether a scalar is a sign that may belong to the word before it.
    private func isPart(_ scalar: FoldedScalar) -> Bool {
        scalar.kind == .sign && !separators.contains(scalar.first)
    }

    /// Reads the first letter of an unspaced run, and the second if there is one.
    private mutating func readFirstPair() {
        readUnit()
        guard peek()?.kind == .unspaced else { return }
        readUnit()
    }

    /// Reads the next pair of a run, or its last letter.
    ///
    /// - Returns: `false` where a query's run is over.
    private mutating func readPair() -> Bool {
        let offset = tail ?? 0
        folded.update(from: folded + offset, count: count - offset)
        count -= offset
        letterEnds.removeSubrange(..<offset)
        start = tailStart
        tail = nil
        if peek()?.kind == .unspaced {
            readUnit()
            return true
        }
        return !isQuery
    }

    /// Appends an unspaced letter with its marks; a second one is the beginning of the next word.
    private mutating func readUnit() {
        let unit = count
        if unit > 0 {
            tail = unit
            tailStart = scalarStart
        }
        if let scalar = peek() { _ = append(scalar) }
        while let scalar = peek() {
            switch scalar.kind {
            case .mark where count - unit + scalar.length <= WordScanner.longestUnit: _ = append(scalar)
            case .dropped, .joiner: extend()
            default: return
            }
        }
    }

    private mutating func readEmoji(_ kind: FoldedScalar.Kind) {
        if let scalar = peek() { _ = append(scalar) }
        if kind == .flag {
            if let second = peek(), second.kind == .flag { _ = append(second) }
            return
        }
        while let scalar = peek() {
            switch scalar.kind {
            case .dropped, .tone: extend()
            case .tag: guard append(scalar) else { return }
            case .joiner:
                guard count + 8 <= WordScanner.longestWord else { return }
                extend()
                if let next = peek(), next.kind == .emoji {
                    write(scalar.first)
                    _ = append(next)
                }
            default: return
            }
        }
    }

    /// Reads a digit or a sign on the cap of a key; answers whether it is one.
    private mutating func readKeycap(_ scalar: FoldedScalar) -> Bool {
        guard hasKeycap(scalar) else { return false }
        _ = append(scalar)
        if peek()?.kind == .dropped { extend() }
        if peek() != nil { _ = append(FoldedScalar(.mark, 0x20E3)) }
        return true
    }

    /// Whether the scalar that was looked at is a digit, `#` or `*` with the mark of a keycap behind it.
    private func hasKeycap(_ scalar: FoldedScalar) -> Bool {
        guard scalarEnd < bytes.count, bytes[scalarEnd] >= 0xE0, expansionIndex == expansion.count else { return false }
        guard scalar.kind == .number || [0x23, 0x2A].contains(bytes[position]), scalarEnd - position == 1 else {
            return false
        }
        let rest = bytes[scalarEnd...]
        return rest.starts(with: [0xE2, 0x83, 0xA3]) || rest.starts(with: [0xEF, 0xB8, 0x8F, 0xE2, 0x83, 0xA3])
    }
}
