// SPDX-License-Identifier: MIT

import Bus
import Components
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization
import Wire

/// The gateway's one subscription: delivers views to the streams of their session, outcomes to waiting requests, and
/// the state of processes to the board.
final class StreamHub: Service {
    typealias SessionClient = StreamClient<SessionStreamStateMachine>

    private struct State {
        var clients: [String: [ObjectIdentifier: SessionClient]] = [:]
        var streams: [ObjectIdentifier: any OpenStream] = [:]
        /// The clients for which outcomes wait.
        var withOutcomes: [ObjectIdentifier: SessionClient] = [:]
        var ledger = ResumeLedger()
        var board: ProcessBoard
        var absence = Absence()
        var isJoined = false
        var isClosed = false
    }

    /// How long the outcome of an intent that was carried out waits for the views that follow from it.
    ///
    /// It saves one write to the connection for each key. Pages show that they wait after 300 ms.
    private static let outcomeDelay = Duration.milliseconds(100)
    /// The kinds that clients of the gateway receive.
    static let kinds = Topic.Kind.allCases.filter { $0.rules.audience != .none }
    private let prefixes: [TopicPrefix]

    let position = LogPosition()
    /// The clients that wait for outcomes.
    let outcomes = OutcomeBoard()
    private let log: any EventLog
    private let executor: (any TaskExecutor)?
    private let metrics: GatewayMetrics
    private let logger: Logger
    private let questions: Questions
    private let state: Mutex<State>

    /// - Parameters:
    ///   - log: The bus.
    ///   - executor: The executor for reading the bus; on the thread of its sockets, no other thread is woken for each burst.
    ///   - metrics: The metrics.
    ///   - logger: Logs that the bus is not connected.
    ///   - machine: The name of this node among those that share a log.
    ///   - mute: The processes that need not report.
    ///   - questions: Receives the answers.
    ///   - answers: The topics of answers that it waits for.
    init(
        log: any EventLog,
        executor: (any TaskExecutor)? = nil,
        metrics: GatewayMetrics,
        logger: Logger,
        machine: String? = nil,
        mute: Set<String> = [],
        questions: Questions,
        answers: [TopicPrefix] = []
    ) {
        self.questions = questions
        prefixes = Self.kinds.map { TopicPrefix($0) } + answers
        self.executor = executor
        state = Mutex(State(board: ProcessBoard(machine: machine, mute: mute)))
        self.log = log
        self.metrics = metrics
        self.logger = logger
    }

    /// Whether the subscription runs.
    var isJoined: Bool { state.withLock { $0.isJoined } }

    /// The number of open streams.
    var streamCount: Int { state.withLock { $0.streams.count } }

    /// The known state of the processes.
    var board: ProcessBoard { state.withLock { $0.board } }

    // MARK: Clients

    /// Registers a client of a session; it receives every view from now on.
    func add(_ client: SessionClient, session: String) {
        let (isClosed, absence) = state.withLock { state in
            state.clients[session, default: [:]][ObjectIdentifier(client)] = client
            state.streams[ObjectIdentifier(client)] = client
            return (state.isClosed, state.absence)
        }
        if !absence.isEmpty { client.update { $0.tell("health", absence.message) } }
        if isClosed { client.end(nil) }
    }

    /// Registers a stream that has a subscription of its own.
    func add(_ stream: any OpenStream) {
        let isClosed = state.withLock { state in
            state.streams[ObjectIdentifier(stream)] = stream
            return state.isClosed
        }
        if isClosed { stream.end(nil) }
    }

    /// Removes a stream.
    func remove(_ stream: any OpenStream, session: String? = nil) {
        state.withLock { state in
            state.streams[ObjectIdentifier(stream)] = nil
            guard let session else { return }
            state.clients[session]?[ObjectIdentifier(stream)] = nil
            if state.clients[session]?.isEmpty == true { state.clients[session] = nil }
        }
    }

    /// The sequence number after which a client with the given event ID must receive everything.
    func safePlace(for sequence: SequenceNumber) -> SequenceNumber {
        state.withLock { $0.ledger.safePlace(for: sequence) }
    }

    /// Notifies pages of missing processes, if these have changed.
    func note(_ absence: Absence) {
        let clients = state.withLock { state -> [SessionClient] in
            guard state.absence != absence else { return [] }
            state.absence = absence
            return state.clients.values.flatMap(\.values)
        }
        let message = absence.message
        for client in clients { client.update { $0.tell("health", message) } }
    }

    /// Passes the time to all streams.
    func tick(at now: ContinuousClock.Instant) {
        for stream in state.withLock({ Array($0.streams.values) }) { stream.tick(at: now) }
    }

    /// Ends all streams, and future ones, because the gateway stops.
    func close() {
        let streams = state.withLock { state in
            state.isClosed = true
            return Array(state.streams.values)
        }
        for stream in streams { stream.end(nil) }
    }

