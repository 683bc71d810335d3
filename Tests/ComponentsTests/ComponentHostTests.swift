// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import Bus
import BusTesting
import Foundation
import Interactors
import SearchModel
import Testing
import Wire

@testable import Components

@Suite("Component host on a real broker", .timeLimit(.minutes(1)))
struct ComponentHostTests {
    private let box = WidgetConfiguration(name: "box", type: "search-box", searcher: "products")

    /// Runs a host until the work is done.
    private func withHost<Fold: SessionFold>(
        _ fold: Fold,
        _ broker: TestBroker,
        journal: CrashJournal? = nil,
        _ work: (BusClient) async throws -> Void
    ) async throws {
        let log = try broker.client()
        let host = Task {
            let client = try broker.client()
            defer { client.close() }
            try await ComponentHost(fold, log: client, meter: ComponentMeter(), journal: journal, cacheLimit: 2).run()
        }
        defer { host.cancel() }
        try await work(log)
        host.cancel()
        _ = await host.result
        log.close()
    }

    @Test func `An intent becomes an outcome, an intent for the searcher and a view, all caused by it`() async throws {
        let broker = try TestBroker()
        try await withHost(try WidgetFold<SearchBoxInteractor>(box), broker) { log in
            let id = try await log.send("set-query", to: "box", session: "s", ["query": "sam"])
            let view = try await log.first(under: TopicPrefix(.view, "box")) { try $0.data()["query"] == "sam" }
            #expect(view.causationID == id)
            #expect(view.correlationID == id)
            #expect(view.type == "searchbus.view.search-box")
            #expect(try await log.last(.outcome, "box", session: "s")?["result"] == "applied")
            #expect(try await log.last(.intent, "products", session: "s")?["query"] == "sam")
            #expect(try await log.cursor(of: "box").rawValue == 1)
        }
    }

    @Test func `A host that starts again goes on where the last one was, and repeats nothing`() async throws {
        let broker = try TestBroker()
        try await withHost(try WidgetFold<SearchBoxInteractor>(box), broker) { log in
            try await log.send("set-query", to: "box", session: "s", ["query": "a"])
            _ = try await log.first(under: TopicPrefix(.view, "box")) { try $0.data()["query"] == "a" }
        }
        let log = try broker.client()
        try await log.send("set-query", to: "box", session: "s", ["query": "ab"])
        try await withHost(try WidgetFold<SearchBoxInteractor>(box), broker) { log in
            _ = try await log.first(under: TopicPrefix(.view, "box")) { try $0.data()["query"] == "ab" }
            let outcomes = try await log.replay(ReplayQuery([TopicPrefix(.outcome, "box")], after: .zero))
            #expect(outcomes.events.count == 2)
        }
        log.close()
    }

    @Test func `Two hosts of one component have one effect`() async throws {
        let broker = try TestBroker()
        try await withHost(try WidgetFold<SearchBoxInteractor>(box), broker) { _ in
            try await withHost(try WidgetFold<SearchBoxInteractor>(box), broker) { log in
                for number in 1...40 {
                    try await log.send(
                        "set-query",
                        to: "box",
                        session: "s\(number % 5)",
                        ["query": .string("q\(number)")]
                    )
                }
                for session in 0..<5 {
                    _ = try await log.first(under: TopicPrefix(.view, "box")) {
                        try $0.topic.session == "s\(session)"
                            && $0.data()["query"] == .string("q\(35 + (session + 4) % 5 + 1)")
                    }
                }
                let outcomes = try await log.replay(ReplayQuery([TopicPrefix(.outcome, "box")], after: .zero)).events
                let answered = try outcomes.map { try $0.data().requiredString("intent") }
                #expect(answered.count == 40)
                #expect(Set(answered).count == 40)
            }
        }
    }

    @Test func `More sessions than are held come back from the log`() async throws {
        let broker = try TestBroker()
        let app = App(name: "a", filterStates: [.init(name: "main")])
        try await withHost(FilterStatesFold(app), broker) { log in
            let group = FilterGroup.ID(kind: .or, name: "brand")
            for round in 0..<3 {
                for session in 0..<6 {
                    let intent = FilterIntent.toggle(.facet("brand", .string("b\(round)")), in: group).intent
                    try await log.send(intent.type, to: "main", session: "s\(session)", intent.data)
                }
            }
            for session in 0..<6 {
                let last = try await log.first(under: TopicPrefix(.filters, "main")) {
                    try $0.topic.session == "s\(session)" && $0.data()["revision"] == 3
                }
                #expect(try FilterState(json: last.data()).filters(in: group).count == 3)
            }
        }
    }

    @Test func `An event that makes no sense is set aside and shown, and the component goes on`() async throws {
        let broker = try TestBroker()
        let stats = WidgetConfiguration(name: "stats", type: "stats", searcher: "products")
        try await withHost(try WidgetFold<StatsInteractor>(stats), broker) { log in
            let poison = EventDraft(
                topic: try Topic(.results, "products", session: "s"),
                id: "poison",
                source: "/test",
                type: "searchbus.results.hits",
                data: Array(#"{"request":"not a number"}"#.utf8)
            )
            _ = try await log.append([poison])
            let shown = try await log.first(under: TopicPrefix(.outcome, "stats")) { _ in true }
            #expect(try shown.data()["code"] == "poison-event")
            try await log.send("start", to: "stats", session: "s")
            _ = try await log.first(under: TopicPrefix(.view, "stats")) { _ in true }
        }
    }

    @Test func `An event that has killed the process three times is set aside`() throws {
        let path = "/tmp/searchbus-journal-\(Identifier.make(length: 8))"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let event = SequenceNumber(rawValue: 7)
        for _ in 0..<3 {
            let journal = try CrashJournal(path: path)
            #expect(!journal.mustSetAside(event))
            journal.note(event)
            // The process dies here: nothing clears the note.
        }
        let journal = try CrashJournal(path: path)
        #expect(journal.mustSetAside(event))
        #expect(!journal.mustSetAside(SequenceNumber(rawValue: 8)))
    }
}
