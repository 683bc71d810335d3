// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import Bus
import Components
import Interactors
import Runtime
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
    /// - Throws: `SearchBusError` for a wrong session, addressee or intent, or where no outcome comes in time.
    func send(_ intent: String, data: JSON, to addressee: String, session: String) async throws -> Sent {
        guard Name.isValid(session) else {
            throw SearchBusError(.invalidSession, "Invalid session `\(session)`.")
        }
        let json: JSON = ["to": .string(addressee), "type": .string(intent), "data": data]
        let request = try IntentRequest(json, for: Recipients(app))
        let start = try await SessionStart(of: session, on: log)
        var drafts = [try request.draft(session: session, source: Self.source, correlation: request.id)]
        if !start.isThere { drafts.insert(try SessionStart.draft(session: session, source: Self.source), at: 0) }
        let subscription = try await log.subscribe(to: [TopicPrefix(.outcome, addressee)], after: start.page.head)
        let receipt = try await log.append(drafts)
        let outcome = try await outcome(of: request.id, from: subscription)
        return Sent(
            id: request.id,
            sequence: receipt.last,
            result: String(outcome.typeSuffix),
            data: try outcome.data()
        )
    }

    /// The components that take intents of users: the session, widgets, searchers and filter states.
    static func addressees(of app: App) -> [String] {
        [StateStoreFold.sessionName] + app.widgets.map(\.name) + app.searchers.map(\.name)
            + app.filterStates.map(\.name)
    }

    /// The app as intents are checked against it; where it is not known, its components check.
    private struct Recipients: IntentRecipients {
        let addressees: [String]
        private let app: App?

        init(_ app: App?) {
            self.app = app
            addressees = app.map(IntentSender.addressees) ?? []
        }

        func hasAddressee(_ name: String) -> Bool { app == nil || addressees.contains(name) }

        func check(_ intent: Intent, to addressee: String) throws {
            let widget = app?.widgets.first { $0.name == addressee }
            try (widget?.interactor()).map { try type(of: $0).check(intent) }
        }
    }

    private func outcome(
        of id: String,
        from subscription: any EventSubscription
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
                throw SearchBusError.outcomesMissing(after: timeout)
            }
            return event
        }
    }
}

extension AppLocation {
    /// The running app as its processes read it; `nil` if it is unknown.
    func runningApp() -> App? {
        try? WorkerProcess.app(at: "\(runtime)/\(ProcessPlan.appFileName)")
    }
}
