// SPDX-License-Identifier: MIT

import Bus
import Interactors
import Wire

/// A component as its host sees it, whatever its states are.
///
/// Belongs to the task of the host.
protocol HostedComponent: AnyObject {
    var name: String { get }
    var logic: any SessionFold { get }
    func takes(_ session: String) -> Bool
    var progress: ComponentProgress { get set }
    /// The oldest event that is folded but not carried out yet.
    var pending: SequenceNumber? { get }
    var deadline: ContinuousClock.Instant? { get }
    /// Whether some session wants an effect begun or cancelled.
    var wantsEffects: Bool { get }

    /// Whether an effect is in flight or requested, or a session must still be reviewed.
    var isBusy: Bool { get }

    func holds(_ session: String) -> Bool
    /// Brings a session back from the last events of its topics.
    func load(_ session: String, from events: [Incoming], at now: ContinuousClock.Instant)
    /// Folds one event of a session.
    ///
    /// - Throws: `TransientFailure`.
    func fold(_ event: Incoming, of session: String, in turn: inout Turn) throws(TransientFailure)
    /// Goes through a session because of something that concerns all of them, an event or a configuration that changed; the
    /// last event of the session stands for it where it kills the process.
    ///
    /// - Throws: `TransientFailure`.
    func revisit(_ session: String, for event: Incoming?, last: Event, in turn: inout Turn) throws(TransientFailure)
    /// Looks at the sessions whose time has come, as many as the turn has room for.
    func pass(in turn: inout Turn)
    func runEffects(in turn: inout Turn, _ inbox: EffectInbox, budget: inout EffectBudget)
    /// Folds the end of an effect in.
    func finish(_ completion: EffectCompletion, in turn: inout Turn)
    /// What the sessions that were touched have to say.
    func conclude(in turn: inout Turn)
    /// About how much memory the sessions take that are held, in bytes.
    var size: Int { get }
    /// Drops the sessions that were used longest ago, until the rest takes no more than so many bytes.
    func trim(to limit: Int)
    /// Drops every session and ends every effect.
    func forget()
    /// Drops a session that the log no longer has, and ends its effects.
    func forget(_ session: String)
}

/// A component could not fold an event for now: no cursor passes the event, and it is folded again after a delay.
struct TransientFailure: Error {
    let component: String
    let sequence: SequenceNumber
    let error: SearchBusError
}

extension HostedComponent {
    /// Whether the log says of the component what it is made from now.
    var isCurrent: Bool { logic.configuration.isEmpty || progress.configuration == logic.configuration }
}

struct Turn {
    let now: ContinuousClock.Instant
    /// How many sessions may be touched, each counted once for each component that it concerns.
    private let touchLimit: Int
    private var touches = 0
    var builder: TurnBuilder
    var component = 0
    /// What the outputs at the end follow from, by component and session.
    private var causes: [[String: Met]] = []

    /// An event that a session has met, and how heavily it weighs.
    private struct Met {
        let event: Event
        let weight: Int
    }

    init(at now: ContinuousClock.Instant, touchLimit: Int = 256) {
        self.now = now
        self.touchLimit = touchLimit
        builder = TurnBuilder(startedAt: now)
    }

    /// Whether what else there is to do is better left to the next turn.
    var isFull: Bool { touches >= touchLimit || builder.isFull }

    /// Notes that a session will have something to say when the turn ends.
    mutating func noteTouch() { touches += 1 }

    /// Notes that a session of the component at work has met an event, from which what it says at the end may follow.
    ///
    /// That follows from the newest answer, whatever was asked for since; without one from the newest intent that the
    /// component itself has carried out and that has changed something; else from the newest event. An intent that
    /// the component has read but not carried out is answered by another component, and its outcome is in its own chain anyhow.
    mutating func note(_ event: Event, of session: String, isCarriedOut: Bool = false) {
        while causes.count <= component { causes.append([:]) }
        let weight = event.weight(isCarriedOut: isCarriedOut)
        if let known = causes[component][session], known.weight > weight { return }
        causes[component][session] = Met(event: event, weight: weight)
    }

    /// Takes what the component at work has to say of a session: because of one event, or, without one, of all that the
    /// session has met in the turn.
    mutating func add(_ outputs: [Output], of session: String, because event: Event? = nil) {
        guard !outputs.isEmpty else { return }
        let noted = component < causes.count ? causes[component][session]?.event : nil
        builder.add(outputs, of: component, session: session, cause: (event ?? noted).map(Cause.init))
    }
}

extension Event {
    /// Of the events that a session has met in a turn, what it says at the end follows from the heaviest, and of those from
    /// the newest.
    fileprivate func weight(isCarriedOut: Bool) -> Int {
        topic.kind.weight(ofType: typeSuffix) + (isCarriedOut && topic.kind == .intent ? 1 : 0)
    }
}
