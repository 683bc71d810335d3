// SPDX-License-Identifier: MIT

import Bus
import Components
import Wire

/// The holds of intents, by session: breakpoints that an administrator sets in the inspector.
///
/// A hold is armed first. The next request with intents is then held instead of appended, and later requests of the session wait
/// behind it in their order. Once it is released or dropped, by a person or since its time is over, the others are appended one
/// after the other. No request is acknowledged before it is on the log.
struct IntentHold: Sendable {
    /// What may be held, and for how long.
    struct Limits: Sendable {
        /// The maximum number and size of the waiting requests of one session.
        var requests = 64
        var bytes = 1 << 20
        /// The maximum number and size of the waiting requests of all sessions.
        var allRequests = 1_024
        var allBytes = 16 << 20
        /// How long a request is held before it is released.
        var time = Duration.seconds(60)
        /// How long, and how many at most for a session, dropped requests are remembered, so that a repeat of one is refused.
        var memory = Duration.seconds(600)
        var dropped = 1_000
    }

    /// A time, for intervals and for people.
    struct Now: Sendable {
        var instant: ContinuousClock.Instant
        var time: Timestamp

        static var current: Now { Now(instant: .now, time: .now()) }
    }

    /// The intents of one POST.
    struct Request: Sendable {
        let session: String
        let intents: [IntentRequest]
        /// The client that sent them, in words.
        let sender: String
        let since: Timestamp
        var traceParent: TraceParent?

        /// What identifies it: a repeat has the same keys.
        var keys: [IntentKey] { intents.map { IntentKey(session: session, addressee: $0.addressee, id: $0.id) } }
        /// The ID of the first intent, by which a person names the request.
        var id: String { intents.first?.id ?? "" }
        var size: Int { intents.reduce(0) { $0 + $1.data.bytes.count } }
    }

    /// How a held request was resolved.
    enum Resolution: Sendable, Hashable {
        case released(by: String)
        case dropped(by: String)
        /// It was released since its time was over.
        case timedOut
        /// It was released since the inspector was closed.
        case abandoned
    }

    /// What a person decides about a held request.
    enum Decision: String, Sendable, CaseIterable {
        case release
        case drop
    }

    /// What to do after a change.
    enum Action: Sendable {
        /// Append a request; `appended` is called afterwards.
        case append(Request)
        /// Answer the senders of a request: it is on the log, or why it is not.
        case settle([IntentKey], SearchBusError?)
        /// Show the state of a session's hold to its holder.
        case show(String)
        /// The hold of this number is over.
        case end(Int, Resolution)
        case record(HoldRecord)
    }

    private struct Holder {
        let number: Int
        let name: String
    }

    private struct Waiting {
        let request: Request
        let size: Int
    }

    private struct Session {
        /// Set exactly while the hold is armed or a request is held.
        var holder: Holder?
        var isArmed = false
        /// When the first request of the queue is released; `nil` if it is not held.
        var heldUntil: (instant: ContinuousClock.Instant, time: Timestamp)?
        /// Whether the first request of the queue is being appended.
        var isAppending = false
        var queue: [Waiting] = []
        var dropped: [(key: IntentKey, at: ContinuousClock.Instant)] = []

        var size: Int { queue.reduce(0) { $0 + $1.size } }
    }

    let limits: Limits
    private var sessions: [String: Session] = [:]
    private var lastNumber = 0

    init(_ limits: Limits = Limits()) { self.limits = limits }

    /// Whether requests of a session are held, wait or were dropped lately.
    func concerns(_ session: String) -> Bool { sessions[session] != nil }

    // MARK: The inspector

    /// Arms a hold: the next request of the session is held.
    ///
    /// - Returns: The number of the hold.
    /// - Throws: `SearchBusError` with `busy` if the session is held already.
    mutating func begin(_ session: String, by name: String) throws -> (number: Int, actions: [Action]) {
        var state = sessions[session] ?? Session()
        if let holder = state.holder {
            throw SearchBusError(
                .busy,
                "The next intent of the session is held already, by \(holder.name).",
                remedy: "Close the other inspector, or press “Stop holding” there."
            )
        }
        lastNumber += 1
        state.holder = Holder(number: lastNumber, name: name)
        state.isArmed = true
        sessions[session] = state
        return (lastNumber, [.show(session)])
    }

    /// Ends the hold of a number, if it is not over: what it holds is released.
    mutating func leave(_ session: String, number: Int, at now: Now) -> [Action] {
        guard sessions[session]?.holder?.number == number else { return [] }
        sessions[session]?.isArmed = false
        return resolve(session, .abandoned, at: now)
    }

    /// Releases or drops the held request.
    ///
    /// - Parameters:
    ///   - decision: What to do with it.
    ///   - intent: The ID of its first intent: another request may be held by now.
    ///   - session: The session.
    ///   - name: The person who decides.
    ///   - holdsNext: Whether the next request is held, too.
    ///   - now: The time.
    /// - Returns: What to do.
    /// - Throws: `SearchBusError` with `invalid-argument` if this intent is not held.
    mutating func decide(
        _ decision: Decision,
        _ intent: String,
        session: String,
        by name: String,
        holdsNext: Bool,
        at now: Now
    ) throws -> [Action] {
        guard let state = sessions[session], state.heldUntil != nil, state.queue.first?.request.id == intent else {
            throw SearchBusError(
                .invalidArgument,
                "The intent `\(intent.prefix(80))` of this session is not held by this gateway.",
                remedy: "It may have been released or dropped already; the stream of the hold has what is held."
            )
        }
        sessions[session]?.isArmed = holdsNext
        switch decision {
        case .release: return resolve(session, .released(by: name), at: now)
        case .drop: return resolve(session, .dropped(by: name), at: now)
        }
    }

