// SPDX-License-Identifier: MIT

import AppModel
import Bus
import Cases
import Components
import Interactors
import Synchronization
import Wire

/// Runs a case in an app, and compares each screen that it has.
struct CaseRun {
    /// For how long nothing may come before a screen counts as the last one: longer than an event may come late.
    private static let quietTime: Duration = .milliseconds(100)
    /// The same where the screen is not the expected one: it may still become that.
    private static let patience: Duration = .seconds(1)
    private static let interval: Duration = .milliseconds(4)
    private static let source = "/searchbus/test"
    private static let engineErrors: Set<ErrorCode> = [
        .backendFailed, .backendTimeout, .backendBusy, .backendDenied, .backendRefused, .unknownIndex, .indexCorrupt,
    ]

    let app: PrivateApp
    let sessions: SessionScreens
    let timeout: Duration

    /// Runs the steps in order, each when the screen before it is at rest.
    ///
    /// - Returns: What was found, and the case with the screens of now.
    func run(_ recorded: Case, name: String) async -> (report: CaseReport, now: Case) {
        var report = CaseReport(name: name)
        var now = recorded
        let start = ContinuousClock.now
        let session = "test-\(Identifier.make())"
        sessions.open(session)
        defer { sessions.close(session) }
        var expected: [String: JSON] = [:]
        var shown: [String: JSON] = [:]
        do {
            for (place, step) in recorded.steps.enumerated() {
                if let changes = step.changes { expected.merge(changes) { $1 } }
                let (found, rest) = try await run(step, place, session, expected, recorded.isRedacted)
                report.steps.append(found)
                now.steps[place].changes = rest.views.filter { shown[$0.key] != $0.value }
                now.steps[place].took = found.took
                for intent in step.intents.indices { now.steps[place].intents[intent].outcome = rest.outcomes[intent] }
                shown = rest.views
            }
        } catch let error as SearchBusError {
            report.error = error
        } catch {
            report.error = SearchBusError(.internalError, "\(error)")
        }
        report.seconds = Double((ContinuousClock.now - start) / .seconds(1))
        return (report, now)
    }

    private typealias Rest = (views: [String: JSON], outcomes: [String?])

    private func run(
        _ step: CaseStep,
        _ place: Int,
        _ session: String,
        _ expected: [String: JSON],
        _ isShapeOnly: Bool
    ) async throws -> (CaseReport.Step, Rest) {
        var found = CaseReport.Step(number: place + 1, words: step.words)
        found.isCompared = step.changes != nil
        // The first case meets processes that have just started.
        found.tookBefore = place == 0 ? nil : step.took
        let (drafts, refusals) = try drafts(of: step, session)
        let sentAt = Timestamp.now()
        if !drafts.isEmpty { _ = try await app.log.append(drafts.map(\.draft)) }
        let target = step.changes == nil ? nil : expected
        let awaited = place == 0 ? Set(expected.keys).intersection(app.app.widgets.map(\.name)) : []
        let state = try await rest(session, after: drafts.map(\.draft.id), target, isShapeOnly, awaited)
        if let last = state.lastTime { found.took = Double(max(last.microseconds - sentAt.microseconds, 0)) / 1_000 }
        if drafts.isEmpty { found.took = nil }
        var outcomes: [String?] = step.intents.map { _ in nil }
        for draft in drafts { outcomes[draft.place] = state.screen.outcomes[draft.draft.id]?.result.rawValue }
        for (place, _) in refusals { outcomes[place] = OutcomeData.Result.rejected.rawValue }
        for (place, intent) in step.intents.enumerated() {
            guard let expected = intent.outcome, !isSame(expected, outcomes[place], isShapeOnly) else { continue }
            let reason = refusals[place]?.message ?? outcome(of: place, drafts, state)
            let words = (outcomes[place] ?? "none") + (reason.map { ": \($0)" } ?? "")
            found.differences.append(
                ScreenDifference(
                    .changed,
                    widget: intent.to,
                    path: "outcome",
                    before: .string(expected),
                    after: .string(words)
                )
            )
        }
        if let target {
            try checkEngines(state.screen.views, target, place)
            found.differences += ScreenComparison.differences(
                from: target,
                to: state.screen.views,
                isShapeOnly: isShapeOnly
            )
        }
        return (found, (state.screen.views, outcomes))
    }

