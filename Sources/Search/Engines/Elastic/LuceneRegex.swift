// SPDX-License-Identifier: MIT

/// A regular expression of Lucene for values in which a word is found, whatever the case.
///
/// Every character that is neither a letter nor a digit is escaped; letters are written in both cases.
enum LuceneRegex {
    /// How many characters of a word count; the engine takes a thousand bytes of an expression.
    static let limit = 64

    /// The expression for values that hold a word.
    static func containing(_ word: String) -> String { ".*\(word.prefix(limit).map(either).joined()).*" }

    private static func either(_ character: Character) -> String {
        guard character.isLetter || character.isNumber, character.unicodeScalars.count == 1 else {
            return character.unicodeScalars.map { $0.properties.isAlphabetic ? String($0) : "\\\($0)" }.joined()
        }
        let forms = [String(character), character.lowercased(), character.uppercased()]
            .filter { $0.unicodeScalars.count == 1 }
        let distinct = forms.enumerated().filter { forms.firstIndex(of: $0.element) == $0.offset }.map(\.element)
        return distinct.count == 1 ? distinct[0] : "[\(distinct.joined())]"
    }
}
