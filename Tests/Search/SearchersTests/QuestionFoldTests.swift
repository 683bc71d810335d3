// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Backends
import Bus
import BusTesting
import Components
import RandomTesting
import SearchModel
import Testing
import Wire

@testable import Searchers

@Suite("Requests of Algolia's interface", .timeLimit(.minutes(5)))
struct QuestionFoldTests {
    /// A session in which answers and the cursor are stored together, and everything else is lost with the process.
    private struct Life {
        let component = QuestionFold(QuestionEngine(backends: [:], owners: [:], embedded: nil))
        var state = QuestionStateMachine()
        var folded = 0
        var cursor = 0
        var running: [Int] = []
        var answers: [SequenceNumber] = []
        /// The last answer on the log.
        var last: Event?

        mutating func fold() {
            folded += 1
            guard
                let event = try? Event.made(
                    .request,
                    "algolia",
                    session: "s",
                    type: "searchbus.request.algolia",
                    data: [:],
                    at: UInt64(folded)
                )
            else { return }
            state.ask(.init(sequence: event.sequence, questions: [], cause: Cause(event)))
        }

        mutating func begin() {
            if let begun = state.begin() { running.append(begun.id) }
        }

        mutating func end(_ place: Int) throws {
            let answer = QuestionEngine.Answer.success(Array("{}".utf8))
            for output in component.finish(&state, effect: running.remove(at: place), [answer], at: .now) {
                let data = try JSON(parsing: output.data)
                let event = try Event.made(.results, "algolia", session: "s", type: output.type, data: data, at: 1)
                answers.append(SequenceNumber(rawValue: UInt64(try #require(data["request"]?.int))))
                last = event
            }
            cursor = state.pending.map { Int($0.rawValue) - 1 } ?? folded
        }

        mutating func die() throws {
            state = try component.restore(session: "s", from: last.map { [Incoming($0)] } ?? [], at: .now)
            (folded, running) = (cursor, [])
        }
    }

    @Test func `Every request gets exactly one answer, in whatever order engines answer and whenever the process dies`()
        throws
    {
        var generator = SeededGenerator(seed: testSeed)
        for _ in 0..<400 {
            let count = Int.random(in: 1..<40, using: &generator)
            var life = Life()
            var deaths = 0
            while life.answers.count < count || life.state.pending != nil {
                switch Int.random(in: 0..<10, using: &generator) {
                case 0..<4 where life.folded < count: life.fold()
                case 4..<7: life.begin()
                case 7,
                    8 where !life.running.isEmpty:
                    if !life.running.isEmpty { try life.end(Int.random(in: life.running.indices, using: &generator)) }
                case 9 where deaths < 30 && generator.isTrue():
                    deaths += 1
                    try life.die()
                default: break
                }
                if life.answers.count > count { break }
            }
            #expect(life.answers.map { Int($0.rawValue) }.sorted() == Array(1...count))
        }
    }

    @Test func `Answers of any size around the limit leave as JSON with the answers as the last member`() throws {
        var generator = SeededGenerator(seed: testSeed)
        let fold = QuestionFold(QuestionEngine(backends: [:], owners: [:], embedded: nil))
        let request = try Event.made(
            .request,
            "algolia",
            session: "s",
            type: "searchbus.request.algolia",
            data: [:],
            at: 7
        )
        let limit = ReceivedCommand.maximumDataSize
        for _ in 0..<60 {
            let count = Int.random(in: 1...AlgoliaQuestion.limit, using: &generator)
            let total = limit + Int.random(in: -4_000...4_000, using: &generator)
            let answers = (0..<count).map { _ -> QuestionEngine.Answer in
                guard Int.random(in: 0..<10, using: &generator) > 0 else {
                    return .failure(AlgoliaError("Index x does not exist", status: 404))
                }
                return .success(Array("{\"text\":\"\(String(repeating: "x", count: total / count))\"}".utf8))
            }
            let open: Set = generator.isTrue() ? [SequenceNumber(rawValue: 3)] : []
            let output = QuestionFold.results(
                answers,
                to: SequenceNumber(rawValue: 7),
                .init(last: SequenceNumber(rawValue: 8), open: open),
                Cause(request)
            )
            let isTooLarge = output.data.count > limit
            let sent =
                isTooLarge
                ? try #require(fold.substitute(for: output, refusedFor: SearchBusError(.tooLarge, "x"))) : output
            #expect(sent.data.count <= limit)
            let limits = JSONLimits(depth: 512, values: .max)
            let data = try JSON(parsing: sent.data, limits: limits)
            #expect(data["results"]?.array?.count == count && data["open"]?.array?.count == (open.isEmpty ? nil : 1))
            #expect(data["last"]?.int == 8)
            let failed = answers.indices.filter { isTooLarge || (try? answers[$0].get()) == nil }
            #expect((data["failed"]?.array ?? []).compactMap(\.int) == failed, "seed \(testSeed)")
            // As the gateway extracts them: from the name to the last brace.
            let (_, start) = try JSON.membersBefore("results", in: sent.data)
            let list = try JSON(parsing: sent.data[start..<(sent.data.endIndex - 1)], limits: limits)
            #expect(list == data["results"], "seed \(testSeed)")
        }
    }

    @Test func `What a searcher was asked before it died is answered once by the next, with all members`() async throws
    {
        let broker = try TestBroker()
        let log = try broker.client()
        defer { log.close() }
        let silent = GatedBackend(isOpen: false)
        let first = try run(broker, silent)
        for number in 0..<20 {
            let session = "algolia-\(number % 3)"
            let query = JSONObject([("query", number == 7 ? "broken" : "x")])
            let questions = [AlgoliaQuestion(.hits, index: "i"), AlgoliaQuestion(.hits, index: "i", parameters: query)]
            let draft = EventDraft(
                topic: try Topic(.request, "algolia", session: session),
                id: "question-\(number)",
                source: "/gateway",
                type: "searchbus.request.algolia",
                data: JSON.object(JSONObject([("requests", .array(questions.map(\.json)))])).bytes
            )
            _ = try await log.append([draft])
        }
        let bad = EventDraft(
            topic: try Topic(.request, "algolia", session: "algolia-0"),
            id: "question-bad",
            source: "/gateway",
            type: "searchbus.request.algolia",
            data: Array(#"{"requests":[{"kind":"dance"}]}"#.utf8)
        )
        _ = try await log.append([bad])
        _ = try await log.first(under: TopicPrefix(.results)) { $0.causationID == "question-bad" }
        first.cancel()
        _ = await first.result
        let second = try run(broker, GatedBackend(isOpen: true))
        defer { second.cancel() }
        var answered: [String: JSON] = [:]
        let subscription = try await log.subscribe(to: [TopicPrefix(.results)], after: .zero)
        while answered.count < 21 {
            for event in try await subscription.next() {
                let id = try #require(event.causationID)
                #expect(answered[id] == nil, "\(id) is answered twice")
                answered[id] = try event.data()
            }
        }
        for number in 0..<20 {
            #expect(answered["question-\(number)"]?["results"]?.array?.count == 2)
        }
        #expect(answered["question-bad"]?["failed"] == [0])
        #expect(answered["question-7"]?["failed"] == [1])
    }

    private func run(_ broker: TestBroker, _ backend: any SearchService) throws -> Task<Void, any Error> {
        Task {
            let client = try broker.client()
            defer { client.close() }
            let fold = QuestionFold(QuestionEngine(backends: [:], owners: [:], embedded: backend))
            try await ComponentHost([fold], log: client, meter: ComponentMeter()).run()
        }
    }
}
