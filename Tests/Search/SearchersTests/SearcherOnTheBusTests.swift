// SPDX-License-Identifier: MIT

import Backends
import Bus
import BusTesting
import Components
import SearchModel
import Synchronization
import Testing
import Wire

@testable import Searchers

@Suite("Searcher on a real broker", .timeLimit(.minutes(5)))
struct SearcherOnTheBusTests: SearcherBench {
    @Test func `A quick search is answered by its results alone, caused by the request`() async throws {
        let broker = try TestBroker()
        try await withSearcher(broker, GatedBackend(isOpen: true), stallDelay: .seconds(5)) { log in
            let id = try await log.ask("products", 1, ["products": "sam"], session: "s")
            let results = try await log.first(under: TopicPrefix(.results)) { _ in true }
            #expect(results.causationID == id)
            #expect(try results.data()["nbHits"] == 7 && results.data()["request"] == 1)
        }
    }

    @Test func `A slow search is announced, called slow, and shown, and only the newest that waited is asked`()
        async throws
    {
        let broker = try TestBroker()
        let backend = GatedBackend(isOpen: false)
        try await withSearcher(broker, backend) { log in
            try await log.ask("products", 1, ["products": "a"], session: "s")
            _ = try await log.first(under: TopicPrefix(.search)) { $0.typeSuffix == "started" }
            _ = try await log.first(under: TopicPrefix(.search)) { $0.typeSuffix == "stalled" }
            try await log.ask("products", 2, ["products": "ab"], session: "s")
            try await log.ask("products", 3, ["products": "abc"], session: "s")
            backend.open()
            let last = try await log.first(under: TopicPrefix(.results)) { try $0.data()["query"] == "abc" }
            #expect(try last.data()["request"] == 3)
            #expect(backend.asked.first == "a" && backend.asked.last == "abc")
            #expect(try await log.cursor(of: "products").rawValue >= 5, "nothing holds the cursor back")
        }
    }

    @Test func `A search that was in flight when the process died is repeated, however old its request is`()
        async throws
    {
        let broker = try TestBroker()
        try await withSearcher(broker, GatedBackend(isOpen: false)) { log in
            try await log.ask("products", 1, ["products": "sam"], session: "s")
            _ = try await log.first(under: TopicPrefix(.search)) { $0.typeSuffix == "started" }
            for number in 0..<40 { try await log.ask("products", 1, ["products": "x"], session: "other\(number)") }
            try await log.waitForTopics(41, under: TopicPrefix(.search))
            #expect(try await log.cursor(of: "products") == .zero)
        }
        try await withSearcher(broker, GatedBackend(isOpen: true)) { log in
            try await log.waitForTopics(41, under: TopicPrefix(.results))
            let results = try await log.last(.results, "products", session: "s")
            #expect(results?["query"] == "sam" && results?["request"] == 1)
        }
    }

    @Test func `A failure is reported, and a changed index causes a retry`() async throws {
        let broker = try TestBroker()
        try await withSearcher(broker, GatedBackend(isOpen: true)) { log in
            try await log.ask("products", 1, ["products": "broken"], session: "s")
            let failed = try await log.first(under: TopicPrefix(.search)) { $0.typeSuffix == "failed" }
            #expect(try failed.data()["code"] == "backend-failed" && failed.data()["message"] == "It broke.")
            try await log.ask("products", 2, ["products": "sam"], session: "s")
            try await log.ask("products", 1, ["products": "joe"], session: "t")
            try await log.waitForTopics(2, under: TopicPrefix(.results))
            try await log.announce("p", id: "change")
            for session in ["s", "t"] {
                _ = try await log.first(under: TopicPrefix(.results)) {
                    $0.causationID == "change" && $0.topic.session == session
                }
            }
        }
    }

    @Test func `Searches again because of an index that changed are made after a crash too`() async throws {
        let broker = try TestBroker()
        try await withSearcher(broker, GatedBackend(isOpen: true)) { log in
            for number in 0..<40 { try await log.ask("products", 1, ["products": "q"], session: "s\(number)") }
            try await log.waitForTopics(40, under: TopicPrefix(.results))
        }
        try await withSearcher(broker, GatedBackend(isOpen: false)) { log in
            try await log.announce("p", id: "change")
            try await log.waitForTopics(40, under: TopicPrefix(.search))
        }
        try await withSearcher(broker, GatedBackend(isOpen: true)) { log in
            var again: Set<String> = []
            let subscription = try await log.subscribe(to: [TopicPrefix(.results)], after: .zero)
            defer { subscription.cancel() }
            while again.count < 40 {
                for event in try await subscription.next() where event.causationID == "change" {
                    again.insert(event.topic.description)
                }
            }
        }
    }