    // MARK: Requests

    /// Takes a request that was received.
    ///
    /// - Returns: `nil` if it may be appended at once; otherwise it waits, as the repeat of a waiting one does.
    /// - Throws: `SearchBusError` with `dropped` for a repeat of a dropped request, with `busy` if too much waits.
    mutating func received(_ request: Request, at now: Now) throws -> [Action]? {
        guard let state = sessions[request.session] else { return nil }
        let keys = request.keys
        if state.dropped.contains(where: { keys.contains($0.key) }) { throw Self.droppedError }
        if state.queue.contains(where: { $0.request.keys == keys }) { return [] }
        guard state.isArmed || !state.queue.isEmpty else { return nil }
        let (size, all) = (request.size, sessions.values)
        let isFull =
            state.queue.count >= limits.requests || state.size + size > limits.bytes
            || all.reduce(0) { $0 + $1.queue.count } >= limits.allRequests
            || all.reduce(0) { $0 + $1.size } + size > limits.allBytes
        guard !isFull else {
            throw SearchBusError(
                .busy,
                "An administrator holds an intent of this session in the inspector, and too much waits behind it.",
                remedy: "Retry with the same ids when the intent is released, which takes \(limits.time) at most."
            )
        }
        sessions[request.session]?.queue.append(Waiting(request: request, size: size))
        return [.show(request.session)] + advance(request.session, at: now)
    }

    /// Notes that the first waiting request was appended, or could not be.
    mutating func appended(_ session: String, _ error: SearchBusError?, at now: Now) -> [Action] {
        guard sessions[session]?.isAppending == true else { return [] }
        sessions[session]?.isAppending = false
        let keys = sessions[session]?.queue.removeFirst().request.keys ?? []
        return [.settle(keys, error), .show(session)] + advance(session, at: now)
    }

    /// Releases what was held too long, and forgets what was dropped long ago.
    mutating func tick(at now: Now) -> [Action] {
        var actions: [Action] = []
        for (session, state) in sessions {
            if let until = state.heldUntil, until.instant <= now.instant {
                sessions[session]?.isArmed = false
                actions += resolve(session, .timedOut, at: now)
            }
            sessions[session]?.dropped.removeAll { now.instant - $0.at >= limits.memory }
            removeIfIdle(session)
        }
        return actions
    }

    // MARK: Steps

    private mutating func resolve(_ session: String, _ resolution: Resolution, at now: Now) -> [Action] {
        guard var state = sessions[session], let holder = state.holder else { return [] }
        var actions: [Action] = []
        if state.heldUntil != nil, let held = state.queue.first?.request {
            state.heldUntil = nil
            let waiting = state.queue.count - 1
            actions.append(.record(HoldRecord(held, holder.name, resolution, until: now.time, waiting: waiting)))
            if case .dropped = resolution {
                state.queue.removeFirst()
                state.dropped += held.keys.map { ($0, now.instant) }
                state.dropped.removeFirst(max(0, state.dropped.count - limits.dropped))
                actions.append(.settle(held.keys, Self.droppedError))
            } else {
                // It is appended even if the hold is armed for the next one.
                state.isAppending = true
                actions.append(.append(held))
            }
        }
        if state.isArmed {
            actions.append(.show(session))
        } else {
            state.holder = nil
            actions.append(.end(holder.number, resolution))
        }
        sessions[session] = state
        return actions + advance(session, at: now)
    }

    /// Holds the next waiting request if the hold is armed, else appends it.
    private mutating func advance(_ session: String, at now: Now) -> [Action] {
        guard let state = sessions[session], !state.isAppending, state.heldUntil == nil else { return [] }
        guard let next = state.queue.first?.request else {
            removeIfIdle(session)
            return []
        }
        guard state.isArmed else {
            sessions[session]?.isAppending = true
            return [.append(next)]
        }
        sessions[session]?.isArmed = false
        sessions[session]?.heldUntil = (
            now.instant + limits.time,
            Timestamp(microseconds: now.time.microseconds + Int64(limits.time / .microseconds(1)))
        )
        return [.show(session)]
    }

    private mutating func removeIfIdle(_ session: String) {
        guard let state = sessions[session] else { return }
        if state.holder == nil, state.queue.isEmpty, state.dropped.isEmpty { sessions[session] = nil }
    }

    private static let droppedError = SearchBusError(
        .dropped,
        "An administrator dropped this intent in the inspector; it has no effect."
    )

    // MARK: Display

    /// The number of a session's hold and its state, as the holder sees it; `nil` without a hold.
    func display(of session: String) -> (number: Int, json: JSON)? {
        guard let state = sessions[session], let holder = state.holder else { return nil }
        var members = JSONObject([("state", .string(state.heldUntil == nil ? "armed" : "held"))])
        if let until = state.heldUntil, let held = state.queue.first?.request {
            members["intents"] = .array(held.intents.map(Self.json))
            members["sender"] = .string(held.sender)
            members["since"] = .string(held.since.description)
            members["until"] = .string(until.time.description)
        }
        members["waiting"] = JSON(max(0, state.queue.count - (state.heldUntil == nil ? 0 : 1)))
        return (holder.number, .object(members))
    }

    private static func json(_ intent: IntentRequest) -> JSON {
        ["id": .string(intent.id), "to": .string(intent.addressee), "type": .string(intent.type), "data": intent.data]
    }
}
