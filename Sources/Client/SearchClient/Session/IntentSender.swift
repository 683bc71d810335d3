// SPDX-License-Identifier: MIT

import Wire

/// Sends intents until there is a response, always with the same ids, so that each takes effect once.
struct IntentSender: Sendable {
    /// The maximum number of intents in one request.
    static let batchLimit = 100

    /// How often the outcome of intents on the log is requested: a component may be one that never publishes any.
    static let outcomeRequests = 12

    let client: GatewayClient
    let session: String
    let settings: SessionSettings
    let hub: ViewHub

    /// Sends intents as one step of the session's history.
    ///
    /// - Throws: `SearchBusError` if the gateway refuses the request, or the attempts of the settings are used up;
    ///   `CancellationError`, after which the intents may still take effect.
    func send(_ intents: [Intent]) async throws -> [IntentOutcome] {
        guard !intents.isEmpty else { return [] }
        guard intents.count <= Self.batchLimit else {
            throw SearchBusError(.tooLarge, "A batch has at most \(Self.batchLimit) intents.")
        }
        var hasCreated = false
        var failures = 0
        var unanswered = 0
        while true {
            let answer = await Self.reading(intents) { try await client.send(intents, in: session) }
            try Task.checkCancellation()
            switch answer {
            case .outcomes(let outcomes):
                return outcomes
            case .refused(let error) where error.code == .unknownSession && !hasCreated:
                hasCreated = true
                // Errors of this show when the intents are sent again.
                try? await client.ensureSession(session, link: nil)
            case .refused(let error):
                throw error
            case .again(let error, let after, let isOnLog):
                if isOnLog { unanswered += 1 }
                guard unanswered < Self.outcomeRequests else { throw error }
                failures += 1
                if let attempts = settings.attempts, failures >= attempts { throw error }
                let delay = settings.backoff.delay(failures: failures, jitter: settings.jitter())
                if let after {
                    try await settings.pause(max(delay, after))
                } else {
                    try await pause(delay)
                }
            }
        }
    }

    /// Waits; a stream that is opened meanwhile shows that the gateway is back, and ends the wait.
    private func pause(_ duration: Duration) async throws {
        let (wasOpen, states) = (hub.isOpen, hub.connections())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await settings.pause(duration) }
            group.addTask {
                var isOpen = wasOpen
                for await state in states {
                    if state == .open, !isOpen { return }
                    isOpen = state == .open
                }
                try Task.checkCancellation()
                // The session was closed, which says nothing about the gateway.
                try await settings.pause(duration)
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// The result of an attempt.
    enum Answer: Sendable, Hashable {
        /// The outcome of each intent, in their order.
        case outcomes([IntentOutcome])
        /// The gateway will never accept this.
        case refused(SearchBusError)
        /// There was no response, or only a part of it.
        case again(SearchBusError, after: Duration?, isOnLog: Bool = false)
    }

    /// Returns the result of a response for the intents that were sent.
    static func reading(_ intents: [Intent], _ ask: () async throws -> TransportAnswer) async -> Answer {
        do {
            return read(try await ask(), for: intents)
        } catch let error as SearchBusError {
            return .again(error, after: nil)
        } catch {
            return .again(SearchBusError(.brokerUnavailable, "The gateway does not answer: \(error)"), after: nil)
        }
    }

    /// Returns the result of a response for the intents that were sent.
    static func read(_ answer: TransportAnswer, for intents: [Intent]) -> Answer {
        guard answer.isGood else {
            let problem = GatewayProblem(answer)
            return problem.isWorthAnotherTry
                ? .again(problem.error, after: problem.retryAfter) : .refused(problem.error)
        }
        let acknowledged = (try? JSON(parsing: answer.body))?["intents"]?.array ?? []
        let byID = Dictionary(acknowledged.map { ($0["id"]?.string ?? "", $0["outcome"]) }) { first, _ in first }
        let outcomes = intents.compactMap { IntentOutcome(json: byID[$0.id] ?? nil) }
        guard outcomes.count == intents.count else {
            // They are on the log; a repetition with the same IDs waits for the missing outcomes.
            let notice = (try? JSON(parsing: answer.body))?["notice"].flatMap { try? SearchBusError(json: $0) }
            let missing = "The gateway has not acknowledged the outcome of each intent yet."
            return .again(notice ?? SearchBusError(.componentFailed, missing), after: nil, isOnLog: true)
        }
        return .outcomes(outcomes)
    }
}
