// SPDX-License-Identifier: MIT

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

    typealias Handler = @Sendable (AlgoliaGateway) -> (AlgoliaCall) async throws -> Response

    let method: HTTPRequest.Method
    /// The path below `/1/`, where `{name}` matches any one part.
    let path: String
    /// The name of the operation in the OpenAPI document.
    let id: String
    let summary: String
    /// The required permission of the key; `nil` if any key is accepted, or if it depends on the body.
    let right: AlgoliaRight?
    /// The handler; `nil` for `isalive`, which needs no key.
    let handler: Handler?

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
        _ handler: Handler? = nil
    ) {
        (self.method, self.path, self.id, self.summary) = (method, path, "algolia\(id)", summary)
        (self.right, self.handler) = (right, handler)
    }

    // MARK: All routes

    /// All routes; the first match counts, since names of records and of operations have the same positions in paths.
    static let all = service + searches + rewrites(.synonyms) + rewrites(.rules) + writes + keys

    private static let service: [AlgoliaRoute] = [
        .init(.get, "isalive", "Alive", "Whether the interface is there.", nil),
        .init(.post, "events", "Events", "What users did: clicks, conversions and views.", .search) { $0.takeEvents },
        .init(.get, "indexes", "Indexes", "All indexes.", .listIndexes) { $0.indexes },
        .init(.get, "indexes/{index}/task/{task}", "Task", "Whether a write is applied.", nil) { $0.task },
    ]

    private static let searches: [AlgoliaRoute] = [
        .init(.post, "indexes/*/queries", "Search", "Several queries and searches of values.", .search) {
            $0.multipleQueries
        },
        .init(.post, "indexes/*/objects", "Objects", "Records by their identifiers.", .search) { $0.objects },
        .init(.post, "indexes/*/recommendations", "Recommendations", "Records like one.", .search) {
            $0.recommendations
        },
        .init(.get, "indexes/{index}", "QueryByAddress", "One query, in the address.", .search) { $0.singleQuery },
        .init(.post, "indexes/{index}/query", "Query", "One query.", .search) { $0.singleQuery },
        .init(.post, "indexes/{index}/browse", "Browse", "All records, page by page.", .browse) { $0.browse },
        .init(.get, "indexes/{index}/browse", "BrowseByAddress", "All records, page by page.", .browse) { $0.browse },
        .init(.post, "indexes/{index}/facets/{attribute}/query", "FacetValues", "The values of an attribute.", .search)
        { $0.facetValues },
        .init(.get, "indexes/{index}/settings", "Settings", "How an index searches.", .settings) { $0.settings },
    ]

    /// The routes of synonyms, and those of rules.
    private static func rewrites(_ kind: AlgoliaRewrites) -> [AlgoliaRoute] {
        let path = "indexes/{index}/\(kind.rawValue)"
        let (one, many) = kind == .synonyms ? ("Synonym", "Synonyms") : ("Rule", "Rules")
        let (noun, nouns) = (one.lowercased(), many.lowercased())
        let note = kind == .synonyms ? "" : " An index here has no rules."
        return [
            .init(.post, "\(path)/search", many, "The \(nouns) of an index.\(note)", .settings) { gateway in
                { try await gateway.rewrites(kind, $0) }
            },
            .init(.post, "\(path)/batch", "Put\(many)", "Store \(nouns).\(note)", .editSettings) { gateway in
                { try await gateway.putRewrites(kind, $0) }
            },
            .init(.post, "\(path)/clear", "Clear\(many)", "Remove all \(nouns).\(note)", .editSettings) { gateway in
                { try await gateway.clearRewrites(kind, $0) }
            },
            .init(.get, "\(path)/{object}", one, "A \(noun).\(note)", .settings) { gateway in
                { try await gateway.rewrite(kind, $0) }
            },
            .init(.put, "\(path)/{object}", "Put\(one)", "Store a \(noun).\(note)", .editSettings) { gateway in
                { try await gateway.putRewrite(kind, $0) }
            },
            .init(.delete, "\(path)/{object}", "Delete\(one)", "Remove a \(noun).\(note)", .editSettings) { gateway in
                { try await gateway.deleteRewrite(kind, $0) }
            },
        ]
    }

    private static let writes: [AlgoliaRoute] = [
        .init(.post, "indexes/*/batch", "Batches", "Writes to several indexes.", nil) { $0.batches },
        .init(.post, "indexes/{index}", "AddObject", "Add a record.", .addObject) { $0.addObject },
        .init(.delete, "indexes/{index}", "DeleteIndex", "Delete an index.", .deleteIndex) { $0.deleteIndex },
        .init(.put, "indexes/{index}/settings", "ChangeSettings", "Change how an index searches.", .editSettings) {
            $0.changeSettings
        },
        .init(.post, "indexes/{index}/batch", "Batch", "Writes to an index.", nil) { $0.batch },
        .init(.post, "indexes/{index}/clear", "Clear", "Remove all records.", .deleteIndex) { $0.clear },
        .init(
            .post,
            "indexes/{index}/deleteByQuery",
            "DeleteMatching",
            "Remove the records that filters let through.",
            .deleteIndex
        ) { $0.deleteMatching },
        .init(.post, "indexes/{index}/operation", "Transfer", "Copy an index, or give it another name.", .addObject) {
            $0.transfer
        },
        .init(.get, "indexes/{index}/{object}", "Object", "A record.", .search) { $0.object },
        .init(.put, "indexes/{index}/{object}", "PutObject", "Replace a record.", .addObject) { $0.putObject },
        .init(.delete, "indexes/{index}/{object}", "DeleteObject", "Remove a record.", .deleteObject) {
            $0.deleteObject
        },
        .init(.post, "indexes/{index}/{object}/partial", "UpdateObject", "Change attributes of a record.", .addObject) {
            $0.updateObject
        },
    ]

    private static let keys: [AlgoliaRoute] = [
        .init(.get, "keys", "Keys", "All keys.", .admin) { $0.keys },
        .init(.post, "keys", "MakeKey", "Make a key.", .admin) { $0.makeKey },
        .init(.get, "keys/{key}", "Key", "What a key allows.", nil) { $0.key },
        .init(.put, "keys/{key}", "ChangeKey", "Change what a key allows.", .admin) { $0.changeKey },
        .init(.delete, "keys/{key}", "DeleteKey", "Delete a key.", .admin) { $0.deleteKey },
    ]
}
