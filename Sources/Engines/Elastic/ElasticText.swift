// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// What was typed as clauses: every word must be found, in whichever field, the last one as the beginning of a word.
///
/// The text reaches the engine as values of `multi_match`, which has no operators: a quote or a dash is a quote or a dash.
struct ElasticText: Sendable {
    /// How many words count; further ones are ignored, so that a pasted page stays cheap.
    static let limit = 32

    let words: [String]
    private let fields: [String]

    init(_ query: String, fields: [String]) {
        // A word of signs alone is none to the engine either, and would find nothing.
        words = query.split(whereSeparator: \.isWhitespace).prefix(Self.limit).map(String.init)
            .filter { $0.contains { $0.isLetter || $0.isNumber } }
        self.fields = fields
    }

    /// The clauses that must hold.
    var required: [JSON] {
        words.enumerated().map { place, word in
            match(word, place == words.count - 1 ? "bool_prefix" : "best_fields")
        }
    }

    /// The clauses that move a record up: beginnings of words are all worth the same, whole words more.
    var preferred: [JSON] {
        words.isEmpty ? [] : [match(words.joined(separator: " "), "most_fields", isRequired: false)]
    }

    private func match(_ text: String, _ type: String, isRequired: Bool = true) -> JSON {
        var match = JSONObject([("query", .string(text)), ("type", .string(type)), ("lenient", true)])
        if isRequired { match["operator"] = "and" }
        if !fields.isEmpty { match["fields"] = JSON(fields) }
        return ["multi_match": .object(match)]
    }
}