    @Test func `A searcher that was changed searches the sessions again, once`() async throws {
        let broker = try TestBroker()
        try await withSearcher(broker, GatedBackend(isOpen: true)) { log in
            for number in 0..<40 { try await log.ask("products", 1, ["products": "q"], session: "s\(number)") }
            try await log.waitForTopics(40, under: TopicPrefix(.results))
        }
        for _ in 0..<2 {
            try await withSearcher(broker, GatedBackend(isOpen: true), of: unit(index: "other")) { log in
                let subscription = try await log.subscribe(to: [TopicPrefix(.results)], after: .zero)
                defer { subscription.cancel() }
                var count = 0
                while count < 80 { count += try await subscription.next().count }
                try await log.ask("products", 2, ["products": "end"], session: "s0")
                _ = try await log.first(under: TopicPrefix(.results)) { try $0.data()["query"] == "end" }
            }
        }
        let log = try broker.client()
        let all = try await log.replay(ReplayQuery([TopicPrefix(.results)], after: .zero))
        #expect(all.events.count == 81, "a searcher that is the same again goes through nothing")
        log.close()
    }

    @Test func `A session that is searched again is held until it is answered, however small the cache`() async throws {
        let broker = try TestBroker()
        try await withSearcher(broker, GatedBackend(isOpen: true)) { log in
            for number in 0..<20 { try await log.ask("products", 1, ["products": "q"], session: "s\(number)") }
            try await log.waitForTopics(20, under: TopicPrefix(.results))
        }
        let backend = GatedBackend(isOpen: false)
        try await withSearcher(broker, backend, of: unit(index: "other"), cacheSize: 1) { log in
            let subscription = try await log.subscribe(to: [TopicPrefix(.results), TopicPrefix(.search)], after: .zero)
            defer { subscription.cancel() }
            var (started, answered) = (0, 0)
            while answered < 40 {
                for event in try await subscription.next() {
                    if event.topic.kind == .results { answered += 1 }
                    if event.typeSuffix == "started" { started += 1 }
                }
                if started == 20 { backend.open() }
            }
        }
    }

    @Test func `A cancelled search does not cause another review of the sessions`() async throws {
        let broker = try TestBroker()
        try await withSearcher(broker, GatedBackend(isOpen: true)) { log in
            try await log.ask("products", 1, ["products": "q"], session: "s")
            try await log.waitForTopics(1, under: TopicPrefix(.results))
        }
        let backend = GatedBackend(isOpen: false)
        try await withSearcher(broker, backend, of: unit(index: "other")) { log in
            _ = try await log.first(under: TopicPrefix(.search)) { $0.typeSuffix == "started" }
            try await log.ask("products", 2, ["products": ""], session: "s", since: 2)
            _ = try await log.first(under: TopicPrefix(.search)) { $0.typeSuffix == "superseded" }
            backend.open()
            _ = try await log.first(under: TopicPrefix(.results)) { try $0.data()["request"] == 2 }
        }
        let other = GatedBackend(isOpen: true)
        try await withSearcher(broker, other, of: unit(index: "other")) { log in
            try await log.ask("products", 1, ["products": "end"], session: "t")
            _ = try await log.first(under: TopicPrefix(.results)) { try $0.data()["query"] == "end" }
            #expect(other.asked == ["end"])
        }
    }

    @Test func `A crowd that is answered all at once gets its answers, in as many appends as it takes`() async throws {
        let broker = try TestBroker()
        let backend = GatedBackend(isOpen: false)
        let names = ["a", "b", "c", "d"]
        try await withSearcher(broker, backend, of: unit(names)) { log in
            // More answers than fit in one append.
            let crowd = 280
            let queries = Dictionary(uniqueKeysWithValues: names.map { ($0, "sam") })
            for number in 0..<crowd { try await log.ask("all", 1, queries, session: "s\(number)") }
            try await log.waitForTopics(crowd * 4, under: TopicPrefix(.search))
            backend.open()
            try await log.waitForTopics(crowd * 4, under: TopicPrefix(.results))
            #expect(backend.asked.count == crowd)
        }
    }

    @Test func `An engine elsewhere may have an index whose name no topic can carry`() async throws {
        let broker = try TestBroker()
        try await withSearcher(broker, GatedBackend(isOpen: true), of: unit(index: "shop.products")) { log in
            try await log.ask("products", 1, ["products": "sam"], session: "s", index: "shop.products")
            let results = try await log.first(under: TopicPrefix(.results)) { _ in true }
            #expect(try results.data()["query"] == "sam")
            let draft = try IndexChange(of: "shop.products").draft(id: "change", source: "/test")
            #expect(draft.topic.description == "index/shop-products/")
            _ = try await log.append([draft])
            _ = try await log.first(under: TopicPrefix(.results)) { $0.causationID == "change" }
        }
    }
}
