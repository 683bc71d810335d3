// SPDX-License-Identifier: MIT

import Backends
import SearchModel
import Wire

/// Filters as clauses of the query language: objects, in which names and values are data.
struct ElasticClauses: FilterVisitor, Sendable {
    let fields: ElasticFields

    /// A clause that holds where all of some do.
    static func all(_ clauses: [JSON]) -> JSON {
        switch clauses.count {
        case 0: ["match_all": [:]]
        case 1: clauses[0]
        default: ["bool": ["filter": .array(clauses)]]
        }
    }

    func any(_ clauses: [JSON]) -> JSON {
        clauses.count == 1 ? clauses[0] : ["bool": ["should": .array(clauses), "minimum_should_match": 1]]
    }

    func value(_ value: FacetValue, of attribute: String, isNegated: Bool) throws -> JSON {
        Self.negated(try self.value(value, of: attribute), isNegated)
    }

    func numbers(in intervals: [NumberInterval], of attribute: String) -> JSON {
        guard !intervals.isEmpty else { return ["match_none": [:]] }
        let field = fields.exact(attribute)
        return Self.within(field?.path, any(intervals.map { range($0, field?.name ?? attribute, field?.times) }))
    }

    func place(in shape: GeoShape, of attribute: String, isNegated: Bool) throws -> JSON {
        Self.negated(try place(shape), isNegated)
    }

    private static func negated(_ clause: JSON, _ isNegated: Bool) -> JSON {
        isNegated ? ["bool": ["must_not": [clause]]] : clause
    }

    /// A clause that holds for records with a value.
    func value(_ value: FacetValue, of attribute: String) throws -> JSON {
        guard let field = fields.exact(attribute) else {
            throw SearchBusError(
                .invalidArgument,
                "The values of `\(attribute)` are cut into words, so that no value as a whole can be found.",
                remedy: "Map it as `keyword`, or add a field of this type, and index the records again."
            )
        }
        // A value of another kind is one that no record has; asked for it, the engine would refuse the search.
        switch field.kind {
        case .number where Double(value.label) == nil: return ["match_none": [:]]
        case .time:
            guard let number = Double(value.label) else { break }
            return numbers(in: Filter.comparison(attribute, .equal, number).intervals ?? [], of: attribute)
        case .truth where value.label != "true" && value.label != "false": return ["match_none": [:]]
        default: break
        }
        return Self.within(field.path, ["term": [field.name: ["value": value.json]]])
    }

    /// A clause about what lies in `nested` objects: it holds for a record where it does for one of them.
    private static func within(_ path: String?, _ clause: JSON) -> JSON {
        path.map { ["nested": ["path": .string($0), "query": clause]] } ?? clause
    }

    private func range(_ interval: NumberInterval, _ field: String, _ times: ElasticTimes?) -> JSON {
        let ends = [(interval.isOpen ? "gt" : "gte", interval.lower), (interval.isOpen ? "lt" : "lte", interval.upper)]
        let bounds = ends.compactMap { word, number in number.map { (word: word, number: $0) } }
        return [
            "range": [
                field: .object(times?.members(bounds) ?? JSONObject(bounds.map { ($0.word, .number($0.number)) }))
            ]
        ]
    }

    private func place(_ shape: GeoShape) throws -> JSON {
        if let type = fields.shape?[fields.geoField]?.type, type != "geo_point", type != "geo_shape" {
            throw SearchBusError(
                .invalidArgument,
                "The field `\(fields.geoField)` holds no places, but what is of the type `\(type)`.",
                remedy: "Map it as `geo_point`, or name the field that is as `geoField` of the backend."
            )
        }
        func point(_ latitude: Double, _ longitude: Double) -> JSON {
            ["lat": .number(latitude), "lon": .number(longitude)]
        }
        switch shape {
        case .circle(let center, let radius):
            // A circle of no size is refused; a millimetre is as good as none.
            let distance = "\(JSON.number(max(0.001, radius)).text)m"
            return [
                "geo_distance": [
                    "distance": .string(distance), fields.geoField: point(center.latitude, center.longitude),
                    "ignore_unmapped": true,
                ]
            ]
        case .box(let southWest, let northEast):
            return [
                "geo_bounding_box": [
                    fields.geoField: [
                        "top_left": point(northEast.latitude, southWest.longitude),
                        "bottom_right": point(southWest.latitude, northEast.longitude),
                    ],
                    "ignore_unmapped": true,
                ]
            ]
        case .polygon:
            // One of the capabilities that this engine does not have: such a filter is refused before.
            return ["match_none": [:]]
        }
    }
}
