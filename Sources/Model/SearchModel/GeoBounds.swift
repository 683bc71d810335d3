// SPDX-License-Identifier: MIT
// Part of SearchBus.

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
