// SPDX-License-Identifier: MIT

import Foundation
import SearchModel
import Wire

/// The points at which a segment's records lie, by row; a record may lie at several.
///
/// It is borrowed from the segment's mapping.
struct GeoColumn {
    /// The mean radius of the earth, in metres.
    static let earthRadius = 6_371_008.8

    private let starts: UnsafeBufferPointer<UInt32>
    private let coordinates: UnsafeBufferPointer<UInt64>
    private let rowCount: Int

    /// The points of the sections `geo.starts` and `geo.coordinates`, of a segment with so many rows.
    init(_ file: SegmentFile, rowCount: Int) {
        starts = UnsafeBufferPointer(rebasing: file.numbers("geo.starts", as: UInt32.self).prefix(rowCount + 1))
        self.rowCount = rowCount
        coordinates = file.numbers("geo.coordinates", as: UInt64.self)
    }

    @inline(__always)
    func forEachPoint(of row: Int, _ body: (GeoPoint) -> Void) {
        guard row >= 0, row + 1 < starts.count else { return }
        var index = Int(starts[row])
        let end = min(Int(starts[row + 1]), coordinates.count / 2)
        while index < end {
            let latitude = Double(bitPattern: coordinates[index * 2])
            if let point = GeoPoint(latitude: latitude, longitude: Double(bitPattern: coordinates[index * 2 + 1])) {
                body(point)
            }
            index += 1
        }
    }

    /// The rows with a point in the shape, its edge included.
    func rows(in shape: GeoShape) -> RowSet {
        switch shape {
        case .circle(let center, let radius): return rows(where: Circle(center, radius).contains)
        case .box:
            let boxes = shape.simpleBoxes
            return rows { point in
                boxes.contains { GeoColumn.isPoint(point, between: $0.southWest, and: $0.northEast) }
            }
        case .polygon: return rows(where: GeoPolygon(shape.outline).contains)
        }
    }

    private func rows(where condition: (GeoPoint) -> Bool) -> RowSet {
        var builder = RowSetBuilder(capacity: rowCount)
        for row in 0..<rowCount {
            var isIn = false
            forEachPoint(of: row) { isIn = isIn || condition($0) }
            if isIn { builder.insert(UInt32(row: row)) }
        }
        return builder.finish()
    }

    /// The point of a row that is nearest to another one, with the distance; `nil` for a row without points.
    func nearest(to origin: GeoPoint, of row: Int) -> HitRanking.Place? {
        let center = Circle(origin, 0)
        var nearest: HitRanking.Place?
        forEachPoint(of: row) { point in
            let distance = center.distance(to: point)
            if distance < nearest?.distance ?? .infinity { nearest = HitRanking.Place(point, distance: distance) }
        }
        return nearest
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
