// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Reads `insideBoundingBox`, `insidePolygon`, and `aroundLatLng` with `aroundRadius`: the first of them that is there counts, as with
/// Algolia.
///
/// Source: algolia.com/doc/api-reference/api-parameters/insidePolygon.
package enum PlaceFilters {
    /// The alternatives on places of which one must hold; none where nothing is asked of places.
    package static func alternatives(_ values: ParameterValues) throws(AlgoliaError) -> [FilterCondition] {
        let areas = try areas(values)
        guard areas.isEmpty else { return areas.map { FilterCondition([.geo($0)]) } }
        guard let center = try center(values) else { return [] }
        // Without a radius the place asks for an order, and for nothing that must hold.
        guard let radius = values.value(PlaceParameter.aroundRadius.rawValue), radius.string != "all" else { return [] }
        guard let metres = radius.double ?? radius.string.flatMap({ Double($0) }), GeoShape.radii.contains(metres)
        else { throw AlgoliaError("aroundRadius: a number of metres or `all` is expected") }
        return [FilterCondition([.geo(.circle(center, radius: metres))])]
    }

    /// The point from which distances are measured; `nil` if none is requested, or another parameter replaces it.
    package static func origin(_ values: ParameterValues) throws(AlgoliaError) -> GeoPoint? {
        try areas(values).isEmpty ? try center(values) : nil
    }

    private static func areas(_ values: ParameterValues) throws(AlgoliaError) -> [GeoShape] {
        let boxes = try boxes(values)
        return boxes.isEmpty ? try polygons(values) : boxes
    }

    private static func center(_ values: ParameterValues) throws(AlgoliaError) -> GeoPoint? {
        guard let text = try values.text(PlaceParameter.aroundLatLng.rawValue), !text.isEmpty else { return nil }
        guard let center = GeoPoint(text: text) else {
            throw AlgoliaError("aroundLatLng: a latitude and a longitude are expected")
        }
        return center
    }

    private static func point(_ numbers: [Double?]) -> GeoPoint? {
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else { return nil }
        return GeoPoint(latitude: latitude, longitude: longitude)
    }

    private static func boxes(_ values: ParameterValues) throws(AlgoliaError) -> [GeoShape] {
        var shapes: [GeoShape] = []
        for numbers in try rows(.insideBoundingBox, values) {
            guard !numbers.isEmpty, numbers.count.isMultiple(of: 4), numbers.count <= 400 else { throw failure }
            for start in stride(from: 0, to: numbers.count, by: 4) {
                guard let first = point(Array(numbers[start..<start + 2])),
                    let second = point(Array(numbers[start + 2..<start + 4])),
                    let southWest = GeoPoint(
                        latitude: min(first.latitude, second.latitude),
                        longitude: min(first.longitude, second.longitude)
                    ),
                    let northEast = GeoPoint(
                        latitude: max(first.latitude, second.latitude),
                        longitude: max(first.longitude, second.longitude)
                    )
                else { throw failure }
                shapes.append(.box(southWest: southWest, northEast: northEast))
            }
        }
        return shapes
    }

    private static func polygons(_ values: ParameterValues) throws(AlgoliaError) -> [GeoShape] {
        let rows = try rows(.insidePolygon, values)
        guard rows.count <= mostPolygons else {
            throw AlgoliaError("insidePolygon: more than \(mostPolygons) polygons")
        }
        var shapes: [GeoShape] = []
        for numbers in rows {
            let corners = stride(from: 0, to: numbers.count, by: 2).map {
                point(Array(numbers[$0..<min($0 + 2, numbers.count)]))
            }
            let known = corners.compactMap(\.self)
            guard known.count == corners.count else {
                throw AlgoliaError("insidePolygon: a latitude and a longitude of each corner are expected")
            }
            do { shapes.append(try GeoShape(corners: known)) } catch { throw AlgoliaError("insidePolygon: \(error)") }
        }
        return shapes
    }

    /// How many polygons one query may hold: each looks at every record.
    private static let mostPolygons = 100

    /// Lists of numbers, `nil` instead of an invalid one; a single list counts as a list of one.
    private static func rows(_ name: PlaceParameter, _ values: ParameterValues) throws(AlgoliaError) -> [[Double?]] {
        let list = try values.list(name.rawValue) ?? []
        guard !list.isEmpty else { return [] }
        let rows = list.contains { $0.array != nil } ? list.map { $0.array ?? [] } : [list]
        return rows.map { $0.map { $0.double ?? $0.string.flatMap { Double($0) } } }
    }

    private static var failure: AlgoliaError {
        AlgoliaError("insideBoundingBox: two opposite corners of each box are expected, four numbers")
    }
}
