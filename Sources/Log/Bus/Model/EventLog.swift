// SPDX-License-Identifier: MIT

import Wire

/// The log as everybody but the broker sees it: four calls (append, replay, latest, subscribe) and what components need
/// beside them, for any implementation.
public protocol EventLog: Sendable {
    /// Appends events in one transaction.
    ///
    /// Repeated calls with the same events have one effect and one answer: an id that is on the log under the same topic
    /// with the same type and data is a repeat.
    ///
    /// - Throws: `SearchBusError`; with `partial-repeat` or `id-reused` nothing was appended.
    func append(_ events: [EventDraft]) async throws -> AppendReceipt

    /// Appends a turn of components: events and cursors in one transaction, all or none.
    ///
    /// A component has one append in flight at a time. Repeated calls with the same id have one effect and one answer.
    ///
    /// - Parameters:
    ///   - events: What came out of the turn.
    ///   - id: What the append is known by, 1 to 64 bytes.
    ///   - moves: The cursors, at least one. One that does not move (`from` is `to`) is checked too.
    ///   - replyDelay: For how long the reply may stay unread while nothing else wakes the process, which saves a wake-up; zero
    ///     for a caller that has more to do.
    /// - Returns: Where the events were placed.
    /// - Throws: `SearchBusError`, and nothing was appended. With `cursor-moved` or `events-missed` the components must
    ///   begin again at their cursors; with `fenced` another process has claimed one of them.
    func append(
        _ events: [EventDraft],
        id: String,
        moving moves: [CursorMove],
        replyDelay: Duration
    ) async throws -> AppendReceipt

    /// Makes the caller the only process of these components: appends of earlier claimants are refused from now
    /// on.
    ///
    /// - Returns: Where each of them is, and the incarnation that its appends carry.
    func claim(_ components: [String]) async throws -> [String: ComponentClaim]

    /// The events under the prefixes after a place, in order, a page at a time.
    func replay(_ query: ReplayQuery) async throws -> ReplayPage

    /// The last event of each topic under the prefixes, in order of sequence, a page at a time.
    func latest(_ query: LatestQuery) async throws -> LatestPage

    /// Where a component's folding has got to; zero for one that never appended. Only reads.
    func cursor(of component: String) async throws -> SequenceNumber

    /// Every event under the prefixes after a place, each once, without end.
    ///
    /// - Parameters:
    ///   - prefixes: The starts of the topics.
    ///   - sequence: The place.
    ///   - late: Those of the prefixes whose events may come with the next event under another one, or 20 ms later.
    /// - Returns: The running subscription.
    /// - Throws: `SearchBusError` where the log cannot be reached.
    func subscribe(
        to prefixes: [TopicPrefix],
        after sequence: SequenceNumber,
        late: Set<TopicPrefix>
    ) async throws -> any EventSubscription
}

extension EventLog {
    /// Appends a turn of components, and reads the reply at once.
    public func append(_ events: [EventDraft], id: String, moving moves: [CursorMove]) async throws -> AppendReceipt {
        try await append(events, id: id, moving: moves, replyDelay: .zero)
    }

    /// Every event under the prefixes after a place, each once, without end and at once.
    public func subscribe(
        to prefixes: [TopicPrefix],
        after sequence: SequenceNumber
    ) async throws -> any EventSubscription {
        try await subscribe(to: prefixes, after: sequence, late: [])
    }
}

/// A running subscription.
///
/// Belongs to one task.
public protocol EventSubscription: AnyObject, Sendable {
    /// The events that have come since the last call, in order on each topic.
    ///
    /// - Parameter deadline: When to return without any; `nil` waits on.
    /// - Returns: At least one event, unless the deadline has come or `wake` was called.
    /// - Throws: `SearchBusError` with `trimmed` when the log no longer reaches back, with `diverged` when what was seen
    ///   last is not on the log (the next call continues with what is), with `epoch-changed` when the log is a new one; `CancellationError` when the task is cancelled.
    func next(until deadline: ContinuousClock.Instant?) async throws -> [Event]

