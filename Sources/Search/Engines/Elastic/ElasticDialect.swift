// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AlgoliaLanguage
import Backends
import SearchModel
import Wire

/// Elasticsearch, or OpenSearch: `POST /_msearch`, all searches in one exchange, each with all of its counts.
public struct ElasticDialect: ShapedDialect {
    let settings: ElasticSettings
    let tags: HighlightTags
    private(set) var shape: IndexShape?

    /// - Parameters:
    ///   - settings: What the app file says.
    ///   - tags: The tags around matches.
    ///   - shape: What attributes the index has; `nil` where that is not known.
    public init(
        _ settings: ElasticSettings = ElasticSettings(),
        tags: HighlightTags = HighlightTags(),
        shape: IndexShape? = nil
    ) {
        self.settings = settings
        self.tags = tags
        self.shape = shape
    }

    public func knowing(_ shape: IndexShape?) -> ElasticDialect {
        var dialect = self
        dialect.shape = shape
        return dialect
    }

    public var capabilities: BackendCapabilities {
        BackendCapabilities(
            countsDisjunctively: true,
            countsSelectedValues: true,
            mostFacetValues: 1_000,
            shapes: [.circle, .box],
            sortsByAttributes: true,
            mostHits: settings.mostHits
        )
    }

    var fields: ElasticFields {
        ElasticFields(
            shape: shape,
            exactSuffix: settings.exactSuffix,
            geoField: settings.geoField,
            dateUnit: settings.dateUnit
        )
    }

    // MARK: - Questions

    /// A search as two objects: the `header` of its line, and its `body`.
    public func encode(_ request: SearchRequest) throws -> JSON {
        try request.checkResolved()
        guard ElasticIndexName.isValid(request.index) else {
            throw SearchBusError(.invalidArgument, "`\(request.index.prefix(64))` is not a valid index name.")
        }
        let parameters = ElasticParameters(request.parameters)
        var header = JSONObject([("index", .string(request.index))])
        for member in parameters.header.members { header[member.key] = member.value }
        var body = settings.body
        for member in parameters.body.members { body[member.key] = member.value }
        let query = ElasticQuery(request, self)
        for member in try query.members().members { body[member.key] = member.value }
        var members = JSONObject([("header", .object(header)), ("body", .object(body))])
        members["tie"] = try query.tie
        return .object(members)
    }

    public func exchanges(for queries: [JSON]) -> [(exchange: HTTPExchange, count: Int)] {
        guard !queries.isEmpty else { return [] }
        var lines: [UInt8] = []
        for query in queries {
            for part in ["header", "body"] {
                (query[part] ?? [:]).write(to: &lines)
                lines.append(UInt8(ascii: "\n"))
            }
        }
        return [(HTTPExchange(.post, "/_msearch", body: lines, contentType: "application/x-ndjson"), queries.count)]
    }

    public func walk(for query: JSON) -> (any ExchangeWalk)? {
        ElasticWalk(query, settings)
    }

    // MARK: - Answers

    public func answers(in reply: JSON, count: Int) throws -> [Result<JSON, any Error>] {
        guard reply["responses"] != nil else { throw JSONError("`responses` is missing") }
        return try reply.list("responses").map { answer in
            guard answer["error"] != nil else { return .success(answer) }
            return .failure(EngineRefusal(status: answer["status"]?.int ?? 500, words: words(of: answer) ?? ""))
        }
    }

    public func decode(_ answer: JSON, of request: SearchRequest) throws -> SearchResponse {
        try ElasticAnswer(self, request).response(answer)
    }

    /// The reason of a refusal: that of its root cause, since the outer one is mostly `all shards failed`.
    public func words(of refusal: JSON) -> String? {
        let error = refusal["error"]
        let root = error?["root_cause"]?.array?.first?["reason"]?.string
        return root ?? error?["reason"]?.string ?? error?.string
    }

    public func descriptionExchanges(of index: String) -> [HTTPExchange] {
        guard ElasticIndexName.isValid(index) else { return [] }
        let mapping = HTTPExchange(.get, "/\(PercentCoding.encoded(index))/_mapping")
        // What OpenSearch orders by depends on its version.
        return settings.flavor == .opensearch ? [mapping, HTTPExchange(.get, "/")] : [mapping]
    }

    public func description(in replies: [JSON?], of index: String) throws -> IndexShape {
        let version = replies.dropFirst().first.flatMap(\.self)?["version"]?["number"]?.string
        guard let mapping = replies.first.flatMap(\.self) else {
            return IndexShape(attributes: [], isComplete: false, version: version)
        }
        return try ElasticMapping.shape(of: mapping, version: version)
    }
}

/// What may be asked for as an index.
enum ElasticIndexName {
    /// One index, alias or data stream: neither a pattern nor a list, by which a session would reach others, nor one of the
    /// engine's own.
    static func isValid(_ name: String) -> Bool {
        guard (1...255).contains(name.utf8.count) else { return false }
        return !"._-+".contains(name.prefix(1)) && !name.contains { " \"*\\<>|,/?#:".contains($0) || $0.isNewline }
    }
}
