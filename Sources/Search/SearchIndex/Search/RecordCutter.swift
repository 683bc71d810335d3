// SPDX-License-Identifier: MIT

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
    private let marker: QueryMarker
    private let budget: WorkBudget
    private let markedByte: Int

    /// Prepares for the hits of a request.
    init(_ request: SearchRequest, plan: QueryPlan, settings: IndexSettings, _ budget: WorkBudget) {
        self.budget = budget
        markedByte = 8 + 4 * plan.words.count
        retrieved = request.attributesToRetrieve.map { JSONSelection($0 + [Record.identifierAttribute]) }
        let own = (settings.attributesToHighlight ?? []).filter(request.mayHighlight)
        highlighted = plan.isEmpty ? [] : (request.attributesToHighlight ?? own).map(AttributePath.init)
        sources = JSONSelection(highlighted.map(\.name))
        marker = QueryMarker(plan)
    }

    /// The hit of a record.
    func hit(_ objectID: String, _ text: JSONText) throws -> Hit {
        budget.spend(text.bytes.count * WorkBudget.recordByte)
        try budget.check()
        let highlights = try highlights(in: text.bytes)
        guard let retrieved else {
            budget.hold(text.bytes.count)
            try budget.check()
            return Hit(objectID: objectID, record: .text(text), highlights: highlights)
        }
        let cut = try retrieved.cut(text.bytes)
        budget.hold(cut.count)
        try budget.check()
        return try Hit(objectID: objectID, recordText: cut, highlights: highlights)
    }

    private func highlights(in text: [UInt8]) throws -> [String: Highlight] {
        guard !highlighted.isEmpty else { return [:] }
        let source = try sources.cut(text)
        budget.spend(source.count * markedByte)
        try budget.check()
        let record = try JSON(parsing: source)
        var highlights: [String: Highlight] = [:]
        for path in highlighted {
            var texts: [String] = []
            path.forEachScalar(in: record) { value in
                if let text = value.searchedText { texts.append(text) }
            }
            guard let highlight = marker.matcher(of: path.name).highlight(texts, separator: ", ") else { continue }
            budget.hold(highlight.spans.reduce(path.name.utf8.count) { $0 + $1.text.utf8.count + 24 })
            highlights[path.name] = highlight
        }
        return highlights
    }
}
