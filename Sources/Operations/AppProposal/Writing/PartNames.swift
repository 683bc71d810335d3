// SPDX-License-Identifier: MIT

import AppModel

/// Hands out the names of an app's parts and indexes, each once.
struct PartNames {
    private static let longest = 48

    private var known = App.reservedNames.union(App.algoliaNames)

    /// A name like a text: small letters, digits and `-`; with a number where it is taken.
    mutating func take(_ text: String, or fallback: String) -> String {
        let slug = Self.slug(text)
        let base = slug.isEmpty ? fallback : slug
        var name = base
        var number = 1
        // Every round tries another name, and there are fewer parts than rounds that fit.
        while !known.insert(name).inserted {
            number += 1
            name = "\(base.prefix(Self.longest - 6))-\(number)"
        }
        return name
    }

    /// A text with the characters of names: accents are removed, and characters between words become `-`.
    static func slug(_ text: String) -> String {
        var slug = ""
        for scalar in text.unicodeScalars.lazy.map({ Character($0) }).flatMap({ folded($0) }) where slug.count < longest
        {
            if scalar == "-" {
                if !slug.isEmpty, slug.last != "-" { slug.append("-") }
            } else {
                slug.append(scalar)
            }
        }
        while slug.last == "-" { slug.removeLast() }
        return slug
    }

    private static let letters: [Character: String] = [
        "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "o", "å": "a", "é": "e", "è": "e", "ê": "e",
        "ë": "e", "á": "a",
        "à": "a", "â": "a", "ã": "a", "í": "i", "ì": "i", "î": "i", "ï": "i", "ó": "o", "ò": "o", "ô": "o", "õ": "o",
        "ú": "u", "ù": "u",
        "û": "u", "ñ": "n", "ç": "c", "ł": "l", "ś": "s", "š": "s", "ž": "z", "č": "c", "ř": "r",
    ]

    private static func folded(_ character: Character) -> [Character] {
        if character.isASCII { return character.isLetter || character.isNumber ? Array(character.lowercased()) : ["-"] }
        return letters[Character(character.lowercased())].map(Array.init) ?? ["-"]
    }
}
