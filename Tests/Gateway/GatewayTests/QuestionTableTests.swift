// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AlgoliaLanguage
import Bus
import Testing
import Wire

@testable import Gateway

@Suite struct QuestionTableTests {
    private func results(of id: String) throws -> Event {
        let draft = EventDraft(
            topic: try Topic(.results, "algolia", session: "s"),
            id: "results-\(id)",
            source: "/searcher/algolia",
            type: "searchbus.results.algolia",
            causationID: id,
            data: Array(#"{"request":1,"results":[{"hits":[]},{"hits":[1]}]}"#.utf8)
        )
        let received = try ReceivedEvent(topic: draft.topic, attributes: draft.attributes, data: draft.data)
        let body = received.body(
            sequence: SequenceNumber(rawValue: 2),
            previous: .zero,
            channelPrevious: .zero,
            epoch: "test",
            now: "2026-01-01T00:00:00.000000Z"
        )
        return try Event(topic: draft.topic, body: body)
    }

    @Test("A caller gets the response to its own request, unchanged")
    func answers() async throws {
        let table = QuestionTable(count: 2, bytes: 100)
        let event = try results(of: "a")
        let other = try results(of: "b")
        let answer = try await table.answer(to: "a", bytes: 10, deadline: .now + .seconds(60)) {
            table.received([other, event])
        }
        #expect(answer == event && table.count == 0)
        let answers = try AlgoliaAnswers(answer)
        #expect(try JSON(parsing: answers.one.split(separator: UInt8(ascii: ",")).first ?? []) == ["hits": []])
    }

    @Test("Requests are bounded in number and in bytes, and fail at their timeout")
    func bounds() async throws {
        let table = QuestionTable(count: 2, bytes: 100)
        let deadline = ContinuousClock.now + .seconds(60)
        let waiting = Task { try await table.answer(to: "a", bytes: 90, deadline: deadline) {} }
        while table.count == 0 { await Task.yield() }
        await #expect(throws: SearchBusError.self) {
            try await table.answer(to: "b", bytes: 20, deadline: deadline) { Issue.record("it is asked") }
        }
        table.expire(at: deadline - .seconds(1))
        #expect(table.count == 1)
        table.expire(at: deadline)
        let failure = await waiting.result
        #expect(throws: SearchBusError(.backendTimeout, "There was no answer in time.")) { try failure.get() }
        await #expect(throws: CancellationError.self) {
            try await table.answer(to: "c", bytes: 100, deadline: deadline) {
                table.failed(["c"], with: CancellationError())
            }
        }
        #expect(table.count == 0)
    }

    @Test("Failed responses are the error of the call")
    func failures() throws {
        let event = try event(
            #"{"request":1,"failed":[1],"results":[{"hits":[]},{"message":"Index x does not exist","status":404}]}"#
        )
        #expect(throws: AlgoliaError("Index x does not exist", status: 404)) { try AlgoliaAnswers(event) }
    }

    @Test(
        "Answers that are not the last member, or not whole, are refused and never passed on",
        arguments: [
            #"{"request":1,"results":[{"message":"x","status":413}],"failed":[0]}"#,
            #"{"results":[{"a":1}],"open":[]}"#, #"{"results":[1],[2]}"#, #"{"results":[1] }"#, #"{"results":7}"#,
            #"{"results":[}"#, #"{"request":1}"#,
        ]
    )
    func misplaced(data: String) throws {
        guard let event = try? event(data) else { return }
        #expect(throws: JSONError.self) { try AlgoliaAnswers(event) }
    }

    private func event(_ data: String) throws -> Event {
        let draft = EventDraft(
            topic: try Topic(.results, "algolia", session: "s"),
            id: "r",
            source: "/searcher/algolia",
            type: "searchbus.results.algolia",
            data: Array(data.utf8)
        )
        let received = try ReceivedEvent(topic: draft.topic, attributes: draft.attributes, data: draft.data)
        let body = received.body(
            sequence: SequenceNumber(rawValue: 2),
            previous: .zero,
            channelPrevious: .zero,
            epoch: "e",
            now: "2026-01-01T00:00:00.000000Z"
        )
        return try Event(topic: draft.topic, body: body)
    }
}
