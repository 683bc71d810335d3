// SPDX-License-Identifier: MIT

import SearchModel
import Wire

extension SearchResponse {
    private static let wrapper = "hit"

    /// Reads a response of a case, or a response with the values of a facet.
    init(notation json: JSON, facet: String = "") throws {
        self.init(
            query: json["query"]?.string ?? "",
            processingTimeMS: json["processingTimeMS"]?.double ?? 0,
            content: json["facetHits"] == nil
                ? .hits(try Self.hits(json)) : .facetValues(attribute: facet, values: try Self.values(json))
        )
    }

    private static func hits(_ json: JSON) throws -> Hits {
        let hits = try json.list("hits").enumerated().map { index, hit in
            // A case can name the kind of an object's member.
            let members = hit.object?.members.map { ($0.key, $0.value) } ?? []
            return Hit(
                objectID: hit["objectID"]?.string ?? "\(index)",
                record: .object(JSONObject(members + [(wrapper, hit)]))
            )
        }
        var stats: [String: ClosedRange<Double>] = [:]
        for member in json["facets_stats"]?.object?.members ?? [] {
            guard let low = member.value["min"]?.double, let high = member.value["max"]?.double else { continue }
            stats[member.key] = low...high
        }
        var facets: [String: [FacetCount]] = [:]
        for member in json["facets"]?.object?.members ?? [] {
            facets[member.key] = (member.value.object?.members ?? []).map {
                FacetCount(value: .text($0.key), count: $0.value.int ?? 0)
            }
        }
        return Hits(
            hits: hits,
            totalCount: try json.integer("nbHits") ?? 0,
            page: try json.integer("page") ?? 0,
            hitsPerPage: try json.integer("hitsPerPage") ?? 20,
            pageCount: try json.integer("nbPages"),
            facets: facets,
            stats: stats,
            remarks: Remarks(json: json)
        )
    }

    private static func values(_ json: JSON) throws -> [FacetCount] {
        try json.list("facetHits").map {
            FacetCount(value: try $0.requiredFacetValue("value"), count: try $0.requiredInt("count"))
        }
    }

    /// The attributes that records must have, with the kinds that a case names.
    static func recordSchema(notation json: JSON) throws -> JSON {
        let members = try (json.object?.members ?? []).map { member in
            guard let kind = member.value.string else { throw Missing("an odd kind of attribute") }
            return (member.key, JSON.string(kind == "string" ? "text" : kind))
        }
        return .object(JSONObject(members))
    }

    /// The hit for a record of a case.
    static func notation(ofRecord record: JSON) -> JSON { record[wrapper] ?? .null }
}
