// SPDX-License-Identifier: MIT

import AppModel
import Bus
import BusTesting
import Components
import Interactors
import SearchModel
import Testing
import Wire

@testable import Components

/// A state store with one session, and the log that it would find after a restart.
struct StoreBench {
    let fold: StateStoreFold
    private(set) var state: StateStoreFold.State
    /// The last event of each topic.
    private(set) var latest: [String: Event] = [:]
    private var sequence: UInt64 = 0

    init(_ app: App = .shop()) throws {
        fold = try StateStoreFold(app)
        state = try fold.restore(session: "s", from: [], at: .now)
    }

    /// The results of a turn.
    struct Turn: Equatable {
        var outcomes: [JSON] = []
        var filters: [String: JSON] = [:]
        var requests: [JSON] = []
        var view: JSON?
        var history: JSON?

        /// The outcomes of the intents, in order.
        var results: [String] { outcomes.compactMap { $0["result"]?.string } }
        /// Why the last intent was rejected.
        var code: String? { outcomes.last?["code"]?.string }

        /// The request of a member of the one unit.
        func member(_ name: String) -> JSON? { requests.first { $0["members"]?[name] != nil }?["members"]?[name] }
    }

    /// Lets the store fold intents in one turn.
    mutating func tell(_ intents: [(to: String, Intent)], batch: String? = nil) throws -> Turn {
        var outputs: [Output] = []
        for (addressee, intent) in intents {
            sequence += 1
            let event = try Event.made(
                .intent,
                addressee,
                session: "s",
                type: "searchbus.intent.\(intent.type)",
                data: intent.data,
                at: sequence,
                correlationID: batch
            )
            do {
                outputs += try fold.fold(&state, Incoming(event), at: .now)
            } catch {
                let told = SearchBusError(.poisonEvent, "\(error)")
                outputs += fold.setAside(&state, Incoming(event), for: told)
            }
        }
        outputs += fold.conclude(&state, session: "s")
        return try take(outputs)
    }

    mutating func tell(_ addressee: String, _ type: String, _ data: JSON = [:], batch: String? = nil) throws -> Turn {
        try tell([(addressee, Intent(type: type, data: data))], batch: batch)
    }

    private mutating func take(_ outputs: [Output]) throws -> Turn {
        var turn = Turn()
        for output in outputs {
            sequence += 1
            // Events that a log would refuse are errors.
            let event = try Event.made(
                EventDraft(
                    topic: try Topic(output.kind, output.component, session: "s"),
                    id: "output-\(sequence)",
                    source: "/state",
                    type: output.type,
                    data: output.data
                ),
                at: sequence
            )
            #expect(
                latest[event.topic.description]?.dataBytes != event.dataBytes || output.kind == .outcome,
                "said twice"
            )
            latest[event.topic.description] = event
            let data = try event.data()
            switch output.kind {
            case .outcome: turn.outcomes.append(data)
            case .filters: turn.filters[output.component] = data
            case .request: turn.requests.append(data)
            case .view: turn.view = data
            case .state: turn.history = data
            default: Issue.record("the state store says \(output.kind)")
            }
        }
        return turn
    }

    /// Forgets the session and brings it back from the log.
    mutating func restart(as other: App? = nil) throws -> StoreBench {
        var bench = self
        if let other { bench = try StoreBench(other, after: self) }
        let known = bench.latest.values.sorted { $0.sequence < $1.sequence }
            .filter { event in bench.fold.memories.contains { $0.matches(event.topic.description) } }
        bench.state = try bench.fold.restore(session: "s", from: known.map { Incoming($0) }, at: .now)
        return bench
    }

    private init(_ app: App, after bench: StoreBench) throws {
        fold = try StateStoreFold(app)
        state = bench.state
        (latest, sequence) = (bench.latest, bench.sequence)
    }

    /// Reviews the session as after a change of the app.
    mutating func revisit() throws -> Turn {
        try take(try fold.revisit(&state, nil, at: .now) + fold.conclude(&state, session: "s"))
    }
}

extension App {
    /// A shop: a `multi` searcher over products and categories, a searcher of its own for films, two filter states.
    static func shop(
        _ rule: SearchRule = .always,
        index: String = "products",
        widgets: [Widget]? = nil
    ) -> App {
        let list = WidgetConfiguration(
            name: "brand",
            type: "refinement-list",
            searcher: "products",
            searcherUnit: "everything",
            filterState: "main",
            parameters: ["attribute": "brand"]
        )
        let single = WidgetConfiguration(
            name: "color",
            type: "refinement-list",
            searcher: "products",
            searcherUnit: "everything",
            filterState: "main",
            parameters: ["attribute": "color", "selectionMode": "single"]
        )
        let box = WidgetConfiguration(
            name: "box",
            type: "search-box",
            searcher: "everything",
            searcherMembers: ["products", "categories"],
            searcherUnit: "everything"
        )
        let hits = WidgetConfiguration(name: "hits", type: "hits", searcher: "products", searcherUnit: "everything")
        return App(
            name: "shop",
            searchers: [
                Searcher(name: "products", kind: .hits(index: index, hitsPerPage: 20), searchWhen: rule),
                Searcher(name: "categories", kind: .facets(index: index, attribute: "category"), searchWhen: rule),
                Searcher(name: "everything", kind: .multi(members: ["products", "categories"])),
                Searcher(name: "films", kind: .hits(index: "films", hitsPerPage: 20), searchWhen: rule),
            ],
            filterStates: [.init(name: "main", searchers: ["everything"]), .init(name: "other", searchers: ["films"])],
            widgets: widgets ?? [box, list, single, hits].map { Widget($0) },
            indexes: ["archive"]
        )
    }
}
