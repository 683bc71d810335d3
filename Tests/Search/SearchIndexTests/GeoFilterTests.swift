// SPDX-License-Identifier: MIT

import Foundation
import RandomTesting
import SearchIndex
import SearchModel
import Testing
import Wire

@Suite("filters on locations")
struct GeoFilterTests {
    private static let id = FilterGroup.ID(kind: .and, name: "near")

    private static func fixture(_ places: KeyValuePairs<String, JSON?>) throws -> Fixture {
        try Fixture(
            places.map { name, place in
                try Record.make(name, [("name", .string(name))] + (place.map { [("_geoloc", $0)] } ?? []))
            },
            settings: IndexSettings(searchableAttributes: ["name"])
        )
    }

    private static func ids(_ fixture: Fixture, _ filter: Filter) throws -> [String] {
        let filters = FilterState(groups: [FilterGroup(id: id, filters: [filter])])
        return try fixture.hits(SearchRequest(index: "test", filters: filters)).hits.map(\.objectID).sorted()
    }

    private static func filter(_ json: JSON) throws -> Filter {
        var object = try #require(json.object)
        object["type"] = "geo"
        return try Filter(json: .object(object))
    }

    private static func cities() throws -> Fixture {
        try fixture([
            "munich": ["lat": 48.137, "lng": 11.575], "berlin": ["lat": 52.52, "lng": 13.405],
            "both": [["lat": 48.137, "lng": 11.575], ["lat": 52.52, "lng": 13.405]],
            "suva": ["lat": -18.141, "lng": 178.442], "apia": ["lat": -13.833, "lng": -171.767],
            "line": ["lat": -15, "lng": 180], "pole": ["lat": 90, "lng": 7], "nowhere": nil,
            "odd": [["lat": "48", "lng": 11], ["lat": 91, "lng": 0], 7, "x", .null],
        ])
    }

    @Test(
        "what lies in a shape is found, in any of a record's points",
        arguments: [
            (["point": [48.137, 11.575], "radius": 0], ["both", "munich"]),
            (["point": [52.52, 13.405], "radius": 504_000], ["berlin", "both"]),
            (["point": [52.52, 13.405], "radius": 505_000], ["berlin", "both", "munich"]),
            (
                ["point": [-90, 0], "radius": 20_040_000], ["apia", "berlin", "both", "line", "munich", "pole", "suva"]
            ),
            (["point": [89.9, -173], "radius": 12_000], ["pole"]),
            (["point": [-15, -179.9], "radius": 11_000], ["line"]),
            (["box": [[40, 10], [50, 12]]], ["both", "munich"]),
            (["box": [[-20, 170], [-10, -170]]], ["apia", "line", "suva"]),
            (["box": [[-20, -180], [-10, -170]]], ["apia", "line"]),
            (["box": [[-20, 170], [-10, 180]]], ["line", "suva"]),
            (["box": [[-20, -170], [-10, 170]]], []),
            (["polygon": [[40, 10], [40, 12], [60, 12]]], ["both", "munich"]),
            (["polygon": [[48.137, 11.575], [60, 0], [60, 5]]], ["both", "munich"]),
            (["polygon": [[-20, 170], [-20, -170], [-10, -170], [-10, 170]]], ["apia", "line", "suva"]),
            (["polygon": [[-20, -170], [-10, -170], [-10, 175], [-20, 175]]], ["apia", "line", "suva"]),
            (["polygon": [[-20, 170], [-20, 180], [-10, 180], [-10, 170]]], ["line", "suva"]),
            (["polygon": [[-20, -180], [-20, -170], [-10, -170], [-10, -180]]], ["apia", "line"]),
            (
                ["box": [[40, 10], [50, 12]], "negated": true],
                ["apia", "berlin", "line", "nowhere", "odd", "pole", "suva"]
            ),
        ] as [(JSON, [String])]
    )
    func shapes(shape: JSON, expected: [String]) throws {
        #expect(try Self.ids(Self.cities(), Self.filter(shape)) == expected)
    }

    @Test("without records with a location, nothing matches, and there is a warning")
    func absent() throws {
        let filter = try Self.filter(["point": [1, 2], "radius": 5])
        let filters = FilterState(groups: [FilterGroup(id: Self.id, filters: [filter])])
        for place in [nil, ["lat": 7], ["lat": 91, "lng": 7]] as [JSON?] {
            let hits = try Self.fixture(["a": place]).hits(SearchRequest(index: "test", filters: filters))
            #expect(hits.totalCount == 0 && hits.warnings.map(\.code) == [.attributeUnknown])
            #expect(hits.warnings.first?.attribute == "_geoloc")
        }
    }

    @Test("locations survive a change of the index and combine with other filters")
    func changed() throws {
        let fixture = try Self.cities()
        let writer = try IndexWriter(directory: fixture.directory.indexes, name: "test")
        try writer.delete(objectIDs: ["munich"])
        try writer.add([try Record.make("new", [("name", "new"), ("_geoloc", ["lat": 48.14, "lng": 11.58])])])
        let near = try Self.filter(["point": [48.137, 11.575], "radius": 1_000])
        #expect(try Self.ids(fixture, near) == ["both", "new"])
        let far = try Self.filter(["box": [[-20, 170], [-10, 179]]])
        let state = FilterState(groups: [FilterGroup(id: .init(kind: .or, name: "g"), filters: [near, far])])
        let hits = try fixture.hits(SearchRequest(index: "test", query: "s", filters: state))
        #expect(hits.hits.map(\.objectID) == ["suva"])
    }

    @Test("distances are those on the sphere")
    func distances() throws {
        var random = SeededGenerator(seed: testSeed)
        func coordinate(_ limit: Double) -> Double {
            (Double.random(in: -limit...limit, using: &random) * 100).rounded() / 100
        }
        func vector(_ point: GeoPoint) -> [Double] {
            let (latitude, longitude) = (point.latitude * .pi / 180, point.longitude * .pi / 180)
            return [cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude)]
        }
        let points = (0..<60).compactMap { _ in GeoPoint(latitude: coordinate(90), longitude: coordinate(180)) }
        let records = try points.enumerated().map { number, point in
            try Record.make(
                "\(number)",
                [("_geoloc", ["lat": .number(point.latitude), "lng": .number(point.longitude)])]
            )
        }
        let fixture = try Fixture(records)
        for center in points.prefix(12) {
            let radius = Double.random(in: 1_000...19_000_000, using: &random).rounded()
            let expected = points.indices.filter { index in
                // By the chord, which has nothing to do with the haversine formula.
                let chord = zip(vector(center), vector(points[index])).map { pow($0 - $1, 2) }.reduce(0, +).squareRoot()
                return 2 * asin(min(1, chord / 2)) * 6_371_008.8 <= radius
            }
            let hits = try fixture.hits(
                SearchRequest(
                    index: "test",
                    hitsPerPage: 100,
                    filters: FilterState(
                        groups: [FilterGroup(id: Self.id, filters: [.geo(.circle(center, radius: radius))])]
                    )
                )
            )
            #expect(Set(hits.hits.map(\.objectID)) == Set(expected.map { "\($0)" }), "seed \(testSeed)")
        }
    }
}
