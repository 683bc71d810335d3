// SPDX-License-Identifier: MIT

/// The words that the name of an attribute is made of, in small letters: `unit_price`, `unitPrice` and `Unit price` are two.
package struct NameWords: Sendable, Hashable {
    package let words: [String]
    package let isIdentifier: Bool

    package init(_ name: String) {
        var words: [String] = []
        var word = ""
        var wasSmall = false
        // Of a nested attribute the last name tells what it is.
        let last = name.split(separator: ".").last ?? ""
        for character in last {
            guard character.isLetter || character.isNumber else {
                if !word.isEmpty { words.append(word) }
                (word, wasSmall) = ("", false)
                continue
            }
            if character.isUppercase, wasSmall, !word.isEmpty {
                words.append(word)
                word = ""
            }
            wasSmall = character.isLowercase
            word += character.lowercased()
        }
        if !word.isEmpty { words.append(word) }
        self.words = words
        isIdentifier =
            ["id", "ids"].contains(words.last) || last.hasSuffix("ID")
            || ["uuid", "guid"].contains(where: words.joined().hasSuffix)
    }

    package var joined: String { words.joined() }

    package func has(_ known: Set<String>) -> Bool { words.contains(where: known.contains) }

    /// Whether the last word, or all of them together, is among those given.
    package func ends(in known: Set<String>) -> Bool {
        words.last.map(known.contains) ?? false || known.contains(joined)
    }

    /// Whether it is called like a description, whose texts are prose and no lists.
    package var isDescription: Bool { ends(in: Set(Self.descriptions)) }

    /// What the texts of records are called, the likeliest first.
    package static let descriptions = [
        "description", "summary", "text", "body", "content", "abstract", "overview", "plot", "details", "bio",
        "biography", "notes", "message", "excerpt", "comment", "beschreibung", "descripcion", "descripción", "review",
        "lyrics", "question",
    ]

    private static let codes: Set<String> = [
        "zip", "zipcode", "postal", "postcode", "postalcode", "plz", "cap", "phone", "telephone", "tel", "telefon",
        "fax", "mobile", "isbn", "isbn10", "isbn13", "issn", "ean", "gtin", "upc", "asin", "sku", "mpn", "barcode",
        "code", "version", "ip", "serial", "vat", "iban", "bic", "account", "hash", "checksum", "key", "token",
        "objectid", "pid",
    ]
    private static let numbers: Set<String> = [
        "number", "nr", "no", "num", "nummer", "numéro", "numero", "número", "référence", "ref",
    ]
    /// What German numbers of things end with: `Artikelnummer`, `Bestellnr`.
    private static let endings = ["nummer", "nr"]

    /// Whether it is called like a code: digits of which none is more than another.
    package var isCode: Bool {
        isIdentifier || ends(in: Self.codes) || has(["isbn", "uuid", "guid", "sku", "ean", "gtin"])
            || ends(in: Self.numbers)
            || words.last.map { word in Self.endings.contains { word.hasSuffix($0) } } ?? false
    }

    private static let general: Set<String> = ["name", "title", "label", "value", "type", "code"]

    /// The name for people: `free_shipping` and `freeShipping` are `Free shipping`; other names stay as they are.
    package static func title(_ name: String) -> String {
        let parts = name.split(separator: ".")
        var last = String(parts.last ?? name[...])
        // `venue.name` alone says too little.
        if parts.count > 1, general.contains(last.lowercased()) { last = "\(parts[parts.count - 2])_\(last)" }
        let isPlain = last.allSatisfy { $0.isLetter || $0.isNumber && $0.isASCII || $0 == "_" }
        guard isPlain, let first = last.first, first.isLetter, last.contains(where: \.isLowercase) else { return last }
        let words = NameWords(last).words
        let text = words.joined(separator: " ")
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}
