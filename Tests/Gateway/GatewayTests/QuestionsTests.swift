// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Bus
import Testing
import Wire

@testable import Gateway

/// Requests of Algolia's interface on the bus, and their answers.
@Suite(.timeLimit(.minutes(5))) struct QuestionsTests {
    private let log = MemoryLog()
    private let question = AlgoliaQuestion(.hits, index: "products", parameters: JSONObject([("query", "lamp")]))
    private let caller = CallerToken("a", at: nil)

    private func questions(_ change: (inout GatewayConfiguration.Limits) -> Void = { _ in }) -> Questions {
        var limits = GatewayConfiguration.Limits()
        limits.questionTime = .seconds(60)
        change(&limits)
        return Questions(log: log, limits: limits, metrics: GatewayMetrics())
    }

    /// Answers the requests of each append, and others before them.
    private func answer(_ questions: Questions) {
        log.react { _, drafts in
            let ids = ["other"] + drafts.map(\.id)
            questions.received(
                ids.compactMap { id in
                    let data = #"{"request":1,"results":[{"id":"\#(id)"},1]}"#
                    return try? .sample("results/algolia/s/", data, causation: id)
                }
            )
        }
    }

    @Test("A caller gets the response to its own request, unchanged")
    func answers() async throws {
        let questions = questions()
        answer(questions)
        let event = try await questions.answer(to: [question], session: "s", of: caller)
        let draft = try #require(log.appends.first?.first)
        #expect(draft.topic.description == "request/algolia/s/" && draft.type == "searchbus.request.algolia")
        #expect(try JSON(parsing: draft.data)["caller"]?.string == caller.text)
        #expect(Array(try AlgoliaAnswers(event).one) == Array(#"{"id":"\#(draft.id)"},1"#.utf8))
    }

    @Test("A request without an answer ends at its timeout, and one that is not on the log at once")
    func failures() async throws {
        let short = questions { $0.questionTime = .milliseconds(1) }
        await #expect(throws: SearchBusError(.backendTimeout, "There was no answer in time.")) {
            try await short.answer(to: [question], session: "s", of: caller)
        }
        let full = SearchBusError(.storageFull, "The disk is full.")
        log.fail(full)
        await #expect(throws: full) { try await questions().answer(to: [question], session: "s", of: caller) }
    }

    @Test("Failed responses are the error of the call")
    func failedResponses() throws {
        let event = try Event.sample(
            "results/algolia/s/",
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
        guard let event = try? Event.sample("results/algolia/s/", data) else { return }
        #expect(throws: JSONError.self) { try AlgoliaAnswers(event) }
    }
}
