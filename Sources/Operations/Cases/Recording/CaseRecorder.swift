// SPDX-License-Identifier: MIT

import Bus
import Wire

/// Makes the steps of a case from a session's events on the log.
///
/// A step's screen is recorded only if it was at rest: everything that the intents until then caused is on the log before the
/// next intent, and for a while nothing more has come. A widget that has not read an event yet says nothing of it, and may show it
/// together with the next intent.
public struct CaseRecorder {
    /// For how long before the next intent a session at rest has no event.
    private static let quietTime: Duration = .milliseconds(200)

    private struct Draft {
        var step: CaseStep
        var ids: [String]
        let start: Int64
        /// The time of the last event that it caused.
        var end: Int64
        /// The views that changed until the next step.
        var changes: [String: JSON] = [:]
        var isAtRest = true
    }

    private let session: String
    private var screen = SessionScreen()
    private var drafts: [Draft] = []
    /// The step of the first intent of each chain.
    private var roots: [String: Int] = [:]
    private var last: [Topic: SequenceNumber] = [:]
    private var hasOtherCauses = false
    /// The time of the last event.
    private var lastTime: Int64 = 0

    public init(session: String) {
        self.session = session
    }

    /// Takes the session's next event, in the order of the log.
    ///
    /// - Throws: `SearchBusError` with `trimmed` if events before it are missing, `JSONError` for an event that is invalid.
    public mutating func take(_ event: Event) throws {
        guard event.previous == last[event.topic, default: .zero] else { throw trimmed }
        last[event.topic] = event.sequence
        let time = Self.microseconds(event.time) ?? lastTime
        defer { lastTime = time }
        let changed = try screen.take(event)
        if event.topic.kind == .intent, event.causationID == nil { return try begin(event, time) }
        guard !drafts.isEmpty else { throw trimmed }
        let current = drafts.count - 1
        if let changed { drafts[current].changes[changed] = screen.views[changed] }
        guard let root = event.correlationID.flatMap({ roots[$0] }) else {
            hasOtherCauses = hasOtherCauses || changed != nil
            return
        }
        // What an earlier step caused comes after the next intent: the screens until now were not the last ones.
        for number in root..<current { drafts[number].isAtRest = false }
        drafts[root].end = max(drafts[root].end, time)
    }

    private mutating func begin(_ event: Event, _ time: Int64) throws {
        let intent = CaseStep.Sent(
            to: event.topic.component,
            type: String(event.typeSuffix),
            data: try event.data()
        )
        let root = event.correlationID ?? event.id
        if root != event.id, let current = roots[root], current == drafts.count - 1 {
            drafts[current].step.intents.append(intent)
            drafts[current].ids.append(event.id)
            return
        }
        if drafts.isEmpty, intent.to != "session" || intent.type != "start" { throw trimmed }
        if !drafts.isEmpty, !screen.isAtRest || Duration.microseconds(time - lastTime) < Self.quietTime {
            drafts[drafts.count - 1].isAtRest = false
        }
        roots[root] = drafts.count
        let at = Int((time - (drafts.first?.start ?? time)) / 1_000)
        drafts.append(
            Draft(step: CaseStep(at: max(at, 0), intents: [intent]), ids: [event.id], start: time, end: time)
        )
    }

    /// The steps, and what a reader of the case should know.
    ///
    /// - Throws: `SearchBusError` with `trimmed` for a session without its beginning.
    public func finish() throws -> (steps: [CaseStep], notes: [String]) {
        guard !drafts.isEmpty else { throw trimmed }
        var pending: [String: JSON] = [:]
        var steps: [CaseStep] = []
        for (number, draft) in drafts.enumerated() {
            var step = draft.step
            for place in step.intents.indices {
                step.intents[place].outcome = screen.outcomes[draft.ids[place]]?.result.rawValue
            }
            pending.merge(draft.changes) { $1 }
            if draft.isAtRest, number < drafts.count - 1 || screen.isAtRest {
                (step.changes, pending) = (pending, [:])
                step.took = Double(draft.end - draft.start) / 1_000
            }
            steps.append(step)
        }
        let hasOther = "Something other than the session's intents changed a screen, such as an index that changed."
        return (steps, hasOtherCauses ? ["\(hasOther) The case may differ when it is tested."] : [])
    }

    /// A time as the broker writes it, `2026-11-27T15:03:56.161381Z`, in microseconds since 1970; `nil` for any other text.
    private static func microseconds(_ time: String) -> Int64? {
        let parts = time.split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }
        guard time.utf8.count == 27, parts.count == 7,
            let day = CalendarDay(year: parts[0], month: parts[1], day: parts[2])
        else { return nil }
        return Int64(((day.days * 24 + parts[3]) * 60 + parts[4]) * 60 + parts[5]) * 1_000_000 + Int64(parts[6])
    }

    private var trimmed: SearchBusError {
        SearchBusError(
            .trimmed,
            "Retention removed the beginning of the session `\(session)`: it cannot be run again.",
            remedy: "Export sessions sooner, or keep more of the log: `searchbus up --retention MIB`."
        )
    }
}
