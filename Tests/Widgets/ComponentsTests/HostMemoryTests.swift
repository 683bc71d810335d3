// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Foundation
import Interactors
import SearchModel
import Synchronization
import Testing
import Wire

@testable import Components

@Suite("Sessions of a host", .timeLimit(.minutes(5)))
struct HostMemoryTests {
    @Test func `Sessions beyond the cache come back from the log, many with one question`() async throws {
        let broker = try TestBroker()
        let log = try broker.client()
        let sessions = (0..<300).map { "s\($0)" }
        var host = HostOnTheBus(broker)
        host.cacheSize = 20_000
        for round in 0..<3 {
            try await log.tell(sessions.map { ("a", $0, "add", ["word": .string("\(round)")]) })
            let observed = try await host.run([Notebook("a")]) { log, _ in
                for session in [sessions[0], sessions[150], sessions[299]] {
                    let words = try await log.wait(for: "\(round)", in: "a", session: session)
                    #expect(words == (0...round).map { "\($0)" })
                }
            }
            #expect(observed.latestQueries.count <= 12, "300 sessions, 128 a question")
        }
        #expect(try await log.all(under: TopicPrefix(.view, "a")).count == 900)
        log.close()
    }

    @Test func `One component may take the room that the others leave`() async throws {
        let broker = try TestBroker()
        let log = try broker.client()
        let sessions = (0..<60).map { "s\($0)" }
        let names = (0..<10).map { "n\($0)" }
        var host = HostOnTheBus(broker)
        // Enough for 100 sessions of 1,000 bytes of one component; a tenth of it would be enough for ten.
        host.cacheSize = 100_000
        let rounds = 12
        let observed = try await host.run(names.map { Notebook($0) }) { _, _ in
            for round in 0..<rounds {
                try await log.tell(sessions.map { ("n0", $0, "add", ["word": .string("\(round)")]) })
                let last = round + 1 == rounds ? sessions[...] : sessions.suffix(1)
                for session in last { _ = try await log.wait(for: "\(round)", in: "n0", session: session) }
            }
        }
        #expect(observed.latestQueries.count < rounds, "none is read back after the first round")
        log.close()
    }

    @Test func `A session whose deadline stands is not dropped from the cache`() async throws {
        let broker = try TestBroker()
        var host = HostOnTheBus(broker)
        host.cacheSize = 1
        try await host.run([Notebook("a")]) { log, _ in
            // More than one append may contain, all at one moment.
            for part in 0..<3 {
                try await log.tell((0..<200).map { ("a", "s\(part * 200 + $0)", "later", [:]) })
            }
            for session in ["s0", "s399", "s599"] {
                #expect(try await log.wait(for: "late", in: "a", session: session) == ["late"])
            }
        }
    }

    @Test func `A view does not go back while a component catches up with a session`() async throws {
        let broker = try TestBroker()
        let stats = WidgetConfiguration(
            name: "stats",
            type: "stats",
            searcher: "products",
            parameters: ["template": "{nbHits}"]
        )
        let log = try broker.client()
        _ = try await log.append([.request(1, session: "s"), .results(1, 7, session: "s")])
        try await HostOnTheBus(broker).run([try WidgetFold<StatsInteractor>(stats)]) { log, _ in
            _ = try await log.first(under: TopicPrefix(.view, "stats")) { try $0.data()["nbHits"] == 7 }
        }
        // More than a turn folds lies between a request and its answer.
        _ = try await log.append([.request(2, session: "s")])
        _ = try await log.append((0..<200).map { .request(1, session: "other\($0)") })
        _ = try await log.append([.results(2, 9, session: "s")])
        try await HostOnTheBus(broker).run([try WidgetFold<StatsInteractor>(stats)]) { log, _ in
            _ = try await log.first(under: TopicPrefix(.view, "stats")) { try $0.data()["nbHits"] == 9 }
        }
        let views = try await log.all(under: TopicPrefix(.view, "stats")).filter { $0.topic.session == "s" }
        let shown = try views.map { try $0.data()["nbHits"] ?? .null }
        let first = try #require(shown.firstIndex(of: 7))
        #expect(shown[first...].allSatisfy { $0 == 7 || $0 == 9 }, "\(shown)")
        log.close()
    }
}

extension EventDraft {
    /// A request of a session's one searcher.
    fileprivate static func request(_ number: Int, session: String) -> EventDraft {
        let request = UnitRequest(
            searcher: "products",
            number: number,
            members: ["products": MemberRequest(number: number, query: "q\(number)", index: "p")]
        )
        return made(.request, session, "searchbus.request.changed", request.json)
    }

    /// An answer with so many hits.
    fileprivate static func results(_ number: Int, _ count: Int, session: String) -> EventDraft {
        let response = SearchResponse(
            query: "q\(number)",
            processingTimeMS: 1,
            content: .hits(.init(totalCount: count))
        )
        var data = response.json.object ?? JSONObject()
        data["request"] = JSON(number)
        return made(.results, session, "searchbus.results.hits", .object(data))
    }

    private static func made(_ kind: Topic.Kind, _ session: String, _ type: String, _ data: JSON) -> EventDraft {
        guard let topic = try? Topic(kind, "products", session: session) else { preconditionFailure("a wrong session") }
        return EventDraft(topic: topic, id: Identifier.make(), source: "/test", type: type, data: data.bytes)
    }
}
