// SPDX-License-Identifier: MIT

import Wire

/// A text with placeholders, such as `{nbHits} results`.
struct StatsTemplate: Sendable, Hashable {
    enum Placeholder: String, Sendable, Hashable, CaseIterable {
        case nbHits
        case nbSortedHits
        case nbPages
        case page
        case hitsPerPage
        case processingTimeMS
        case query
        case queryID
    }

    private enum Piece: Sendable, Hashable {
        case text(String)
        case placeholder(Placeholder)
    }

    private let pieces: [Piece]

    /// Reads a template.
    ///
    /// - Throws: `ParameterError` for a placeholder that is unknown or not closed.
    init(_ template: String, parameter: String, only known: [Placeholder] = Placeholder.allCases) throws {
        var pieces: [Piece] = []
        var rest = Substring(template)
        while let opening = rest.firstIndex(of: "{") {
            if opening > rest.startIndex { pieces.append(.text(String(rest[..<opening]))) }
            let inside = rest[rest.index(after: opening)...]
            guard let closing = inside.firstIndex(of: "}") else {
                throw ParameterError(parameter, "has a `{` without its `}`")
            }
            guard let placeholder = known.first(where: { $0.rawValue == inside[..<closing] }) else {
                let words = known.map { "{\($0.rawValue)}" }.joined(separator: " ")
                throw ParameterError(
                    parameter,
                    "has an unknown placeholder {\(inside[..<closing])}; there are: \(words)"
                )
            }
            pieces.append(.placeholder(placeholder))
            rest = inside[inside.index(after: closing)...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        self.pieces = pieces
    }

    /// The text with each placeholder's value in its place; a value that looks like a placeholder stays what it is.
    func text(_ value: (Placeholder) -> String) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .placeholder(let placeholder): value(placeholder)
            }
        }.joined()
    }
}
