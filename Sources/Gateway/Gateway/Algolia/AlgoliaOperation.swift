// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AlgoliaInterface
import AlgoliaKeys
import HTTPTypes

/// What a method and a path of Algolia's interface ask for.
enum AlgoliaOperation: Sendable, Hashable {
    case alive
    /// What users did.
    case events
    // Questions
    case queries
    case query(index: String)
    case facetValues(index: String, attribute: String)
    case browse(index: String)
    case objects
    case object(index: String, objectID: String)
    case settings(index: String)
    case indexes
    case task(index: String, id: String)
    case recommendations
    case rewrites(AlgoliaRewrites, index: String)
    case rewrite(AlgoliaRewrites, index: String, objectID: String)
    // Writes
    case batch(index: String)
    case batches
    case addObject(index: String)
    case putObject(index: String, objectID: String)
    case updateObject(index: String, objectID: String)
    case deleteObject(index: String, objectID: String)
    case deleteMatching(index: String)
    case clear(index: String)
    case deleteIndex(index: String)
    case transfer(index: String)
    case changeSettings(index: String)
    case putRewrites(AlgoliaRewrites, index: String)
    case putRewrite(AlgoliaRewrites, index: String, objectID: String)
    case clearRewrites(AlgoliaRewrites, index: String)
    case deleteRewrite(AlgoliaRewrites, index: String, objectID: String)
    // Keys
    case keys
    case makeKey
    case key(value: String)
    case changeKey(value: String)
    case deleteKey(value: String)

    /// Reads a method and a path.
    ///
    /// - Throws: `AlgoliaError` with status 404 for what is not served.
    init(_ method: HTTPRequest.Method, path: String) throws(AlgoliaError) {
        var parts: [String] = []
        for part in path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(2) {
            guard let part = part.decodedPathPart, part.utf8.count <= 512 else { throw Self.unknown }
            parts.append(part)
        }
        guard !parts.contains(""), let found = Self.find(method == .head ? .get : method, parts) else {
            throw Self.unknown
        }
        self = found
    }

    private static var unknown: AlgoliaError {
        AlgoliaError("Not found: this service has a part of the interface only (docs/algolia.md)", status: 404)
    }

    private static func find(_ method: HTTPRequest.Method, _ parts: [String]) -> AlgoliaOperation? {
        switch (method, parts.count, parts.first) {
        case (.get, 1, "isalive"): .alive
        case (.post, 1, "events"): .events
        case (.get, 1, "indexes"): .indexes
        case (.get, 1, "keys"): .keys
        case (.post, 1, "keys"): .makeKey
        case (.get, 2, "keys"): .key(value: parts[1])
        case (.put, 2, "keys"): .changeKey(value: parts[1])
        case (.delete, 2, "keys"): .deleteKey(value: parts[1])
        case (_, 2..., "indexes"): parts[1] == "*" ? findAll(method, parts) : find(method, index: parts[1], parts)
        default: nil
        }
    }

    /// What concerns several indexes.
    private static func findAll(_ method: HTTPRequest.Method, _ parts: [String]) -> AlgoliaOperation? {
        guard method == .post, parts.count == 3 else { return nil }
        return switch parts[2] {
        case "queries": .queries
        case "objects": .objects
        case "batch": .batches
        case "recommendations": .recommendations
        default: nil
        }
    }

    /// What concerns the synonyms or the rules of an index.
    private static func find(
        _ method: HTTPRequest.Method,
        _ kind: AlgoliaRewrites,
        index: String,
        _ last: String
    ) -> AlgoliaOperation? {
        switch (method, last) {
        case (.post, "search"): .rewrites(kind, index: index)
        case (.post, "batch"): .putRewrites(kind, index: index)
        case (.put, _): .putRewrite(kind, index: index, objectID: last)
        case (.post, "clear"): .clearRewrites(kind, index: index)
        case (.delete, _): .deleteRewrite(kind, index: index, objectID: last)
        case (.get, _): .rewrite(kind, index: index, objectID: last)
        default: nil
        }
    }

    private static func find(_ method: HTTPRequest.Method, index: String, _ parts: [String]) -> AlgoliaOperation? {
        if parts.count == 4, let kind = AlgoliaRewrites(rawValue: parts[2]),
            let found = find(method, kind, index: index, parts[3])
        {
            return found
        }
        return switch (method, parts.count, parts.dropFirst(2).first) {
        case (.get, 2, _), (.post, 3, "query"): .query(index: index)
        case (.post, 2, _): .addObject(index: index)
        case (.delete, 2, _): .deleteIndex(index: index)
        case (.post, 3, "browse"), (.get, 3, "browse"): .browse(index: index)
        case (.get, 3, "settings"): .settings(index: index)
        case (.put, 3, "settings"): .changeSettings(index: index)
        case (.post, 3, "batch"): .batch(index: index)
        case (.post, 3, "clear"): .clear(index: index)
        case (.post, 3, "deleteByQuery"): .deleteMatching(index: index)
        case (.post, 3, "operation"): .transfer(index: index)
        case (.get, 4, "task"): .task(index: index, id: parts[3])
        case (.post, 5, "facets") where parts[4] == "query": .facetValues(index: index, attribute: parts[3])
        case (.post, 4, _) where parts[3] == "partial": .updateObject(index: index, objectID: parts[2])
        case (.get, 3, _): .object(index: index, objectID: parts[2])
        case (.put, 3, _): .putObject(index: index, objectID: parts[2])
        case (.delete, 3, _): .deleteObject(index: index, objectID: parts[2])
        default: nil
        }
    }

    /// The right that the key must have; `nil` where any will do, or where it depends on what is in the body.
    var right: AlgoliaRight? {
        switch self {
        case .alive, .task, .key, .batch, .batches: nil
        case .queries, .query, .facetValues, .objects, .object, .recommendations, .events: .search
        case .browse: .browse
        case .settings, .rewrites, .rewrite: .settings
        case .indexes: .listIndexes
        case .addObject, .putObject, .updateObject, .transfer: .addObject
        case .deleteObject: .deleteObject
        case .deleteMatching, .clear, .deleteIndex: .deleteIndex
        case .changeSettings, .putRewrites, .putRewrite, .clearRewrites, .deleteRewrite: .editSettings
        case .keys, .makeKey, .changeKey, .deleteKey: .admin
        }
    }

    /// The index that the key must allow, where the path names one.
    var index: String? {
        switch self {
        case .query(let index), .facetValues(let index, _), .browse(let index), .object(let index, _),
            .settings(let index), .task(let index, _), .batch(let index), .addObject(let index),
            .putObject(let index, _), .updateObject(let index, _), .deleteObject(let index, _),
            .deleteMatching(let index), .clear(let index), .deleteIndex(let index), .transfer(let index),
            .changeSettings(let index), .rewrites(_, let index), .rewrite(_, let index, _),
            .putRewrites(_, let index), .putRewrite(_, let index, _), .clearRewrites(_, let index),
            .deleteRewrite(_, let index, _):
            index
        case .alive, .queries, .objects, .indexes, .recommendations, .batches, .events, .keys, .makeKey, .key,
            .changeKey,
            .deleteKey:
            nil
        }
    }
}
