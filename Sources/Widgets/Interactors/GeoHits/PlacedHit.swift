// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// A record found and the points at which it lies.
struct PlacedHit: Sendable, Hashable {
    /// How many points of one record are shown.
    private static let mostPoints = 100

    let hit: JSONText
    let points: [GeoPoint]

    /// - Returns: `nil` for a record that has no place, or none that is one on the earth.
    init?(_ hit: Hit) {
        guard let place = hit.record[Filter.geoAttribute] else { return nil }
        // A list of two numbers is one point; any other list holds points.
        let places = (try? GeoPoint(json: place)) == nil ? place.array ?? [] : [place]
        points = places.prefix(PlacedHit.mostPoints).compactMap { try? GeoPoint(json: $0) }
        guard !points.isEmpty else { return nil }
        self.hit = hit.text
    }

    var json: JSON { ["hit": .text(hit), "points": .array(points.map(\.json))] }
}
