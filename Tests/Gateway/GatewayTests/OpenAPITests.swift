// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import Gateway

/// The document that is made from the routes; `test_openapi.py` compares it with a running gateway.
@Suite(.oneAtATime) struct OpenAPITests {
    @Test("Each of Algolia's routes is found at its path, and not an earlier one that fits too")
    func algolia() throws {
        for route in AlgoliaRoute.all {
            let path = route.fullPath.replacing("{", with: "").replacing("}", with: "")
            #expect(try AlgoliaRoute.find(route.method, path: path).0.id == route.id, "\(path)")
        }
        #expect(AlgoliaRoute.all.count > 40)
    }

    @Test("Every reference can be resolved, and every operation has a name of its own")
    func references() throws {
        var references: Set<String> = []
        func collect(_ json: JSON) {
            if let reference = json["$ref"]?.string { references.insert(reference) }
            for member in json.object?.members ?? [] { collect(member.value) }
            for element in json.array ?? [] { collect(element) }
        }
        collect(OpenAPIDocument.json)
        for reference in references {
            var place: JSON? = OpenAPIDocument.json
            for part in reference.split(separator: "/").dropFirst() { place = place?[String(part)] }
            #expect(place != nil, "\(reference)")
        }
        let ids = GatewayAPI.routes.map(\.id) + AlgoliaRoute.all.map(\.id)
        #expect(Set(ids).count == ids.count)
    }

    @Test("The document is served, and its shapes have the limits of the program")
    func served() async throws {
        try await SharedGateway.use { gateway async throws in
            let answer = try await gateway.ask("GET", "/openapi.json", hasKey: false)
            #expect(answer["Content-Type"] == "application/json")
            let document = try answer.json()
            #expect(document["openapi"] == "3.1.0")
            #expect(document["paths"]?.object?.count ?? 0 > 50)
            let session = document["components"]?["schemas"]?["NewSession"]?["properties"]
            #expect(session?["link"]?["maxLength"] == JSON(SessionLink.sizeLimit))
            #expect(document["paths"]?["/api/log"]?["get"]?["responses"]?["429"] != nil)
        }
    }
}
