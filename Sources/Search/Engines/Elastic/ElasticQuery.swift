// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Backends
import SearchModel
import Wire

/// The members of a search that say what a request does.
struct ElasticQuery {
    /// How much a record's rank is raised by an optional filter: more than a text ever is worth.
    private static let preference = 1_000.0

    let request: SearchRequest
    let dialect: ElasticDialect

    private var fields: ElasticFields { dialect.fields }
    private var clauses: ElasticClauses { ElasticClauses(fields: fields) }

    func members() throws -> JSONObject {
        if case .facetValues(let attribute, _) = request.kind { return try facetSearch(attribute) }
        let text = ElasticText(
            request.query,
            fields: dialect.settings.searchFields,
            typos: dialect.settings.typos
        )
        let (filters, post, aggregations) = try ElasticCounting(request, fields).members(clauses)
        var members = JSONObject([("query", try query(text, filters)), ("track_total_hits", true)])
        if !post.isEmpty { members["post_filter"] = ElasticClauses.all(post) }
        if !aggregations.isEmpty { members["aggs"] = .object(aggregations) }
        members["from"] = JSON(request.hitsPerPage > 0 ? try start() : 0)
        members["size"] = JSON(max(0, request.hitsPerPage))
        members["sort"] = try order
        members["_source"] = source
        if !text.words.isEmpty, request.hitsPerPage > 0, let highlight { members["highlight"] = highlight }
        return members
    }

    private func query(_ text: ElasticText, _ filters: [JSON]) throws -> JSON {
        var bool = JSONObject()
        if !text.words.isEmpty { bool["must"] = .array(text.required) }
        let all = try clauses.clauses(of: request.baseFilters) + filters
        if !all.isEmpty { bool["filter"] = .array(all) }
        let optional = (request.baseFilters.optionalGroups + request.filters.optionalGroups).flatMap(\.filters)
        let preferred = try text.preferred + optional.map(preferred)
        if !preferred.isEmpty {
            bool["should"] = .array(preferred)
            bool["minimum_should_match"] = 0
        }
        return bool.isEmpty ? ["match_all": [:]] : ["bool": .object(bool)]
    }

    private func preferred(_ filter: Filter) throws -> JSON {
        let boost = Self.preference * Double(max(1, filter.score ?? 1))
        return ["constant_score": ["filter": try clauses.clause(filter), "boost": .number(boost)]]
    }

    private func start() throws -> Int {
        let (start, overflows) = request.page.multipliedReportingOverflow(by: request.hitsPerPage)
        guard !overflows, start >= 0, start < dialect.settings.mostHits else {
            throw SearchBusError(
                .invalidArgument,
                "Page \(request.page) is beyond the records that can be paged through."
            )
        }
        return start
    }

    /// The order of records; `nil` for that of their worth alone.
    private var order: JSON? {
        get throws {
            let last = try dialect.settings.tieBreaker.map { [try sort(SortKey($0))] } ?? []
            guard !request.sort.isEmpty || !last.isEmpty else { return nil }
            return .array(try request.sort.map(sort) + [["_score": "desc"]] + last)
        }
    }

    /// What decides between records that are the same in a page beyond those that one search lets through; `nil` where the app
    /// says it, or what the engine does by itself.
    var tie: JSON? {
        get throws {
            guard dialect.settings.tieBreaker == nil else { return nil }
            guard dialect.settings.flavor == .opensearch, !Self.hasShardDocuments(dialect.shape?.version) else {
                return ["_shard_doc": "asc"]
            }
            // Older versions of OpenSearch have nothing but what records hold, or the ids, which they load into memory for it.
            return try sort(SortKey("objectID"))
        }
    }

    /// Whether a version of OpenSearch orders records by where they are, as Elasticsearch does; from 3.3 on.
    private static func hasShardDocuments(_ version: String?) -> Bool {
        let parts = (version ?? "").split(separator: ".").map { Int($0) ?? 0 }
        guard let major = parts.first else { return false }
        return major > 3 || major == 3 && parts.count > 1 && parts[1] >= 3
    }

    private func sort(_ key: SortKey) throws -> JSON {
        let isID = key.attribute == "objectID" || key.attribute == ElasticFields.id.name
        let loadsIDs = dialect.settings.flavor == .opensearch
        guard let field = fields.sortable(key.attribute, loadsIDs: loadsIDs) else {
            guard !isID else {
                throw SearchBusError(
                    .invalidArgument,
                    "Records cannot be ordered by `\(key.attribute)`: the engine keeps no order of its ids.",
                    remedy: "Give records an attribute `objectID` of the type `keyword`, or order them by another one."
                )
            }
            throw SearchBusError(
                .invalidArgument,
                "Records cannot be ordered by `\(key.attribute)`, whose values are cut into words.",
                remedy: "Add a field of the type `keyword`."
            )
        }
        var order = JSONObject([
            ("order", .string(key.isDescending ? "desc" : "asc")), ("missing", "_last"), ("unmapped_type", "long"),
        ])
        if let path = field.path { order["nested"] = ["path": .string(path)] }
        return [field.name: .object(order)]
    }

    // MARK: - What is retrieved

    /// Which parts of records are sent; the id always is, and vectors only by their names.
    private var source: JSON? {
        let left = fields.vectors(besides: request.attributesToRetrieve ?? [])
        guard let wanted = request.attributesToRetrieve else { return left.isEmpty ? nil : ["excludes": JSON(left)] }
        let names = wanted.filter { $0 != "objectID" }
            .map { $0 == Filter.geoAttribute ? dialect.settings.geoField : $0 }
        guard !names.isEmpty else { return false }
        var parts = JSONObject([("includes", JSON(names))])
        if !left.isEmpty { parts["excludes"] = JSON(left) }
        return .object(parts)
    }

    /// In which fields matches are marked: those wanted, what is in them, and their exact fields.
    private var highlight: JSON? {
        let wanted = request.attributesToHighlight ?? request.attributesToRetrieve
        if wanted?.isEmpty == true { return nil }
        let names = wanted?.flatMap { [$0, "\($0).*"] } ?? ["*"]
        let fields = JSONObject(names.map { ($0, [:]) })
        return [
            "pre_tags": [.string(dialect.tags.open)], "post_tags": [.string(dialect.tags.close)],
            "number_of_fragments": 0, "fields": .object(fields),
            // A text that is longer is marked up to here; otherwise it would fail the search.
            dialect.settings.flavor == .elasticsearch ? "max_analyzed_offset" : "max_analyzer_offset": 1_000_000,
        ]
    }

    // MARK: - Values of an attribute

    private func facetSearch(_ attribute: String) throws -> JSONObject {
        let filters = try clauses.clauses(of: request.baseFilters, request.filters)
        var members = JSONObject([("query", ElasticClauses.all(filters)), ("size", 0), ("track_total_hits", false)])
        guard ElasticCounting.isCountable(attribute, fields), let field = fields.exact(attribute) else {
            return members
        }
        var terms = JSONObject([
            ("field", .string(field.name)), ("size", JSON(dialect.capabilities.mostFacetValues)),
        ])
        // Of many values those with the longest word are listed; which of them begin words is looked at here.
        if field.kind == .text, let word = request.longestWord {
            terms["include"] = .string(LuceneRegex.containing(word))
        }
        members["aggs"] = ["t0": ElasticCounting.values(of: field, terms)]
        return members
    }
}
