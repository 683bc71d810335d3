// SPDX-License-Identifier: MIT

import RandomTesting
import SearchModel
import Testing

@testable import SearchIndex

@Suite("polygons")
struct GeoPolygonTests {
    private static func point(_ latitude: Double, _ longitude: Double) throws -> GeoPoint {
        try #require(GeoPoint(latitude: latitude, longitude: longitude))
    }

    private static func polygon(_ corners: [GeoPoint]) throws -> GeoPolygon {
        GeoPolygon(try GeoShape(corners: corners).outline)
    }

    /// A point on a coarse grid, so that points often lie on sides and corners.
    private static func point(_ random: inout SeededGenerator, _ size: Int = 6) throws -> GeoPoint {
        try point(
            Double(Int.random(in: -size...size, using: &random)),
            Double(Int.random(in: -size...size, using: &random))
        )
    }

    @Test("a triangle contains the points inside its three sides, and those on them")
    func triangles() throws {
        var random = SeededGenerator(seed: testSeed)
        for _ in 0..<500 {
            let corners = try (0..<3).map { _ in try Self.point(&random) }
            let polygon = try Self.polygon(corners)
            for _ in 0..<40 {
                let point = try Self.point(&random)
                // The sides on which the point lies, each as the sign of a cross product.
                let signs = corners.indices.map { index -> Double in
                    let (from, to) = (corners[index], corners[(index + 1) % 3])
                    return (to.longitude - from.longitude) * (point.latitude - from.latitude)
                        - (to.latitude - from.latitude) * (point.longitude - from.longitude)
                }
                let isFlat = signs.allSatisfy { $0 == 0 }
                let isWithin = signs.allSatisfy { $0 >= 0 } || signs.allSatisfy { $0 <= 0 }
                let isOnFlat = corners.indices.contains { index in
                    let (from, to) = (corners[index], corners[(index + 1) % 3])
                    return (min(from.latitude, to.latitude)...max(from.latitude, to.latitude)).contains(point.latitude)
                        && (min(from.longitude, to.longitude)...max(from.longitude, to.longitude)).contains(
                            point.longitude
                        )
                }
                #expect(
                    polygon.contains(point) == (isFlat ? isOnFlat : isWithin),
                    "\(corners) \(point), seed \(testSeed)"
                )
            }
        }
    }

    @Test("a comb of many corners contains the points below its teeth")
    func combs() throws {
        var random = SeededGenerator(seed: testSeed)
        for count in [3, 7, 64, 65, 998] {
            let teeth = (0..<count / 2 * 2).map { index in
                (longitude: Double(index) / Double(count) * 100, isTop: index.isMultiple(of: 2))
            }
            var corners = try teeth.map { try Self.point($0.isTop ? 40 : 10, $0.longitude) }
            corners += [try Self.point(0, 100), try Self.point(0, 0)]
            let polygon = try Self.polygon(corners)
            for _ in 0..<200 {
                let (latitude, longitude) = (
                    Double.random(in: -5..<45, using: &random), Double.random(in: 0.001..<99, using: &random)
                )
                guard let last = teeth.last, longitude < last.longitude else { continue }
                let place = teeth.lastIndex { $0.longitude <= longitude } ?? 0
                let (left, right) = (teeth[place], teeth[place + 1])
                let part = (longitude - left.longitude) / (right.longitude - left.longitude)
                let height = (left.isTop ? 40.0 : 10) * (1 - part) + (right.isTop ? 40.0 : 10) * part
                guard abs(latitude - height) > 1e-6 else { continue }
                let isWithin = latitude >= 0 && latitude < height
                #expect(
                    polygon.contains(try Self.point(latitude, longitude)) == isWithin,
                    "\(count): \(latitude) \(longitude), seed \(testSeed)"
                )
            }
        }
    }

    @Test("a polygon is the same at every position on the earth")
    func rounds() throws {
        var random = SeededGenerator(seed: testSeed)
        func moved(_ point: GeoPoint, by degrees: Double) throws -> GeoPoint {
            var longitude = point.longitude + degrees
            if longitude > 180 { longitude -= 360 }
            return try Self.point(point.latitude, longitude)
        }
        for _ in 0..<300 {
            let corners = try (0..<Int.random(in: 3..<9, using: &random)).map { _ in try Self.point(&random) }
            let here = try Self.polygon(corners)
            let there = try Self.polygon(corners.map { try moved($0, by: 178) })
            for _ in 0..<40 {
                let point = try Self.point(&random)
                #expect(here.contains(point) == there.contains(try moved(point, by: 178)), "seed \(testSeed)")
            }
        }
    }
}
