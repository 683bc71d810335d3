// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// Filters as Meilisearch's lists: of the outer list all must hold, of an inner one any.
struct MeilisearchFilters {
    /// Which attribute is the records' `objectID`.
    let key: MeilisearchKey

    /// The lists of states; empty where nothing is asked.
    ///
    /// - Throws: `SearchBusError.invalidArgument` for a value that cannot be written.
    func lists(of states: [FilterState]) throws -> [JSON] {
        try states.flatMap(\.groupsByType).flatMap { group -> [[String]] in
            let conditions = try group.filters.map(conditions)
            return group.id.kind == .or ? [conditions.flatMap(\.self)] : conditions
        }.filter { !$0.isEmpty }.map { $0.count == 1 ? .string($0[0]) : JSON($0) }
    }

    /// The conditions of which one must hold for a filter to hold.
    private func conditions(_ filter: Filter) throws -> [String] {
        switch filter.condition {
        case .facet(let value):
            let sign = filter.isNegated ? "!=" : "="
            let name = try MeilisearchValue.quoted(key.field(of: filter.attribute))
            return ["\(name) \(sign) \(try MeilisearchValue.text(of: value))"]
        case .geo(let shape):
            let shapes = Self.places(shape)
            guard filter.isNegated else { return shapes }
            guard shapes.count == 1 else {
                throw SearchBusError(.invalidArgument, "A box across the antimeridian cannot be left out.")
            }
            return ["NOT \(shapes[0])"]
        case .comparison, .range, .date:
            let name = try MeilisearchValue.quoted(key.field(of: filter.attribute))
            return (filter.numericConditions ?? []).flatMap { Self.number($0, name) }
        }
    }

    private static func number(_ condition: Filter.Condition, _ name: String) -> [String] {
        switch condition {
        case .range(let range):
            return ["\(name) \(number(range.lowerBound)) TO \(number(range.upperBound))"]
        case .comparison(.notEqual, let bound):
            // `!=` lets records through that have no number at all.
            return ["\(name) < \(number(bound))", "\(name) > \(number(bound))"]
        case .comparison(let sign, let bound): return ["\(name) \(sign.rawValue) \(number(bound))"]
        case .facet, .date, .geo: return []
        }
    }

    /// A number without an exponent's plus sign or a word; what is beyond all numbers is the greatest.
    private static func number(_ number: Double) -> String {
        let finite = number.isNaN ? 0 : min(max(number, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
        return JSON.number(finite).text.replacing("+", with: "")
    }

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
