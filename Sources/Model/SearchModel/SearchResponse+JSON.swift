// SPDX-License-Identifier: MIT

import Wire

extension SearchResponse: JSONConvertible {
    public init(json: JSON) throws {
        let query = json["query"]?.string ?? ""
        let time = json["processingTimeMS"]?.double ?? 0
        guard json["facetHits"] == nil else {
            self.init(
                query: query,
                processingTimeMS: time,
                content: .facetValues(
                    attribute: try json.requiredString("attribute"),
                    values: try json.list("facetHits").map(FacetCount.init(json:))
                )
            )
            return
        }
        var hits = Hits(
            hits: try json.list("hits").map(Hit.init(json:)),
            totalCount: try json.integer("nbHits") ?? 0,
            page: try json.integer("page") ?? 0,
            hitsPerPage: try json.integer("hitsPerPage") ?? 20,
            pageCount: try json.integer("nbPages"),
            isExhaustive: json["exhaustive"]?["nbHits"]?.bool ?? true,
            warnings: try json.list("warnings").map(SearchWarning.init(json:)),
            remarks: Remarks(json: json)
        )
        for member in json["facets"]?.object?.members ?? [] {
            hits.facets[member.key] = try (member.value.array ?? []).map(FacetCount.init(json:))
        }
        for member in json["facetStats"]?.object?.members ?? [] {
            let ends = member.value
            guard let low = ends["min"]?.double, let high = ends["max"]?.double, low <= high else { continue }
            hits.stats[member.key] = low...high
        }
        for member in json["facetSums"]?.object?.members ?? [] {
            hits.sums[member.key] = try NumberSum(json: member.value)
        }
        self.init(query: query, processingTimeMS: time, content: .hits(hits))
    }

    public var json: JSON {
        var object = JSONObject([("query", .string(query))])
        switch content {
        case .hits(let hits):
            object["page"] = JSON(hits.page)
            object["nbHits"] = JSON(hits.totalCount)
            object["nbPages"] = JSON(hits.pageCount)
            object["hitsPerPage"] = JSON(hits.hitsPerPage)
            object["processingTimeMS"] = .number(processingTimeMS)
            object["hits"] = .array(hits.hits.map(\.json))
            object["facets"] = .object(
                JSONObject(hits.facets.sorted { $0.key < $1.key }.map { ($0.key, .array($0.value.map(\.json))) })
            )
            object["facetStats"] = .object(
                JSONObject(
                    hits.stats.sorted { $0.key < $1.key }.map { attribute, range in
                        (attribute, ["min": .number(range.lowerBound), "max": .number(range.upperBound)])
                    }
                )
            )
            if !hits.sums.isEmpty { object["facetSums"] = SearchResponse.sums(hits) }
            object["exhaustive"] = SearchResponse.exhaustive(hits)
            if !hits.warnings.isEmpty { object["warnings"] = .array(hits.warnings.map(\.json)) }
            for member in hits.remarks.members.members { object[member.key] = member.value }
        case .facetValues(let attribute, let values):
            object["attribute"] = .string(attribute)
            object["processingTimeMS"] = .number(processingTimeMS)
            object["facetHits"] = .array(values.map(\.json))
        }
        return .object(object)
    }

    /// What the results say of sums.
    static func sums(_ hits: Hits) -> JSON {
        .object(JSONObject(hits.sums.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }))
    }

    /// What the results say of whether they are exact.
    static func exhaustive(_ hits: Hits) -> JSON {
        ["nbHits": .bool(hits.isExhaustive), "facetsCount": .bool(hits.isExhaustive)]
    }
}

extension FacetCount: JSONConvertible {
    public init(json: JSON) throws {
        self.init(
            value: try json.requiredFacetValue("value"),
            count: try json.requiredInt("count"),
            highlighted: try json["highlighted"].map(Highlight.init(json:))
        )
    }

    public var json: JSON {
        var object = JSONObject([("value", value.json), ("count", JSON(count))])
        if let highlighted { object["highlighted"] = highlighted.json }
        return .object(object)
    }
}

extension Hit: JSONConvertible {
    public init(json: JSON) throws {
        if case .text(let text) = json {
            self = try Hit(text: text)
            return
        }
        var highlights: [String: Highlight] = [:]
        for member in json["highlights"]?.object?.members ?? [] {
            highlights[member.key] = try Highlight(json: member.value)
        }
        self.init(
            objectID: try json.requiredString("objectID"),
            record: json["record"] ?? .object(JSONObject()),
            highlights: highlights
        )
    }

    public var json: JSON {
        if case .text(let text) = content { return .text(text) }
        return [
            "objectID": .string(objectID),
            "record": record,
            "highlights": .object(
                JSONObject(highlights.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })
            ),
        ]
    }
}

extension SearchResponse {
    /// The answer with what is counted under the names that the filters have for it, beside those of the index.
    ///
    /// Records stay as they are: their attributes have the index's names.
    ///
    /// - Parameter map: What the index calls the attributes of the filters.
    /// - Returns: The answer as widgets of these filters read it.
    public func named(by map: AttributeMap) -> SearchResponse {
        guard !map.isEmpty else { return self }
        var response = self
        switch content {
        case .facetValues(let attribute, let values):
            response.content = .facetValues(attribute: map.attribute(named: attribute), values: values)
        case .hits(let hits):
            response.content = .hits(hits.named(by: map))
        }
        return response
    }
}

extension SearchResponse.Hits {
    fileprivate func named(by map: AttributeMap) -> Self {
        var hits = self
        for attribute in map.attributes {
            guard let name = map.name(of: attribute) else { continue }
            hits.facets[attribute] = facets[name]
            hits.stats[attribute] = stats[name]
            hits.warnings += warnings.filter { $0.attribute == name }.map { $0.about(attribute) }
        }
        hits.remarks.facetOrdering = remarks.facetOrdering?.named(by: map)
        return hits
    }
}

extension SearchWarning {
    fileprivate func about(_ attribute: String) -> SearchWarning {
        SearchWarning(code, attribute: attribute, message, remedy: remedy)
    }
}

extension FacetOrdering {
    fileprivate func named(by map: AttributeMap) -> FacetOrdering {
        let named = rules.map { (map.attribute(named: $0.key), $0.value) }
        return FacetOrdering(
            attributes: attributes.flatMap { [map.attribute(named: $0), $0] },
            rules: rules.merging(named) { _, rule in rule }
        )
    }
}
