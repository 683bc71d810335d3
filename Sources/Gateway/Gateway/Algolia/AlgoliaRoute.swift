// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AlgoliaKeys
import AlgoliaLanguage
import HTTPTypes
import Hummingbird

/// A route of Algolia's interface: its handler, the required permission of its key, and its description.
struct AlgoliaRoute: Sendable {
    /// The texts that replace the path's names in braces.
    @dynamicMemberLookup struct Names: Sendable, Hashable {
        fileprivate(set) var values: [String: String] = [:]

        subscript(dynamicMember name: String) -> String { values[name] ?? "" }
    }

    typealias Handler = @Sendable (AlgoliaGateway, AlgoliaCall, Names) async throws -> Response

    let method: HTTPRequest.Method
    /// The path below `/1/`, where `{name}` matches any one part.
    let path: String
    /// The name of the operation in the OpenAPI document.
    let id: String
    let summary: String
    /// The required permission of the key; `nil` if any key is accepted, or if it depends on the body.
    let right: AlgoliaRight?
    /// Whether a key is needed.
    var needsKey = true
    let handler: Handler

    var fullPath: String { "/1/\(path)" }

    /// The route of a request, and the names in its path.
    ///
    /// - Throws: `AlgoliaError` with status 404 for an unknown path.
    static func find(_ method: HTTPRequest.Method, path: String) throws(AlgoliaError) -> (AlgoliaRoute, Names) {
        var parts: [String] = []
        for part in path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(2) {
            guard let part = part.decodedPathPart, part.utf8.count <= 512 else { throw unknown }
            parts.append(part)
        }
        guard !parts.contains("") else { throw unknown }
        let method = method == .head ? HTTPRequest.Method.get : method
        for route in all where route.method == method {
            if let names = route.names(in: parts) { return (route, names) }
        }
        throw unknown
    }

    private static var unknown: AlgoliaError {
        AlgoliaError("Not found: this service has a part of the interface only (docs/algolia.md)", status: 404)
    }

    private func names(in parts: [String]) -> Names? {
        let pattern = path.split(separator: "/")
        guard pattern.count == parts.count else { return nil }
        var names = Names()
        for (wanted, part) in zip(pattern, parts) {
            guard wanted.hasPrefix("{") else {
                if wanted == part { continue }
                return nil
            }
            // There are separate routes for several indexes.
            if wanted == "{index}", part == "*" { return nil }
            names.values[String(wanted.dropFirst().dropLast())] = part
        }
        return names
    }

    private init(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ id: String,
        _ summary: String,
        _ right: AlgoliaRight?,
        _ handler: @escaping Handler
    ) {
        (self.method, self.path, self.id, self.summary) = (method, path, "algolia\(id)", summary)
        (self.right, self.handler) = (right, handler)
    }

    // MARK: All routes

    /// All routes; the first match counts, since names of records and of operations have the same positions in paths.
    static let all = service + searches + rewrites(.synonyms) + rewrites(.rules) + writes + keys

    private static let service = [
        {
            var alive = AlgoliaRoute(.get, "isalive", "Alive", "Whether the interface is there.", nil) { _, _, _ in
                AlgoliaGateway.alive
            }
            alive.needsKey = false
            return alive
        }(),
        AlgoliaRoute(.post, "events", "Events", "What users did: clicks, conversions and views.", .search) {
            gateway,
            call,
            _ in
            try await gateway.takeEvents(call)
        },
        AlgoliaRoute(.get, "indexes", "Indexes", "All indexes.", .listIndexes) { gateway, call, _ in
            try await gateway.indexes(call)
        },
        AlgoliaRoute(.get, "indexes/{index}/task/{task}", "Task", "Whether a write is applied.", nil) {
            try await $0.task($1, $2.index, $2.task)
        },
    ]

    private static let searches = [
        AlgoliaRoute(.post, "indexes/*/queries", "Search", "Several queries and searches of values.", .search) {
            gateway,
            call,
            _ in try await gateway.multipleQueries(call)
        },
        AlgoliaRoute(.post, "indexes/*/objects", "Objects", "Records by their identifiers.", .search) {
            gateway,
            call,
            _ in try await gateway.objects(call)
        },
        AlgoliaRoute(.post, "indexes/*/recommendations", "Recommendations", "Records like one.", .search) {
            gateway,
            call,
            _ in try await gateway.recommendations(call)
        },
        AlgoliaRoute(.get, "indexes/{index}", "QueryByAddress", "One query, in the address.", .search) {
            try await $0.singleQuery($1, index: $2.index)
        },
        AlgoliaRoute(.post, "indexes/{index}/query", "Query", "One query.", .search) {
            try await $0.singleQuery($1, index: $2.index)
        },
        AlgoliaRoute(.post, "indexes/{index}/browse", "Browse", "All records, page by page.", .browse) {
            try await $0.browse($1, index: $2.index)
        },
        AlgoliaRoute(.get, "indexes/{index}/browse", "BrowseByAddress", "All records, page by page.", .browse) {
            try await $0.browse($1, index: $2.index)
        },
        AlgoliaRoute(
            .post,
            "indexes/{index}/facets/{attribute}/query",
            "FacetValues",
            "The values of an attribute.",
            .search
        ) {
            try await $0.facetValues($1, $2.index, $2.attribute)
        },
        AlgoliaRoute(.get, "indexes/{index}/settings", "Settings", "How an index searches.", .settings) {
            try await $0.settings($1, index: $2.index)
        },
    ]

