// SPDX-License-Identifier: MIT

import Backends
import Bus
import BusTesting
import Components
import Foundation
import SearchModel
import Testing
import Wire

@testable import Searchers

@Suite("Poison searches", .timeLimit(.minutes(5)))
struct DeadlySearchTests {
    private struct Death: Error {}

    @Test func `A request whose search kills the process three times fails, and the searcher continues`() async throws {
        let path = "/tmp/searchbus-journal-\(Identifier.make(length: 8))"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let broker = try TestBroker()
        let log = try broker.client()
        defer { log.close() }
        for (session, query) in [("s", "deadly"), ("t", "sam")] {
            let request = UnitRequest(
                searcher: "products",
                number: 1,
                members: ["products": MemberRequest(number: 1, query: query, index: "p")]
            )
            let draft = EventDraft(
                topic: try Topic(.request, "products", session: session),
                id: Identifier.make(),
                source: "/test",
                type: "searchbus.request.changed",
                data: request.json.bytes
            )
            _ = try await log.append([draft])
        }
        let backend = DeadlyBackend(journalPath: path)
        let unit = SearcherUnit(
            name: "products",
            members: [.init(name: "products", template: SearchRequest(index: "p"), backend: "deadly")]
        )
        var deaths = 0
        while try await log.last(.results, "products", session: "t") == nil {
            let client = try broker.client()
            let host = ComponentHost(
                [SearcherFold(unit, backends: ["deadly": backend])],
                log: ObservedLog(
                    client,
                    onTurn: { _, _ in if backend.isDead { throw Death() } },
                    afterTurn: { _, _ in throw Death() }
                ),
                meter: ComponentMeter(),
                predecessor: .init(journalPath: path, hasFailed: true)
            )
            await #expect(throws: Death.self) { try await host.run() }
            client.close()
            if backend.isDead { deaths += 1 }
            try backend.bury(at: path)
            try #require(deaths <= 3, "it dies again and again")
        }
        #expect(deaths == 3)
        let failed = try #require(try await log.last(.search, "products", session: "s"))
        #expect(failed["code"] == "poison-event" && failed["request"] == 1)
    }
}
