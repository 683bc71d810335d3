// SPDX-License-Identifier: MIT

import Backends
import SearchModel
import Wire

/// Filters as Meilisearch's lists: of the outer list all must hold, of an inner one any.
///
/// A clause is the conditions of which one must hold.
struct MeilisearchFilters: FilterVisitor {
    /// Which attribute is the records' `objectID`.
    let key: MeilisearchKey

    /// The lists of states; empty where nothing is asked.
    func lists(of request: SearchRequest) throws -> [JSON] {
        try clauses(of: request.baseFilters, request.filters).filter { !$0.isEmpty }
            .map { $0.count == 1 ? .string($0[0]) : JSON($0) }
    }

    func any(_ clauses: [[String]]) -> [String] { clauses.flatMap(\.self) }

    func value(_ value: FacetValue, of attribute: String, isNegated: Bool) throws -> [String] {
        let name = try MeilisearchValue.quoted(key.field(of: attribute))
        return ["\(name) \(isNegated ? "!=" : "=") \(try MeilisearchValue.text(of: value))"]
    }

    func place(in shape: GeoShape, of attribute: String, isNegated: Bool) throws -> [String] {
        let shapes = Self.places(shape)
        guard isNegated else { return shapes }
        guard shapes.count == 1 else {
            throw SearchBusError(.invalidArgument, "A box across the antimeridian cannot be left out.")
        }
        return ["NOT \(shapes[0])"]
    }

    func numbers(in intervals: [NumberInterval], of attribute: String) throws -> [String] {
        let name = try MeilisearchValue.quoted(key.field(of: attribute))
        return intervals.map { interval in
            guard let lower = interval.lower, let upper = interval.upper, lower < upper else {
                return interval.comparisons.map { "\(name) \($0.sign.rawValue) \(Self.number($0.bound))" }.joined()
            }
            return "\(name) \(Self.number(lower)) TO \(Self.number(upper))"
        }
    }

    /// A number without an exponent's plus sign.
    private static func number(_ number: Double) -> String { JSON.number(number).text.replacing("+", with: "") }

    private static func places(_ shape: GeoShape) -> [String] {
        if case .circle(let center, let radius) = shape {
            return ["_geoRadius(\(number(center.latitude)), \(number(center.longitude)), \(number(radius)))"]
        }
        return shape.simpleBoxes.map { box in
            let north = "[\(number(box.northEast.latitude)), \(number(box.northEast.longitude))]"
            let south = "[\(number(box.southWest.latitude)), \(number(box.southWest.longitude))]"
            return "_geoBoundingBox(\(north), \(south))"
        }
    }
}
