// SPDX-License-Identifier: MIT

import Bus
import Interactors
import Wire

/// A component's logic as the host runs it: a pure fold of the bus's events, session by session.
///
/// A fold that needs the outside (a searcher its engine) returns effects, which the host runs and whose ends it
/// folds in. Time is given.
public protocol SessionFold: Sendable {
    /// What the component knows about one session.
    associatedtype State: Sendable

    /// A moment of the host's clock.
    typealias Instant = ContinuousClock.Instant

    /// The name of the component and of its cursor.
    var name: String { get }
    /// The `source` of its events, such as `/interactor/price`.
    var source: String { get }
    /// What it folds.
    var inputs: [TopicPrefix] { get }
    /// The inputs that may come a little late, with the next one of another kind.
    var lateInputs: Set<TopicPrefix> { get }
    /// The topics whose last events bring a forgotten session back.
    var memories: [TopicPrefix] { get }
    /// What it looks at in responses and requests.
    var interest: EventInterest { get }
    /// What the component was made from, as a text that is another one when that changes; sessions are then gone through.
    var configuration: String { get }
    /// The topics that tell which sessions there are to go through.
    var roster: [TopicPrefix] { get }
    /// The topics whose last events tell which sessions may have something to do by themselves when the process starts.
    var unfinished: [TopicPrefix] { get }

    /// Whether it folds the sessions of single searches too (`OneOffSession`): those that only answer do.
    var takesOneOffs: Bool { get }

    /// A session's state from the last events under `memories`, in order; none of them for a session that is new.
    func restore(session: String, from events: [Incoming], at now: Instant) throws -> State

    /// Folds one event in.
    ///
    /// - Throws: An error for an event that makes no sense; the host sets it aside.
    func fold(_ state: inout State, _ event: Incoming, at now: Instant) throws -> [Output]

    /// An event was skipped: it was invalid, crashed the process, or its outputs were refused.
    func setAside(_ state: inout State, _ event: Incoming, for error: SearchBusError) -> [Output]

    /// Goes through a session because of something that concerns all of them: an event without a session, or, without one, a
    /// configuration that changed.
    func revisit(_ state: inout State, _ event: Incoming?, at now: Instant) throws -> [Output]

    /// What the host must know of the session after each change.
    func upkeep(of state: State) -> SessionUpkeep

    /// The deadline has come.
    func pass(_ state: inout State, at now: Instant) -> [Output]

    /// What a session has to say after a turn: its view and its private state, each if it changed.
    func conclude(_ state: inout State, session: String) -> [Output]

    /// The replacement of an output that the log refused; `nil` for nothing.
    func substitute(for output: Output, refusedFor error: SearchBusError) -> Output?

    /// The effects to start or cancel now.
    func effects(_ state: inout State, session: String, at now: Instant) -> [EffectOrder]

    /// An effect has ended.
    func finish(_ state: inout State, effect id: Int, _ result: any Sendable, at now: Instant) -> [Output]

    /// Whether the last event of one of these topics tells that its session has something to do by itself, so that it is
    /// brought back when the process starts.
    func isUnfinished(_ event: Event) -> Bool

    /// What the session has found to be well, each once, for those that wait for it.
    func takeFound(_ state: inout State) -> Set<String>

    /// What the session waits for is well again: it need not wait longer.
    func hasten(_ state: inout State, for name: String)
}

/// What a host must know of a session: one value, since the host asks after each event.
public struct SessionUpkeep: Sendable {
    /// About how much memory the state takes, in bytes.
    public var size: Int
    /// The time of the session's next timer, if any.
    public var deadline: ContinuousClock.Instant?
    /// The oldest event that is folded but not carried out yet: the cursor stays before it, so that a restart finds it again.
    public var pending: SequenceNumber?
    /// Whether there is an effect to begin or to cancel.
    public var wantsEffects = false
    /// What outside of the bus the session waits for to be well again, by name, such as an engine that failed it.
    ///
    /// No answer is owed for that: a session that waits for nothing else may be dropped.
    public var awaited: Set<String> = []
    /// Whether the session has found something to be well, which `takeFound` returns.
    public var hasFound = false

    public init(size: Int) { self.size = size }
}

extension SessionFold {
    public var lateInputs: Set<TopicPrefix> { [] }
    public var interest: EventInterest { .all }
    public var configuration: String { "" }
    public var roster: [TopicPrefix] { [] }
    public var unfinished: [TopicPrefix] { [] }
    public var takesOneOffs: Bool { false }
    public func isUnfinished(_ event: Event) -> Bool { false }
    public func revisit(_ state: inout State, _ event: Incoming?, at now: Instant) throws -> [Output] { [] }
    public func pass(_ state: inout State, at now: Instant) -> [Output] { [] }
    public func effects(_ state: inout State, session: String, at now: Instant) -> [EffectOrder] { [] }
    public func takeFound(_ state: inout State) -> Set<String> { [] }
    public func hasten(_ state: inout State, for name: String) {}

    public func finish(_ state: inout State, effect id: Int, _ result: any Sendable, at now: Instant) -> [Output] {
        []
    }

    public func setAside(_ state: inout State, _ event: Incoming, for error: SearchBusError) -> [Output] {
        [.outcome(.rejected(error), of: event.event, by: name)]
    }

    public func substitute(for output: Output, refusedFor error: SearchBusError) -> Output? { nil }
}

/// An event that a component wants appended.
public struct Output: Sendable {
    public let kind: Topic.Kind
    public let component: String
    public let type: String
    /// The data as JSON text.
    public let data: [UInt8]
    /// What it follows from; `nil` for the event whose fold says it, or, of what is said later, for what all that the turn
    /// says of the session then follows from (`Turn.note`).
    public let cause: Cause?

    public init(_ kind: Topic.Kind, _ component: String, type: String, data: [UInt8], cause: Cause? = nil) {
        self.kind = kind
        self.component = component
        self.type = type
        self.data = data
        self.cause = cause
    }
}

/// Work outside of the fold that a session requests or cancels.
public enum EffectOrder: Sendable {
    case begin(Effect)
    case cancel(id: Int)
}

/// Work outside of the fold; its end is folded in by its number.
public struct Effect: Sendable {
    /// What the fold knows it by; unique within a session.
    public let id: Int
    /// The event that the work is for; `nil` for the one that the session met last.
    public let event: SequenceNumber?
    /// Does the work on the calling thread, where it is over in a moment; `nil` where it waits for others.
    ///
    /// It returns `nil` where it takes longer than a moment: then `later` does the work.
    public let now: (@Sendable () -> (any Sendable)?)?
    /// Does the work elsewhere.
    public let later: @Sendable () async -> any Sendable

    public init(
        id: Int,
        event: SequenceNumber? = nil,
        now: (@Sendable () -> (any Sendable)?)? = nil,
        later: @escaping @Sendable () async -> any Sendable
    ) {
        self.id = id
        self.event = event
        self.now = now
        self.later = later
    }
}
