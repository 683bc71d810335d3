// SPDX-License-Identifier: MIT

import RandomTesting

/// An error that people make in a word.
enum SpellingError: CaseIterable {
    case oneTooMany, oneTooFew, another, changedPlaces

    private static let letters = Array("abcdefghijklmnopqrstuvwxyz")

    /// A word with one error, not at its first letter, that has a least number of letters.
    static func made(in word: String, least: Int = 4, using generator: inout SeededGenerator) -> String {
        let letters = Array(word)
        while true {
            let place = Int.random(in: 1..<letters.count, using: &generator)
            let made = generator.pick(allCases).apply(to: letters, at: place, using: &generator)
            if made != letters, made.count >= least { return String(made) }
        }
    }

    /// A word with another first letter.
    static func madeAtBeginning(of word: String, using generator: inout SeededGenerator) -> String {
        String(generator.pick(letters.filter { $0 != word.first })) + word.dropFirst()
    }

    private func apply(to word: [Character], at place: Int, using generator: inout SeededGenerator) -> [Character] {
        var word = word
        switch self {
        case .oneTooMany: word.insert(generator.pick(SpellingError.letters), at: place)
        case .oneTooFew: word.remove(at: place)
        case .another: word[place] = generator.pick(SpellingError.letters)
        case .changedPlaces: if place + 1 < word.count { word.swapAt(place, place + 1) }
        }
        return word
    }
}
