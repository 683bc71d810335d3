// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Bus
import BusTesting
import Components
import Foundation
import Synchronization
import Testing
import Wire

@testable import Searchers

@Suite("Poison requests", .timeLimit(.minutes(5)))
struct DeadlyQuestionTests {
    private struct Death: Error {}

    /// Sends requests of two sessions by turns, and runs searchers until all have their answers.
    ///
    /// - Returns: The deaths, and the failed requests.
    private func lives(
        _ texts: [String],
        areLong: Bool = false
    ) async throws -> (deaths: Int, failed: [String], answered: [String]) {
        let directory = URL(fileURLWithPath: "/tmp/searchbus-journal-\(Identifier.make(length: 8))")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: directory) }
        let broker = try TestBroker()
        let log = try broker.client()
        defer { log.close() }
        for (number, text) in texts.enumerated() {
            let query = JSONObject([("query", .string(text))])
            let question = AlgoliaQuestion(.hits, index: "i", parameters: query)
            let draft = EventDraft(
                topic: try Topic(.request, "algolia", session: "algolia-\(number % 5 / 4)"),
                id: "\(number) \(text)",
                source: "/gateway",
                type: "searchbus.request.algolia",
                data: JSON.object(JSONObject([("requests", [question.json])])).bytes
            )
            _ = try await log.append([draft])
        }
        let count = Atomic(0)
        var deaths = 0
        var life = 0
        var answers: [Event] = []
        while answers.count < texts.count {
            // A search of the life before may still run, which in a real process has ended: each life has its own file.
            let path = directory.appendingPathComponent("\(life)").path
            life += 1
            let backend = DeadlyBackend(journalPath: path, isLong: areLong)
            let client = try broker.client()
            let host = ComponentHost(
                [QuestionFold(QuestionEngine(backends: [:], owners: [:], embedded: backend))],
                log: ObservedLog(
                    client,
                    onTurn: { _, _ in if backend.isDead { throw Death() } },
                    // A death between two turns would be attributed to a search beside the host's thread.
                    afterTurn: { turn, _ in
                        let answered = count.add(turn.events.count { $0.topic.kind == .results }, ordering: .relaxed)
                        if !areLong || backend.isDead || answered.newValue >= texts.count { throw Death() }
                    }
                ),
                meter: ComponentMeter(),
                predecessor: .init(journalPath: path, hasFailed: true)
            )
            await #expect(throws: Death.self) { try await host.run() }
            client.close()
            if backend.isDead { deaths += 1 }
            try backend.bury(at: directory.appendingPathComponent("\(life)").path)
            try #require(deaths <= 12, "it dies again and again")
            answers = try await log.replay(ReplayQuery([TopicPrefix(.results)], after: .zero, limit: 1_000)).events
        }
        let ids = try answers.map { try #require($0.causationID) }
        let failed = try answers.filter { try $0.data()["failed"] != nil }.compactMap(\.causationID)
        return (deaths, failed, ids)
    }

    @Test func `Only the request that kills the process is skipped, and those beside it get their answers`()
        async throws
    {
        var texts = (0..<40).map { "lamp \($0)" }
        texts[17] = "deadly"
        let found = try await lives(texts)
        #expect(found.deaths == 3)
        #expect(found.failed == ["17 deadly"])
        #expect(found.answered.sorted() == texts.enumerated().map { "\($0) \($1)" }.sorted(), "each once")
    }

    @Test func `Only the long search beside the host's thread that kills the process is skipped`() async throws {
        var texts = (0..<20).map { "lamp \($0)" }
        texts[7] = "deadly"
        let found = try await lives(texts, areLong: true)
        #expect(found.deaths == 3)
        #expect(found.failed == ["7 deadly"])
        #expect(found.answered.sorted() == texts.enumerated().map { "\($0) \($1)" }.sorted(), "each once")
    }

    @Test func `Two poison requests, in one session and in two, are skipped one after the other`() async throws {
        for other in [9, 10, 11] {
            var texts = (0..<20).map { "lamp \($0)" }
            (texts[3], texts[other]) = ("deadly", "deadly")
            let found = try await lives(texts)
            #expect(found.deaths == 6)
            #expect(Set(found.failed) == ["3 deadly", "\(other) deadly"])
            #expect(found.answered.count == 20)
        }
    }
}
