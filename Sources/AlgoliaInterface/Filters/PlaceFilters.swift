// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// Reads `aroundLatLng` with `aroundRadius`, and `insideBoundingBox`.
enum PlaceFilters {
    /// The alternatives on places of which one must hold; none where nothing is asked of places.
    ///
    /// - Throws: `AlgoliaError` for what is no place, and for polygons, which no index here knows.
    static func alternatives(_ values: ParameterValues) throws(AlgoliaError) -> [FilterCondition] {
        guard values.value("insidePolygon") == nil else {
            throw AlgoliaError("insidePolygon: this service knows circles and boxes")
        }
        let boxes = try boxes(values)
        guard boxes.isEmpty else { return boxes.map { FilterCondition([.geo($0)]) } }
        guard let text = try values.text("aroundLatLng"), !text.isEmpty else { return [] }
        guard let center = point(text.split(separator: ",").map { Double(String($0.trimmingSpaces)) }) else {
            throw AlgoliaError("aroundLatLng: a latitude and a longitude are expected")
        }
        // Without a radius the place asks for an order, and for nothing that must hold.
        guard let radius = values.value("aroundRadius"), radius.string != "all" else { return [] }
        guard let metres = radius.double ?? radius.string.flatMap({ Double($0) }), GeoShape.radii.contains(metres)
        else { throw AlgoliaError("aroundRadius: a number of metres or `all` is expected") }
        return [FilterCondition([.geo(.circle(center, radius: metres))])]
    }

    private static func point(_ numbers: [Double?]) -> GeoPoint? {
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else { return nil }
        return GeoPoint(latitude: latitude, longitude: longitude)
    }

    private static func boxes(_ values: ParameterValues) throws(AlgoliaError) -> [GeoShape] {
        let list = try values.list("insideBoundingBox") ?? []
        guard !list.isEmpty else { return [] }
        let rows = list.contains { $0.array != nil } ? list.map { $0.array ?? [] } : [list]
        var shapes: [GeoShape] = []
        for numbers in rows.map({ $0.map { $0.double ?? $0.string.flatMap { Double($0) } } }) {
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

    private static var failure: AlgoliaError {
        AlgoliaError("insideBoundingBox: two opposite corners of each box are expected, four numbers")
    }
}
