// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import Bus
import Components
import Synchronization
import Testing
import Wire

@testable import searchbus

@Suite(.timeLimit(.minutes(5))) struct IntentSenderTests {
    private static let app = """
        name: store
        searchers: { products: { type: hits, index: products } }
        filterStates: { main: { searchers: [products] } }
        widgets: { box: { type: search-box, searcher: products } }
        """

    private func send(
        _ log: ScriptedLog,
        to addressee: String = "box",
        timeout: Duration = .seconds(30)
    ) async throws -> (receipt: IntentReceipts.Receipt, outcome: OutcomeData) {
        let sender = IntentSender(log: log, app: try AppFile.read(Self.app), timeout: timeout)
        return try await sender.send("set-query", data: ["query": "sam"], to: addressee, session: "s")
    }

    @Test func `a new session is started first`() async throws {
        let log = ScriptedLog(answers: .applied)
        let sent = try await send(log)
        #expect(sent.outcome.result == .applied)
        #expect(
            log.appended.map { "\($0.topic) \($0.type)" } == [
                "intent/session/s/ searchbus.intent.start", "intent/box/s/ searchbus.intent.set-query",
            ]
        )
        #expect(sent.receipt.sequence.rawValue == 2)
    }

    @Test func `a session that is known is not started again`() async throws {
        let log = ScriptedLog(answers: .unchanged, knowsSession: true)
        #expect(try await send(log).outcome.result == .unchanged)
        #expect(log.appended.map(\.type) == ["searchbus.intent.set-query"])
        #expect(log.appended.first?.correlationID == log.appended.first?.id)
    }

    @Test(arguments: ["start", "Set-Query", "set-qery"])
    func `an intent that the gateway would refuse is refused before it is sent`(_ intent: String) async throws {
        let log = ScriptedLog(answers: .applied)
        let sender = IntentSender(log: log, app: try AppFile.read(Self.app), timeout: .seconds(30))
        let error = await #expect(throws: SearchBusError.self) {
            try await sender.send(intent, data: ["query": "sam"], to: "box", session: "s")
        }
        #expect(error?.code == .invalidIntent)
        #expect(log.appended.isEmpty)
    }

    @Test func `outcomes of others are passed over`() async throws {
        let log = ScriptedLog(answers: .strangersFirst)
        #expect(try await send(log).outcome.result == .applied)
    }

    @Test func `a rejection keeps its words`() async throws {
        let sent = try await send(ScriptedLog(answers: .rejected))
        #expect(sent.outcome.result == .rejected)
        #expect(sent.outcome.rejection == SearchBusError(.invalidIntent, "No.", remedy: "Ask otherwise."))
    }

    @Test func `an addressee that the app lacks is refused before anything is sent`() async throws {
        let log = ScriptedLog(answers: .applied)
        let error = await #expect(throws: SearchBusError.self) { try await send(log, to: "nobody") }
        #expect(error?.code == .unknownAddressee)
        #expect(error?.remedy.contains("box, products, main") == true)
        #expect(log.appended.isEmpty)
    }

    @Test func `an outcome that does not come in time is an error`() async throws {
        let error = await #expect(throws: SearchBusError.self) {
            try await send(ScriptedLog(answers: .nothing), timeout: .milliseconds(1))
        }
        #expect(error == .outcomesMissing(after: .milliseconds(1)))
    }
}

/// A log of one session, whose widget gives a fixed answer.
private final class ScriptedLog: EventLog {
    enum Answers {
        case applied, unchanged, rejected, strangersFirst, nothing
    }

    private let answers: Answers
    private let knowsSession: Bool
    private let drafts = Mutex<[EventDraft]>([])
    private let outcomes: AsyncStream<Event>
    private let outcome: AsyncStream<Event>.Continuation

    init(answers: Answers, knowsSession: Bool = false) {
        self.answers = answers
        self.knowsSession = knowsSession
        (outcomes, outcome) = AsyncStream.makeStream()
    }

    var appended: [EventDraft] { drafts.withLock { $0 } }

    func append(
        _ events: [EventDraft],
        id: String,
        moving moves: [CursorMove],
        replyDelay: Duration
    ) async throws -> AppendReceipt {
        try await append(events)
    }

    func claim(_ components: [String]) async throws -> [String: ComponentClaim] { [:] }

    func append(_ events: [EventDraft]) async throws -> AppendReceipt {
        drafts.withLock { $0 += events }
        let id = events.last?.id ?? ""
        switch answers {
        case .applied: outcome.yield(try event("applied", of: id))
        case .unchanged: outcome.yield(try event("unchanged", of: id))
        case .rejected: outcome.yield(try event("rejected", of: id))
        case .strangersFirst:
            outcome.yield(try event("rejected", of: "another"))
            outcome.yield(try event("applied", of: id))
        case .nothing: break
        }
        return AppendReceipt(
            first: SequenceNumber(rawValue: 1),
            last: SequenceNumber(rawValue: UInt64(events.count))
        )
    }

    func latest(_ query: LatestQuery) async throws -> LatestPage {
        LatestPage(
            events: knowsSession ? [try event("applied", of: "old")] : [],
            head: .zero,
            epoch: "e",
            hasMore: false
        )
    }

    func replay(_ query: ReplayQuery) async throws -> ReplayPage {
        ReplayPage(events: [], through: .zero, head: .zero, epoch: "e", trimmed: nil)
    }

    func cursor(of component: String) async throws -> SequenceNumber { .zero }

    func subscribe(
        to prefixes: [TopicPrefix],
        after: SequenceNumber,
        late: Set<TopicPrefix>
    ) async throws -> any EventSubscription {
        Subscription(outcomes)
    }

    private func event(_ result: String, of intent: String) throws -> Event {
        let body: JSON = [
            "id": "o", "source": "/interactor/box", "type": .string("searchbus.outcome.\(result)"),
            "data": [
                "intent": .string(intent), "result": .string(result), "code": "invalid-intent", "message": "No.",
                "remedy": "Ask otherwise.",
            ],
        ]
        return try Event(topic: Topic(.outcome, "box", session: "s"), body: body.bytes)
    }

    private final class Subscription: EventSubscription {
        private let events: AsyncStream<Event>

        init(_ events: AsyncStream<Event>) { self.events = events }

        func next(until deadline: ContinuousClock.Instant?) async throws -> [Event] {
            for await event in events { return [event] }
            throw CancellationError()
        }

        func wake() {}
        func cancel() {}
    }
}