    /// Whether an outcome is as recorded.
    ///
    /// What placeholders change depends on what they find: of redacted cases only rejections are compared.
    private func isSame(_ expected: String, _ outcome: String?, _ isShapeOnly: Bool) -> Bool {
        let rejected = OutcomeData.Result.rejected.rawValue
        return isShapeOnly ? (expected == rejected) == (outcome == rejected) : expected == outcome
    }

    private func outcome(of place: Int, _ drafts: [PlacedDraft], _ state: SessionScreens.State) -> String? {
        drafts.first { $0.place == place }.flatMap { state.screen.outcomes[$0.draft.id]?.rejection?.message }
    }

    // MARK: Sending

    private typealias PlacedDraft = (place: Int, draft: EventDraft)

    /// The intents as events; those that the app refuses before they are on the log are returned with the reason.
    private func drafts(
        of step: CaseStep,
        _ session: String
    ) throws -> (drafts: [PlacedDraft], refusals: [Int: SearchBusError]) {
        var drafts: [PlacedDraft] = []
        var refusals: [Int: SearchBusError] = [:]
        for (place, intent) in step.intents.enumerated() {
            guard intent.type != SessionStart.type || intent.to != StateStoreFold.sessionName else {
                let draft = try SessionStart.draft(intent.type, intent.data, session: session, source: Self.source)
                drafts.append((place, draft))
                continue
            }
            do {
                let json: JSON = ["to": .string(intent.to), "type": .string(intent.type), "data": intent.data]
                let request = try IntentRequest(json, for: IntentSender.Recipients(app.app))
                let correlation = drafts.first?.draft.id ?? request.id
                let draft = try request.draft(session: session, source: Self.source, correlation: correlation)
                drafts.append((place, draft))
            } catch let error as SearchBusError {
                refusals[place] = error
            }
        }
        return (drafts, refusals)
    }

    // MARK: Waiting

    /// Waits until the intents have outcomes, every search has results and nothing comes any longer.
    ///
    /// The awaited widgets must have views: a program of the user's own may still be starting, since an app is ready without it.
    private func rest(
        _ session: String,
        after ids: [String],
        _ expected: [String: JSON]?,
        _ isShapeOnly: Bool,
        _ awaited: Set<String>
    ) async throws -> SessionScreens.State {
        let sent = ContinuousClock.now
        while true {
            let state = sessions.state(of: session)
            if let failure = state.failure { throw failure }
            let isDone =
                state.screen.isAtRest && ids.allSatisfy { state.screen.outcomes[$0] != nil }
                && awaited.allSatisfy { state.screen.views[$0] != nil }
            let quiet = ContinuousClock.now - max(state.lastEvent, sent)
            if isDone, quiet >= Self.quietTime {
                let isExpected = expected.map { isShapeOnly || $0 == state.screen.views } ?? true
                if isExpected || quiet >= Self.patience { return state }
            }
            guard ContinuousClock.now - sent < timeout else {
                guard !ids.contains(where: { state.screen.outcomes[$0] == nil }) else {
                    throw SearchBusError.outcomesMissing(after: timeout)
                }
                return state
            }
            try await Task.sleep(for: Self.interval)
        }
    }

    /// An engine that does not respond is not a difference of the screen: nothing was tested.
    private func checkEngines(_ views: [String: JSON], _ expected: [String: JSON], _ place: Int) throws {
        for (widget, view) in views.sorted(by: { $0.key < $1.key }) where view["phase"]?.string == "failed" {
            guard expected[widget]?["phase"]?.string != "failed", let error = view["error"],
                let code = error["code"]?.string.flatMap(ErrorCode.init), Self.engineErrors.contains(code)
            else { continue }
            throw SearchBusError(
                code,
                "The engine of `\(widget)` fails at step \(place + 1): \(error["message"]?.string ?? code.meaning)",
                remedy: error["remedy"]?.string ?? code.remedy
            )
        }
    }
}
