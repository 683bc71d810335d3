// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import RandomTesting
import Testing
import Wire

@testable import Broker

@Suite("The share of requests and responses")
final class QuestionShareTests: LogFixture {
    private let prefixes = [TopicPrefix(.request, "algolia")]
    /// The state of a component that answers questions.
    private struct Answerer {
        var cursor: UInt64 = 0
        var turns = 0
    }

    private func trim(_ store: LogStore, to limit: Int, waitingThrough old: SequenceNumber = .zero) throws {
        for _ in 0..<1000 where try !store.trimQuestions(to: limit, waitingThrough: old) { return }
    }

    private func all(_ store: LogStore) throws -> [String] {
        try ids(store.replay(ReplayQuery([.all], after: .zero, limit: 1000)))
    }

    private func ask(_ store: LogStore, _ number: Int, session: String = "algolia-s") throws {
        _ = try append(store, [try draft("q\(number)", "request/algolia/\(session)/")])
    }

    /// Answers the questions after the cursor with a kilobyte each.
    private func answer(_ store: LogStore, _ answerer: inout Answerer) throws {
        let page = try store.replay(ReplayQuery(prefixes, after: .init(rawValue: answerer.cursor), limit: 1000))
        guard let last = page.events.last else { return }
        let answers = try page.events.map { question in
            let id = try event(question).id.replacing("q", with: "a")
            return try draft(
                id,
                question.topic.replacing("request", with: "results"),
                data: #"{"results":"\#(String(repeating: "x", count: 1_000))"}"#
            )
        }
        let end = try event(last).sequence.rawValue
        answerer.turns += 1
        let turn = move(
            answerer.cursor,
            end,
            id: "turn\(answerer.turns)",
            folded: answers.count,
            prefixes: prefixes,
            component: "algolia"
        )
        _ = try append(store, answers, turn)
        answerer.cursor = end
    }

