// SPDX-License-Identifier: MIT

import AlgoliaTesting
import SearchModel
import Testing
import Wire

@testable import AlgoliaLanguage
@testable import Backends

@Suite struct GeoParametersTests {
    private static func circle(_ radius: JSON = 5_000) throws -> Filter {
        try Filter(json: ["type": "geo", "point": [48.5, -11], "radius": radius])
    }

    private static func box(_ corners: JSON) throws -> Filter { try Filter(json: ["type": "geo", "box": corners]) }

    private static func members(_ states: FilterState...) throws -> JSON {
        .object(JSONObject(try GeoParameters(states).members.map { ($0.rawValue, $1) }))
    }

    @Test("a circle, or alternative boxes")
    func shapes() throws {
        let other = Filter.facet("brand", "A")
        #expect(try Self.members(.of((.and, "g", [other])), FilterState()) == [:])
        let circle: JSON = ["aroundLatLng": "48.5,-11.0", "aroundRadius": 5_000]
        #expect(try Self.members(.of((.and, "g", [other])), .of((.or, "g", [Self.circle(), other]))) == circle)
        #expect(try Self.members(.of((.and, "g", [Self.circle(0)])))["aroundRadius"] == 1)
        #expect(try Self.members(.of((.and, "g", [Self.circle(1.5)])))["aroundRadius"] == 2)
        let boxes = [try Self.box([[1, 2], [3, 4]]), try Self.box([[-10, 170], [10, -170]])]
        #expect(
            try Self.members(.of((.or, "g", boxes)))
                == ["insideBoundingBox": [[3, 2, 1, 4], [10, 170, -10, 180], [10, -180, -10, -170]]]
        )
    }

    @Test("alternative polygons, if they do not cross the antimeridian")
    func polygons() throws {
        func polygon(_ corners: JSON) throws -> Filter { try Filter(json: ["type": "geo", "polygon": corners]) }
        let (one, two) = (try polygon([[1, 2], [3, 4], [5, 2]]), try polygon([[10, 20], [30, 40], [50, 20]]))
        #expect(
            try Self.members(.of((.or, "g", [one, two])))
                == ["insidePolygon": [[1, 2, 3, 4, 5, 2], [10, 20, 30, 40, 50, 20]]]
        )
        let crossing = try polygon([[1, 170], [3, -170], [5, 170]])
        for filters in [
            [crossing], [one, crossing], [one, try Self.circle()], [one, try Self.box([[1, 2], [3, 4]])],
        ] {
            #expect(throws: SearchBusError.self) { try GeoParameters([.of((.or, "g", filters))]) }
        }
    }

    @Test("an engine without polygons does not receive one")
    func unknownShapes() async throws {
        let backend = ScriptedBackend(capabilities: BackendCapabilities(shapes: [.circle, .box])) { _ in ["hits": []] }
        let polygon = try Filter(json: ["type": "geo", "polygon": [[1, 2], [3, 4], [5, 2]]])
        let results = await BackendService(backend, name: "far").search([
            SearchRequest(index: "a", baseFilters: .of((.and, "g", [polygon]))),
            SearchRequest(index: "b", filters: .of((.and, "g", [try Self.circle()]))),
        ])
        #expect(backend.queries.map { $0["indexName"] } == ["b"])
        guard case .failure(let error) = results[0] else { throw SearchBusError(.internalError, "It was asked.") }
        #expect(error.code == .invalidArgument && error.message.contains("polygon"))
        #expect(error.remedy == "Use a circle or a box, or an engine that supports it.")
    }

    @Test("a filter that the protocol cannot express fails only its request")
    func unknown() async throws {
        let (circle, box) = (try Self.circle(), try Self.box([[1, 2], [3, 4]]))
        for state in [
            FilterState.of((.and, "g", [circle, box])), .of((.or, "g", [circle, box])), .of((.and, "g", [box.negated])),
            .of((.and, "g", [circle]), (.or, "h", [box])), .of((.or, "g", [circle, try Self.circle(7)])),
        ] {
            #expect(throws: SearchBusError.self) { try GeoParameters([state]) }
            let backend = ScriptedBackend { _ in ["hits": [], "nbHits": 3] }
            let results = await BackendService(backend, name: "far").search([
                SearchRequest(index: "a", filters: state, facets: ["brand"]), SearchRequest(index: "b"),
                SearchRequest(index: "c", kind: .facetValues(attribute: "x", limit: 1), filters: state),
            ])
            #expect(backend.queries.map { $0["indexName"] } == ["b"])
            #expect(results.map { (try? $0.get().hits?.totalCount) ?? -1 } == [-1, 3, -1])
            guard case .failure(let error) = results[0] else { continue }
            #expect(error.code == .invalidArgument)
        }
    }

    @Test(
        "filters on places stand in for the session's parameters, and are in no other list",
        arguments: FilterSyntax.allCases
    )
    func queries(syntax: FilterSyntax) throws {
        let plan = AlgoliaExchange(
            SearchRequest(
                index: "i",
                filters: .of(
                    (.and, "g", [try Self.circle(), .facet("type", "tv")]),
                    (.or, "b", [.facet("brand", "A")])
                ),
                facets: ["brand"],
                parameters: JSONObject([("insideBoundingBox", [[1, 2, 3, 4]]), ("getRankingInfo", true)])
            ),
            syntax: syntax
        )
        for query in try plan.queries() {
            #expect(query["aroundLatLng"] == "48.5,-11.0" && query["aroundRadius"] == 5_000)
            #expect(query["insideBoundingBox"] == nil && query["getRankingInfo"] == true)
            #expect(!query.text.contains("_geoloc"))
        }
        let answer: JSON = ["hits": [], "nbHits": 0, "facets": [:]]
        let hits = try plan.response(from: [answer, answer]).hits
        #expect(hits?.warnings.map(\.attribute) == ["insideBoundingBox"])
    }
}
