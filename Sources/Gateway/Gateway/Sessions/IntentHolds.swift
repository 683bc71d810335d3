// SPDX-License-Identifier: MIT

import Bus
import Components
import Logging
import Synchronization
import Wire

/// The holds of this gateway: lets requests wait as `IntentHold` says, appends them, and notifies the inspectors.
final class IntentHolds: Sendable {
    /// What an inspector receives; a message with a `resolution` is the last one.
    struct Message: Sendable {
        let json: JSON
        let isLast: Bool
    }

    /// What became of a request that waited.
    private enum Settlement: Sendable {
        case appended
        case refused(SearchBusError)
    }

    private struct State {
        var hold: IntentHold
        var receivers: [Int: @Sendable (Message) -> Void] = [:]
        var records: [HoldRecord] = []
    }

    /// How long a request waits for its response.
    ///
    /// Clients give a request up after 10 s, and repeat it either way.
    private static let responseTime = Duration.seconds(8)
    /// The maximum number of records that are not taken yet.
    private static let recordLimit = 200

    private let state: Mutex<State>
    /// Held while an inspector is notified, so that it receives the newest state last.
    private let delivery = Mutex(())
    private let board = ReplyBoard<[IntentKey], Settlement>()
    private let logger: Logger
    private let append: @Sendable (IntentHold.Request) async throws -> Void

    /// - Parameters:
    ///   - limits: What may be held, and for how long.
    ///   - logger: Logs who holds, releases and drops what.
    ///   - append: Appends a request.
    init(
        _ limits: IntentHold.Limits,
        logger: Logger,
        append: @escaping @Sendable (IntentHold.Request) async throws -> Void
    ) {
        state = Mutex(State(hold: IntentHold(limits)))
        (self.logger, self.append) = (logger, append)
    }

    // MARK: Senders

    /// Waits until a request may be appended, which without a hold is at once.
    ///
    /// A request that was held is on the log afterwards; sending it again has the response.
    ///
    /// - Throws: `SearchBusError` with `held` if it waits for longer than a response may take, with `dropped` if it was dropped,
    ///   with `busy` if too much waits, and errors of the log.
    func pass(_ intents: [IntentRequest], session: String, sender: Identity) async throws {
        guard state.withLock({ $0.hold.concerns(session) }) else { return }
        let request = IntentHold.Request(
            session: session,
            intents: intents,
            sender: sender.words,
            since: .now(),
            traceParent: RequestTrace.current
        )
        let keys = request.keys
        let (_, replies) = try await board.replies(to: [keys], within: Self.responseTime) {
            let actions = try state.withLock { try $0.hold.received(request, at: .current) }
            if let actions { perform(actions) } else { board.received(.appended, to: keys) }
        }
        switch replies[keys] {
        case .appended?: return
        case .refused(let error)?: throw error
        case nil:
            throw SearchBusError(
                .held,
                "An administrator holds this intent, or one before it, in the inspector. It is not on the log yet."
            )
        }
    }

    // MARK: The inspector

    /// Holds the next request of a session.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - holder: The client that asks for it.
    ///   - receive: Receives the state of the hold, then its end.
    /// - Returns: Ends the hold when it is released.
    /// - Throws: `SearchBusError` with `busy` if the session is held already.
    func begin(
        _ session: String,
        by holder: Identity,
        _ receive: @escaping @Sendable (Message) -> Void
    ) throws -> StreamLease {
        let (number, actions) = try state.withLock { state in
            let (number, actions) = try state.hold.begin(session, by: holder.words)
            state.receivers[number] = receive
            return (number, actions)
        }
        logger.notice("The next intent of session \(session) is held by \(holder.words)")
        perform(actions)
        return StreamLease { [weak self] in
            guard let self else { return }
            perform(state.withLock { $0.hold.leave(session, number: number, at: .current) })
        }
    }

    /// Releases or drops the held request of a session.
    ///
    /// - Throws: `SearchBusError` with `invalid-argument` if the intent is not held.
    func decide(
        _ decision: IntentHold.Decision,
        _ intent: String,
        session: String,
        by identity: Identity,
        holdsNext: Bool
    ) throws {
        let actions = try state.withLock { state in
            try state.hold.decide(
                decision,
                intent,
                session: session,
                by: identity.words,
                holdsNext: holdsNext,
                at: .current
            )
        }
        perform(actions)
    }

    /// Releases what was held too long.
    func tick() { perform(state.withLock { $0.hold.tick(at: .current) }) }

    /// What became of held requests since the last call.
    func takeRecords() -> [HoldRecord] {
        state.withLock { state in
            defer { state.records = [] }
            return state.records
        }
    }

    // MARK: Actions

    private func perform(_ actions: [IntentHold.Action]) {
        for action in actions {
            switch action {
            case .append(let request): Task { await carryOut(request) }
            case .settle(let keys, nil): board.received(.appended, to: keys)
            case .settle(let keys, let error?): board.received(.refused(error), to: keys)
            case .show(let session): show(session)
            case .end(let number, let resolution):
                let receive = state.withLock { $0.receivers.removeValue(forKey: number) }
                let json: JSON = ["state": "over", "resolution": .string(resolution.name)]
                delivery.withLock { _ in receive?(Message(json: json, isLast: true)) }
            case .record(let record):
                logger.notice("\(record.message)")
                state.withLock { state in
                    state.records.append(record)
                    state.records.removeFirst(max(0, state.records.count - Self.recordLimit))
                }
            }
        }
    }

    private func carryOut(_ request: IntentHold.Request) async {
        var failure: SearchBusError?
        do {
            try await append(request)
        } catch {
            failure = error as? SearchBusError ?? SearchBusError(.internalError, "The intent could not be appended.")
        }
        perform(state.withLock { [failure] in $0.hold.appended(request.session, failure, at: .current) })
    }

    private func show(_ session: String) {
        delivery.withLock { _ in
            let shown = state.withLock { state in
                state.hold.display(of: session).map { ($0.json, state.receivers[$0.number]) }
            }
            if let (json, receive) = shown { receive?(Message(json: json, isLast: false)) }
        }
    }
}
