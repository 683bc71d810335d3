// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import HTTPTypes
import Testing
import Wire

@testable import Gateway

/// The OpenAPI document beside what it describes; `test_openapi.py` holds a running gateway against it.
@Suite(.oneAtATime) struct OpenAPITests {
    @Test("The document describes exactly what is served")
    func coverage() async throws {
        let served = try await SharedGateway.use { gateway async throws in
            try #require(gateway.routes).routes.map { "\($0.method.rawValue) \($0.path)" }
        }
        #expect(try DescribedOperation.own().map { "\($0.method) \($0.path)" }.sorted() == served.sorted())
    }

    @Test("Algolia's operations are read as they are described, each as another one but for what comes by address")
    func algolia() throws {
        let described = try DescribedOperation.all().filter(\.isAlgolia)
        var known: Set<AlgoliaOperation> = []
        for operation in described {
            let path = operation.path.replacing("{", with: "").replacing("}", with: "")
            known.insert(try AlgoliaOperation(try #require(HTTPRequest.Method(operation.method)), path: path))
        }
        #expect(known.count == described.count - 2 && described.count > 30)
    }

    @Test("Every reference leads somewhere, and every operation has a name of its own")
    func references() throws {
        let document = try DescribedOperation.document()
        var references: Set<String> = []
        func collect(_ json: JSON) {
            if let reference = json["$ref"]?.string { references.insert(reference) }
            for member in json.object?.members ?? [] { collect(member.value) }
            for element in json.array ?? [] { collect(element) }
        }
        collect(document)
        for reference in references {
            var place: JSON? = document
            for part in reference.split(separator: "/").dropFirst() { place = place?[String(part)] }
            #expect(place != nil, "\(reference)")
        }
        let ids = try DescribedOperation.all().map { $0.json["operationId"]?.string ?? "" }
        #expect(Set(ids).count == ids.count && !ids.contains(""))
    }

    @Test("Parts of a path are declared as parameters")
    func parameters() throws {
        for operation in try DescribedOperation.all() {
            let names = operation.path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
                $0.dropFirst().dropLast()
            }
            let declared = (operation.json["parameters"]?.array ?? []).filter { $0["in"] == "path" }.compactMap {
                $0["name"]?.string
            }
            #expect(names.map(String.init) == declared, "\(operation.path)")
        }
    }

    @Test("The codes and limits in the document are those of the program")
    func limits() throws {
        let schemas = try #require(try DescribedOperation.document()["components"]?["schemas"])
        let codes = ErrorCode.allCases.map { JSON.string($0.rawValue) }
        #expect(schemas["Problem"]?["properties"]?["code"]?["enum"] == .array(codes))
        #expect(schemas["NewSession"]?["properties"]?["link"]?["maxLength"] == JSON(SessionLink.sizeLimit))
        let requests = schemas["Searches"]?["oneOf"]?.array?.last?["properties"]?["requests"]
        #expect(requests?["maxItems"] == JSON(OneOffSearch.limit))
    }

    @Test("The served document is the one that is checked here")
    func served() async throws {
        try await SharedGateway.use { gateway async throws in
            let answer = try await gateway.ask("GET", "/openapi.json", hasKey: false)
            #expect(try answer.json() == DescribedOperation.document())
            #expect(try answer.json()["openapi"] == "3.1.0" && answer["Content-Type"] == "application/json")
        }
    }
}
