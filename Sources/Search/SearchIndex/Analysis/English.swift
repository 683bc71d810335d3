// SPDX-License-Identifier: MIT

/// What is known of English words, all folded: their other number, and which say nothing.
enum English {
    /// The other number of a word: the plural of a singular, the singular of a plural.
    ///
    /// Of a word that may be either it is what it is more often. A verb or an adjective has one too, which no text has.
    ///
    /// - Parameter word: A folded word.
    /// - Returns: Mostly one form, several where there are several; none of a word with anything but `a` to `z` in it,
    ///   of one with fewer than three letters, and of one that is the same in both numbers.
    static func plurals(of word: [UInt8]) -> [[UInt8]] {
        guard word.count >= 3, word.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }) else { return [] }
        if let known = irregular[word] { return known }
        if unchanged.contains(word) { return [] }
        return word.last == UInt8(ascii: "s") ? numbersOfSibilant(word) : [plural(of: word)]
    }

    /// Whether a word is so frequent that it tells nothing of what is looked for.
    static func isStopWord(_ word: [UInt8]) -> Bool { stopWords.contains(word) }

    /// The singular of a word with an `s` at its end, or its plural where the `s` belongs to the singular.
    private static func numbersOfSibilant(_ word: [UInt8]) -> [[UInt8]] {
        if ends(word, "ss") || ends(word, "us") { return [word + Array("es".utf8)] }
        guard word.count > 3, !ends(word, "is") else { return [] }
        if ends(word, "ies"), word.count > 4 { return [word.dropLast(3) + [UInt8(ascii: "y")]] }
        if ends(word, "uses"), word.count > 4, !vowels.contains(word[word.count - 5]) {
            // "viruses" and "excuses" do not differ.
            return [word.dropLast(2), word.dropLast(1)]
        }
        let isLong = ["sses", "ches", "shes", "xes", "zzes", "oes"].contains { ends(word, $0) }
        return [Array(word.dropLast(isLong && word.count > 4 ? 2 : 1))]
    }

    private static func plural(of word: [UInt8]) -> [UInt8] {
        if word.last == UInt8(ascii: "y"), let before = word.dropLast().last, !vowels.contains(before) {
            return word.dropLast() + Array("ies".utf8)
        }
        let isLong = ["x", "z", "ch", "sh"].contains { ends(word, $0) }
        return word + Array((isLong ? "es" : "s").utf8)
    }

    private static let vowels = Array("aeiou".utf8)

    private static func ends(_ word: [UInt8], _ suffix: StaticString) -> Bool {
        suffix.withUTF8Buffer { word.count >= $0.count && word.suffix($0.count).elementsEqual($0) }
    }

    /// The irregular words, each with the forms of its other number.
    private static let irregular: [[UInt8]: [[UInt8]]] = {
        var forms: [[UInt8]: [[UInt8]]] = [:]
        let words = EnglishWords.irregular.split(separator: " ").map { Array($0.utf8) }
        for index in stride(from: 0, to: words.count - 1, by: 2) {
            forms[words[index], default: []].append(words[index + 1])
            forms[words[index + 1], default: []].append(words[index])
        }
        return forms
    }()

    private static let unchanged = Set(EnglishWords.unchanged.split(separator: " ").map { Array($0.utf8) })
    private static let stopWords = Set(EnglishWords.stopWords.split(separator: " ").map { Array($0.utf8) })
}
