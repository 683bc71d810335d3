// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import SearchModel
import Wire

/// The points at which records lie, by row; a record may lie at several.
struct GeoColumn: Sendable {
    /// The mean radius of the earth, in metres.
    static let earthRadius = 6_371_008.8

    let points: RowLists<GeoPoint>

    /// The rows with a point in the shape, its edge included.
    func rows(in shape: GeoShape) -> RowSet {
        switch shape {
        case .circle(let center, let radius): points.rows(where: Circle(center, radius).contains)
        case .box:
            points.rows { point in
                shape.simpleBoxes.contains { GeoColumn.isPoint(point, between: $0.southWest, and: $0.northEast) }
            }
        case .polygon: points.rows(where: GeoPolygon(shape.outline).contains)
        }
    }

    /// The point of a row that is nearest to another one, with the distance; `nil` for a row without points.
    func nearest(to origin: GeoPoint, of row: Int) -> HitRanking.Place? {
        let center = Circle(origin, 0)
        return points[row].map { HitRanking.Place($0, distance: center.distance(to: $0)) }.min {
            $0.distance < $1.distance
        }
    }

    private static func isPoint(_ point: GeoPoint, between southWest: GeoPoint, and northEast: GeoPoint) -> Bool {
        guard point.latitude >= southWest.latitude, point.latitude <= northEast.latitude else { return false }
        func isWithin(_ longitude: Double) -> Bool {
            longitude >= southWest.longitude && longitude <= northEast.longitude
        }
        // The antimeridian has two names.
        return isWithin(point.longitude) || abs(point.longitude) == 180 && isWithin(-point.longitude)
    }

    /// A circle on the sphere; distances are reckoned by the haversine formula.
    private struct Circle {
        private let latitude: Double
        private let longitude: Double
        private let cosine: Double
        /// The angle of the radius, and the haversine of it.
        private let angle: Double
        private let limit: Double

        init(_ center: GeoPoint, _ radius: Double) {
            latitude = center.latitude * .pi / 180
            longitude = center.longitude * .pi / 180
            cosine = cos(latitude)
            angle = min(radius / GeoColumn.earthRadius, .pi)
            limit = sin(angle / 2) * sin(angle / 2)
        }

        func contains(_ point: GeoPoint) -> Bool {
            let other = point.latitude * .pi / 180
            // What lies too far to the north or to the south needs no more reckoning.
            guard abs(other - latitude) <= angle + 1e-9 else { return false }
            return haversine(of: other, point.longitude) <= limit + 1e-15
        }

        /// How far a point is from the middle, in metres.
        func distance(to point: GeoPoint) -> Double {
            let haversine = haversine(of: point.latitude * .pi / 180, point.longitude)
            return 2 * asin(min(1, haversine.squareRoot())) * GeoColumn.earthRadius
        }

        private func haversine(of other: Double, _ degrees: Double) -> Double {
            let (north, east) = (sin((other - latitude) / 2), sin((degrees * .pi / 180 - longitude) / 2))
            return north * north + cosine * cos(other) * east * east
        }
    }
}

extension GeoPoint {
    /// The points of a record; what is none is passed over.
    static func points(of record: JSON) -> [GeoPoint] {
        guard let value = record[Filter.geoAttribute] else { return [] }
        return (value.array ?? [value]).compactMap { element in
            guard let latitude = element["lat"]?.double, let longitude = element["lng"]?.double else { return nil }
            return GeoPoint(latitude: latitude, longitude: longitude)
        }
    }
}

// MARK: - Storage

extension GeoColumn {
    /// Latitude and longitude of each point, one after another.
    var coordinates: [Double] { points.elements.flatMap { [$0.latitude, $0.longitude] } }

    /// Takes a column that was stored.
    ///
    /// - Returns: `nil` where the numbers are no points, or not those of so many rows.
    init?(offsets: [UInt32], coordinates: [Double], rowCount: Int) {
        guard coordinates.count.isMultiple(of: 2) else { return nil }
        var elements: [GeoPoint] = []
        elements.reserveCapacity(coordinates.count / 2)
        for place in stride(from: 0, to: coordinates.count, by: 2) {
            guard let point = GeoPoint(latitude: coordinates[place], longitude: coordinates[place + 1]) else {
                return nil
            }
            elements.append(point)
        }
        guard let points = RowLists(offsets: offsets, elements: elements, rowCount: rowCount) else { return nil }
        self.points = points
    }
}
