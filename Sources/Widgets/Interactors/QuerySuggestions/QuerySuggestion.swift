// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// A query that others have searched, as an index of suggestions has it.
public struct QuerySuggestion: Sendable, Hashable {
    /// A category in which the query is searched, and how often.
    public struct Category: Sendable, Hashable {
        public let value: String
        public let count: Int?
    }

    public let objectID: String
    public let query: String
    public let popularity: Int
    /// The text with what was typed marked.
    public let highlighted: Highlight?
    /// Where it is searched, the most frequent first as the record has them.
    public let categories: [Category]

    /// Reads a record; `nil` for one without a text or a number for its popularity.
    ///
    /// - Parameters:
    ///   - hit: The record.
    ///   - path: The way to the categories in it, names with dots; they are values, or objects with `value` and `count`.
    public init?(_ hit: Hit, categories path: String? = nil) {
        let record = hit.record
        guard let query = record["query"]?.string, query.utf8.count <= SessionLimits.query,
            let popularity = record["popularity"]?.int
        else { return nil }
        objectID = hit.objectID
        self.query = query
        self.popularity = popularity
        highlighted = hit.highlights["query"]
        categories = path.map { Self.categories(in: record, at: $0) } ?? []
    }

    private static func categories(in record: JSON, at path: String) -> [Category] {
        let nested = path.split(separator: ".").reduce(Optional(record)) { $0?[String($1)] }
        return (record[path] ?? nested)?.array?.compactMap { entry in
            guard let value = entry.string ?? entry["value"]?.string, !value.isEmpty else { return nil }
            return Category(value: value, count: entry["count"]?.int.flatMap { $0 >= 0 ? $0 : nil })
        } ?? []
    }

    /// What a view says of it: what is still to be typed is what is marked.
    func view(categories limit: Int) -> JSON {
        let text = highlighted ?? Highlight(spans: [.init(query, isMatched: false)])
        let shown = categories.prefix(limit).map { category -> JSON in
            var object = JSONObject([("value", .string(category.value))])
            if let count = category.count { object["count"] = JSON(count) }
            return .object(object)
        }
        return [
            "objectID": .string(objectID), "query": .string(query), "popularity": JSON(popularity),
            "highlighted": text.inverted.json, "categories": .array(shown),
        ]
    }
}
