// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Backends
import SearchModel
import Wire

/// Filters as clauses of the query language: objects, in which names and values are data.
struct ElasticClauses: Sendable {
    let fields: ElasticFields

    /// The clauses of a state, which must all hold.
    ///
    /// - Throws: `SearchBusError.invalidArgument` for a value of a text that has no exact field.
    func clauses(of state: FilterState) throws -> [JSON] {
        try state.groupsByType.flatMap { group -> [JSON] in
            group.id.kind == .or ? [try any(of: group.filters)] : try group.filters.map(clause)
        }
    }

    /// A clause that holds where all of some do.
    static func all(_ clauses: [JSON]) -> JSON {
        switch clauses.count {
        case 0: ["match_all": [:]]
        case 1: clauses[0]
        default: ["bool": ["filter": .array(clauses)]]
        }
    }

    private func any(of filters: [Filter]) throws -> JSON { Self.any(try filters.map(clause)) }

    private static func any(_ clauses: [JSON]) -> JSON {
        clauses.count == 1 ? clauses[0] : ["bool": ["should": .array(clauses), "minimum_should_match": 1]]
    }

    /// A clause that holds where a filter does.
    func clause(_ filter: Filter) throws -> JSON {
        switch filter.condition {
        case .facet(let value):
            let clause = try self.value(value, of: filter.attribute)
            // As with every engine here, a record without the attribute does not have the value either.
            return filter.isNegated ? ["bool": ["must_not": [clause]]] : clause
        case .geo(let shape):
            let clause = try place(shape)
            return filter.isNegated ? ["bool": ["must_not": [clause]]] : clause
        case .comparison, .range, .date:
            let field = fields.exact(filter.attribute)
            let name = field?.name ?? filter.attribute
            let clauses = (filter.numericConditions ?? []).flatMap { number($0, name, field?.times) }
            return Self.within(field?.path, Self.any(clauses))
        }
    }

    /// A clause that holds for records with a value.
    func value(_ value: FacetValue, of attribute: String) throws -> JSON {
        guard let field = fields.exact(attribute) else {
            throw SearchBusError(
                .invalidArgument,
                "The values of `\(attribute)` are cut into words, so that no value as a whole can be found.",
                remedy: "Map it as `keyword`, or give it a further field of this type, and index the records again."
            )
        }
        // A value of another kind is one that no record has; asked for it, the engine would refuse the search.
        switch field.kind {
        case .number where Double(value.label) == nil: return ["match_none": [:]]
        case .time:
            guard let number = Double(value.label) else { break }
            return Self.within(field.path, Self.any(self.number(.comparison(.equal, number), field.name, field.times)))
        case .truth where value.label != "true" && value.label != "false": return ["match_none": [:]]
        default: break
        }
        return Self.within(field.path, ["term": [field.name: ["value": value.json]]])
    }

    /// A clause about what lies in `nested` objects: it holds for a record where it does for one of them.
    private static func within(_ path: String?, _ clause: JSON) -> JSON {
        path.map { ["nested": ["path": .string($0), "query": clause]] } ?? clause
    }

    /// Clauses of which one holds where some number of a record meets a condition.
    private func number(_ condition: Filter.Condition, _ field: String, _ times: ElasticTimes?) -> [JSON] {
        func range(_ bounds: (word: String, number: Double)...) -> JSON {
            let finite = bounds.filter(\.number.isFinite)
            let members = times?.members(finite) ?? JSONObject(finite.map { ($0.word, .number($0.number)) })
            return ["range": [field: .object(members)]]
        }
        switch condition {
        case .range(let bounds): return [range(("gte", bounds.lowerBound), ("lte", bounds.upperBound))]
        case .comparison(_, let bound) where !bound.isFinite: return [["match_none": [:]]]
        case .comparison(let sign, let bound):
            return switch sign {
            case .less: [range(("lt", bound))]
            case .lessOrEqual: [range(("lte", bound))]
            case .equal: [range(("gte", bound), ("lte", bound))]
            case .notEqual: [range(("lt", bound)), range(("gt", bound))]
            case .greaterOrEqual: [range(("gte", bound))]
            case .greater: [range(("gt", bound))]
            }
        case .facet, .date, .geo: return []
        }
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
