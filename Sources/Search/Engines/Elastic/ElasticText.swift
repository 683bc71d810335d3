// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// What was typed as clauses: every word must be found, in whichever field, the last one as the beginning of a word.
///
/// The text reaches the engine as values of `multi_match`, which has no operators: a quote or a dash is a quote or a dash.
struct ElasticText: Sendable {
    /// How many words count; further ones are ignored, so that a pasted page stays cheap.
    static let limit = 32

    /// The boost of a word that is found in another spelling: less than that of one that begins with the typed text.
    private static let misspelt = 0.5

    let words: [String]
    private let fields: [String]
    private let typos: ElasticTypos?

    init(_ query: String, fields: [String], typos: ElasticTypos?) {
        // The engine ignores a word of signs alone, and it would find nothing.
        words = query.split(whereSeparator: \.isWhitespace).prefix(Self.limit).map(String.init)
            .filter { $0.contains { $0.isLetter || $0.isNumber } }
        self.fields = fields
        self.typos = typos
    }

    /// The clauses that must hold.
    var required: [JSON] {
        words.enumerated().map { place, word in
            let isLast = place == words.count - 1
            guard let typos = typos(in: word) else { return match(word, isLast ? "bool_prefix" : "best_fields") }
            let misspelt = match(word, "best_fields", typos)
            guard isLast else { return misspelt }
            // The engine takes the last word of `bool_prefix` as it is typed. So it may also be a whole word in another spelling.
            return [
                "bool": [
                    "should": [
                        match(word, "bool_prefix"),
                        ["constant_score": ["filter": misspelt, "boost": .number(Self.misspelt)]],
                    ], "minimum_should_match": 1,
                ]
            ]
        }
    }

    /// The clauses that move a record up: beginnings of words are all worth the same, whole words more, and in their own spelling.
    var preferred: [JSON] {
        words.isEmpty ? [] : [match(words.joined(separator: " "), "most_fields", isRequired: false)]
    }

    /// Which errors a word may have.
    ///
    /// One with digits is a number or a model, which no other stands for; and fields of numbers, in which it may be, take no errors.
    private func typos(in word: String) -> ElasticTypos? {
        word.contains(where: \.isNumber) ? nil : typos
    }

    private func match(
        _ text: String,
        _ type: String,
        _ typos: ElasticTypos? = nil,
        isRequired: Bool = true
    ) -> JSON {
        var match = JSONObject([("query", .string(text)), ("type", .string(type)), ("lenient", true)])
        if isRequired { match["operator"] = "and" }
        if !fields.isEmpty { match["fields"] = JSON(fields) }
        if let typos {
            match["fuzziness"] = .string(typos.fuzziness)
            match["prefix_length"] = JSON(typos.prefixLength)
        }
        return ["multi_match": .object(match)]
    }
}
