// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Backends
import SearchModel
import Wire

/// What an app file says of searches in Typesense.
struct TypesenseSettings: Sendable, Hashable {
    /// Members of a search that are always written here, and so may not be in `parameters`.
    static let ownMembers: Set<String> = [
        "collection", "q", "filter_by", "facet_by", "facet_query", "max_facet_values", "page", "per_page", "limit",
        "offset",
        "include_fields", "highlight_fields", "highlight_full_fields", "highlight_start_tag",
        "highlight_end_tag", "sort_by", "group_by",
    ]

    /// The fields that are searched; empty for all texts of the schema.
    var searchFields: [String] = []
    /// The field of type `geopoint`; records have it as `_geoloc`.
    var geoField: String = "_geoloc"
    /// Further members of each search, such as `num_typos`.
    var parameters: JSONObject = JSONObject()
}

/// Typesense: `POST /multi_search`, all searches in one exchange, or fifty.
struct TypesenseDialect: ShapedDialect {
    /// How many searches the engine takes in one exchange, and how many records in one page.
    static let (mostSearches, mostPerPage) = (50, 250)

    let settings: TypesenseSettings
    let tags: HighlightTags
    var shape: IndexShape?

    init(_ settings: TypesenseSettings = TypesenseSettings(), tags: HighlightTags = HighlightTags()) {
        self.settings = settings
        self.tags = tags
    }

    var capabilities: BackendCapabilities {
        BackendCapabilities(shapes: [.circle, .box], sortsByAttributes: true)
    }

    var fields: TypesenseFields { TypesenseFields(shape: shape) }

    // MARK: - Questions

    func encode(_ request: SearchRequest) throws -> JSON {
        try request.checkResolved()
        guard Self.isCollection(request.index) else {
            throw SearchBusError(.invalidArgument, "`\(request.index.prefix(64))` is not a valid name of a collection.")
        }
        return .object(try TypesenseQuery(request: request, dialect: self).members())
    }

    func exchanges(for queries: [JSON]) -> [(exchange: HTTPExchange, count: Int)] {
        stride(from: 0, to: queries.count, by: Self.mostSearches).map { start in
            let part = Array(queries[start..<min(start + Self.mostSearches, queries.count)])
            return (.post("/multi_search", ["searches": .array(part)]), part.count)
        }
    }

    private static func isCollection(_ name: String) -> Bool {
        (1...255).contains(name.utf8.count) && name != "." && name != ".."
            && name.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" || $0 == "-" || $0 == "."
            }
    }

    // MARK: - Answers

    func answers(in reply: JSON, count: Int) throws -> [Result<JSON, any Error>] {
        guard reply["results"] != nil else { throw JSONError("`results` is missing") }
        return try reply.list("results").map { answer in
            guard let error = answer["error"] else { return .success(answer) }
            let words = Self.message(error.string ?? "")
            return .failure(EngineRefusal(status: answer["code"]?.int ?? 500, words: words))
        }
    }

    func words(of refusal: JSON) -> String? {
        (refusal["message"]?.string ?? refusal["error"]?.string).map(Self.message)
    }

    /// What is not found where nothing is named is a collection.
    private static func message(_ words: String) -> String {
        words.lowercased().hasPrefix("not found") ? "Collection not found." : words
    }

    func decode(_ answer: JSON, of request: SearchRequest) throws -> SearchResponse {
        try TypesenseAnswer(request: request, dialect: self).response(answer)
    }

    func descriptionExchanges(of index: String) -> [HTTPExchange] {
        Self.isCollection(index) ? [HTTPExchange(.get, "/collections/\(PercentCoding.encoded(index))")] : []
    }

    func description(in replies: [JSON?], of index: String) throws -> IndexShape {
        try TypesenseFields.shape(of: (replies.first ?? nil) ?? .null)
    }
}
