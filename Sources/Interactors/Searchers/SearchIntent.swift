// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A request to a searcher.
public enum SearchIntent: Sendable, Hashable {
    /// Search this text, from the first page.
    case setQuery(String)
    /// Answer with another page of the list that the given search began or went on with.
    case loadPage(Int, of: Int)
    /// Search again, with everything as it is.
    case search

    /// The request as it travels.
    public var intent: Intent {
        switch self {
        case .setQuery(let query): Intent(type: "set-query", data: ["query": .string(query)])
        case .loadPage(let page, let request):
            Intent(type: "load-page", data: ["page": JSON(page), "request": JSON(request)])
        case .search: Intent(type: "search")
        }
    }

    /// Reads a request.
    ///
    /// A `load-page` may leave out the search that it goes on from; 0 stands for that.
    ///
    /// - Throws: `JSONError` for an unknown intent, and for data that makes no sense.
    public init(_ intent: Intent) throws {
        switch intent.type {
        case "set-query":
            self = .setQuery(try intent.data.requiredString("query"))
        case "load-page":
            let page = try intent.data.requiredInt("page")
            guard page >= 0 else { throw JSONError("`page` is negative") }
            self = .loadPage(page, of: intent.data["request"]?.int ?? 0)
        case "search":
            self = .search
        default:
            throw JSONError("a searcher does not understand `\(intent.type)`")
        }
    }
}