    /// Makes the call of `next` that waits, or the next one, return without events; may be called from any task.
    func wake()

    func cancel()
}

/// Where appended events were placed.
public struct AppendReceipt: Sendable, Hashable {
    /// The sequence of the first stored event; zero where none was stored.
    public let first: SequenceNumber
    /// The sequence of the last stored event; zero where none was stored.
    public let last: SequenceNumber

    public init(first: SequenceNumber, last: SequenceNumber) {
        self.first = first
        self.last = last
    }
}

extension EventSubscription {
    /// The events that have come since the last call, at least one; throws as `next(until:)` does.
    public func next() async throws -> [Event] {
        while true {
            let events = try await next(until: nil)
            if !events.isEmpty { return events }
        }
    }
}

/// A request for a replay.
public struct ReplayQuery: Sendable, Hashable {
    public var prefixes: [TopicPrefix]
    /// Only this session's events.
    public var session: String?
    public var after: SequenceNumber
    /// Only events before this place; `nil` for all up to the head.
    public var before: SequenceNumber?
    /// Whether the newest events come first.
    public var isBackward = false
    /// Only events that pass it.
    public var filter = EventFilter.none
    /// The maximum number of events of a page; the broker may send fewer.
    public var limit: Int

    public init(_ prefixes: [TopicPrefix], session: String? = nil, after: SequenceNumber, limit: Int = 500) {
        self.prefixes = prefixes
        self.session = session
        self.after = after
        self.limit = limit
    }
}

/// A page of a replay.
public struct ReplayPage: Sendable, Hashable {
    public let events: [Event]
    /// Up to where the page is complete: ask on from here.
    ///
    /// Of a page that is read backwards, down to where: ask for what is before.
    public let through: SequenceNumber
    /// The last sequence on the log.
    public let head: SequenceNumber
    public let epoch: String
    /// Where the log begins to be whole, if that is after the place asked for.
    public let trimmed: SequenceNumber?
    /// Set where the place asked for is not one that this log ever gave: what was seen after the place here was lost with
    /// the machine's power, or the log is an older copy.
    public let diverged: SequenceNumber?

    public init(
        events: [Event],
        through: SequenceNumber,
        head: SequenceNumber,
        epoch: String,
        trimmed: SequenceNumber?,
        diverged: SequenceNumber? = nil
    ) {
        self.events = events
        self.through = through
        self.head = head
        self.epoch = epoch
        self.trimmed = trimmed
        self.diverged = diverged
    }
}

/// Which topics' last events are wanted.
public struct LatestQuery: Sendable, Hashable {
    public static let maximumSessions = 128
    public static let maximumPrefixes = 256

    public var prefixes: [TopicPrefix]
    /// Only events of these sessions, at most 128; empty for every topic.
    public var sessions: [String]
    /// Only events after this place.
    public var after: SequenceNumber
    /// The last events as of this place, of the named sessions; those of now without it.
    public var through: SequenceNumber?
    public var limit: Int

    public init(
        _ prefixes: [TopicPrefix],
        sessions: [String] = [],
        after: SequenceNumber = .zero,
        limit: Int = 500
    ) {
        self.prefixes = prefixes
        self.sessions = sessions
        self.after = after
        self.limit = limit
    }

    public init(_ prefixes: [TopicPrefix], session: String, after: SequenceNumber = .zero, limit: Int = 500) {
        self.init(prefixes, sessions: [session], after: after, limit: limit)
    }
}

/// A page of last events.
public struct LatestPage: Sendable, Hashable {
    public let events: [Event]
    /// The last sequence on the log when this was true.
    public let head: SequenceNumber
    public let epoch: String
    /// Whether there are more; ask on after the last event's sequence.
    public let hasMore: Bool

    public init(events: [Event], head: SequenceNumber, epoch: String, hasMore: Bool) {
        self.events = events
        self.head = head
        self.epoch = epoch
        self.hasMore = hasMore
    }
}
