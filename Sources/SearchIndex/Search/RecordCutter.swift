// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import SearchModel
import Wire

/// Makes hits of stored records: the attributes that were asked for, and the matches marked in some of them.
///
/// Records stay text; only what is marked becomes a value.
struct RecordCutter {
    /// What is kept of a record; `nil` for all of it.
    private let retrieved: JSONSelection?
    private let highlighted: [AttributePath]
    private let sources: JSONSelection
    private let highlighter: Highlighter

    init(_ request: SearchRequest, words: QueryWords, snapshot: IndexSnapshot) {
        retrieved = request.attributesToRetrieve.map { JSONSelection($0 + [Record.identifierAttribute]) }
        let own = snapshot.highlighted.filter { request.mayHighlight($0.name) }
        let paths = request.attributesToHighlight.map { $0.map(AttributePath.init) } ?? own
        highlighted = words.isEmpty ? [] : paths
        sources = JSONSelection(highlighted.map(\.name))
        highlighter = Highlighter(words)
    }

    /// The hit of a record's text.
    func hit(_ objectID: String, _ text: Data) throws -> Hit {
        try Hit(
            objectID: objectID,
            recordText: retrieved.map { try $0.cut(text) } ?? Array(text),
            highlights: try highlights(in: text)
        )
    }

    private func highlights(in text: Data) throws -> [String: Highlight] {
        guard !highlighted.isEmpty else { return [:] }
        let record = try JSON(parsing: try sources.cut(text))
        var highlights: [String: Highlight] = [:]
        for path in highlighted {
            var texts: [String] = []
            path.forEachScalar(in: record) { value in
                if let text = value.searchedText { texts.append(text) }
            }
            highlights[path.name] = highlighter.highlight(texts, separator: ", ")
        }
        return highlights
    }
}
