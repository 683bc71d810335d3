// SPDX-License-Identifier: MIT

import AppModel
import Bus
import Components
import Interactors
import Runtime
import Supervisor
import Wire

/// Sends intents as the gateway would, and waits for their outcomes.
struct IntentSender: Sendable {
    private static let source = "/searchbus"

    private let log: any EventLog
    private let app: App?
    private let timeout: Duration

    init(log: any EventLog, app: App?, timeout: Duration) {
        self.log = log
        self.app = app
        self.timeout = timeout
    }

    /// Sends an intent.
    ///
    /// - Throws: `SearchBusError` for a wrong session, addressee or intent, or where no outcome comes in time.
    func send(
        _ intent: String,
        data: JSON,
        to addressee: String,
        session: String
    ) async throws -> (receipt: IntentReceipts.Receipt, outcome: OutcomeData) {
        try SessionStart.check(session)
        let json: JSON = ["to": .string(addressee), "type": .string(intent), "data": data]
        let request = try IntentRequest(json, for: Recipients(app))
        let start = try await SessionStart(of: session, on: log)
        let outcomes = OutcomeBoard()
        let subscription = try await log.subscribe(to: [TopicPrefix(.outcome, addressee)], after: start.page.head)
        let reading = Task {
            do {
                while true { outcomes.received(try await subscription.next()) }
            } catch let error as SearchBusError {
                outcomes.fail(with: error)
            }
        }
        defer {
            reading.cancel()
            subscription.cancel()
        }
        let receipts = try await IntentDelivery(log: log, source: Self.source, outcomes: outcomes, timeout: timeout)
            .send([request], session: session, startingIt: !start.isThere, awaitingFrom: start.page.head)
        guard let receipt = receipts.intents.first, let outcome = receipt.outcome else {
            throw receipts.notice ?? .outcomesMissing(after: timeout)
        }
        return (receipt, outcome)
    }

    /// The components that take intents of users: the session, widgets, searchers and filter states.
    static func addressees(of app: App) -> [String] {
        [StateStoreFold.sessionName] + app.widgets.map(\.name) + app.searchers.map(\.name)
            + app.filterStates.map(\.name)
    }

    /// The app as intents are checked against it; where it is not known, its components check.
    struct Recipients: IntentRecipients {
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
}

extension AppLocation {
    /// The running app as its processes read it; `nil` if it is unknown.
    func runningApp() -> App? {
        try? WorkerProcess.app(at: "\(runtime)/\(ProcessPlan.appFileName)")
    }
}
