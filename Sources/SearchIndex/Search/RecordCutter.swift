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
    /// What marks in attributes in which no errors are forgiven, and which attributes these are.
    private let strictHighlighter: Highlighter
    private let strictAttributes: Set<String>

    /// Prepares for the hits of a request.
    init(_ request: SearchRequest, plan: QueryPlan, settings: IndexSettings) {
        retrieved = request.attributesToRetrieve.map { JSONSelection($0 + [Record.identifierAttribute]) }
        let own = (settings.attributesToHighlight ?? []).filter(request.mayHighlight)
        highlighted = plan.isEmpty ? [] : (request.attributesToHighlight ?? own).map(AttributePath.init)
        sources = JSONSelection(highlighted.map(\.name))
        highlighter = Highlighter(TextMatcher(plan))
        strictAttributes = plan.scope.strict
        strictHighlighter = strictAttributes.isEmpty ? highlighter : Highlighter(TextMatcher(plan, isStrict: true))
    }

    /// The hit of a record.
    func hit(_ objectID: String, _ text: JSONText) throws -> Hit {
        let highlights = try highlights(in: text.bytes)
        guard let retrieved else { return Hit(objectID: objectID, record: .text(text), highlights: highlights) }
        return try Hit(objectID: objectID, recordText: try retrieved.cut(text.bytes), highlights: highlights)
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
            let highlighter = strictAttributes.contains(path.name) ? strictHighlighter : highlighter
            highlights[path.name] = highlighter.highlight(texts, separator: ", ")
        }
        return highlights
    }
}

extension JSON {
    /// The text of a value that is searched: of texts and numbers.
    fileprivate var searchedText: String? {
        switch self {
        case .string(let text): text
        case .int(let number): String(number)
        case .double(let number): number.description
        default: nil
        }
    }
}
