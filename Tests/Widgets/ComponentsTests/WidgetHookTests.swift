// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Components
import Interactors
import SearchModel
import Testing
import Wire

@testable import Components

/// The hooks of a custom widget are called as the documentation says.
@Suite struct WidgetHookTests {
    /// Records the calls of its hooks.
    private struct Noting: Interactor {
        struct State: Sendable {
            var calls: [String] = []
            var filters: [Filter] = []
        }

        static let type = "noting"
        static let intents: [IntentDeclaration] = []
        static let connections: WidgetConnections = [.searcher, .filterState, .session]

        init(_ widget: WidgetConfiguration) {}

        var initialState: State { State() }

        func fold(_ state: inout State, _ input: Input) -> Effects {
            switch input {
            case .results(_, _, let response): state.calls.append("results of \(response.query)")
            case .search(_, _, .failed(let code, _, _)): state.calls.append("error \(code)")
            case .filters(let filters):
                state.calls.append("refinements")
                let own = filters.filters(in: .init(kind: .or, name: "brand"), attribute: "brand")
                if own != state.filters { state.calls.append("refinements of brand") }
                state.filters = own
            case .reset: state.calls.append("reset")
            case .session(let session): state.calls.append("session \(session.canUndo)")
            default: break
            }
            return .none
        }

        func view(_ state: State) -> JSON { ["phase": "ready", "calls": JSON(state.calls)] }
    }

    private func made(
        _ kind: Topic.Kind,
        _ component: String,
        _ type: String,
        _ data: JSON,
        at sequence: UInt64
    ) throws -> Incoming {
        Incoming(
            try Event.made(kind, component, session: "s", type: "searchbus.\(type)", data: data, at: sequence)
        )
    }

    @Test func `A changed program has its sessions reviewed, as changed parameters do`() throws {
        let widget = WidgetConfiguration(name: "own", type: "noting", searcher: "products", filterState: "main")
        let digests = try ["", " 1", " 2", " 1"].map {
            try WidgetFold<Noting>(widget, home: .custom, program: $0).configuration
        }
        #expect(digests[1] == digests[3] && Set(digests).count == 3)
    }

    @Test func `A widget is notified of answers, errors, refinements, steps and a reset`() throws {
        let widget = WidgetConfiguration(name: "own", type: "noting", searcher: "products", filterState: "main")
        let fold = try WidgetFold<Noting>(widget, home: .custom)
        var response =
            SearchResponse(query: "lamp", processingTimeMS: 1, content: .hits(.init(totalCount: 7))).json.object
            ?? JSONObject()
        response["request"] = 1
        let filters = FilterState(
            groups: [FilterGroup(id: .init(kind: .or, name: "brand"), filters: [.facet("brand", "Acme")])]
        )
        let events = [
            try made(.results, "products", "results.hits", .object(response), at: 1),
            try made(.search, "products", "search.failed", ["request": 2, "code": "backend-failed"], at: 2),
            try made(.filters, "main", "filters.changed", FilterState().json, at: 3),
            try made(.filters, "main", "filters.changed", filters.json, at: 4),
            try made(.intent, "session", "intent.undo", [:], at: 5),
            try made(.view, "session", "view.session", SessionOverview(canUndo: true).json, at: 6),
            try made(.intent, "session", "intent.reset", [:], at: 7),
        ]
        var state = try fold.restore(session: "s", from: [], at: .now)
        for event in events {
            #expect(fold.inputs.contains { $0.matches(event.event.topic.description) })
            #expect(try fold.fold(&state, event, at: .now).isEmpty, "what is not its own has no outcome by it")
        }
        let view = try #require(fold.conclude(&state, session: "s").first { $0.kind == .view })
        let expected: JSON = [
            "results of lamp", "error backend-failed", "refinements", "refinements", "refinements of brand",
            "session true", "reset",
        ]
        #expect(try JSON(parsing: view.data)["calls"] == expected)
    }
}
