// SPDX-License-Identifier: MIT

import AppModel
import Interactors
import Testing
import Wire

@testable import Gateway

@Suite struct GatewayAppTests {
    private func app(_ widgets: App.Widget...) throws -> GatewayApp {
        try GatewayApp(App(name: "a", widgets: widgets))
    }

    private func widget(
        _ name: String,
        _ type: String = "t",
        _ parameters: JSON = [:],
        _ controller: String? = nil,
        run: [String]? = nil,
        isExternal: Bool = false
    ) -> App.Widget {
        let configuration = WidgetConfiguration(name: name, type: type, parameters: parameters)
        return App.Widget(configuration, controller: controller, run: run, isExternal: isExternal)
    }

    @Test("Filter states, searchers, widgets and the session are addressed")
    func addressees() throws {
        let app = try GatewayApp(TestGateway.app)
        #expect(app.addressees == ["main", "products", "categories", "everything", "box", "hits"])
        #expect(app.hasAddressee("everything") && app.hasAddressee("products") && app.hasAddressee("session"))
        #expect(!app.hasAddressee("other") && !app.hasAddressee("state"))
    }

    @Test(
        "What the app needs is the state store, searchers with a process, and widgets that are neither own programs nor elsewhere"
    )
    func components() throws {
        #expect(try GatewayApp(TestGateway.app).components == ["state", "everything", "box", "hits"])
        let app = try app(widget("x", run: ["x"]), widget("y", isExternal: true))
        #expect(app.components == ["state"] && app.ownPrograms == ["custom-x"])
    }

    @Test("The revision is equal for equal apps, and differs if the console would differ")
    func revision() throws {
        let one = try app(widget("x", "t", ["attribute": "price"])).revision
        #expect(try app(widget("x", "t", ["attribute": "price"])).revision == one)
        #expect(try app(widget("x", "t", ["attribute": "cost"])).revision != one)
        #expect(try app(widget("x", "t", ["attribute": "price"], run: ["y"])).revision == one)
    }

    @Test("The console receives only what it needs")
    func description() throws {
        var secret = widget("w", "t", ["p": 1], run: ["SECRET"])
        secret.controllerFile = "/SECRET.js"
        secret.environment = ["SECRET"]
        let app = try GatewayApp(
            App(
                name: "a",
                backends: [BackendConfiguration(name: "b", type: "SECRET", parameters: ["key": "SECRET"])],
                searchers: [Searcher(name: "x", kind: .hits(index: "i", hitsPerPage: 20), backend: "SECRET")],
                widgets: [secret]
            )
        )
        let json = JSON.object(app.description)
        #expect(!json.text.contains("SECRET"))
        #expect(json["widgets"]?.array?.first?["parameters"] == ["p": 1])
        #expect(json["console"] == ["title": "a"])
    }

    @Test("Controllers are served under their widget's type, and apart where types share a name but not a file")
    func controllers() throws {
        var one = widget("one", "gauge")
        one.controllerFile = "gauge.js"
        let app = try app(
            one,
            widget("two", "gauge", [:], "gauge.js"),
            widget("three", "gauge", [:], "other.js"),
            widget("four")
        )
        #expect(app.controllers == ["/controllers/gauge.js": "gauge.js", "/controllers/gauge.three.js": "other.js"])
        #expect(
            app.description["widgets"]?.array?.map { $0["controller"] } == [
                "/controllers/gauge.js", "/controllers/gauge.js", "/controllers/gauge.three.js", nil,
            ]
        )
    }

    @Test("Names that cannot be in topics or addresses are refused")
    func nonsense() {
        #expect(throws: JSONError.self) { try app(widget("a/b")) }
        #expect(throws: JSONError.self) { try app(widget("x"), widget("x")) }
        #expect(throws: JSONError.self) { try app(widget("x", "../t", [:], "f.js")) }
        #expect(throws: JSONError.self) { try app(widget("session")) }
    }
}
