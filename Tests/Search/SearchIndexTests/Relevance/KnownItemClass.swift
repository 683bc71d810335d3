// SPDX-License-Identifier: MIT

import RandomTesting

/// A way in which users write the name of a known item.
///
/// `Tests/Support/index_bench/make_relevance.py` makes queries of the same classes from real records.
enum KnownItemClass: String, CaseIterable {
    case exactName = "exact name"
    case beginning
    case oneError = "one error"
    case twoErrors = "two errors"
    case anyOrder = "any order"
    case joined
    case split
    case description
    case nameAndDescription = "name and description"
    case plural
    case firstLetter = "first letter"

    /// The text that a user who looks for the item types.
    func query(for item: RandomCatalogue.Item, using generator: inout SeededGenerator) -> String {
        var words = item.name
        let place = Int.random(in: words.indices, using: &generator)
        let word = words[place]
        switch self {
        case .exactName: break
        case .beginning:
            let text = words.joined(separator: " ")
            return String(text.prefix(max(7, text.count - Int.random(in: 1...5, using: &generator))))
        case .oneError: words[place] = SpellingError.made(in: word, using: &generator)
        case .twoErrors: return withTwoErrors(words, using: &generator).joined(separator: " ")
        case .anyOrder: words.append(words.removeFirst())
        case .joined: words[0...1] = [words[0] + words[1]]
        case .split:
            let cut = word.index(word.startIndex, offsetBy: Int.random(in: 2...word.count - 2, using: &generator))
            words[place] = word[..<cut] + " " + word[cut...]
        case .description: words = Array(item.description.shuffled(using: &generator).prefix(3))
        case .nameAndDescription: words = [word] + item.description.shuffled(using: &generator).prefix(2)
        case .plural: words[place] += "s"
        case .firstLetter:
            let long = words.indices.filter { words[$0].count >= 8 }
            guard let place = long.first else { break }
            words[place] = SpellingError.madeAtBeginning(of: words[place], using: &generator)
        }
        return words.joined(separator: " ")
    }

    /// Two errors in a word of eight letters or more, or one in each of two words.
    private func withTwoErrors(_ words: [String], using generator: inout SeededGenerator) -> [String] {
        var words = words
        if let place = words.firstIndex(where: { $0.count >= 8 }), generator.isTrue() {
            let once = SpellingError.made(in: words[place], least: 8, using: &generator)
            words[place] = SpellingError.made(in: once, least: 8, using: &generator)
        } else {
            for place in 0...1 { words[place] = SpellingError.made(in: words[place], using: &generator) }
        }
        return words
    }
}
