// SPDX-License-Identifier: MIT

/// Finds the terms of a dictionary that are a word with typing errors in it.
///
/// The dictionary is read in its order. Neighbours share their beginnings, so that the table of distances is kept up to
/// the letter in which they differ, and all terms with a beginning that is too far off are stepped over at once. Errors are
/// counted as `EditDistance` counts them: insertions, deletions, substitutions and transpositions of neighbours, and one
/// more where the first letter is another.
struct FuzzyTerms {
    struct Found: Sendable {
        var terms: Range<Int>
        let typos: Int
    }

    /// The most stretches that are found for a word; the search for a word of common letters in a huge dictionary ends there.
    private static let mostFound = 4_096
    private static let far: Int8 = 64
    /// The longest word in which errors are forgiven, in letters.
    private static let longest = 60

    private let segment: Segment
    private let terms: SortedStrings
    private let query: [UInt32]
    private let isPrefix: Bool
    private let most: Int
    private let budget: WorkBudget
    private var found: [Found] = []

    private init(_ segment: Segment, _ query: [UInt32], isPrefix: Bool, most: Int, _ budget: WorkBudget) {
        (self.segment, terms, self.budget) = (segment, segment.terms, budget)
        (self.query, self.isPrefix, self.most) = (query, isPrefix, most)
    }

    /// The terms with at least one error and at most so many; fewer once the budget is spent.
    ///
    /// Terms without an error are left out, but for some that have the word as a beginning and are another's beginning too.
    static func find(
        _ word: [UInt8],
        isPrefix: Bool,
        most: Int,
        in segment: Segment,
        _ budget: WorkBudget
    ) -> [Found] {
        let query = String(decoding: word, as: UTF8.self).unicodeScalars.map(\.value)
        guard most > 0, query.count > 1, query.count <= longest else { return [] }
        var search = FuzzyTerms(segment, query, isPrefix: isPrefix, most: most, budget)
        if let range = segment.firstLetters.first(where: { $0.letter == query[0] })?.terms { search.walk(range) }
        if most > 1 { search.findOtherFirstLetters() }
        return search.found
    }

    // MARK: - The same first letter

    private mutating func walk(_ range: Range<Int>) {
        let width = query.count + 1
        // A row of distances for each letter of the term so far; row 0 is that of no letter.
        var table = [Int8](repeating: 0, count: (FuzzyTerms.longest + 3) * width)
        for column in 0..<width { table[column] = Int8(column) }
        var letters = TermLetters()
        var previous = TermLetters()
        var number = range.lowerBound
        // How many letters of the previous term have rows that hold.
        var valid = 0
        while number < range.upperBound, found.count < FuzzyTerms.mostFound, budget.spend(WorkBudget.fuzzyTerm) {
            letters.read(terms[number], most: width + most)
            var depth = 0
            while depth < valid, depth < letters.count, letters[depth] == previous[depth] { depth += 1 }
            var outcome = Outcome.goOn
            var best = Int.max
            if isPrefix { for row in 0...depth { best = min(best, Int(table[row * width + width - 1])) } }
            while depth < letters.count, depth < FuzzyTerms.longest {
                outcome = fill(depth + 1, letters, &table, width, &best)
                depth += 1
                if outcome != .goOn { break }
            }
            switch outcome {
            case .goOn:
                let distance = isPrefix ? best : Int(table[depth * width + width - 1])
                if depth == letters.count, distance <= most, distance > 0 {
                    add(number..<number + 1, distance)
                }
                (previous, letters) = (letters, previous)
                valid = depth
                number += 1
            case .settled, .dead:
                let end = terms.end(ofPrefix: letters.end(of: depth), from: number, limit: range.upperBound)
                if outcome == .settled, best > 0 { add(number..<end, best) }
                (previous, letters) = (letters, previous)
                valid = depth - 1
                number = end
            }
        }
    }

    /// What a beginning of terms says of all of them.
    private enum Outcome {
        /// Nothing yet.
        case goOn
        /// They have the best count so far, which no further letter makes less.
        case settled
        /// They have too many errors.
        case dead
    }

