// SPDX-License-Identifier: MIT
// Part of SearchBus.

import HTTPTypes
import Testing
import Wire

@testable import Gateway

@Suite struct GatewayAppTests {
    @Test("Filter states, searchers, widgets and the session are addressed")
    func addressees() throws {
        let app = try GatewayApp(json: TestGateway.appJSON)
        #expect(app.addressees == ["main", "products", "categories", "everything", "box", "hits"])
        #expect(app.hasAddressee("everything") && app.hasAddressee("products") && app.hasAddressee("session"))
        #expect(!app.hasAddressee("other") && !app.hasAddressee("state"))
    }

    @Test(
        "What the app needs is the state store, searchers with a process, and widgets that are neither own programs nor elsewhere"
    )
    func components() throws {
        #expect(try GatewayApp(json: TestGateway.appJSON).components == ["state", "everything", "box", "hits"])
        let app = try GatewayApp(json: [
            "name": "a",
            "widgets": [["name": "x", "type": "t", "run": ["x"]], ["name": "y", "type": "t", "external": true]],
        ])
        #expect(app.components == ["state"] && app.ownPrograms == ["custom-x"])
    }

    @Test("The revision is equal for equal apps, and differs if the console would differ")
    func revision() throws {
        func revision(_ widget: JSON) throws -> String {
            try GatewayApp(json: ["name": "a", "widgets": [widget]]).revision
        }
        let one = try revision(["name": "x", "type": "t", "parameters": ["attribute": "price"]])
        #expect(try revision(["name": "x", "type": "t", "parameters": ["attribute": "price"]]) == one)
        #expect(try revision(["name": "x", "type": "t", "parameters": ["attribute": "cost"]]) != one)
        #expect(try revision(["name": "x", "type": "t", "parameters": ["attribute": "price"], "run": ["y"]]) == one)
    }

    @Test("The console receives only what it needs")
    func description() throws {
        let app = try GatewayApp(json: [
            "name": "a", "backends": [["name": "b", "parameters": ["key": "SECRET"]]],
            "searchers": [["name": "x", "type": "hits", "index": "i", "backend": "SECRET"]],
            "widgets": [
                ["name": "w", "type": "t", "run": ["SECRET"], "controllerFile": "/SECRET.js", "parameters": ["p": 1]]
            ],
        ])
        #expect(!app.json.text.contains("SECRET"))
        #expect(app.json["widgets"]?.array?.first?["parameters"] == ["p": 1])
        #expect(app.json["console"] == ["title": "a"])
    }

    @Test("Controllers are served under their widget's type, and apart where types share a name but not a file")
    func controllers() throws {
        let app = try GatewayApp(json: [
            "name": "a",
            "widgets": [
                ["name": "one", "type": "gauge", "controllerFile": "gauge.js"],
                ["name": "two", "type": "gauge", "controller": "gauge.js"],
                ["name": "three", "type": "gauge", "controller": "other.js"],
                ["name": "four", "type": "stats", "controller": "/src/own.js"],
            ],
        ])
        #expect(app.controllers == ["/controllers/gauge.js": "gauge.js", "/controllers/gauge.three.js": "other.js"])
        #expect(
            app.json["widgets"]?.array?.map { $0["controller"] } == [
                "/controllers/gauge.js", "/controllers/gauge.js", "/controllers/gauge.three.js", "/src/own.js",
            ]
        )
    }

    @Test(
        "An app that makes no sense is refused",
        arguments: [
            [:], ["name": "a", "widgets": [["type": "t"]]], ["name": "a", "widgets": [["name": "a/b", "type": "t"]]],
            ["name": "a", "widgets": [["name": "x", "type": "t"], ["name": "x", "type": "t"]]],
            ["name": "a", "widgets": [["name": "x", "type": "../t", "controllerFile": "f.js"]]],
            ["name": "a", "widgets": [["name": "session", "type": "t"]]],
        ] as [JSON]
    )
    func nonsense(json: JSON) {
        #expect(throws: JSONError.self) { try GatewayApp(json: json) }
    }
}
