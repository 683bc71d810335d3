// SPDX-License-Identifier: MIT
// Part of SearchBus.

import HTTPTypes
import Testing
import Wire

@testable import Gateway

@Suite(.oneAtATime) struct OpenAPITests {
    @Test("The document describes exactly what is served")
    func coverage() async throws {
        let served = try await SharedGateway.use { gateway async throws in
            try #require(gateway.routes).routes.map { "\($0.method.rawValue.lowercased()) \($0.path)" }
        }
        let described = OpenAPIDocument.json["paths"]?.object?.members.flatMap { path in
            path.value.object?.members.map { "\($0.key) \(path.key)" } ?? []
        }
        let own = try #require(described).filter { !$0.contains(" /1/") }
        #expect(own.sorted() == served.sorted())
    }

    @Test("Algolia's operations are read as they are described, each as another one but for what comes by address")
    func algolia() throws {
        var known: Set<AlgoliaOperation> = []
        for operation in OpenAPIAlgolia.operations {
            let path = operation.path.replacing("{", with: "").replacing("}", with: "")
            let method = try #require(HTTPRequest.Method(operation.method.uppercased()))
            known.insert(try AlgoliaOperation(method, path: path))
        }
        #expect(known.count == OpenAPIAlgolia.operations.count - 2)
    }

    @Test("Every reference leads somewhere, and every operation has a name of its own")
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
        let ids = OpenAPIOperation.all.map(\.id)
        #expect(Set(ids).count == ids.count)
    }

    @Test("Parts of a path are declared as parameters")
    func parameters() {
        for operation in OpenAPIOperation.all {
            let names = operation.path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
                $0.dropFirst().dropLast()
            }
            let declared = operation.parameters.filter { $0["in"] == "path" }.compactMap { $0["name"]?.string }
            #expect(names.map(String.init) == declared)
        }
    }

    @Test("The served document is the one that is checked here")
    func served() async throws {
        try await SharedGateway.use { gateway async throws in
            let answer = try await gateway.ask("GET", "/openapi.json", hasKey: false)
            #expect(try answer.json() == OpenAPIDocument.json)
            #expect(try answer.json()["openapi"] == "3.1.0")
        }
    }
}
