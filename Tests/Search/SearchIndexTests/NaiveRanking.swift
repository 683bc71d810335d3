// SPDX-License-Identifier: MIT

import SearchIndex
import SearchModel
import Wire

/// Matching and ranking by words in the simplest way, record by record, as a reference for the index.
struct NaiveRanking {
    /// A word of a record, with its position.
    struct Token {
        let word: [Character]
        let rank: Int
        let attribute: Int
        let element: Int
        /// Its position among the words of the attribute, and with elements of a list eight apart.
        let number: Int
        let position: Int
    }

    /// The ranking criteria of a record, the lower the better.
    struct Quality: Equatable {
        var typos = 0
        var proximity = 0
        var place = 0
        var exact = 0
        /// 1 where an element of an attribute is nothing but the words, 2 where it has them in their order.
        var element = 0

        func precedes(_ other: Quality) -> Bool? {
            for (left, right) in [(typos, other.typos), (proximity, other.proximity), (place, other.place)]
            where left != right {
                return left < right
            }
            if exact != other.exact { return exact > other.exact }
            return element == other.element ? nil : element > other.element
        }
    }

    let searchable: [String]
    /// Whether words with errors, joined and split ones are found.
    let forgives: Bool
    /// All words of all records.
    let dictionary: Set<[Character]>
    private let tokens: [String: [Token]]

    init(_ records: [Record], searchable: [String], forgives: Bool) {
        self.searchable = searchable
        self.forgives = forgives
        let tokens = Dictionary(
            uniqueKeysWithValues: records.map { ($0.objectID, NaiveRanking.tokens($0.json, searchable)) }
        )
        self.tokens = tokens
        dictionary = Set(tokens.values.joined().map(\.word))
    }

    private static func tokens(_ record: JSON, _ searchable: [String]) -> [Token] {
        searchable.enumerated().flatMap { attribute, name -> [Token] in
            var (number, position) = (0, 0)
            return NaiveSearch.values(record, name).enumerated().flatMap { element, value -> [Token] in
                let text: String? =
                    switch value {
                    case .string(let text): text
                    case .int(let number): String(number)
                    default: nil
                    }
                guard let text else { return [] }
                if element > 0 { position += 8 }
                let words = NaiveSearch.words(text)
                return words.map { word in
                    defer { (number, position) = (number + 1, position + 1) }
                    return Token(
                        word: Array(word),
                        rank: attribute,
                        attribute: attribute,
                        element: element,
                        number: number,
                        position: position
                    )
                }
            }
        }
    }

    /// How well a record matches a query; `nil` where it does not.
    func quality(of identifier: String, _ query: String) -> Quality? {
        let words = NaiveSearch.words(query).map { Array($0) }
        guard !words.isEmpty else { return Quality() }
        let tokens = tokens[identifier] ?? []
        guard let typos = typos(words, tokens) else { return nil }
        var quality = Quality(typos: typos)
        let joins = self.joins(words)
        let splits = words.enumerated().map { number, word in
            let isLast = number == words.count - 1
            return isWhole(word, isLast: isLast, tokens) ? [] : runs(of: word, isLast: isLast, tokens)
        }
        /// The errors with which a token is a word of the query; `nil` if it is not one.
        func role(_ token: Token, _ number: Int) -> Int? {
            var best = self.typos(of: token.word, for: words[number], isLast: number == words.count - 1)
            for (range, word) in joins where range.contains(number) {
                let isLast = range.upperBound == words.count
                if token.word == word || isLast && token.word.starts(with: word) { best = min(best ?? 1, 1) }
            }
            // If a word is split, each word that is a part of it matches.
            if !splits[number].isEmpty, isPart(token.word, of: words[number], isLast: number == words.count - 1) {
                best = min(best ?? 1, 1)
            }
            return best
        }
        let roles = words.indices.map { number in tokens.map { role($0, number) } }
        if words.count == 1 {
            let best = roles[0].compactMap(\.self).min()
            let places = zip(tokens, roles[0]).filter { $0.1 == best }.map { place($0.0) }
            quality.place = places.min() ?? 255
            quality.exact = tokens.contains { $0.word == words[0] } ? 1 : 0
            let isElement = elements(of: tokens).contains { element in
                element.allSatisfy { roles[0][$0] == best && (best != 0 || tokens[$0].word == words[0]) }
            }
            quality.element = isElement ? 2 : 0
            return quality
        }
        quality.place =
            tokens.indices.filter { token in roles.contains { $0[token] != nil } }
            .map { place(tokens[$0]) }.min() ?? 255
        quality.exact = words.filter { word in tokens.contains { $0.word == word } }.count
        let isElement = elements(of: tokens).contains { element in
            element.allSatisfy { token in roles.contains { $0[token] != nil } }
                && roles.allSatisfy { word in element.contains { word[$0] != nil } }
        }
        for number in words.indices.dropLast() {
            let first = tokens.indices.filter { roles[number][$0] != nil }
            let second = tokens.indices.filter { roles[number + 1][$0] != nil }
            guard !first.isEmpty, !second.isEmpty else { continue }
            var nearest = 8
            for left in first {
                for right in second where tokens[left].attribute == tokens[right].attribute {
                    let distance = tokens[right].position - tokens[left].position
                    nearest = min(nearest, distance == 0 ? 1 : distance > 0 ? distance : 1 - distance)
                }
            }
            quality.proximity += nearest
        }
        if isElement {
            let closest = words.count - 1
            quality.element = quality.proximity > closest ? 1 : 2
            quality.proximity = min(quality.proximity, closest)
        }
        return quality
    }

