// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// Algolia's interface, as OpenAPI names its operations; what is in them is Algolia's own (docs/algolia.md).
enum OpenAPIAlgolia {
    /// Something that can be asked for.
    struct Operation {
        let method: String
        let path: String
        let id: String
        let summary: String

        fileprivate var json: JSON {
            let names = path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
                String($0.dropFirst().dropLast())
            }
            var members = JSONObject([
                ("operationId", .string(id)), ("summary", .string(summary)), ("tags", ["algolia"]),
                ("security", [["algoliaApplication": [], "algoliaKey": []]]),
            ])
            if !names.isEmpty {
                members["parameters"] = .array(
                    names.map { ["name": .string($0), "in": "path", "required": true, "schema": ["type": "string"]] }
                )
            }
            let answer: JSON = ["description": "Algolia's own form, or {message, status}.", "content": content]
            members["responses"] = ["default": answer]
            if method == "post" || method == "put" { members["requestBody"] = ["content": content] }
            return .object(members)
        }

        private var content: JSON { ["application/json": ["schema": ["type": "object"]]] }
    }

    static let operations: [Operation] =
        [
            ("post", "*/queries", "algoliaSearch", "Several queries and searches of values."),
            ("post", "*/objects", "algoliaObjects", "Records by their identifiers."),
            ("post", "*/batch", "algoliaBatches", "Writes to several indexes."),
            ("post", "*/recommendations", "algoliaRecommendations", "Records like one."),
            ("get", "{index}", "algoliaQueryByAddress", "One query, in the address."),
            ("post", "{index}", "algoliaAddObject", "Add a record."),
            ("delete", "{index}", "algoliaDeleteIndex", "Delete an index."),
            ("post", "{index}/query", "algoliaQuery", "One query."),
            ("post", "{index}/browse", "algoliaBrowse", "All records, page by page."),
            ("get", "{index}/browse", "algoliaBrowseByAddress", "All records, page by page."),
            ("post", "{index}/facets/{attribute}/query", "algoliaFacetValues", "The values of an attribute."),
            ("get", "{index}/settings", "algoliaSettings", "How an index searches."),
            ("put", "{index}/settings", "algoliaChangeSettings", "Change how an index searches."),
            ("get", "{index}/task/{task}", "algoliaTask", "Whether a write is applied."),
            ("post", "{index}/batch", "algoliaBatch", "Writes to an index."),
            ("post", "{index}/clear", "algoliaClear", "Remove all records."),
            ("post", "{index}/deleteByQuery", "algoliaDeleteMatching", "Remove the records that filters let through."),
            ("post", "{index}/operation", "algoliaTransfer", "Copy an index, or give it another name."),
            ("post", "{index}/synonyms/search", "algoliaSynonyms", "Its synonyms."),
            ("post", "{index}/synonyms/batch", "algoliaPutSynonyms", "Store synonyms."),
            ("post", "{index}/synonyms/clear", "algoliaClearSynonyms", "Remove all synonyms."),
            ("get", "{index}/synonyms/{object}", "algoliaSynonym", "A synonym."),
            ("put", "{index}/synonyms/{object}", "algoliaPutSynonym", "Store a synonym."),
            ("delete", "{index}/synonyms/{object}", "algoliaDeleteSynonym", "Remove a synonym."),
            ("post", "{index}/rules/search", "algoliaRules", "Its rules: none."),
            ("get", "{index}/{object}", "algoliaObject", "A record."),
            ("put", "{index}/{object}", "algoliaPutObject", "Put a record in the place of another one."),
            ("delete", "{index}/{object}", "algoliaDeleteObject", "Remove a record."),
            ("post", "{index}/{object}/partial", "algoliaUpdateObject", "Change attributes of a record."),
        ].map { Operation(method: $0.0, path: "/1/indexes/\($0.1)", id: $0.2, summary: $0.3) }
        + [
            ("get", "indexes", "algoliaIndexes", "All indexes."),
            ("get", "isalive", "algoliaAlive", "Whether the interface is there."),
            ("get", "keys", "algoliaKeys", "All keys."),
            ("post", "keys", "algoliaMakeKey", "Make a key."),
            ("get", "keys/{key}", "algoliaKey", "What a key allows."),
            ("put", "keys/{key}", "algoliaChangeKey", "Change what a key allows."),
            ("delete", "keys/{key}", "algoliaDeleteKey", "Delete a key."),
        ].map { Operation(method: $0.0, path: "/1/\($0.1)", id: $0.2, summary: $0.3) }

    /// The operations by their paths.
    static let paths: [(String, JSON)] = {
        var paths: [(String, JSONObject)] = []
        for operation in operations {
            if !paths.contains(where: { $0.0 == operation.path }) { paths.append((operation.path, JSONObject())) }
            if let place = paths.firstIndex(where: { $0.0 == operation.path }) {
                paths[place].1[operation.method] = operation.json
            }
        }
        return paths.map { ($0.0, .object($0.1)) }
    }()
}