    @Test func `The oldest questions and answers go, and nothing of anybody else`() throws {
        let store = try open()
        var answerer = Answerer()
        for number in 0..<300 {
            try ask(store, number)
            try answer(store, &answerer)
            _ = try append(store, [try draft("i\(number)", "intent/c/s/"), try draft("v\(number)")])
        }
        try trim(store, to: 50_000)
        #expect(store.retention.questions.bytes <= 50_000 && store.retention.questions.bytes > 45_000)
        let left = try all(store)
        #expect(left.filter { $0.hasPrefix("i") || $0.hasPrefix("v") } == (0..<300).flatMap { ["i\($0)", "v\($0)"] })
        let answers = left.filter { $0.hasPrefix("a") }
        #expect(answers == (300 - answers.count..<300).map { "a\($0)" }, "the newest stay")
        let questions = left.filter { $0.hasPrefix("q") }
        #expect(answers.count - questions.count <= 1, "a question goes with its answer")
        #expect(store.retention.mark == .zero, "other readers are not affected")
        #expect(
            store.retention.mark(of: prefixes) == store.retention.questions.trimmed
                && store.retention.mark(of: prefixes) > .zero
        )
        #expect(store.retention.mark(of: [TopicPrefix(.view), TopicPrefix(.results, "products")]) == .zero)
        #expect(store.eventCount == left.count)
        let reopened = try open()
        #expect(reopened.retention.questions.bytes == store.retention.questions.bytes)
        #expect(reopened.retention.questions.trimmed == store.retention.questions.trimmed)
        #expect(reopened.eventCount == left.count)
        try trim(reopened, to: 10_000)
        #expect(reopened.retention.questions.bytes <= 10_000)
    }

    @Test func `A question is kept until it is answered, and for a minute without an answer`() throws {
        let store = try open()
        var answerer = Answerer()
        for number in 0..<20 { try ask(store, number) }
        try answer(store, &answerer)
        for number in 20..<60 { try ask(store, number) }
        try trim(store, to: 0)
        #expect(
            try all(store) == (0..<20).map { "a\($0)" } + (20..<60).map { "q\($0)" },
            "no component has passed the answers"
        )
        try answer(store, &answerer)
        try ask(store, 60)
        try answer(store, &answerer)
        try trim(store, to: 0)
        #expect(try all(store) == ["a60"])
        for number in 61..<70 { try ask(store, number) }
        try trim(store, to: 0)
        #expect(try all(store) == ["a60"] + (61..<70).map { "q\($0)" })
        try trim(store, to: 0, waitingThrough: store.head)
        #expect(try all(store) == [])
        #expect(store.retention.questions.bytes == 0)
        // The component that was away is notified, and continues with new events.
        let head = store.head
        #expect(try open().head == head, "no place is given twice")
        try ask(store, 70)
        try answer(store, &answerer)
        #expect(try all(store) == ["q70", "a70"])
    }

    @Test func `People who asked once leave nothing, and the last values of others are found`() throws {
        let store = try open()
        var answerer = Answerer()
        for number in 0..<500 {
            try ask(store, number, session: "algolia-\(number)")
            try answer(store, &answerer)
        }
        _ = try append(store, [try draft("v")])
        try trim(store, to: 20_000)
        #expect(store.retention.questions.bytes <= 20_000)
        for store in [store, try open()] {
            var query = LatestQuery([.all], limit: 3)
            var found: [String] = []
            while true {
                let page = try store.latest(query)
                found += try ids(page)
                guard page.hasMore, let last = page.events.last else { break }
                query.after = try event(last).sequence
            }
            #expect(found.last == "v")
            #expect(try found == all(store), "each of what is left is the last of its topic")
            #expect(
                try ids(store.latest(LatestQuery([.all], sessions: ["algolia-3", "algolia-499"]))).contains("a499")
            )
        }
        // A client that comes back continues at the end of the log.
        try ask(store, 500, session: "algolia-3")
        #expect(try ids(store.latest(LatestQuery([.all], sessions: ["algolia-3"]))) == ["q500"])
    }

    @Test func `A repeat of a question is a repeat as long as the question is there`() throws {
        let store = try open()
        var answerer = Answerer()
        for number in 0..<100 {
            try ask(store, number)
            try answer(store, &answerer)
        }
        let head = store.head
        try trim(store, to: 20_000)
        try ask(store, 99)
        #expect(store.head == head)
        try ask(store, 0)
        #expect(store.head.rawValue == head.rawValue + 1)
    }

    @Test func `A session of questions is deleted on every node, also after its questions`() throws {
        func replica(_ name: String) throws -> LogStore {
            try LogStore(path: "\(folder)/\(name).sqlite", durability: .process, journal: "epoch-of-the-log")
        }
        func carryOut(_ command: LogCommand, _ store: LogStore) throws -> [[UInt64]] {
            try store.carryOut(LogEntry([command], time: now, hasPlace: true)).outcomes.map(\.numbers)
        }
        let (whole, trimmed) = (try replica("whole"), try replica("trimmed"))
        let question = command([try draft("q", "request/algolia/algolia-s/")])
        for store in [whole, trimmed] { _ = try carryOut(.append(question), store) }
        try trim(trimmed, to: 0, waitingThrough: trimmed.head)
        #expect(try all(whole) == ["q"] && all(trimmed).isEmpty)
        let removal = LogCommand.remove(sessions: ["algolia-s", "nobody"])
        let expected = [[LogOutcome.number("algolia-s")]]
        for store in [whole, trimmed] {
            #expect(try carryOut(removal, store) == expected)
            #expect(try store.removeAll().map(\.session) == ["algolia-s"])
            #expect(try carryOut(removal, store) == [[]], "it is deleted")
            #expect(try carryOut(.append(question), store) == [[2, 2]], "and starts again")
        }
    }

    @Test func `What they take is known, whatever else takes them away`() throws {
        var random = SeededGenerator(seed: testSeed)
        var store = try open()
        var answerer = Answerer()
        for number in 0..<600 {
            try ask(store, number, session: "algolia-\(Int.random(in: 0..<9, using: &random))")
            _ = try append(store, [try draft("v\(number)", "view/w/s\(number % 5)/")])
            switch Int.random(in: 0..<40, using: &random) {
            case 0: _ = try store.trim(receiptsThrough: .zero)
            case 1: _ = try store.trimQuestions(to: 30_000, waitingThrough: .zero)
            case 2: _ = try store.expireSessions(idleThrough: store.head, limit: 1)
            case 3: store = try open()
            case 11...14: _ = try store.removeSome()
            case 4...10: try answer(store, &answerer)
            default: break
            }
            let known = store.retention.questions
            let real = try store.reading(Retention.init).questions
            #expect(known.bytes == real.bytes)
            #expect(known.seen <= real.seen || real.bytes == 0, "nothing is left behind")
        }
    }
}
