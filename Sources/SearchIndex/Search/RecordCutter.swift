// SPDX-License-Identifier: MIT
// Part of SearchBus.

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

    /// The hit of a record.
    func hit(_ record: StoredRecord) throws -> Hit {
        let highlights = try highlights(in: record.text.bytes)
        guard let retrieved else {
            return Hit(objectID: record.objectID, record: .text(record.text), highlights: highlights)
        }
        let cut = try retrieved.cut(record.text.bytes)
        return try Hit(objectID: record.objectID, recordText: cut, highlights: highlights)
    }

    private func highlights(in text: [UInt8]) throws -> [String: Highlight] {
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