    /// Fills the row of a letter.
    private func fill(
        _ row: Int,
        _ letters: TermLetters,
        _ table: inout [Int8],
        _ width: Int,
        _ best: inout Int
    ) -> Outcome {
        let letter = letters[row - 1]
        let (start, above) = (row * width, (row - 1) * width)
        // Columns farther from the diagonal than there may be errors are too far off in any case.
        let low = max(1, row - most)
        let high = min(width - 1, row + most)
        guard low <= high else { return isPrefix && best <= most ? .settled : .dead }
        table[start + low - 1] = low == 1 ? Int8(row) : FuzzyTerms.far
        var least = table[start + low - 1]
        for column in low...high {
            let isSame = query[column - 1] == letter
            let over = column < row + most ? table[above + column] : FuzzyTerms.far
            var cost = min(over, table[start + column - 1]) + 1
            cost = min(cost, table[above + column - 1] + (isSame ? 0 : 1))
            if row > 1, column > 1, letter == query[column - 2], letters[row - 2] == query[column - 1] {
                cost = min(cost, table[above - width + column - 2] + 1)
            }
            table[start + column] = cost
            least = min(least, cost)
        }
        if high < width - 1 { table[start + width - 1] = FuzzyTerms.far }
        let end = Int(table[start + width - 1])
        if isPrefix { best = min(best, end) }
        // A transposition reaches back two rows, so that the row above counts too.
        var aboveLeast = FuzzyTerms.far
        for column in max(0, low - 2)...min(width - 1, high) where column < row + most {
            aboveLeast = min(aboveLeast, table[above + column])
        }
        let bound = Int(min(least, aboveLeast + 1))
        if isPrefix, best <= most, bound >= best { return .settled }
        return bound > most ? (isPrefix && best <= most ? .settled : .dead) : .goOn
    }

    private mutating func add(_ range: Range<Int>, _ typos: Int) {
        if let last = found.last, last.typos == typos, last.terms.upperBound == range.lowerBound {
            found[found.count - 1].terms = last.terms.lowerBound..<range.upperBound
        } else {
            found.append(Found(terms: range, typos: typos))
        }
    }

    // MARK: - Another first letter

    /// An error in the first letter counts two, so that everything else must be exactly as typed.
    private mutating func findOtherFirstLetters() {
        let (first, second, rest) = (query[0], query[1], query.dropFirst())
        if second != first {
            addExact(FuzzyTerms.bytes(rest))
            addExact(FuzzyTerms.bytes([second, first] + query.dropFirst(2)))
        }
        for (letter, range) in segment.firstLetters where letter != first {
            guard budget.spend(2 * WorkBudget.lookup) else { return }
            addExact(FuzzyTerms.bytes([letter] + rest), in: range)
            addExact(FuzzyTerms.bytes([letter] + query), in: range)
        }
    }

    private mutating func addExact(_ word: [UInt8], in range: Range<Int>? = nil) {
        if isPrefix {
            let range = terms.range(withPrefix: word, in: range)
            if !range.isEmpty { add(range, 2) }
        } else {
            let place = terms.lowerBound(of: word, in: range)
            if place < terms.count, SortedStrings.compare(terms[place], word) == 0 { add(place..<place + 1, 2) }
        }
    }

    // MARK: - Letters

    private static func bytes(_ letters: some Sequence<UInt32>) -> [UInt8] {
        var bytes: [UInt8] = []
        for letter in letters {
            guard letter >= 0x80 else {
                bytes.append(UInt8(letter))
                continue
            }
            if let scalar = Unicode.Scalar(letter) { bytes.append(contentsOf: Character(scalar).utf8) }
        }
        return bytes
    }
}

/// The letters of a term, read from its bytes.
struct TermLetters {
    private var letters: [UInt32] = []
    private var ends: [Int] = []

    var count: Int { letters.count }

    @inline(__always)
    subscript(place: Int) -> UInt32 { letters[place] }

    /// How many bytes the first letters take.
    func end(of count: Int) -> Int { count == 0 ? 0 : ends[count - 1] }

    mutating func read(_ bytes: UnsafeRawBufferPointer, most: Int = .max) {
        letters.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        var position = 0
        while position < bytes.count, letters.count < most {
            let first = bytes[position]
            guard first >= 0x80 else {
                letters.append(UInt32(first))
                position += 1
                ends.append(position)
                continue
            }
            let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            var value = UInt32(first) & (0xFF >> UInt32(length + 1))
            for offset in 1..<length where position + offset < bytes.count {
                value = value << 6 | UInt32(bytes[position + offset] & 0x3F)
            }
            letters.append(value)
            position = min(position + length, bytes.count)
            ends.append(position)
        }
    }
}
