// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import Testing
import Wire

/// Which widgets share a process, in the app file and in the processes' names.
@Suite struct InteractorLayoutTests {
    private func app(_ layout: String?) throws -> App {
        try AppFile.read(
            """
            name: a
            searchers: { s: { type: hits, index: i } }
            widgets:
              box: { type: search-box, searcher: s }
              hits: { type: hits, searcher: s }
              own: { type: sum, run: [x] }
              stats: { type: stats, searcher: s }
            \(layout.map { "interactors: \($0)" } ?? "")
            """,
            environment: [:]
        )
    }

    private func workers(_ layout: String?) throws -> [String] {
        try app(layout).interactorWorkers.map { "\($0.name): \($0.widgets.joined(separator: " "))" }
    }

    @Test(arguments: [nil, "each"])
    func `each widget has a process by default`(layout: String?) throws {
        #expect(
            try workers(layout) == ["interactor-box: box", "interactor-hits: hits", "interactor-stats: stats"]
        )
    }

    @Test func `together they have one, without those of one's own`() throws {
        #expect(try workers("together") == ["interactors: box hits stats"])
    }

    @Test func `a group has one, and each widget in none`() throws {
        #expect(
            try workers("{ groups: { screen: [stats, hits] } }")
                == ["interactors-screen: stats hits", "interactor-box: box"]
        )
        #expect(
            try workers("\n  groups:\n    a: [box]\n    b: [hits, stats]")
                == ["interactors-a: box", "interactors-b: hits stats"]
        )
    }

    @Test func `an app without widgets that come with SearchBus has none`() {
        #expect(App(name: "a", interactors: .together).interactorWorkers.isEmpty)
    }

    @Test(arguments: [nil, "each", "together", "{ groups: { a: [box], b: [hits, stats] } }"])
    func `the layout reaches other processes as JSON`(layout: String?) throws {
        let app = try app(layout)
        #expect(try App(json: JSON(parsing: app.json.bytes)) == app)
    }

    @Test func `an invalid layout in JSON is refused`() {
        for json: JSON in ["all", 5, [:], ["groups": ["a"]], ["groups": ["a": "box"]]] {
            #expect(throws: SchemaProblem.self) { try InteractorLayout(strict: json) }
        }
    }
}
