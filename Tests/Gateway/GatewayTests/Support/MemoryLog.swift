// SPDX-License-Identifier: MIT

import Bus
import Synchronization
import Wire

/// A log in memory with the guarantees of the real one: one transaction per append, repeats with the first response,
/// `previous` on each topic, the last event of a topic kept when trimming, replay and live events without a gap.
final class MemoryLog: EventLog {
    private struct ReceiptKey: Hashable {
        let topic: Topic
        let id: String

        init(_ draft: EventDraft) {
            (topic, id) = (draft.topic, draft.id)
        }
    }

    private struct State {
        var epoch: String
        var head = SequenceNumber.zero
        var trimmed = SequenceNumber.zero
        var events: [Event] = []
        var receipts: [ReceiptKey: (receipt: AppendReceipt, draft: EventDraft)] = [:]
        var subscriptions: [ObjectIdentifier: MemorySubscription] = [:]
        var appends: [[EventDraft]] = []
        var failure: SearchBusError?
        var replays = 0
        var filterLimit = 1_000
    }

    private let state: Mutex<State>
    /// Called after each append with what was appended; may append more.
    private let reaction = Mutex<(@Sendable (MemoryLog, [EventDraft]) -> Void)?>(nil)
    /// Called before each append with what will be appended.
    private let prelude = Mutex<(@Sendable (MemoryLog, [EventDraft]) -> Void)?>(nil)

    init(epoch: String = "epoch1") {
        state = Mutex(State(epoch: epoch))
    }

    // MARK: For tests

    var head: SequenceNumber { state.withLock { $0.head } }
    var epoch: String { state.withLock { $0.epoch } }
    /// Every append of stored events, in order.
    var appends: [[EventDraft]] { state.withLock { $0.appends } }
    var replays: Int { state.withLock { $0.replays } }
    /// How many events a page with a filter looks at.
    var filterLimit: Int {
        get { state.withLock { $0.filterLimit } }
        set { state.withLock { $0.filterLimit = newValue } }
    }
    var subscriptionCount: Int { state.withLock { $0.subscriptions.count } }

    func react(_ reaction: @escaping @Sendable (MemoryLog, [EventDraft]) -> Void) {
        self.reaction.withLock { $0 = reaction }
    }

    /// Does something before each append, as others who append at the same time do.
    func precede(_ prelude: @escaping @Sendable (MemoryLog, [EventDraft]) -> Void) {
        self.prelude.withLock { $0 = prelude }
    }

    /// Makes every call fail, or succeed again.
    func fail(_ error: SearchBusError?) { state.withLock { $0.failure = error } }

    /// Removes the oldest events, except the last of each topic.
    func trim(upTo place: SequenceNumber) {
        state.withLock { state in
            state.trimmed = place
            let last = Dictionary(state.events.map { ($0.topic, $0.sequence) }, uniquingKeysWith: { $1 })
            state.events.removeAll { $0.sequence <= place && last[$0.topic] != $0.sequence }
        }
    }

    /// Replaces this log by a new one, with its initial contents.
    func replace(epoch: String, _ fill: (MemoryLog) -> Void = { _ in }) {
        let subscriptions = state.withLock { state in
            let subscriptions = state.subscriptions.values
            // As with the real one, a subscription ends with its log.
            state = State(epoch: epoch)
            return subscriptions
        }
        fill(self)
        for subscription in subscriptions {
            subscription.fail(SearchBusError(.epochChanged, "The log is now \(epoch)."))
        }
    }

    /// Notifies subscriptions that the log does not reach back far enough for them.
    func reportTrimmed() {
        for subscription in state.withLock({ Array($0.subscriptions.values) }) {
            subscription.fail(SearchBusError(.trimmed, "The log begins later."))
        }
    }

    /// Appends one event, as some component would.
    @discardableResult
    func put(
        _ topic: String,
        _ data: String = "{}",
        type: String = "searchbus.test.event",
        id: String = Identifier.make(),
        correlation: String? = nil,
        causation: String? = nil
    ) throws -> SequenceNumber {
        let draft = EventDraft(
            topic: try Topic(parsing: topic),
            id: id,
            source: "/test",
            type: type,
            correlationID: correlation,
            causationID: causation,
            data: Array(data.utf8)
        )
        return try store([draft]).last
    }

    private func store(_ drafts: [EventDraft]) throws -> AppendReceipt {
        let (receipt, events, subscriptions) = try state.withLock { state in
            if let failure = state.failure { throw failure }
            return try Self.append(drafts, &state)
        }
        for subscription in subscriptions { subscription.receive(events) }
        return receipt
    }

    private static func append(
        _ drafts: [EventDraft],
        _ state: inout State
    ) throws -> (AppendReceipt, [Event], [MemorySubscription]) {
        let stored = drafts.filter { $0.topic.kind.isStored }
        let earlier = stored.compactMap { draft in state.receipts[ReceiptKey(draft)].map { (draft, $0) } }
        guard earlier.allSatisfy({ $0.type == $1.draft.type && $0.data == $1.draft.data }) else {
            throw SearchBusError(.idReused, "An id is on the log with other content.")
        }
        let known = earlier.map(\.1.receipt)
        if !known.isEmpty {
            guard known.count == stored.count, Set(known).count == 1 else {
                throw SearchBusError(.partialRepeat, "Some events are on the log already.")
            }
            return (known[0], [], [])
        }
        var events: [Event] = []
        let first = state.head.advanced(by: 1)
        for draft in drafts {
            let previous = state.events.last { $0.topic == draft.topic }?.sequence ?? .zero
            if draft.topic.kind.isStored { state.head = state.head.advanced(by: 1) }
            let event = try Event(
                draft,
                sequence: draft.topic.kind.isStored ? state.head : .zero,
                previous: previous,
                epoch: state.epoch
            )
            if draft.topic.kind.isStored { state.events.append(event) }
            events.append(event)
        }
        let receipt =
            stored.isEmpty ? AppendReceipt(first: .zero, last: .zero) : AppendReceipt(first: first, last: state.head)
        for draft in stored { state.receipts[ReceiptKey(draft)] = (receipt, draft) }
        if !stored.isEmpty { state.appends.append(stored) }
        return (receipt, events, Array(state.subscriptions.values))
    }

