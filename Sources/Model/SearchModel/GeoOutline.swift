// SPDX-License-Identifier: MIT

extension GeoShape {
    /// A corner of a polygon on a plane of degrees that extends beyond the antimeridian.
    public struct Corner: Sendable, Hashable {
        public let latitude: Double
        /// May be beyond -180 and 180: the polygon crosses the antimeridian there.
        public let longitude: Double
    }

    /// The corners of a polygon on a plane, none for another shape.
    ///
    /// A line is straight in degrees and goes the shorter way: where the longitudes of two corners are more than 180
    /// degrees apart, across the antimeridian.
    public var outline: [Corner] {
        guard case .polygon(let corners) = self else { return [] }
        return GeoShape.outline(corners) ?? []
    }

    /// The corners on a plane; `nil` where the last line does not come back to the first corner but to the other side of
    /// the earth, because the lines go around a pole.
    static func outline(_ points: [GeoPoint]) -> [Corner]? {
        guard var before = points.first else { return [] }
        let first = before
        // How many times the way has gone around the earth, to the east.
        var rounds = 0.0
        var corners: [Corner] = []
        corners.reserveCapacity(points.count)
        for point in points {
            rounds += turn(from: before, to: point)
            // Added at once and not step by step, so that corners stay exactly where they are.
            corners.append(Corner(latitude: point.latitude, longitude: point.longitude + 360 * rounds))
            before = point
        }
        return rounds + turn(from: before, to: first) == 0 ? corners : nil
    }

    /// Whether the shorter way between two points crosses the antimeridian: 1 to the east, -1 to the west.
    private static func turn(from start: GeoPoint, to end: GeoPoint) -> Double {
        let way = end.longitude - start.longitude
        return way > 180 ? -1 : way < -180 ? 1 : 0
    }
}

extension GeoShape {
    /// The smallest box around points, across the antimeridian where that is the shorter way; `nil` without a point.
    public static func box(around points: [GeoPoint]) -> GeoShape? {
        guard let first = points.first else { return nil }
        let latitudes = points.map(\.latitude)
        // The widest stretch of longitudes without a point is what the box leaves out.
        let longitudes = points.map(\.longitude).sorted()
        var (west, east) = (longitudes.first ?? first.longitude, longitudes.last ?? first.longitude)
        var widest = 360 - (east - west)
        for (left, right) in zip(longitudes, longitudes.dropFirst()) where right - left > widest {
            (widest, west, east) = (right - left, right, left)
        }
        guard let south = latitudes.min(), let north = latitudes.max(),
            let southWest = GeoPoint(latitude: south, longitude: west),
            let northEast = GeoPoint(latitude: north, longitude: east)
        else { return nil }
        return .box(southWest: southWest, northEast: northEast)
    }
}
