// SPDX-License-Identifier: MIT

import SearchClient
import Testing
import Wire

@testable import TerminalSearch

@Suite struct OptionsTests {
    @Test func `options are read`() throws {
        let options = try Options(
            ["http://localhost:81", "--session", "demo"],
            environment: ["SEARCHBUS_KEY": "k", "NO_COLOR": "1"]
        )
        #expect((options.gateway, options.session, options.credential) == ("http://localhost:81", "demo", .key("k")))
        #expect(!options.isColoured)
        #expect(try Options([], environment: [:]).gateway == "http://127.0.0.1:8080")
        #expect(try Options(["-h"], environment: ["NO_COLOR": ""]).isColoured)
        let link = "http://127.0.0.1:82/?token=t"
        let linked = try Options(["--link", link], environment: [:])
        #expect((linked.gateway, linked.credential) == (link, .link(link)))
    }

    @Test(arguments: [["--colour"], ["--session"], ["http://a", "http://b"]])
    func `what is not understood is refused`(arguments: [String]) {
        #expect(throws: SearchBusError.self) { try Options(arguments, environment: [:]) }
    }

    @Test func `the state of the connection is shown as text`() {
        #expect(SearchScreen.words(for: .open) == "")
        #expect(SearchScreen.words(for: .waiting) == "no connection; trying again…")
        #expect(SearchScreen.words(for: .failed(SearchBusError(.unauthorized, "No.", remedy: "Go."))) == "No. Go.")
    }
}

@Suite struct HitRowTests {
    private func row(_ record: JSON, _ template: JSON) throws -> HitRow {
        let view = try HitsView<AnyRecord>(json: [
            "phase": "ready",
            "hits": [["objectID": "p1", "record": record, "highlights": ["name": [["la", true], ["mp", false]]]]],
        ])
        return HitRow(view.hits[0], template: template)
    }

    @Test func `a row is made as the template says`() throws {
        let record: JSON = [
            "name": "lamp", "brand": "Acme", "price": 9.5, "rating": 4, "freeShipping": true, "tags": ["a", "b"],
        ]
        let template: JSON = [
            "title": "name", "subtitle": "brand",
            "meta": [
                ["attribute": "price", "format": "currency", "currency": "USD"],
                ["attribute": "rating", "format": "rating"],
                ["attribute": "freeShipping", "format": "flag", "label": "Free"],
                ["attribute": "tags", "format": "plain"],
                ["attribute": "missing", "format": "plain"],
            ],
        ]
        let made = try row(record, template)
        #expect(made.title == [.init("la", isMatched: true), .init("mp", isMatched: false)])
        #expect(made.details == "Acme · $9.50 · ★ 4.0 · Free · a, b")
    }

    @Test func `without a template the usual names are looked for`() throws {
        #expect(try row(["title": "Solaris"], [:]).title.map(\.text) == ["Solaris"])
        #expect(try row(["price": 3], [:]) == HitRow(title: [.init("p1", isMatched: false)], details: "3"))
    }
}
