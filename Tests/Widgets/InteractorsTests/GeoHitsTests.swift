// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct GeoHitsTests {
    typealias Tester = InteractorTester<GeoHitsInteractor>

    private func hit(_ id: String, _ place: JSON) -> Hit {
        Hit(objectID: id, record: ["objectID": .string(id), "_geoloc": place])
    }

    @Test func `records stand where they lie, and those without a place are counted`() throws {
        let map = try Tester(GeoHitsInteractor.self)
        map.expectView(["phase": "idle", "items": [], "bounds": .null, "selected": .null, "title": "Map"])
        let hits = [
            hit("fiji", ["lat": -18.1, "lng": 178.4]), hit("samoa", [["lat": -13.8, "lng": -171.8], [1, 500], 7]),
            hit("list", [10, 170]), hit("odd", ["lat": 91, "lng": 0]), hit("none", .null),
        ]
        map.request(1, query: "islands")
        map.answer(1, query: "islands", SearchResponse.Hits(hits: hits, totalCount: 12))
        map.expectView([
            "query": "islands", "nbHits": 12, "withoutPlace": 2, "bounds": [[-18.1, 170], [10, -171.8]],
        ])
        let items = map.view["items"]?.array ?? []
        #expect(items.map { $0["hit"]?["objectID"]?.string } == ["fiji", "samoa", "list"])
        #expect(items.map { $0["points"] } == [[[-18.1, 178.4]], [[-13.8, -171.8]], [[10, 170]]])
    }

    @Test func `a box and a circle take each other's place in the filter state, and leave other filters alone`() throws
    {
        let map = try Tester(GeoHitsInteractor.self)
        map.keep(FilterState(groups: [.or("brand", .facet("brand", "Acme"))]))
        map.send("set-box", ["box": [[47, 10], [49, 12]]])
        map.expectView(["selected": ["box": [[47, 10], [49, 12]]]])
        map.send("set-circle", ["point": [48.1, 11.6], "radius": 5_000])
        map.expectView(["selected": ["point": [48.1, 11.6], "radius": 5_000]])
        map.send("set-polygon", ["polygon": [[48, 11], [48, 12], [49, 11.5]]])
        map.expectView(["selected": ["polygon": [[48, 11], [48, 12], [49, 11.5]]]])
        map.send("set-circle", ["point": [48.1, 11.6], "radius": 5_000])
        #expect(map.filters.count == 2)
        map.send("set-circle", ["point": [48.1, 11.6], "radius": 5_000], .unchanged)
        map.send("clear")
        map.expectView(["selected": .null])
        #expect(map.filters == FilterState(groups: [.or("brand", .facet("brand", "Acme"))]))
    }

    @Test func `an invalid area is refused`() throws {
        let map = try Tester(GeoHitsInteractor.self)
        map.sendRejected("set-box", ["box": [[49, 10], [47, 12]]], "south-west corner first")
        map.sendRejected("set-box", ["box": [[49, 10]]], "southWest, northEast")
        map.sendRejected("set-box", ["box": [[49, 10], [50, 181]]], "longitude")
        map.sendRejected("set-circle", ["point": [0, 0], "radius": -1], "radius")
        map.sendRejected("set-circle", ["radius": 1], "point")
        map.sendRejected("set-polygon", ["polygon": [[48, 11], [48, 12]]], "corners")
        map.sendRejected("set-polygon", ["polygon": [[80, -120], [80, 0], [80, 120]]], "pole")
    }

    @Test func `the smallest box goes the shorter way around`() throws {
        func box(_ longitudes: Double...) -> JSON? {
            let points = longitudes.compactMap { GeoPoint(latitude: 0, longitude: $0) }
            return GeoShape.box(around: points)?.json["box"]
        }
        #expect(box() == nil)
        #expect(box(7) == [[0, 7], [0, 7]])
        #expect(box(-10, 20, 5) == [[0, -10], [0, 20]])
        #expect(box(-170, 170, 175) == [[0, 170], [0, -170]])
        #expect(box(-180, 0, 90) == [[0, 0], [0, -180]])
    }
}
