// SPDX-License-Identifier: MIT

import Backends
import Bus
import BusTesting
import Components
import Runtime
import SearchModel
import Testing
import Wire

@testable import Searchers

/// Engines that are slow or down, beside others.
@Suite("Searcher with failing engines", .timeLimit(.minutes(5)))
struct SearcherRecoveryTests: SearcherBench {
    @Test func `An engine that hangs holds up no other, and no later search of the others`() async throws {
        let broker = try TestBroker()
        let held = GatedBackend(isOpen: false)
        let unit = SearcherUnit(
            name: "all",
            members: [
                .init(name: "products", template: SearchRequest(index: "p")),
                .init(name: "films", template: SearchRequest(index: "p"), backend: "held"),
            ]
        )
        try await withSearcher(broker, GatedBackend(isOpen: true), of: unit, others: ["held": held]) { log in
            for number in 1...3 {
                let text = String(repeating: "a", count: number)
                try await log.ask("all", number, ["products": text, "films": text], session: "s")
                _ = try await log.first(under: TopicPrefix(.results, "products")) {
                    try $0.data()["query"] == .string(text)
                }
            }
            #expect(held.asked == ["a"], "one search is in flight at a time")
            held.open()
            _ = try await log.first(under: TopicPrefix(.results, "films")) { try $0.data()["query"] == "aaa" }
            #expect(held.asked == ["a", "aaa"])
        }
    }

    @Test func `A restarted process continues its retries, with or without clients`() async throws {
        let broker = try TestBroker()
        let backend = FailingBackend()
        try await withSearcher(broker, backend, backoff: Backoff(first: .seconds(3_600), limit: .seconds(3_600))) {
            log in
            for number in 0..<40 { try await log.ask("products", 1, ["products": "x"], session: "s\(number)") }
            try await log.ask("products", 1, ["products": "broken"], session: "other")
            try await log.waitForTopics(41, under: TopicPrefix(.search))
        }
        backend.mend()
        try await withSearcher(broker, backend, backoff: Backoff(first: .milliseconds(1))) { log in
            try await log.waitForTopics(41, under: TopicPrefix(.results))
        }
    }

    @Test func `An index that takes long holds up no other index of its engine`() async throws {
        let broker = try TestBroker()
        let slow = GatedBackend(isOpen: false, holding: "slow")
        let unit = SearcherUnit(
            name: "all",
            members: ["p", "slow", "q"].map { .init(name: $0, template: SearchRequest(index: $0)) }
        )
        try await withSearcher(broker, slow, of: unit) { log in
            let request = UnitRequest(
                searcher: "all",
                number: 1,
                members: Dictionary(
                    uniqueKeysWithValues: ["p", "slow", "q"].map {
                        ($0, MemberRequest(number: 1, query: "x", index: $0))
                    }
                )
            )
            try await log.append(request, session: "s")
            for name in ["p", "q"] { _ = try await log.first(under: TopicPrefix(.results, name)) { _ in true } }
            slow.open()
            _ = try await log.first(under: TopicPrefix(.results, "slow")) { _ in true }
        }
    }

    @Test func `A failed search is retried when the engine is back, and the waiting ones follow`() async throws {
        let broker = try TestBroker()
        let backend = FailingBackend()
        let backoff = Backoff(first: .seconds(3_600), limit: .seconds(3_600))
        try await withSearcher(broker, backend, backoff: backoff) { log in
            for number in 0..<20 { try await log.ask("products", 1, ["products": "x"], session: "s\(number)") }
            try await log.waitForTopics(20, under: TopicPrefix(.search))
            let failed = try #require(try await log.last(.search, "products", session: "s7"))
            #expect(failed["code"] == "backend-timeout" && failed["retryAt"]?.string?.hasSuffix("Z") == true)
            #expect(failed["remedy"]?.string?.hasPrefix("The search is tried again by itself.") == true)
            #expect(try await log.cursor(of: "products").rawValue >= 20, "what failed holds no cursor back")
            backend.mend()
            // No retry waits an hour: the first answer starts two others, which start four others.
            try await log.ask("products", 1, ["products": "new"], session: "other")
            try await log.waitForTopics(21, under: TopicPrefix(.results))
        }
    }

    @Test func `The waiting ones follow also where another engine of the same request hangs`() async throws {
        let broker = try TestBroker()
        let (backend, held) = (FailingBackend(), GatedBackend(isOpen: false))
        let unit = SearcherUnit(
            name: "all",
            members: [
                .init(name: "products", template: SearchRequest(index: "p")),
                .init(name: "films", template: SearchRequest(index: "p"), backend: "held"),
            ]
        )
        let backoff = Backoff(first: .seconds(3_600), limit: .seconds(3_600))
        try await withSearcher(broker, backend, of: unit, others: ["held": held], backoff: backoff) { log in
            for number in 0..<8 { try await log.ask("all", 1, ["products": "x"], session: "s\(number)") }
            try await log.waitForTopics(8, under: TopicPrefix(.search, "products"))
            backend.mend()
            try await log.ask("all", 1, ["products": "new", "films": "new"], session: "other")
            try await log.waitForTopics(9, under: TopicPrefix(.results, "products"))
        }
    }
}
