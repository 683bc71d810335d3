// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Backends
import SearchModel
import Wire

/// The members of a search that say what a request does.
struct TypesenseQuery {
    let request: SearchRequest
    let dialect: TypesenseDialect

    private var fields: TypesenseFields { dialect.fields }
    private var filters: TypesenseFilters {
        let nobody = "nobody-" + dialect.tags.open.unicodeScalars.filter(\.isASCII).map(String.init).joined()
        return TypesenseFilters(fields: fields, geoField: dialect.settings.geoField, nobody: nobody)
    }

    func members() throws -> JSONObject {
        var members = dialect.settings.parameters
        for member in SessionParameters(typesense: request.parameters).passed.members {
            members[member.key] = member.value
        }
        members["collection"] = .string(request.index)
        members["filter_by"] = try filters.text(of: request).map(JSON.string)
        if case .facetValues(let attribute, _) = request.kind {
            try addFacetSearch(attribute, to: &members)
            return members
        }
        try addText(to: &members)
        try addPage(to: &members)
        try addFacets(to: &members)
        try addOrder(to: &members)
        try addRetrieval(to: &members)
        return members
    }

    private var isForAll: Bool { request.query.allSatisfy(\.isWhitespace) }

    private func addText(to members: inout JSONObject) throws {
        members["q"] = .string(isForAll ? "*" : request.query)
        // Every word must be found; the engine would drop some rather than find nothing.
        if members["drop_tokens_threshold"] == nil { members["drop_tokens_threshold"] = 0 }
        guard members["query_by"] == nil else { return }
        let searched = dialect.settings.searchFields.isEmpty ? fields.texts : dialect.settings.searchFields
        guard !searched.isEmpty || isForAll || fields.shape == nil && dialect.settings.searchFields.isEmpty else {
            throw SearchBusError(
                .invalidArgument,
                "The collection `\(request.index)` has no field whose words can be searched.",
                remedy: "Name fields as `searchFields` of the backend."
            )
        }
        if !searched.isEmpty { members["query_by"] = .string(searched.joined(separator: ",")) }
    }

    private func addPage(to members: inout JSONObject) throws {
        guard request.hitsPerPage <= TypesenseDialect.mostPerPage else {
            throw SearchBusError(
                .invalidArgument,
                "A page of \(request.hitsPerPage) records is more than the \(TypesenseDialect.mostPerPage) that the engine sends.",
                remedy: "Request fewer records per page."
            )
        }
        members["page"] = JSON(request.page &+ 1)
        members["per_page"] = JSON(max(0, request.hitsPerPage))
    }

    private func addFacets(to members: inout JSONObject) throws {
        let counted = request.countedAttributes
        let names = (counted + request.stats.filter { !counted.contains($0) }).filter(fields.isCountable)
        guard !names.isEmpty else { return }
        members["facet_by"] = .string(try names.map(TypesenseFields.name).joined(separator: ","))
        members["max_facet_values"] = JSON(request.facets.map(\.limit).max() ?? 1)
    }

    /// The order that is asked for; what is preferred comes before what is relevant.
    private func addOrder(to members: inout JSONObject) throws {
        var keys = try request.sort.map {
            "\(try TypesenseFields.name($0.attribute)):\($0.isDescending ? "desc" : "asc")"
        }
        let optional = (request.baseFilters.optionalGroups + request.filters.optionalGroups).flatMap(\.filters)
        let filters = filters
        let preferred = try optional.compactMap { filter -> String? in
            guard case .text(let text) = try filters.clause(filter) else { return nil }
            return "(\(text)):\(max(1, filter.score ?? 1))"
        }
        if !preferred.isEmpty {
            keys.append("_eval([ \(preferred.joined(separator: ", ")) ]):desc")
            if !isForAll { keys.append("_text_match:desc") }
        }
        guard keys.count <= 3 else {
            throw SearchBusError(.invalidArgument, "The engine sorts records by at most three attributes.")
        }
        if !keys.isEmpty, !request.isForCounts { members["sort_by"] = .string(keys.joined(separator: ",")) }
    }

    private func addRetrieval(to members: inout JSONObject) throws {
        guard !request.isForCounts else { return }
        func name(_ attribute: String) throws -> String {
            try TypesenseFields.name(attribute == Filter.geoAttribute ? dialect.settings.geoField : attribute)
        }
        if let wanted = request.attributesToRetrieve {
            let names = try wanted.map(name)
            members["include_fields"] = .string((names.contains("id") ? names : names + ["id"]).joined(separator: ","))
        }
        let left = fields.vectors(besides: request.attributesToRetrieve ?? [])
        let own = members["exclude_fields"]?.string.map { [$0] } ?? []
        if !left.isEmpty { members["exclude_fields"] = .string((own + (try left.map(name))).joined(separator: ",")) }
        guard !isForAll else { return }
        members["highlight_start_tag"] = .string(dialect.tags.open)
        members["highlight_end_tag"] = .string(dialect.tags.close)
        let searched = members["query_by"]?.string?.split(separator: ",").map(String.init) ?? []
        // A text is sent as a whole where its field is named; otherwise the engine cuts it.
        let marked = searched.filter(request.mayHighlight)
        members["highlight_fields"] = .string(marked.isEmpty ? "none" : marked.joined(separator: ","))
        members["highlight_full_fields"] = .string(marked.isEmpty ? "none" : marked.joined(separator: ","))
    }

    private func addFacetSearch(_ attribute: String, to members: inout JSONObject) throws {
        let name = try TypesenseFields.name(attribute)
        members["q"] = "*"
        members["per_page"] = 0
        guard fields.isCountable(attribute) else { return }
        members["facet_by"] = .string(name)
        members["max_facet_values"] = JSON(dialect.capabilities.mostFacetValues)
        // Of several words the longest is looked for there, and all of them in what is found.
        if let longest = request.longestWord {
            members["facet_query"] = .string("\(name):\(longest)")
            members["facet_query_num_typos"] = 0
        }
    }
}

extension SessionParameters {
    private static let typesenseNames: Set<String> = [
        "num_typos", "prefix", "infix", "drop_tokens_threshold", "typo_tokens_threshold", "prioritize_exact_match",
        "prioritize_token_position", "text_match_type", "query_by_weights", "pinned_hits", "hidden_hits",
        "enable_synonyms",
    ]

    init(typesense parameters: JSONObject) {
        self.init(parameters, orInAppFile: "parameters") { name, value in
            Self.typesenseNames.contains(name) && FacetValue(scalar: value) != nil
        }
    }
}
