// SPDX-License-Identifier: MIT

/// The scalars of a text, and the folded word that they are put together to.
extension WordScanner {
    /// Where in the text the scalar starts that was looked at last.
    var scalarStart: Int { expansionIndex < expansion.count ? expansionStart : position }

    /// What the next scalar folds to, without reading it; `nil` at the end.
    mutating func peek() -> FoldedScalar? {
        if expansionIndex < expansion.count { return expansion[expansionIndex] }
        guard position < bytes.count else { return nil }
        let (value, length) = decoded()
        scalarEnd = position + length
        let folded = ScalarFolding.folded(value)
        guard folded.kind == .expansion else { return folded }
        expansion = ScalarFolding.expansion(of: value)
        expansionIndex = 0
        expansionStart = position
        position = scalarEnd
        return expansion.first ?? FoldedScalar(.separator)
    }

    mutating func consume() {
        if expansionIndex < expansion.count {
            expansionIndex += 1
        } else {
            position = scalarEnd
        }
    }

    mutating func begin() {
        isPlain = false
        count = 0
        letterEnds.removeAll(keepingCapacity: true)
        start = scalarStart
        end = start
    }

    /// Appends the scalar that was looked at and reads it; `false`, with nothing done, where it does not fit.
    ///
    /// A mark belongs to the letter before it.
    mutating func append(_ scalar: FoldedScalar) -> Bool {
        guard count + scalar.length <= WordScanner.longestWord else { return false }
        write(scalar.first)
        if scalar.second != 0 { write(scalar.second) }
        if scalar.third != 0 { write(scalar.third) }
        if scalar.kind == .mark { stretch() }
        end = scalarEnd
        while letterEnds.count < count { letterEnds.append(end) }
        consume()
        return true
    }

    /// Reads the scalar that was looked at as a part of the letter before it that is left out.
    mutating func extend() {
        stretch()
        end = scalarEnd
        consume()
    }

    /// Lets the last letter end where the scalar does that was looked at.
    private mutating func stretch() {
        var index = letterEnds.count - 1
        while index >= 0, letterEnds[index] == end {
            letterEnds[index] = scalarEnd
            index -= 1
        }
    }

    /// Writes a scalar whose letter ends where the next one does that is appended.
    mutating func write(_ value: UInt32) {
        switch value {
        case ..<0x80: write(byte: value)
        case ..<0x800:
            write(byte: 0xC0 | value >> 6)
            write(byte: 0x80 | value & 0x3F)
        case ..<0x10000:
            write(byte: 0xE0 | value >> 12)
            write(byte: 0x80 | value >> 6 & 0x3F)
            write(byte: 0x80 | value & 0x3F)
        default:
            write(byte: 0xF0 | value >> 18)
            write(byte: 0x80 | value >> 12 & 0x3F)
            write(byte: 0x80 | value >> 6 & 0x3F)
            write(byte: 0x80 | value & 0x3F)
        }
    }

    private mutating func write(byte: UInt32) {
        folded[count] = UInt8(byte & 0xFF)
        count += 1
    }

    /// The scalar at the position and its length; a byte that begins none reads as U+FFFD.
    private func decoded() -> (value: UInt32, length: Int) {
        let first = bytes[position]
        if first < 0x80 { return (UInt32(first), 1) }
        let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard first >= 0xC2, first < 0xF5, position + length <= bytes.count else { return (0xFFFD, 1) }
        var value = UInt32(first) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
        for offset in 1..<length {
            let byte = bytes[position + offset]
            guard byte & 0xC0 == 0x80 else { return (0xFFFD, 1) }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        return (value, length)
    }
}
