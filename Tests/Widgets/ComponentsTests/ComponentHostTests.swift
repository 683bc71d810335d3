// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Foundation
import Interactors
import RandomTesting
import SearchModel
import Synchronization
import Testing
import Wire

@testable import Components

@Suite("Component host on a real broker", .timeLimit(.minutes(5)))
struct ComponentHostTests {
    // MARK: Turns

    @Test func `Components of one host answer an event in one append, which moves all their cursors`() async throws {
        let broker = try TestBroker()
        let folds = [Notebook("a", reading: ["word"]), Notebook("b", reading: ["word"]), Notebook("c")]
        let log = try await HostOnTheBus(broker).run(folds) { log, _ in
            try await log.tell("word", session: "s", ["one"])
            try await log.wait(for: "one", in: "b", session: "s")
            #expect(try await log.words("a", session: "s") == ["one"])
        }
        let turn = try #require(log.turns.first)
        #expect(log.turns.count == 1)
        #expect(turn.moves.map(\.component) == ["a", "b"], "who has folded nothing moves nothing")
        #expect(turn.moves.allSatisfy { $0.from == .zero && $0.to.rawValue == 1 && $0.folded == 1 })
        #expect(
            turn.events.map(\.topic.description) == ["outcome/a/s/", "outcome/b/s/", "view/a/s/", "view/b/s/"]
        )
        #expect(turn.events.allSatisfy { $0.causationID != nil && $0.correlationID == $0.causationID })
    }

    @Test func `A component that lags behind the others of its host folds what it lacks, and they fold nothing twice`()
        async throws
    {
        let broker = try TestBroker()
        try await HostOnTheBus(broker).run([Notebook("a", reading: ["word"])]) { log, _ in
            try await log.tell("word", session: "s", ["1", "2", "3"])
            try await log.wait(for: "3", in: "a", session: "s")
        }
        let folds = [Notebook("a", reading: ["word"]), Notebook("b", reading: ["word"])]
        try await HostOnTheBus(broker).run(folds) { log, _ in
            try await log.tell("word", session: "s", ["4"])
            #expect(try await log.wait(for: "4", in: "b", session: "s") == ["1", "2", "3", "4"])
            #expect(try await log.wait(for: "4", in: "a", session: "s") == ["1", "2", "3", "4"])
        }
    }

    @Test(arguments: 1...8)
    func `A host may die before or after any append: every word is written once and in order`(
        seed: UInt64
    ) async throws {
        let broker = try TestBroker()
        var random = SeededGenerator(seed: seed)
        let log = try broker.client()
        let sessions = ["s", "t", "u"]
        var told: [String: [String]] = [:]
        for round in 0..<12 {
            for session in sessions {
                let words = (0..<Int.random(in: 0...3, using: &random)).map { "\(round).\($0)" }
                told[session, default: []] += words
                if !words.isEmpty { try await log.tell("word", session: session, words) }
            }
            var host = HostOnTheBus(broker)
            let turn = Int.random(in: 0...1, using: &random)
            if Bool.random(using: &random) {
                host.onTurn = { _, number in if number >= turn { throw Death() } }
            } else {
                host.afterTurn = { _, number in if number >= turn { throw Death() } }
            }
            let all = [Notebook("a", reading: ["word"]), Notebook("b", reading: ["word"])]
            let folds = Bool.random(using: &random) ? all : [all[Int.random(in: 0...1, using: &random)]]
            // So that it has an event to die at.
            let end = "\(round).end"
            told["s", default: []] += turn == 0 ? [end] : [end, "\(round).more"]
            try await log.tell("word", session: "s", [end])
            let death = try await host.runToTheEnd(folds) { log in
                guard turn == 1 else { return }
                try await log.wait(for: end, in: folds[0].name, session: "s")
                try await log.tell("word", session: "s", ["\(round).more"])
            }
            #expect(death is Death, "seed \(seed)")
        }
        for session in sessions { told[session, default: []].append("end") }
        try await log.tell(sessions.map { ("word", $0, "add", ["word": "end"]) })
        let folds = [Notebook("a", reading: ["word"]), Notebook("b", reading: ["word"])]
        try await HostOnTheBus(broker).run(folds) { log, _ in
            for session in sessions {
                for component in ["a", "b"] {
                    let words = try await log.wait(for: "end", in: component, session: session)
                    #expect(words == told[session], "seed \(seed), component \(component)")
                }
            }
        }
        log.close()
    }

    @Test func `A host that starts again repeats nothing`() async throws {
        let broker = try TestBroker()
        for round in 1...3 {
            try await HostOnTheBus(broker).run([Notebook("a")]) { log, _ in
                try await log.tell("a", session: "s", ["\(round)"])
                try await log.wait(for: "\(round)", in: "a", session: "s")
                #expect(try await log.all(under: TopicPrefix(.outcome, "a")).count == round)
                #expect(try await log.all(under: TopicPrefix(.view, "a")).count == round)
            }
        }
    }

    @Test func `Another host replaces the first, which gets an error and appends nothing more`()
        async throws
    {
        let broker = try TestBroker()
        try await HostOnTheBus(broker).run([Notebook("a")]) { log, first in
            try await log.tell("a", session: "s", ["one"])
            try await log.wait(for: "one", in: "a", session: "s")
            let (claimed, claims) = AsyncStream<Void>.makeStream()
            var second = HostOnTheBus(broker)
            second.onSubscribe = { subscription in
                claims.yield()
                return subscription
            }
            try await second.run([Notebook("a")]) { log, _ in
                // A host subscribes once it has claimed its components; before that, the first one would still answer.
                for await _ in claimed { break }
                try await log.tell("a", session: "t", ["two"])
                let error = await #expect(throws: SearchBusError.self) { try await first.value }
                #expect(error?.code == .fenced)
                try await log.tell("a", session: "s", ["three"])
                #expect(try await log.wait(for: "three", in: "a", session: "s") == ["one", "three"])
                #expect(try await log.all(under: TopicPrefix(.outcome, "a")).count == 3)
            }
        }
    }

    @Test func `A cursor moves on now and then though there is nothing to say`() async throws {
        let broker = try TestBroker()
        let log = try broker.client()
        for _ in 0..<12 { try await log.tell((0..<100).map { _ in ("a", "s", "nothing", [:]) }) }
        let observed = try await HostOnTheBus(broker).run([Notebook("a"), Notebook("b")]) { log, _ in
            try await log.tell("a", session: "t", ["end"])
            try await log.wait(for: "end", in: "a", session: "t")
        }
        let idle = observed.turns.filter(\.events.isEmpty).flatMap(\.moves)
        #expect(idle.contains { $0.component == "a" && $0.folded >= 512 })
        #expect(observed.turns.count < 6, "and not with every turn")
        log.close()
    }

    // MARK: Trouble

    @Test func `A view that the log refuses is replaced, and its component continues after a restart too`() async throws
    {
        let broker = try TestBroker()
        let meter = ComponentMeter()
        var host = HostOnTheBus(broker)
        host.meter = meter
        try await host.run([Notebook("a"), Notebook("b", reading: ["a"])]) { log, _ in
            try await log.tell([("a", "s", "large", [:]), ("a", "t", "add", ["word": "one"])])
            let refused = try await log.first(under: TopicPrefix(.view, "a")) { try $0.data()["refused"] != nil }
            #expect(try refused.data()["refused"] == "too-large")
            try await log.wait(for: "one", in: "a", session: "t")
            try await log.tell("a", session: "s", ["two"])
            try await log.wait(for: "two", in: "b", session: "s")
            #expect(meter.status.setAside ?? 0 > 0)
        }
        try await HostOnTheBus(broker).run([Notebook("a"), Notebook("b", reading: ["a"])]) { log, _ in
            try await log.tell("a", session: "s", ["three"])
            try await log.wait(for: "three", in: "a", session: "s")
            try await log.wait(for: "three", in: "b", session: "s")
        }
    }

    @Test func `An invalid event is skipped and shown, and the component continues`() async throws {
        let broker = try TestBroker()
        try await HostOnTheBus(broker).run([Notebook("a")]) { log, _ in
            try await log.tell([("a", "s", "nonsense", [:]), ("a", "s", "add", ["word": "one"])])
            let shown = try await log.first(under: TopicPrefix(.outcome, "a")) { _ in true }
            #expect(try shown.data()["code"] == "poison-event")
            try await log.wait(for: "one", in: "a", session: "s")
        }
    }

    @Test func `An event that cannot be folded for now is folded again, reported meanwhile and never skipped`()
        async throws
    {
        let broker = try TestBroker()
        let host = HostOnTheBus(broker)
        let problems = host.meter.problems
        let seen = Mutex<[[ProcessProblem]]>([])
        var notebook = Notebook("a")
        notebook.onFold = { event in
            guard try event.data()["word"] == "held" else { return }
            let tries = seen.withLock { seen in
                seen.append(problems.all)
                return seen.count
            }
            guard tries > 6 else { throw SearchBusError(.backendTimeout, "Not now.") }
        }
        try await host.run([notebook, Notebook("b")]) { log, _ in
            try await log.tell(["one", "held", "two"].map { ("a", "s", "add", ["word": .string($0)]) })
            try await log.wait(for: "two", in: "a", session: "s")
            let outcomes = try await log.all(under: TopicPrefix(.outcome, "a"))
            #expect(outcomes.count == 3 && outcomes.allSatisfy { $0.type == "searchbus.outcome.applied" })
            let views = try await log.all(under: TopicPrefix(.view, "a"))
            #expect(try views.last?.data()["words"] == ["one", "held", "two"])
            while !problems.all.isEmpty { await Task.yield() }
        }
        let reported = seen.withLock { $0 }
        #expect(reported.count == 7 && reported[0].isEmpty)
        #expect(reported[1...].allSatisfy { $0.map(\.subject) == ["a"] && $0[0].error.code == .backendTimeout })
    }

    @Test func `More than one append may hold is said in smaller turns`() async throws {
        let broker = try TestBroker()
        let log = try broker.client()
        // Twelve times 300 pages wait for one turn.
        try await log.tell((0..<12).map { ("a", "s\($0 % 4)", "pages", ["from": JSON($0 * 300 + 1), "count": 300]) })
        try await log.tell("a", session: "s", ["end"])
        let observed = try await HostOnTheBus(broker).run([Notebook("a")]) { log, _ in
            try await log.wait(for: "end", in: "a", session: "s")
        }
        let pages = observed.turns.flatMap(\.events).filter { $0.type == "searchbus.view.page" }
        #expect(pages.count == 3_600)
        #expect(Set(pages.map(\.topic)).count == 3_600)
        log.close()
    }

    @Test func `One event with more consequences than an append may hold does not stop the component`() async throws {
        let broker = try TestBroker()
        try await HostOnTheBus(broker).run([Notebook("a")]) { log, _ in
            try await log.tell([("a", "s", "pages", ["from": 1, "count": 1_500]), ("a", "s", "add", ["word": "one"])])
            try await log.wait(for: "one", in: "a", session: "s")
            let pages = try await log.all(under: TopicPrefix(.view)).filter { $0.type == "searchbus.view.page" }
            #expect((900...1_024).contains(pages.count))
        }
    }

    @Test func `An intent that calls its chain something long is answered all the same`() async throws {
        let broker = try TestBroker()
        try await HostOnTheBus(broker).run([Notebook("a")]) { log, _ in
            let draft = EventDraft(
                topic: try Topic(.intent, "a", session: "s"),
                id: String(repeating: "i", count: 250),
                source: "/test",
                type: "searchbus.intent.add",
                correlationID: String(repeating: "c", count: 7_800),
                data: Array(#"{"word":"one"}"#.utf8)
            )
            _ = try await log.append([draft])
            try await log.wait(for: "one", in: "a", session: "s")
        }
    }

    @Test func `A full disk is waited out, and then everything is said once`() async throws {
        let broker = try TestBroker()
        let refusals = Mutex(2)
        var host = HostOnTheBus(broker)
        host.onTurn = { _, _ in
            let mustRefuse = refusals.withLock { left in
                left -= 1
                return left >= 0
            }
            if mustRefuse { throw SearchBusError(.storageFull, "The disk is full.") }
        }
        try await host.run([Notebook("a")]) { log, _ in
            try await log.tell("a", session: "s", ["one", "two"])
            #expect(try await log.wait(for: "two", in: "a", session: "s") == ["one", "two"])
            #expect(try await log.all(under: TopicPrefix(.outcome, "a")).count == 2)
        }
        #expect(refusals.withLock { $0 } < 0)
    }

    @Test func `A host stops at once when requested, idle or with a full disk`() async throws {
        let broker = try TestBroker()
        let (isRefused, refused) = AsyncStream.makeStream(of: Void.self)
        var host = HostOnTheBus(broker)
        host.onTurn = { _, _ in
            refused.yield()
            throw SearchBusError(.storageFull, "The disk is full.")
        }
        try await host.run([Notebook("a")]) { log, task in
            try await log.tell("a", session: "s", ["one"])
            for await _ in isRefused { break }
            task.cancel()
            let clock = ContinuousClock.now
            _ = await task.result
            #expect(ContinuousClock.now - clock < .seconds(5))
        }
        try await HostOnTheBus(broker).run([Notebook("a")]) { log, task in
            try await log.wait(for: "one", in: "a", session: "s")
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test func `An event that is shown after one that it lies before makes the host start over`() async throws {
        let broker = try TestBroker()
        let log = try broker.client()
        var host = HostOnTheBus(broker)
        host.meter = ComponentMeter()
        let number = Mutex(0)
        host.onSubscribe = { subscription in
            let isFirst = number.withLock { count in
                count += 1
                return count == 1
            }
            return isFirst ? LateSubscription(subscription) : subscription
        }
        try await log.tell("a", session: "s", ["one"])
        try await log.tell("b", session: "s", ["one"])
        // `b` publishes nothing about the last event, so no append of it would show that it lacks one.
        try await log.tell([("b", "s", "nothing", [:])])
        try await host.run([Notebook("a"), Notebook("b")]) { log, _ in
            try await log.wait(for: "one", in: "b", session: "s")
        }
        #expect(host.meter.status.startedOver == 1)
        log.close()
    }

    @Test func `A component may read and remember more topics than one question names`() async throws {
        let broker = try TestBroker()
        let more = (0..<300).map { TopicPrefix(.filters, "f\($0)") }
        #expect(more.count > LatestQuery.maximumPrefixes)
        try await HostOnTheBus(broker).run([Notebook("a", more: Array(more.prefix(200))), Notebook("b", more: [])]) {
            log,
            _ in
            try await log.tell("a", session: "s", ["one"])
            try await log.wait(for: "one", in: "a", session: "s")
        }
        let log = try broker.client()
        let query = LatestQuery(more + [TopicPrefix(.view, "a"), TopicPrefix(.outcome, "a")])
        #expect(try await log.allLatest(query).map(\.topic.channel) == ["outcome/a/", "view/a/"])
        log.close()
    }
}

/// A subscription that shows the second event of its first page after all the others.
final class LateSubscription: EventSubscription {
    private let inner: any EventSubscription
    private let held = Mutex<[Event]?>(nil)

    init(_ inner: any EventSubscription) { self.inner = inner }

    func next(until deadline: ContinuousClock.Instant?) async throws -> [Event] {
        if let late = held.withLock({ held in
            defer { held = held == nil ? nil : [] }
            return held.flatMap { $0.isEmpty ? nil : $0 }
        }) {
            return late
        }
        var events = try await inner.next(until: deadline)
        guard events.count >= 3, held.withLock({ $0 == nil }) else { return events }
        let late = events.remove(at: 1)
        held.withLock { $0 = [late] }
        return events
    }

    func wake() { inner.wake() }
    func cancel() { inner.cancel() }
}

extension ComponentMeter {
    fileprivate var status: ProcessStatus {
        var status = ProcessStatus()
        report(to: &status)
        return status
    }
}
