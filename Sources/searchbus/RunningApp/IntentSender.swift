// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import Bus
import Supervisor
import Wire

/// Sends intents as the gateway would, and waits for their outcomes.
struct IntentSender: Sendable {
    /// What became of an intent.
    struct Sent: Sendable, Hashable {
        let id: String
        let sequence: SequenceNumber
        /// `applied`, `unchanged` or `rejected`.
        let result: String
        /// The outcome event's data.
        let data: JSON

        /// The outcome for programs.
        var json: JSON {
            ["id": .string(id), "sequence": .string(sequence.description), "outcome": data]
        }

        /// Why the intent was rejected.
        var rejection: SearchBusError {
            (try? SearchBusError(json: data)) ?? SearchBusError(.invalidIntent, "The intent was rejected.")
        }
    }

    private static let source = "/searchbus"

    private let log: any EventLog
    private let app: App?
    private let timeout: Duration

    /// - Parameters:
    ///   - log: The bus.
    ///   - app: The app that runs, where it is known: it tells who takes intents.
    ///   - timeout: How long an outcome is waited for.
    init(log: any EventLog, app: App?, timeout: Duration) {
        self.log = log
        self.app = app
        self.timeout = timeout
    }

    /// Sends an intent.
    ///
    /// - Throws: `SearchBusError` for a wrong session or addressee, or where no outcome comes in time.
    func send(_ intent: String, data: JSON, to addressee: String, session: String) async throws -> Sent {
        guard Name.isValid(session) else {
            throw SearchBusError(.invalidSession, "`\(session)` is no session.")
        }
        guard Name.isValid(intent) else {
            throw SearchBusError(.invalidIntent, "`\(intent)` is no intent.")
        }
        if let app, !Self.addressees(of: app).contains(addressee) {
            throw SearchBusError(
                .unknownAddressee,
                "The app has no widget, searcher or filter state `\(addressee)`.",
                remedy: "It has: \(Self.addressees(of: app).joined(separator: ", "))."
            )
        }
        let started = try await log.latest(LatestQuery([TopicPrefix(.intent)], session: session, limit: 1))
        let draft = try Self.draft(intent, data, to: addressee, session)
        var drafts = [draft]
        if started.events.isEmpty { drafts.insert(try Self.draft("start", [:], to: "session", session), at: 0) }
        let subscription = try await log.subscribe(to: [TopicPrefix(.outcome, addressee)], after: started.head)
        let receipt = try await log.append(drafts)
        let outcome = try await outcome(of: draft.id, from: subscription, addressee: addressee)
        return Sent(
            id: draft.id,
            sequence: receipt.last,
            result: String(outcome.typeSuffix),
            data: try outcome.data()
        )
    }

    /// Whoever takes intents of users: the session, widgets, searchers and filter states.
    static func addressees(of app: App) -> [String] {
        ["session"] + app.widgets.map(\.name) + app.searchers.map(\.name) + app.filterStates.map(\.name)
    }

    private static func draft(
        _ intent: String,
        _ data: JSON,
        to addressee: String,
        _ session: String
    ) throws -> EventDraft {
        let id = Identifier.make()
        return EventDraft(
            topic: try Topic(.intent, addressee, session: session),
            id: id,
            source: source,
            type: "searchbus.intent.\(intent)",
            correlationID: id,
            data: data.bytes
        )
    }

    private func outcome(
        of id: String,
        from subscription: any EventSubscription,
        addressee: String
    ) async throws -> Event {
        try await withThrowingTaskGroup(of: Event?.self) { group in
            group.addTask {
                while true {
                    for event in try await subscription.next() {
                        guard event.causationID == id || (try? event.data()["intent"]?.string) == id else { continue }
                        return event
                    }
                }
            }
            group.addTask { [timeout] in
                try await Task.sleep(for: timeout)
                return nil
            }
            defer { group.cancelAll() }
            guard let event = try await group.next() ?? nil else {
                throw SearchBusError(
                    .backendTimeout,
                    "There was no outcome of the intent in \(timeout / .seconds(1)) s; it stays on the log.",
                    remedy: "`searchbus status` tells whether `\(addressee)` runs."
                )
            }
            return event
        }
    }
}

extension AppLocation {
    /// The app that runs there, as its processes know it; `nil` where that cannot be told.
    func runningApp() -> App? {
        AtomicFile.read("\(runtime)/app.json").flatMap { try? App(json: JSON(parsing: $0)) }
    }
}
