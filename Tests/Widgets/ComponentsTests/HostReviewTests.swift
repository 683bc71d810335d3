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

@Suite("Reviews of a host", .timeLimit(.minutes(5)))
struct HostReviewTests {
    @Test func `A changed configuration is applied to every session, resumes after a crash, and is applied once`()
        async throws
    {
        let broker = try TestBroker()
        let sessions = (0..<100).map { "s\($0)" }
        func notebook(_ configuration: String) -> Notebook {
            var notebook = Notebook("a")
            notebook.configuration = configuration
            return notebook
        }
        try await HostOnTheBus(broker).run([notebook("1")]) { log, _ in
            try await log.tell(sessions.map { ("a", $0, "add", ["word": "one"]) })
            for session in sessions { try await log.wait(for: "one", in: "a", session: session) }
        }
        var dying = HostOnTheBus(broker)
        dying.onTurn = { _, number in if number == 2 { throw Death() } }
        #expect(try await dying.runToTheEnd([notebook("2")]) is Death)
        try await HostOnTheBus(broker).run([notebook("2")]) { log, _ in
            for session in sessions {
                let words = try await log.wait(for: "revisited 2", in: "a", session: session)
                #expect(words.first == "one" && words.dropFirst().allSatisfy { $0 == "revisited 2" })
            }
        }
        let observed = try await HostOnTheBus(broker).run([notebook("2")]) { log, _ in
            try await log.tell("a", session: "end", ["end"])
            try await log.wait(for: "end", in: "a", session: "end")
        }
        #expect(observed.turns.count == 1, "reviewed sessions are not reviewed again")
    }

    @Test func `A session that lags is reviewed when it has caught up`() async throws {
        let broker = try TestBroker()
        func notebook(_ configuration: String) -> Notebook {
            var notebook = Notebook("a", remembering: [TopicPrefix(.intent, "a")])
            notebook.configuration = configuration
            return notebook
        }
        try await HostOnTheBus(broker).run([notebook("1")]) { log, _ in
            try await log.tell("a", session: "s", ["one"])
            try await log.wait(for: "one", in: "a", session: "s")
        }
        let log = try broker.client()
        try await log.tell("a", session: "s", ["two", "three"])
        // The review is earlier than the events that the session lacks.
        var host = HostOnTheBus(broker)
        host.onSubscribe = { SlowSubscription($0) }
        try await host.run([notebook("2")]) { log, _ in
            let words = try await log.wait(for: "revisited 2", in: "a", session: "s")
            #expect(words == ["one", "two", "three", "revisited 2"])
        }
        log.close()
    }

    @Test func `A session with new events before its review is reviewed nevertheless`() async throws {
        let broker = try TestBroker()
        let notebook = Notebook("a", more: [TopicPrefix(.index)], remembering: [TopicPrefix(.intent, "a")])
        let log = try broker.client()
        let sessions = (0..<70).map { "s\($0)" }
        try await log.tell(sessions.map { ("a", $0, "add", ["word": "one"]) })
        let change = EventDraft(
            topic: try Topic(.index, "p"),
            id: "i",
            source: "/t",
            type: "searchbus.index.changed",
            data: Array("{}".utf8)
        )
        _ = try await log.append([change])
        try await log.tell("a", session: "s69", ["two"])
        try await HostOnTheBus(broker).run([notebook]) { log, _ in
            for session in sessions { try await log.wait(for: "index p", in: "a", session: session) }
            try await log.tell("a", session: "end", ["end"])
            try await log.wait(for: "end", in: "a", session: "end")
            #expect(try await log.words("a", session: "s69") == ["one", "two", "index p"])
        }
        log.close()
    }

    @Test func `Sessions of single searches are for components that answer, and are never gone through`() async throws {
        let broker = try TestBroker()
        var answering = Notebook("b", reading: ["a"], more: [TopicPrefix(.index)])
        answering.takesOneOffs = true
        let folds = [Notebook("a", more: [TopicPrefix(.index)]), answering]
        try await HostOnTheBus(broker).run(folds) { log, _ in
            try await log.tell([("a", "search-x-1", "add", ["word": "one"]), ("a", "s", "add", ["word": "one"])])
            try await log.wait(for: "one", in: "b", session: "search-x-1")
            try await log.wait(for: "one", in: "a", session: "s")
            let change = EventDraft(
                topic: try Topic(.index, "p"),
                id: "i",
                source: "/t",
                type: "searchbus.index.changed",
                data: Array("{}".utf8)
            )
            _ = try await log.append([change])
            for name in ["a", "b"] { try await log.wait(for: "index p", in: name, session: "s") }
            #expect(try await log.words("b", session: "search-x-1") == ["one"])
            #expect(try await log.words("a", session: "search-x-1").isEmpty)
        }
    }

    @Test func `An event without a session goes through the sessions that are there, also after a crash`() async throws
    {
        let broker = try TestBroker()
        let sessions = (0..<70).map { "s\($0)" }
        let notebook = Notebook("a", more: [TopicPrefix(.index)])
        try await HostOnTheBus(broker).run([notebook]) { log, _ in
            try await log.tell(sessions.map { ("a", $0, "add", ["word": "one"]) })
            for session in sessions { try await log.wait(for: "one", in: "a", session: session) }
        }
        let log = try broker.client()
        _ = try await log.append([
            EventDraft(
                topic: Topic(.index, "p"),
                id: "i",
                source: "/t",
                type: "searchbus.index.changed",
                data: Array("{}".utf8)
            )
        ])
        var dying = HostOnTheBus(broker)
        dying.onTurn = { _, number in if number == 1 { throw Death() } }
        #expect(try await dying.runToTheEnd([notebook]) is Death)
        try await log.tell("a", session: "late", ["one"])
        try await HostOnTheBus(broker).run([notebook]) { log, _ in
            for session in sessions { try await log.wait(for: "index p", in: "a", session: session) }
            try await log.tell("a", session: "end", ["end"])
            try await log.wait(for: "end", in: "a", session: "end")
            #expect(try await log.cursor(of: "a") > SequenceNumber(rawValue: 141), "nothing holds it back")
        }
        #expect(
            try await log.words("a", session: "late") == ["one"],
            "a session that came after it has met it by itself"
        )
        log.close()
    }
}

/// A subscription that has nothing yet for callers that do not wait, a few times.
final class SlowSubscription: EventSubscription {
    private let inner: any EventSubscription
    private let calls = Mutex(0)

    init(_ inner: any EventSubscription) { self.inner = inner }

    func next(until deadline: ContinuousClock.Instant?) async throws -> [Event] {
        let number = calls.withLock { calls in
            calls += 1
            return calls
        }
        return number <= 3 && deadline != nil ? [] : try await inner.next(until: deadline)
    }

    func wake() { inner.wake() }
    func cancel() { inner.cancel() }
}