    // MARK: EventLog

    func append(
        _ events: [EventDraft],
        id: String,
        moving moves: [CursorMove],
        replyDelay: Duration
    ) async throws -> AppendReceipt {
        try await append(events)
    }

    func claim(_ components: [String]) async throws -> [String: ComponentClaim] {
        Dictionary(
            uniqueKeysWithValues: components.map {
                ($0, ComponentClaim(cursor: .zero, incarnation: 1, configuration: nil))
            }
        )
    }

    func append(_ events: [EventDraft]) async throws -> AppendReceipt {
        prelude.withLock { $0 }?(self, events)
        let receipt = try store(events)
        let stored = events.filter { $0.topic.kind.isStored }
        if !stored.isEmpty { reaction.withLock { $0 }?(self, stored) }
        return receipt
    }

    func replay(_ query: ReplayQuery) async throws -> ReplayPage {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            state.replays += 1
            let last = query.before.map { min($0.predecessor, state.head) } ?? state.head
            let inRange = state.events.filter { event in
                event.sequence > query.after && event.sequence <= last
                    && query.prefixes.contains { $0.matches(event.topic.description) }
                    && (query.session == nil || event.topic.session == query.session)
            }
            let inOrder = query.isBackward ? inRange.reversed() : inRange
            let seen = query.filter.isEmpty ? inOrder : Array(inOrder.prefix(state.filterLimit))
            let wanted = seen.filter { event in
                event.body.withUnsafeBytes { body in
                    query.filter.matches(
                        .init(
                            topic: event.topic.description,
                            body: body,
                            storedAt: Timestamp(parsing: event.time) ?? .now()
                        )
                    ) { 0 }
                }
            }
            let page = Array(wanted.prefix(query.limit))
            let end = query.isBackward ? query.after.advanced(by: 1) : max(last, query.after)
            let through =
                page.count < wanted.count
                ? page.last?.sequence ?? .zero : seen.count < inOrder.count ? seen.last?.sequence ?? .zero : end
            let bottom = query.isBackward ? through.predecessor : query.after
            return ReplayPage(
                events: page,
                through: through,
                head: state.head,
                epoch: state.epoch,
                trimmed: bottom < state.trimmed ? state.trimmed : nil
            )
        }
    }

    func latest(_ query: LatestQuery) async throws -> LatestPage {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            let events = state.events.filter { $0.sequence <= query.through ?? state.head }
            let last = Dictionary(events.map { ($0.topic, $0) }, uniquingKeysWith: { $1 })
            let wanted = last.values.filter { event in
                event.sequence > query.after && query.prefixes.contains { $0.matches(event.topic.description) }
                    && (query.sessions.isEmpty || query.sessions.contains { $0 == event.topic.session })
            }.sorted { $0.sequence < $1.sequence }
            return LatestPage(
                events: Array(wanted.prefix(query.limit)),
                head: state.head,
                epoch: state.epoch,
                hasMore: wanted.count > query.limit
            )
        }
    }

    func cursor(of component: String) async throws -> SequenceNumber { .zero }

    func subscribe(
        to prefixes: [TopicPrefix],
        after sequence: SequenceNumber,
        late: Set<TopicPrefix>
    ) async throws -> any EventSubscription {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            let subscription = MemorySubscription(prefixes: prefixes) { [weak self] subscription in
                self?.state.withLock { $0.subscriptions[ObjectIdentifier(subscription)] = nil }
            }
            if sequence < state.trimmed { subscription.fail(SearchBusError(.trimmed, "The log begins later.")) }
            subscription.receive(state.events.filter { $0.sequence > sequence })
            state.subscriptions[ObjectIdentifier(subscription)] = subscription
            return subscription
        }
    }
}

extension Event {
    /// An event as the broker would publish it.
    init(_ draft: EventDraft, sequence: SequenceNumber, previous: SequenceNumber, epoch: String) throws {
        var body: [UInt8] = Array(#"{"specversion":"1.0","#.utf8)
        body += draft.attributes.dropFirst().dropLast()
        if let session = draft.topic.session { body += Array(#","subject":"\#(session)""#.utf8) }
        body += Array(
            #","time":"\#(draft.time ?? Timestamp.now().description)","datacontenttype":"application/json""#.utf8
        )
        if sequence > .zero { body += Array(#","sequence":"\#(sequence)","previous":"\#(previous)""#.utf8) }
        body += Array(#","epoch":"\#(epoch)","data":"#.utf8)
        body += draft.data + Array("}".utf8)
        try self.init(topic: draft.topic, body: body)
    }

    /// An event for tests of pure logic.
    static func sample(
        _ topic: String,
        _ data: String = "{}",
        sequence: Int = 1,
        type: String = "searchbus.test.event",
        id: String = "e",
        correlation: String? = nil,
        causation: String? = nil,
        epoch: String = "epoch1"
    ) throws -> Event {
        let draft = EventDraft(
            topic: try Topic(parsing: topic),
            id: id,
            source: "/test",
            type: type,
            correlationID: correlation,
            causationID: causation,
            data: Array(data.utf8)
        )
        return try Event(
            draft,
            sequence: SequenceNumber(rawValue: UInt64(sequence)),
            previous: .zero,
            epoch: epoch
        )
    }
}
