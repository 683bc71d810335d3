// SPDX-License-Identifier: MIT

import SearchModel

/// A polygon made ready to be asked about many points.
///
/// Its sides lie in bands of latitude, so that a point is held against those of its band only. Where sides cross each other, a
/// point is within when a line from it meets an odd number of them.
struct GeoPolygon: Sendable {
    /// A line from one corner to the next.
    private struct Side {
        let from: GeoShape.Corner
        let to: GeoShape.Corner

        var latitudes: ClosedRange<Double> { min(from.latitude, to.latitude)...max(from.latitude, to.latitude) }
        var longitudes: ClosedRange<Double> { min(from.longitude, to.longitude)...max(from.longitude, to.longitude) }
    }

    /// More would take more memory than time.
    private static let mostBands = 64

    private let sides: [Side]
    /// The numbers of the sides in each band, from the south to the north.
    private let bands: [[Int32]]
    private let latitudes: ClosedRange<Double>
    private let longitudes: ClosedRange<Double>

    /// - Parameter outline: The corners on a plane; none is a polygon without points.
    init(_ outline: [GeoShape.Corner]) {
        let sides = zip(outline, outline.dropFirst() + outline.prefix(1)).map(Side.init)
        let latitudes = GeoPolygon.ends(of: outline.map(\.latitude))
        var bands = [[Int32]](repeating: [], count: min(max(1, sides.count), GeoPolygon.mostBands))
        for (number, side) in sides.enumerated() {
            let first = GeoPolygon.band(of: side.latitudes.lowerBound, in: latitudes, bands.count)
            let last = GeoPolygon.band(of: side.latitudes.upperBound, in: latitudes, bands.count)
            for band in first...last { bands[band].append(Int32(number)) }
        }
        self.sides = sides
        self.bands = bands
        self.latitudes = latitudes
        longitudes = GeoPolygon.ends(of: outline.map(\.longitude))
    }

    /// Whether a point is within, or on a side.
    func contains(_ point: GeoPoint) -> Bool {
        guard !sides.isEmpty, latitudes.contains(point.latitude) else { return false }
        // The plane goes around the earth: a point has a place on each round.
        return [0, 360, -360].contains { round in
            let longitude = point.longitude + round
            return longitudes.contains(longitude) && contains(point.latitude, longitude)
        }
    }

    private func contains(_ latitude: Double, _ longitude: Double) -> Bool {
        var isWithin = false
        for number in bands[GeoPolygon.band(of: latitude, in: latitudes, bands.count)] {
            let side = sides[Int(number)]
            let (from, to) = (side.from, side.to)
            guard side.latitudes.contains(latitude) else { continue }
            let (height, width) = (to.latitude - from.latitude, to.longitude - from.longitude)
            let cross = (longitude - from.longitude) * height - (latitude - from.latitude) * width
            if cross == 0, side.longitudes.contains(longitude) { return true }
            // A corner belongs to the side that goes up from it, so that it counts once.
            guard (from.latitude > latitude) != (to.latitude > latitude) else { continue }
            if longitude < from.longitude + (latitude - from.latitude) / height * width { isWithin.toggle() }
        }
        return isWithin
    }

    private static func band(of latitude: Double, in latitudes: ClosedRange<Double>, _ count: Int) -> Int {
        let height = latitudes.upperBound - latitudes.lowerBound
        guard height > 0 else { return 0 }
        return min(max(0, Int((latitude - latitudes.lowerBound) / height * Double(count))), count - 1)
    }

    private static func ends(of numbers: [Double]) -> ClosedRange<Double> {
        (numbers.min() ?? 0)...(numbers.max() ?? 0)
    }
}