    // MARK: The subscription

    /// Follows the bus until the task is cancelled or the gateway stops.
    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            try await withTaskExecutorPreference(self.executor) { try await self.follow() }
        }
    }

    private func follow() async throws {
        var epoch: String?
        while true {
            do {
                let page = try await log.latest(LatestQuery([TopicPrefix(.index)], limit: 1))
                position.note(page.epoch, page.head)
                if let epoch, epoch != page.epoch { endWaits(for: page.epoch) }
                epoch = page.epoch
                // No client received events before this sequence number and after it read its state.
                loseTrack()
                let subscription = try await log.subscribe(to: prefixes, after: page.head)
                defer { subscription.cancel() }
                state.withLock { $0.isJoined = true }
                try await read(subscription)
            } catch let error as SearchBusError {
                state.withLock { $0.isJoined = false }
                logger.warning("The bus is not connected", metadata: ["code": "\(error.code.rawValue)"])
            }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    private func read(_ subscription: any EventSubscription) async throws {
        while true {
            do {
                deliver(try await subscription.next())
            } catch let error as SearchBusError where [.trimmed, .diverged].contains(error.code) {
                loseTrack()
            }
        }
    }

    /// Makes every client of a session read its state again.
    private func loseTrack() {
        let clients = state.withLock { state in
            state.ledger = ResumeLedger()
            return state.clients.values.flatMap(\.values)
        }
        for client in clients { client.update { $0.lostTrack() } }
    }

    /// Notifies all waits for outcomes that the log was replaced: their intents may not be on it.
    private func endWaits(for epoch: String) {
        outcomes.fail(
            with: SearchBusError(
                .epochChanged,
                "The log was replaced while an intent was carried out: it is \(epoch) now.",
                remedy: "Check the session's views, and send what is still needed again with the same ids."
            )
        )
    }

    /// What a burst of events has for the clients of a session.
    private struct Delivery {
        var frames: [StreamFrame] = []
        var outcomes: [ByteBuffer] = []
        /// Whether there is an outcome that no view follows.
        var isUrgent = false
    }

    /// Delivers events.
    func deliver(_ events: [Event]) {
        questions.received(events)
        outcomes.received(events)
        let deliveries = state.withLock { state in
            var found: [String: Delivery] = [:]
            for event in events {
                switch event.topic.kind {
                case .view:
                    state.ledger.note(event.sequence)
                    guard let session = event.topic.session, state.clients[session] != nil else { continue }
                    found[session, default: Delivery()].frames.append(StreamFrame(view: event))
                case .outcome:
                    let result = event.typeSuffix
                    metrics.count(.outcomes, [String(result)])
                    guard let session = event.topic.session, state.clients[session] != nil,
                        let message = ServerSentEvent.outcome(event)
                    else { continue }
                    found[session, default: Delivery()].outcomes.append(message)
                    if result != OutcomeData.Result.applied.rawValue { found[session]?.isUrgent = true }
                case .status:
                    state.board.received(event, at: .now)
                default: break
                }
            }
            return found.flatMap { session, delivery in
                state.clients[session, default: [:]].values.map { ($0, delivery) }
            }
        }
        var waiting: [SessionClient] = []
        for (client, delivery) in deliveries {
            let isWaiting = client.update { machine in
                machine.received(outcomes: delivery.outcomes, areUrgent: delivery.isUrgent)
                machine.received(delivery.frames)
                return machine.awaitsViews
            }
            if isWaiting { waiting.append(client) }
        }
        if !waiting.isEmpty { sendOutcomesLater(of: waiting) }
        if let last = events.last(where: { $0.sequence > .zero }) { position.note(last.epoch, last.sequence) }
        metrics.count(.eventsReceived, by: events.count)
        metrics.count(.viewsDelivered, by: deliveries.reduce(0) { $0 + $1.1.frames.count })
    }

    /// Sends the outcomes that have waited for views in vain.
    private func sendOutcomesLater(of clients: [SessionClient]) {
        let isFirst = state.withLock { state in
            defer { for client in clients { state.withOutcomes[ObjectIdentifier(client)] = client } }
            return state.withOutcomes.isEmpty
        }
        guard isFirst else { return }
        Task {
            try? await Task.sleep(for: Self.outcomeDelay)
            let waiting = state.withLock { state in
                defer { state.withOutcomes = [:] }
                return Array(state.withOutcomes.values)
            }
            for client in waiting { client.update { $0.sendOutcomes() } }
        }
    }
}

extension StreamFrame {
    /// A view, written for the streams of its session.
    init(view event: Event) {
        self.init(
            topic: event.topic.description,
            sequence: event.sequence,
            bytes: ServerSentEvent.busEvent(event, named: "view")
        )
    }
}
