// SPDX-License-Identifier: MIT

import SearchModel
import Testing
import Wire

@Suite struct GeoShapeTests {
    private static func point(_ latitude: Double, _ longitude: Double) throws -> GeoPoint {
        try #require(GeoPoint(latitude: latitude, longitude: longitude))
    }

    @Test func `a filter on a place has one form`() throws {
        let munich = try Self.point(48.137, 11.575)
        let circle = Filter.geo(.circle(munich, radius: 5_000), isNegated: true)
        #expect(circle.json == ["type": "geo", "point": [48.137, 11.575], "radius": 5_000, "negated": true])
        let box = Filter.geo(.box(southWest: try Self.point(-10, 170), northEast: try Self.point(10, -170)))
        #expect(box.json == ["type": "geo", "box": [[-10, 170], [10, -170]]])
        let corners = [try Self.point(1, 2), try Self.point(3, 4), try Self.point(1, 6)]
        let polygon = Filter.geo(try GeoShape(corners: corners))
        #expect(polygon.json == ["type": "geo", "polygon": [[1, 2], [3, 4], [1, 6]]])
        #expect(polygon.shape?.label == "within 3 corners from 1, 2")
        for filter in [circle, box, polygon] {
            #expect(try Filter(json: filter.json) == filter)
            #expect(filter.type == .geo && filter.attribute == "_geoloc" && filter.numericConditions == nil)
        }
        #expect(circle.shape?.label == "within 5 km of 48.137, 11.575")
        #expect(box.shape?.label == "between -10, 170 and 10, -170")
        #expect(
            try Filter(json: ["type": "geo", "point": ["lat": 48.137, "lng": 11.575], "radius": 5e3]) == circle.negated
        )
    }

    @Test(
        arguments: [
            [:], ["point": [1, 2]], ["point": [1, 2], "radius": -1], ["point": [1, 2], "radius": 20_040_001],
            ["point": [1, 2], "radius": "5"], ["point": [91, 2], "radius": 1], ["point": [1, 180.5], "radius": 1],
            ["point": [1], "radius": 1], ["point": ["1", "2"], "radius": 1], ["point": ["lat": 1], "radius": 1],
            ["box": [[1, 2]]], ["box": [[1, 2], [0, 3]]], ["box": [[1, 2], [3, 181]]], ["box": 7],
            ["polygon": [[1, 2], [3, 4]]], ["polygon": [[1, 2], [3, 4], [91, 5]]], ["polygon": 7],
            ["polygon": [1, 2, 3]],
            ["polygon": .array([JSON](repeating: [1, 2], count: 1_001))],
            ["polygon": [[80, -120], [80, 0], [80, 120]]],
            ["polygon": [[1, 2], [3, 4], [5, 4]], "box": [[1, 2], [3, 4]]],
            ["box": [[1, 2], [3, 4]], "point": [1, 2], "radius": 1], ["box": [[1, 2], [3, 4]], "score": 1],
        ] as [JSON]
    )
    func `an invalid location is refused`(_ members: JSON) throws {
        var json = try #require(members.object)
        json["type"] = "geo"
        #expect(throws: JSONError.self) { try Filter(json: .object(json)) }
    }

    @Test func `a box across the antimeridian is two`() throws {
        let box = GeoShape.box(southWest: try Self.point(-10, 170), northEast: try Self.point(10, -170))
        #expect(
            box.simpleBoxes.map { [$0.southWest.longitude, $0.northEast.longitude] } == [[170, 180], [-180, -170]]
        )
        let other = GeoShape.box(southWest: try Self.point(-10, -170), northEast: try Self.point(10, 170))
        #expect(other.simpleBoxes.count == 1)
        #expect(GeoPoint(latitude: .nan, longitude: 0) == nil && GeoPoint(latitude: 0, longitude: .infinity) == nil)
    }

    @Test func `a polygon goes the shorter way around, and on a plane beyond the antimeridian`() throws {
        func longitudes(_ longitudes: Double...) throws -> [Double]? {
            let corners = try longitudes.enumerated().map {
                try Self.point($0.offset.isMultiple(of: 2) ? 0 : 1, $0.element)
            }
            return try? GeoShape(corners: corners).outline.map(\.longitude)
        }
        #expect(try longitudes(10, 20, 30) == [10, 20, 30])
        #expect(try longitudes(170, -170, 160) == [170, 190, 160])
        #expect(try longitudes(-170, 170, 160, -160) == [-170, -190, -200, -160])
        #expect(try longitudes(-90, 0, 90) == [-90, 0, 90])
        #expect(try longitudes(-120, 0, 120) == nil)
        #expect(try longitudes(0, 120, -120) == nil)
        #expect(GeoShape.circle(try Self.point(1, 2), radius: 3).outline.isEmpty)
    }

    @Test func `a filter state holds some filters on places`() throws {
        let id = FilterGroup.ID(kind: .or, name: "near")
        func state(_ count: Int) throws -> FilterState {
            let center = try Self.point(1, 2)
            let filters = (0..<count).map { Filter.geo(.circle(center, radius: Double($0))) }
            return FilterState(groups: [FilterGroup(id: id, filters: filters)])
        }
        try state(SessionLimits.shapes).checkLimits(relativeTo: FilterState())
        #expect(throws: JSONError.self) {
            try state(SessionLimits.shapes + 1).checkLimits(relativeTo: FilterState())
        }
        try state(SessionLimits.shapes + 1).checkLimits(relativeTo: state(SessionLimits.shapes + 1))
    }
}
