// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Backends
import SearchModel
import Wire

/// Elasticsearch, or OpenSearch: `POST /_msearch`, all searches in one exchange, each with all of its counts.
struct ElasticDialect: ShapedDialect {
    let settings: ElasticSettings
    let tags: HighlightTags
    var shape: IndexShape?

    init(
        _ settings: ElasticSettings = ElasticSettings(),
        tags: HighlightTags = HighlightTags(),
        shape: IndexShape? = nil
    ) {
        self.settings = settings
        self.tags = tags
        self.shape = shape
    }

    var capabilities: BackendCapabilities {
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
    func encode(_ request: SearchRequest) throws -> JSON {
        try request.checkResolved()
        guard ElasticIndexName.isValid(request.index) else {
            throw SearchBusError(.invalidArgument, "`\(request.index.prefix(64))` is not a valid index name.")
        }
        let parameters = ElasticParameters(request.parameters)
        var header = JSONObject([("index", .string(request.index))])
        for member in parameters.header.members { header[member.key] = member.value }
        var body = settings.body
        for member in parameters.body.members { body[member.key] = member.value }
        let query = ElasticQuery(request: request, dialect: self)
        for member in try query.members().members { body[member.key] = member.value }
        var members = JSONObject([("header", .object(header)), ("body", .object(body))])
        members["tie"] = try query.tie
        return .object(members)
    }

    func exchanges(for queries: [JSON]) -> [(exchange: HTTPExchange, count: Int)] {
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

    func walk(for query: JSON) -> (any ExchangeWalk)? {
        ElasticWalk(query, settings)
    }

    // MARK: - Answers

    func answers(in reply: JSON, count: Int) throws -> [Result<JSON, any Error>] {
        guard reply["responses"] != nil else { throw JSONError("`responses` is missing") }
        return try reply.list("responses").map { answer in
            guard answer["error"] != nil else { return .success(answer) }
            return .failure(EngineRefusal(status: answer["status"]?.int ?? 500, words: words(of: answer) ?? ""))
        }
    }

    func decode(_ answer: JSON, of request: SearchRequest) throws -> SearchResponse {
        try ElasticAnswer(request: request, dialect: self).response(answer)
    }

    /// The reason of a refusal: that of its root cause, since the outer one is mostly `all shards failed`.
    func words(of refusal: JSON) -> String? {
        let error = refusal["error"]
        let root = error?["root_cause"]?.array?.first?["reason"]?.string
        return root ?? error?["reason"]?.string ?? error?.string
    }

    func descriptionExchanges(of index: String) -> [HTTPExchange] {
        guard ElasticIndexName.isValid(index) else { return [] }
        let mapping = HTTPExchange(.get, "/\(PercentCoding.encoded(index))/_mapping")
        // What OpenSearch orders by depends on its version.
        return settings.flavor == .opensearch ? [mapping, HTTPExchange(.get, "/")] : [mapping]
    }

    func description(in replies: [JSON?], of index: String) throws -> IndexShape {
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
