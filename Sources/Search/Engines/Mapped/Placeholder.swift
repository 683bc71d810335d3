// SPDX-License-Identifier: MIT

import Wire

/// A name in braces in a mapping, such as `{query}`.
enum Placeholder: Sendable, Hashable {
    case query, index, page, firstPage, hitsPerPage, offset, facets, openTag, closeTag
    /// The values of which a record needs one.
    case values(String)
    /// The least and the greatest number.
    case least(String)
    case greatest(String)

    /// - Returns: `nil` if the words are not a placeholder.
    init?(_ words: Substring) {
        switch words {
        case "query": self = .query
        case "index": self = .index
        case "page": self = .page
        case "page1": self = .firstPage
        case "hitsPerPage": self = .hitsPerPage
        case "offset": self = .offset
        case "facets": self = .facets
        case "highlightPreTag": self = .openTag
        case "highlightPostTag": self = .closeTag
        default:
            guard words.hasPrefix("filters.") else { return nil }
            let name = words.dropFirst("filters.".count)
            if name.hasSuffix(".min"), name.count > 4 {
                self = .least(String(name.dropLast(4)))
            } else if name.hasSuffix(".max"), name.count > 4 {
                self = .greatest(String(name.dropLast(4)))
            } else if !name.isEmpty {
                self = .values(String(name))
            } else {
                return nil
            }
        }
    }
}

/// A text of a mapping: what stands for itself, and placeholders.
struct TemplateText: Sendable, Hashable {
    enum Piece: Sendable, Hashable {
        case text(String)
        case placeholder(Placeholder)
    }

    let pieces: [Piece]

    /// Reads a text; `{{` and `}}` are braces.
    init(_ text: String) throws {
        var pieces: [Piece] = []
        var plain = ""
        var rest = Substring(text)
        while let character = rest.first {
            if rest.hasPrefix("{{") || rest.hasPrefix("}}") {
                plain.append(character)
                rest = rest.dropFirst(2)
            } else if character == "{" {
                guard let end = rest.firstIndex(of: "}"), let placeholder = Placeholder(rest[..<end].dropFirst()) else {
                    throw JSONError(
                        "`\(rest.prefix(40))` begins with a brace that is not a placeholder; write {{ for a brace"
                    )
                }
                if !plain.isEmpty { pieces.append(.text(plain)) }
                plain = ""
                pieces.append(.placeholder(placeholder))
                rest = rest[rest.index(after: end)...]
            } else {
                plain.append(character)
                rest = rest.dropFirst()
            }
        }
        if !plain.isEmpty { pieces.append(.text(plain)) }
        self.pieces = pieces
    }

    var placeholders: [Placeholder] {
        pieces.compactMap { piece in
            guard case .placeholder(let placeholder) = piece else { return nil }
            return placeholder
        }
    }
}
