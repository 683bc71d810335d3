// SPDX-License-Identifier: MIT

import Wire

/// A synonym in the format of Algolia's clients.
///
/// Source: algolia.com/doc/rest-api/search/save-synonym.
public struct AlgoliaSynonym: Sendable, Hashable {
    /// The kinds of synonyms.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// All words are equal.
        case regular = "synonym"
        /// A search for one text also finds the others, and not the other way round.
        case oneWay = "onewaysynonym"
        /// Corrections of a word, with one or two errors between.
        case correction1 = "altcorrection1"
        case correction2 = "altcorrection2"
        /// A placeholder in records that any of the texts matches.
        case placeholder
    }

    /// Its identifier.
    public let objectID: String
    public let kind: Kind
    /// All its members, unchanged.
    public let members: JSONObject
    /// The text that also finds the others; `nil` if all are equal.
    private let input: String?
    private let words: [String]

    /// Reads a synonym.
    ///
    /// - Throws: `AlgoliaError` that names the missing or invalid member.
    public init(_ members: JSONObject) throws(AlgoliaError) {
        guard let objectID = members["objectID"]?.string, (1...512).contains(objectID.utf8.count) else {
            throw AlgoliaError("objectID: a text of 1 to 512 bytes is expected")
        }
        guard let kind = members["type"]?.string.flatMap({ Kind(rawValue: $0.lowercased()) }) else {
            throw AlgoliaError("type: one of \(Kind.allCases.map(\.rawValue).joined(separator: ", ")) is expected")
        }
        let names: (input: String?, words: String) =
            switch kind {
            case .regular: (nil, "synonyms")
            case .oneWay: ("input", "synonyms")
            case .correction1, .correction2: ("word", "corrections")
            case .placeholder: ("placeholder", "replacements")
            }
        words = try AlgoliaSynonym.texts(names.words, in: members)
        input = try names.input.map { name throws(AlgoliaError) in try AlgoliaSynonym.text(members[name], name) }
        (self.objectID, self.kind, self.members) = (objectID, kind, members)
    }

    private static func texts(_ name: String, in members: JSONObject) throws(AlgoliaError) -> [String] {
        guard let list = members[name]?.array, (1...100).contains(list.count) else {
            throw AlgoliaError("\(name): a list of 1 to 100 texts is expected")
        }
        var texts: [String] = []
        for element in list { texts.append(try text(element, name)) }
        return texts
    }

    private static func text(_ value: JSON?, _ name: String) throws(AlgoliaError) -> String {
        guard let text = value?.string, (1...256).contains(text.utf8.count) else {
            throw AlgoliaError("\(name): texts of 1 to 256 bytes are expected")
        }
        return text
    }

    /// The synonym in the form of the embedded index; corrections are one-way synonyms.
    var engineForm: JSON {
        switch kind {
        case .regular: ["type": "synonym", "synonyms": JSON(words)]
        case .oneWay, .correction1, .correction2:
            ["type": "oneWaySynonym", "input": .string(input ?? ""), "synonyms": JSON(words)]
        case .placeholder:
            ["type": "placeholder", "placeholder": .string(input ?? ""), "replacements": JSON(words)]
        }
    }

    /// Whether any of its words contains a text.
    func contains(_ text: String) -> Bool {
        (words + [input ?? "", objectID]).contains { $0.lowercased().contains(text) }
    }
}
