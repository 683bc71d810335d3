// SPDX-License-Identifier: MIT

import Glibc
import Runtime
import Synchronization
import Wire

/// The log, reached over ZeroMQ.
///
/// One a process; may be used from any task.
///
/// One thread owns both sockets. Requests that get no answer are sent again, which is harmless: the broker knows appends
/// that it has seen. Subscriptions survive restarts of the broker.
public final class BusClient: EventLog {
    private let mailbox: Mailbox
    private let thread: SystemThread
    private let requestTimeout: Duration?
    private let subscriptionNumber = Atomic<Int>(0)

    /// Connects to a broker, which need not run yet.
    ///
    /// - Parameters:
    ///   - endpoints: Where the broker listens.
    ///   - requestTimeout: How long a request may wait for its answer; `nil` waits until there is one.
    /// - Throws: `SearchBusError` where the process has no descriptors left.
    public init(endpoints: BusEndpoints, requestTimeout: Duration? = nil) throws {
        let mailbox = Mailbox(wakeUp: try WakeUp())
        self.mailbox = mailbox
        self.requestTimeout = requestTimeout
        thread = SystemThread(blocksSignals: true) {
            mailbox.executor.start()
            ClientLoop(endpoints: endpoints, mailbox: mailbox).run()
            mailbox.executor.close()
        }
    }

    deinit { close() }

    /// Ends every request and subscription and closes the sockets; returns when that is done, or at once on the thread of
    /// the sockets itself.
    public func close() {
        let isOnSocketThread = mailbox.executor.isCurrent
        guard mailbox.close() else { return }
        if isOnSocketThread { thread.detach() } else { thread.join() }
    }

    /// Runs tasks on the thread of the sockets, which spares components that answer events at once two wake-ups each time.
    public var executor: any TaskExecutor { mailbox.executor }

    /// Whether a message of the broker was received within the last three seconds.
    public var isConnected: Bool { mailbox.isConnected }

    public func append(_ events: [EventDraft]) async throws -> AppendReceipt {
        try await send(events, id: "", moving: [])
    }

    public func append(
        _ events: [EventDraft],
        id: String,
        moving moves: [CursorMove],
        replyDelay: Duration
    ) async throws -> AppendReceipt {
        guard !moves.isEmpty else {
            throw SearchBusError(.malformedCommand, "An append with an id of its own moves at least one cursor.")
        }
        return try await send(events, id: id, moving: moves, replyDelay: replyDelay)
    }

    private func send(
        _ events: [EventDraft],
        id: String,
        moving moves: [CursorMove],
        replyDelay: Duration = .zero
    ) async throws -> AppendReceipt {
        if let event = events.first(where: { $0.data.count > ReceivedCommand.maximumDataSize }) {
            throw SearchBusError(
                .tooLarge,
                "An event for \(event.topic) has \(event.data.count) bytes; at most \(ByteSize(ReceivedCommand.maximumDataSize)) are allowed."
            )
        }
        let reply = try await request(.append(events, id: id, moving: moves), replyDelay: replyDelay)
        return AppendReceipt(first: try reply.sequence("first"), last: try reply.sequence("last"))
    }

    public func replay(_ query: ReplayQuery) async throws -> ReplayPage {
        try ReplayPage(reply: try await request(.replay(query)))
    }

    public func latest(_ query: LatestQuery) async throws -> LatestPage {
        let reply = try await request(.latest(query))
        return LatestPage(
            events: try reply.events(),
            head: try reply.sequence("head"),
            epoch: try reply.header.requiredString("epoch"),
            hasMore: reply.header["more"]?.bool ?? false
        )
    }

    public func cursor(of component: String) async throws -> SequenceNumber {
        try await request(.cursor(component: component)).sequence("sequence")
    }

    public func claim(_ components: [String]) async throws -> [String: ComponentClaim] {
        let reply = try await request(.claim(components, nonce: Identifier.make()))
        return try reply.claims()
    }

    /// Deletes every event of at most 128 sessions.
    ///
    /// - Returns: What went; nothing of a session that the log does not have, also because a call that got no answer was sent
    ///   again.
    /// - Throws: `SearchBusError`, and every session is there.
    public func expire(_ sessions: [String]) async throws -> [RemovedSession] {
        let reply = try await request(.expire(sessions: sessions))
        return try reply.header.list("sessions").map(RemovedSession.init(json:))
    }

    public func subscribe(
        to prefixes: [TopicPrefix],
        after sequence: SequenceNumber,
        late: Set<TopicPrefix>
    ) async throws -> any EventSubscription {
        let mailbox = mailbox
        let queue = SubscriptionQueue(
            id: subscriptionNumber.add(1, ordering: .relaxed).newValue,
            onResume: { mailbox.post(.resume($0)) },
            onWait: { mailbox.hasten() },
            onCancel: { mailbox.post(.unsubscribe($0)) }
        )
        mailbox.post(.subscribe(queue, prefixes, after: sequence, late: late))
        return queue
    }

    private func request(_ command: Command, replyDelay: Duration = .zero) async throws -> Reply {
        let request = PendingRequest(frames: command.frames, timeout: requestTimeout, replyDelay: replyDelay)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                request.start(continuation)
                mailbox.post(.request(request))
            }
        } onCancel: {
            request.finish(.failure(CancellationError()))
        }
    }
}
