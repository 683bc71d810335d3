// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Components
import Wire

/// Puts intents on the log, and waits for what becomes of them where a client wants to know.
struct IntentSender: Sendable {
    /// What events of the gateway name as their source.
    static let source = "/gateway"

    /// The form of what `send` returns.
    static let shape = Shape.named(
        "IntentReceipts",
        .object([
            "intents": .list(.object(["id": .text, "sequence": .sequence, "outcome?": Outcome.shape])),
            "notice?": .error,
        ])
    )

    let log: any EventLog
    let hub: StreamHub
    let metrics: GatewayMetrics
    /// How long outcomes are waited for.
    let outcomeTime: Duration

    /// Appends intents of a session in one go.
    ///
    /// - Returns: The answer to the client.
    func send(_ intents: [IntentRequest], session: String, waitingForOutcome: Bool) async throws -> JSON {
        // All that came in one request is one step: whoever looks at the chain sees it as one.
        let correlation = intents.first?.id ?? ""
        let drafts = try intents.map {
            try $0.draft(
                session: session,
                source: Self.source,
                correlation: correlation,
                traceParent: RequestTrace.current
            )
        }
        guard waitingForOutcome else {
            return ["intents": Self.json(intents, session, receipt: try await append(drafts))]
        }
        // In place before the append, since the outcome may be there before the answer to the append.
        let wait = OutcomeWait(intents: Set(intents.map { $0.key(session: session) }))
        hub.add(wait)
        defer { hub.remove(wait) }
        let head = hub.position.head
        let receipt = try await append(drafts)
        if receipt.first <= head {
            try await findPastOutcomes(of: intents, session: session, since: receipt.first, wait)
        }
        let outcomes = try await wait.outcomes(within: outcomeTime)
        var answer = JSONObject([("intents", Self.json(intents, session, receipt: receipt, outcomes: outcomes))])
        if outcomes.count < intents.count {
            answer["notice"] = SearchBusError.outcomesMissing(after: outcomeTime).json
        }
        return .object(answer)
    }

    private func append(_ drafts: [EventDraft]) async throws -> AppendReceipt {
        let start = ContinuousClock.now
        let receipt = try await log.append(drafts)
        metrics.appended(drafts.count, after: ContinuousClock.now - start)
        return receipt
    }

    /// A repeated intent may have its outcome already: it is looked for on the log.
    private func findPastOutcomes(
        of intents: [IntentRequest],
        session: String,
        since first: SequenceNumber,
        _ wait: OutcomeWait
    ) async throws {
        let prefixes = Set(intents.map(\.addressee)).map { TopicPrefix(.outcome, $0) }
        var query = ReplayQuery(prefixes, session: session, after: first)
        for _ in 0..<10 {
            let page = try await log.replay(query)
            for outcome in page.events.compactMap(Outcome.init) { wait.received(outcome) }
            guard page.through < page.head else { return }
            query.after = page.through
        }
    }

    private static func json(
        _ intents: [IntentRequest],
        _ session: String,
        receipt: AppendReceipt,
        outcomes: [IntentKey: Outcome] = [:]
    ) -> JSON {
        // A repeat of a part of an earlier append has that append's receipt, which does not tell the places apart.
        let isOwn = receipt.last.rawValue - receipt.first.rawValue + 1 == UInt64(intents.count)
        return .array(
            intents.enumerated().map { index, intent in
                let sequence = isOwn ? receipt.first.advanced(by: index) : receipt.last
                var members = JSONObject([("id", .string(intent.id)), ("sequence", .string(sequence.description))])
                if let outcome = outcomes[intent.key(session: session)] { members["outcome"] = outcome.json }
                return .object(members)
            }
        )
    }
}

extension IntentRequest {
    /// The form of a request.
    static let shape = Shape.named("Intents", .oneOf([one, .object(["intents": .list(one, 1...batchLimit)])]))
    private static let one = Shape.named(
        "Intent",
        .object([
            "id?": .text(matching: "^[A-Za-z0-9_.:-]{1,128}$"),
            "to": .text.described("A searcher, a filter state, a widget or `session`."),
            "type": .text(matching: "^[a-z][a-z0-9-]{0,63}$"), "data?": .object,
        ])
    )

    /// What the intent is known by in a session.
    func key(session: String) -> IntentKey { IntentKey(session: session, addressee: addressee, id: id) }
}
