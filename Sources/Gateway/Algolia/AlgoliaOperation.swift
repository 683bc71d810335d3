// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AlgoliaInterface
import AlgoliaKeys
import HTTPTypes

/// What a method and a path of Algolia's interface ask for.
enum AlgoliaOperation: Sendable, Hashable {
    case queries
    case query(index: String)
    case facetValues(index: String, attribute: String)

    /// Reads a method and a path.
    ///
    /// - Throws: `AlgoliaError` with status 404 for what is not served.
    init(_ method: HTTPRequest.Method, path: String) throws(AlgoliaError) {
        var parts: [String] = []
        for part in path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(2) {
            guard let part = FormText.decoded(part.replacing("+", with: "%2B").utf8), part.utf8.count <= 512 else {
                throw Self.unknown
            }
            parts.append(part)
        }
        guard let found = Self.find(method, parts) else { throw Self.unknown }
        self = found
    }

    private static var unknown: AlgoliaError { AlgoliaError("Not found", status: 404) }

    private static func find(_ method: HTTPRequest.Method, _ parts: [String]) -> AlgoliaOperation? {
        guard parts.first == "indexes", !parts.contains("") else { return nil }
        switch (method, parts.count) {
        case (.post, 3) where parts[2] == "query": return .query(index: parts[1])
        case (.post, 3) where parts[1] == "*" && parts[2] == "queries": return .queries
        case (.post, 5) where parts[2] == "facets" && parts[4] == "query":
            return .facetValues(index: parts[1], attribute: parts[3])
        default: return nil
        }
    }

    /// The right that the key must have.
    var right: AlgoliaRight { .search }

    /// The index that the key must allow, where the path names one.
    var index: String? {
        switch self {
        case .queries: nil
        case .query(let index), .facetValues(let index, _): index
        }
    }
}
