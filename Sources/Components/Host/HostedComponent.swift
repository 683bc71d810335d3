// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Interactors
import Wire

/// A component as its host sees it, whatever its states are.
///
/// Belongs to the task of the host.
protocol HostedComponent: AnyObject {
    var name: String { get }
    var source: String { get }
    var inputs: [TopicPrefix] { get }
    var memories: [TopicPrefix] { get }
    var parts: ResponseParts { get }
    var roster: [TopicPrefix] { get }
    var unfinished: [TopicPrefix] { get }
    var configuration: String { get }
    /// Whether it folds the events of a session.
    func takes(_ session: String) -> Bool
    var progress: ComponentProgress { get set }
    /// The oldest event that is folded but not carried out yet.
    var pending: SequenceNumber? { get }
    /// When the next session is to be looked at again.
    var deadline: ContinuousClock.Instant? { get }
    /// Whether some session wants an effect begun or cancelled.
    var wantsEffects: Bool { get }

    /// Whether an effect is under way or wanted, or a session is still to be gone through.
    var isBusy: Bool { get }

    /// Whether an event, the last one of its topic, tells of a session that has something to do by itself.
    func isUnfinished(_ event: Event) -> Bool

    /// Whether a session is held in memory.
    func holds(_ session: String) -> Bool
    /// Brings a session back from the last events of its topics.
    func load(_ session: String, from events: [Incoming], at now: ContinuousClock.Instant)
    /// Folds one event of a session.
    func fold(_ event: Incoming, of session: String, in turn: inout Turn)
    /// Goes through a session because of something that concerns all of them, an event or a configuration that changed; the
    /// last event of the session stands for it where it kills the process.
    func revisit(_ session: String, for event: Incoming?, last: Event, in turn: inout Turn)
    /// Looks at the sessions whose time has come, as many as the turn has room for.
    func pass(in turn: inout Turn)
    /// Begins and cancels effects, as many as there is time for.
    func runEffects(in turn: inout Turn, _ inbox: EffectInbox, budget: inout EffectBudget)
    /// Folds the end of an effect in.
    func finish(_ completion: EffectCompletion, in turn: inout Turn)
    /// What the sessions that were touched have to say.
    func conclude(in turn: inout Turn)
    /// What is said in the place of an output that the log refused.
    func substitute(for output: Output, refusedFor error: SearchBusError) -> Output?
    /// About how much memory the sessions take that are held, in bytes.
    var size: Int { get }
    /// Drops the sessions that were used longest ago, until the rest takes no more than so many bytes.
    func trim(to limit: Int)
    /// Drops every session and ends every effect.
    func forget()
    /// Drops a session that the log does not have any more, and ends its effects.
    func forget(_ session: String)
}

extension HostedComponent {
    /// Whether the log says of the component what it is made from now.
    var isCurrent: Bool { progress.configuration == configuration || configuration.isEmpty }
}

/// What happens in one turn of a host.
struct Turn {
    /// The moment of the turn.
    let now: ContinuousClock.Instant
    /// How many sessions may be touched, each counted once for each component that it concerns.
    private let touchLimit: Int
    private var touches = 0
    var builder = TurnBuilder()
    /// Which component is at work.
    var component = 0
    /// What the outputs follow from, by component and session.
    private var causes: [[String: Event]] = []

    init(at now: ContinuousClock.Instant, touchLimit: Int = 256) {
        self.now = now
        self.touchLimit = touchLimit
    }

    /// Whether what else there is to do is better left to the next turn.
    var isFull: Bool { touches >= touchLimit || builder.isFull }

    /// Notes that a session will have something to say when the turn ends.
    mutating func noteTouch() { touches += 1 }

    /// Notes that a session of the component at work has met an event, from which its outputs may follow.
    ///
    /// What a turn says of a session follows from the newest intent in it, because whoever sent that one waits for what comes
    /// of all of them; without one from the newest answer, whatever was asked for since; else from the newest event.
    mutating func note(_ event: Event, of session: String) {
        while causes.count <= component { causes.append([:]) }
        if let known = causes[component][session], known.topic.kind.weight > event.topic.kind.weight { return }
        causes[component][session] = event
    }

    /// Takes what the component at work has to say of a session.
    mutating func add(_ outputs: [Output], of session: String) {
        guard !outputs.isEmpty else { return }
        let cause = component < causes.count ? causes[component][session] : nil
        builder.add(outputs, of: component, session: session, cause: cause.map(Cause.init))
    }
}

extension Topic.Kind {
    /// Which of several events of a turn its outputs follow from: the heaviest, and of those the newest.
    fileprivate var weight: Int {
        switch self {
        case .intent: 3
        case .results, .search: 2
        case .index, .write: 0
        default: 1
        }
    }
}
