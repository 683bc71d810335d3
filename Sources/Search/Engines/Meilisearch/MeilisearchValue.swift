// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Names and values in Meilisearch's filter expressions, which are texts: each in quotes, so that nothing in it is an operator.
///
/// Between quotes a backslash escapes a quote after it, and is a plain character before anything else. So a
/// text that has a backslash before the one quote or at its end can be written with the other quote or not at all.
enum MeilisearchValue {
    /// A text in quotes.
    ///
    /// - Throws: `SearchBusError.invalidArgument` for a text that the language has no way to write.
    static func quoted(_ text: String) throws -> String {
        for quote in ["\"", "'"] as [Character] {
            let written = text.replacing(String(quote), with: "\\\(quote)")
            if read(written, quote) == text { return "\(quote)\(written)\(quote)" }
        }
        throw SearchBusError(
            .invalidArgument,
            "The engine's filters cannot hold `\(text.prefix(64))`, for its backslash before a quote or at the end.",
            remedy: "Index the value without it."
        )
    }

    /// A value of a filter.
    static func text(of value: FacetValue) throws -> String {
        switch value {
        case .text(let text): try quoted(text)
        case .integer, .number, .bool: value.label
        }
    }

    /// What the engine reads between two quotes; `nil` if the text would end earlier or not at all.
    private static func read(_ written: String, _ quote: Character) -> String? {
        var isEscaped = false
        for character in written.unicodeScalars {
            if isEscaped {
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if Character(character) == quote {
                return nil
            }
        }
        return isEscaped ? nil : written.replacing("\\\(quote)", with: String(quote))
    }
}