    /// The positions of the words of each element of an attribute.
    private func elements(of tokens: [Token]) -> [[Int]] {
        Array(Dictionary(grouping: tokens.indices) { [tokens[$0].attribute, tokens[$0].element] }.values)
    }

    private func place(_ token: Token) -> Int {
        let steps = [8, 12, 16, 24, 32, 64, 128, 256]
        return token.rank * 16 + (token.number < 8 ? token.number : 8 + (steps.lastIndex { $0 <= token.number } ?? 0))
    }

    // MARK: - Errors

    /// The fewest errors with which a record has all words.
    private func typos(_ words: [[Character]], _ tokens: [Token]) -> Int? {
        var least: [Int?] = [0] + words.map { _ in nil }
        let joins = self.joins(words)
        for number in words.indices {
            let isLast = number == words.count - 1
            var own = tokens.compactMap { typos(of: $0.word, for: words[number], isLast: isLast) }.min()
            if !runs(of: words[number], isLast: isLast, tokens).isEmpty { own = min(own ?? 1, 1) }
            var total = least[number].flatMap { before in own.map { before + $0 } }
            for (range, word) in joins where range.upperBound == number + 1 {
                let isLast = range.upperBound == words.count
                let isThere = tokens.contains { $0.word == word || isLast && $0.word.starts(with: word) }
                if isThere, let before = least[range.lowerBound] { total = min(total ?? .max, before + 1) }
            }
            least[number + 1] = total
        }
        return least[words.count]
    }

    private func typos(of token: [Character], for word: [Character], isLast: Bool) -> Int? {
        if token == word || isLast && token.starts(with: word) { return 0 }
        let most = !forgives ? 0 : word.count >= 8 ? 2 : word.count >= 4 ? 1 : 0
        guard most > 0 else { return nil }
        let penalty = token.first == word.first ? 0 : 1
        let lengths = isLast ? 1...max(1, token.count) : token.count...token.count
        let least = lengths.map { distance(word, Array(token.prefix($0))) + penalty }.min() ?? .max
        return least <= most ? least : nil
    }

    private func distance(_ left: [Character], _ right: [Character]) -> Int {
        var table = (0...left.count).map { row in (0...right.count).map { row == 0 ? $0 : $0 == 0 ? row : 0 } }
        for row in left.indices {
            for column in right.indices {
                var cost = min(table[row][column + 1] + 1, table[row + 1][column] + 1)
                cost = min(cost, table[row][column] + (left[row] == right[column] ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, table[row - 1][column - 1] + 1)
                }
                table[row + 1][column + 1] = cost
            }
        }
        return table[left.count][right.count]
    }

    // MARK: - Words written as one or as several

    private func isKnown(_ word: [Character], isBeginning: Bool) -> Bool {
        isBeginning ? dictionary.contains { $0.starts(with: word) } : dictionary.contains(word)
    }

    private func joins(_ words: [[Character]]) -> [(Range<Int>, [Character])] {
        guard forgives else { return [] }
        var joins: [(Range<Int>, [Character])] = []
        for first in words.indices {
            for count in 2...6 where first + count <= words.count {
                let word = Array(words[first..<first + count].joined())
                if isKnown(word, isBeginning: first + count == words.count) {
                    joins.append((first..<first + count, word))
                }
            }
        }
        return joins
    }

    /// The words that together are one word, one after the other, and the last of them: the rest of the word.
    private func runs(
        of word: [Character],
        isLast: Bool,
        _ tokens: [Token]
    ) -> [(parts: [[Character]], rest: [Character])] {
        guard forgives, word.count > 1 else { return [] }
        if word.allSatisfy(\.isASCIIDigit), word.count < 4 { return [] }
        return tokens.indices.compactMap { first in
            var (joined, last) = (tokens[first].word, first)
            while joined.count < word.count, last + 1 < tokens.count,
                tokens[last + 1].attribute == tokens[first].attribute,
                tokens[last + 1].element == tokens[first].element
            {
                last += 1
                joined += tokens[last].word
            }
            let isFound = joined == word || isLast && word.count > 2 && joined.starts(with: word)
            guard last > first, isFound else { return nil }
            let parts = tokens[first..<last].map(\.word)
            return (parts, Array(word[parts.joined().count...]))
        }
    }

    /// Whether a record has exactly a word.
    private func isWhole(_ word: [Character], isLast: Bool, _ tokens: [Token]) -> Bool {
        tokens.contains { typos(of: $0.word, for: word, isLast: isLast) == 0 }
    }

    /// Whether some record has a word as several of which one is the given word.
    private func isPart(_ part: [Character], of word: [Character], isLast: Bool) -> Bool {
        let mayBegin = isLast && word.count > 2
        return tokens.values.contains { tokens in
            guard !isWhole(word, isLast: isLast, tokens) else { return false }
            return runs(of: word, isLast: isLast, tokens).contains { run in
                run.parts.contains(part) || run.rest == part || mayBegin && part.starts(with: run.rest)
            }
        }
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