    /// The routes of synonyms, and those of rules.
    private static func rewrites(_ kind: AlgoliaRewrites) -> [AlgoliaRoute] {
        let path = "indexes/{index}/\(kind.rawValue)"
        let (one, many) = kind == .synonyms ? ("Synonym", "Synonyms") : ("Rule", "Rules")
        let (noun, nouns) = (one.lowercased(), many.lowercased())
        let note = kind == .synonyms ? "" : " An index here has no rules."
        return [
            AlgoliaRoute(.post, "\(path)/search", many, "The \(nouns) of an index.\(note)", .settings) {
                try await $0.rewrites(kind, $1, index: $2.index)
            },
            AlgoliaRoute(.post, "\(path)/batch", "Put\(many)", "Store \(nouns).\(note)", .editSettings) {
                try await $0.putRewrites(kind, $1, index: $2.index)
            },
            AlgoliaRoute(.post, "\(path)/clear", "Clear\(many)", "Remove all \(nouns).\(note)", .editSettings) {
                try await $0.clearRewrites(kind, index: $2.index)
            },
            AlgoliaRoute(.get, "\(path)/{object}", one, "A \(noun).\(note)", .settings) {
                try await $0.rewrite(kind, $1, $2.index, $2.object)
            },
            AlgoliaRoute(.put, "\(path)/{object}", "Put\(one)", "Store a \(noun).\(note)", .editSettings) {
                try await $0.putRewrite(kind, $1, $2.index, $2.object)
            },
            AlgoliaRoute(.delete, "\(path)/{object}", "Delete\(one)", "Remove a \(noun).\(note)", .editSettings) {
                try await $0.deleteRewrite(kind, $2.index, $2.object)
            },
        ]
    }

    private static let writes = [
        AlgoliaRoute(.post, "indexes/*/batch", "Batches", "Writes to several indexes.", nil) { gateway, call, _ in
            try await gateway.batches(call)
        },
        AlgoliaRoute(.post, "indexes/{index}", "AddObject", "Add a record.", .addObject) {
            try await $0.addObject($1, index: $2.index)
        },
        AlgoliaRoute(.delete, "indexes/{index}", "DeleteIndex", "Delete an index.", .deleteIndex) {
            try await $0.deleteIndex($1, index: $2.index)
        },
        AlgoliaRoute(.put, "indexes/{index}/settings", "ChangeSettings", "Change how an index searches.", .editSettings)
        {
            try await $0.changeSettings($1, index: $2.index)
        },
        AlgoliaRoute(.post, "indexes/{index}/batch", "Batch", "Writes to an index.", nil) {
            try await $0.batch($1, index: $2.index)
        },
        AlgoliaRoute(.post, "indexes/{index}/clear", "Clear", "Remove all records.", .deleteIndex) {
            try await $0.clear($1, index: $2.index)
        },
        AlgoliaRoute(
            .post,
            "indexes/{index}/deleteByQuery",
            "DeleteMatching",
            "Remove the records that filters let through.",
            .deleteIndex
        ) {
            try await $0.deleteMatching($1, index: $2.index)
        },
        AlgoliaRoute(
            .post,
            "indexes/{index}/operation",
            "Transfer",
            "Copy an index, or give it another name.",
            .addObject
        ) {
            try await $0.transfer($1, index: $2.index)
        },
        AlgoliaRoute(.get, "indexes/{index}/{object}", "Object", "A record.", .search) {
            try await $0.object($1, $2.index, $2.object)
        },
        AlgoliaRoute(.put, "indexes/{index}/{object}", "PutObject", "Replace a record.", .addObject) {
            try await $0.putObject($1, $2.index, $2.object)
        },
        AlgoliaRoute(.delete, "indexes/{index}/{object}", "DeleteObject", "Remove a record.", .deleteObject) {
            try await $0.deleteObject($1, $2.index, $2.object)
        },
        AlgoliaRoute(
            .post,
            "indexes/{index}/{object}/partial",
            "UpdateObject",
            "Change attributes of a record.",
            .addObject
        ) {
            try await $0.updateObject($1, $2.index, $2.object)
        },
    ]

    private static let keys = [
        AlgoliaRoute(.get, "keys", "Keys", "All keys.", .admin) { gateway, _, _ in try gateway.keys() },
        AlgoliaRoute(.post, "keys", "MakeKey", "Make a key.", .admin) { gateway, call, _ in
            try await gateway.makeKey(call)
        },
        AlgoliaRoute(.get, "keys/{key}", "Key", "What a key allows.", nil) { try $0.key($1, $2.key) },
        AlgoliaRoute(.put, "keys/{key}", "ChangeKey", "Change what a key allows.", .admin) {
            try await $0.changeKey($1, $2.key)
        },
        AlgoliaRoute(.delete, "keys/{key}", "DeleteKey", "Delete a key.", .admin) { gateway, _, names in
            try gateway.deleteKey(names.key)
        },
    ]
}
