// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// The log as everybody but the broker sees it: four calls, whatever stands behind them.
public protocol EventLog: Sendable {
    /// Appends events in one transaction.
    ///
    /// Repeated calls with the same events (or, with a cursor, of the same append) have one effect and one answer.
    ///
    /// - Throws: `SearchBusError`; with `cursor-moved` or `events-missed` nothing was appended and the component must
    ///   read its cursor again.
    func append(_ events: [EventDraft], moving cursor: CursorMove?) async throws -> AppendReceipt

    /// The events under the prefixes after a place, in order, a page at a time.
    func replay(_ query: ReplayQuery) async throws -> ReplayPage

    /// The last event of each topic under the prefixes, in order of sequence, a page at a time.
    func latest(_ query: LatestQuery) async throws -> LatestPage

    /// Where a component's folding has got to; zero for one that never appended.
    func cursor(of component: String) async throws -> SequenceNumber

    /// Every event under the prefixes after a place, each once, without end.
    func subscribe(to prefixes: [TopicPrefix], after sequence: SequenceNumber) async throws -> any EventSubscription
}

/// A running subscription.
///
/// Belongs to one task.
public protocol EventSubscription: AnyObject, Sendable {
    /// The events that have come since the last call, at least one, in order on each topic.
    ///
    /// - Throws: `SearchBusError` with `trimmed` when the log no longer reaches back (the next call goes on from where it
    ///   does), with `epoch-changed` when the log is a new one; `CancellationError` when the task is cancelled.
    func next() async throws -> [Event]

    /// Ends the subscription.
    func cancel()
}

/// A component's progress, moved in the transaction of its append.
public struct CursorMove: Sendable, Hashable {
    public let component: String
    /// The cursor as the component knows it.
    public let from: SequenceNumber
    /// The last sequence folded.
    public let to: SequenceNumber
    /// What the append is known by: a repeat has the same.
    public let appendID: String
    /// How many events were folded in between, and of which prefixes: the broker compares with its log, and refuses with
    /// `events-missed` where the component was not shown all of them.
    public let folded: Int
    public let prefixes: [TopicPrefix]

    public init(
        component: String,
        from: SequenceNumber,
        to: SequenceNumber,
        appendID: String,
        folded: Int,
        prefixes: [TopicPrefix]
    ) {
        self.component = component
        self.from = from
        self.to = to
        self.appendID = appendID
        self.folded = folded
        self.prefixes = prefixes
    }
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

/// What is to be replayed.
public struct ReplayQuery: Sendable, Hashable {
    public var prefixes: [TopicPrefix]
    /// Only this session's events.
    public var session: String?
    public var after: SequenceNumber
    /// How many events a page has at the most; the broker may send fewer.
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
    public let through: SequenceNumber
    /// The last sequence on the log.
    public let head: SequenceNumber
    public let epoch: String
    /// Where the log begins to be whole, if that is after the place asked for.
    public let trimmed: SequenceNumber?

    public init(
        events: [Event],
        through: SequenceNumber,
        head: SequenceNumber,
        epoch: String,
        trimmed: SequenceNumber?
    ) {
        self.events = events
        self.through = through
        self.head = head
        self.epoch = epoch
        self.trimmed = trimmed
    }
}

/// Which topics' last events are wanted.
public struct LatestQuery: Sendable, Hashable {
    public var prefixes: [TopicPrefix]
    public var session: String?
    /// Only events after this place.
    public var after: SequenceNumber
    public var limit: Int

    public init(
        _ prefixes: [TopicPrefix],
        session: String? = nil,
        after: SequenceNumber = .zero,
        limit: Int = 500
    ) {
        self.prefixes = prefixes
        self.session = session
        self.after = after
        self.limit = limit
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
