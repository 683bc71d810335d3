// SPDX-License-Identifier: MIT

import Bus
import Wire

/// What a turn has to append, in order, who said it and what caused it.
struct TurnBuilder {
    /// An output with its place in the append.
    struct Entry {
        let component: Int
        let session: String
        let output: Output
        let cause: Cause?
        /// Whether it replaces another one that was refused.
        var isSubstitute = false
    }

    /// How much is put into an append before the rest is left to the next.
    private static let limits = (events: 600, bytes: 4 << 20)
    /// The maximum of an append in bytes of data; the log accepts some more.
    private static let mostBytes = 12 << 20

    /// What the append is known by; the events' ids are made from it, so a repeat has the same ones.
    private(set) lazy var appendID = Identifier.make()
    /// When it is appended, for people and by the clock that measures.
    private lazy var end = (time: Timestamp.now().description, at: ContinuousClock.now)
    private let startedAt: ContinuousClock.Instant
    private(set) var entries: [Entry] = []
    private var size = 0

    /// - Parameter startedAt: When the turn began.
    init(startedAt: ContinuousClock.Instant) { self.startedAt = startedAt }

    mutating func add(_ outputs: [Output], of component: Int, session: String, cause: Cause?) {
        for output in outputs {
            size += output.data.count
            entries.append(
                Entry(component: component, session: session, output: output, cause: output.cause ?? cause)
            )
        }
    }

    /// Whether what else there is to say is better left to the next append.
    var isFull: Bool { entries.count >= Self.limits.events || size >= Self.limits.bytes }

    /// Whether this is more than one append may hold.
    var isTooLarge: Bool { entries.count > ReceivedCommand.maximumEvents || size > Self.mostBytes }

    var components: Set<Int> { Set(entries.map(\.component)) }

    /// Replaces what the log would refuse; returns whether there was anything.
    ///
    /// A replacement that is refused too is left out.
    mutating func replaceRefused(
        sources: [String],
        _ substitute: (Entry, SearchBusError) -> Output?
    ) -> Bool {
        var didReplace = false
        let (id, end) = (appendID, end)
        entries = entries.enumerated().compactMap { index, entry in
            do {
                let draft = try draft(entry, "\(id)-\(index)", end, sources)
                _ = try ReceivedEvent(topic: draft.topic, attributes: draft.attributes, data: draft.data)
                return entry
            } catch {
                didReplace = true
                let known = error as? SearchBusError ?? SearchBusError(.invalidEvent, "\(error)")
                return entry.replaced(by: entry.isSubstitute ? nil : substitute(entry, known))
            }
        }
        measure()
        return didReplace
    }

    /// Replaces the largest outputs, and leaves out what is still too much, until one append
    /// can hold the rest.
    mutating func shrink(_ substitute: (Entry, SearchBusError) -> Output?) {
        let error = SearchBusError(
            .tooLarge,
            "What follows from one event is \(entries.count) events of \(size) bytes, which is more than an append holds."
        )
        while isTooLarge, let largest = entries.indices.max(by: { entries[$0].weight < entries[$1].weight }) {
            let entry = entries.remove(at: largest)
            let other = entry.replaced(by: entry.isSubstitute ? nil : substitute(entry, error))
            if let other, entries.count < ReceivedCommand.maximumEvents { entries.insert(other, at: largest) }
            measure()
        }
    }

    private mutating func measure() { size = entries.reduce(0) { $0 + $1.output.data.count } }

    /// The events to append.
    ///
    /// - Throws: `SearchBusError` for an output that names something that cannot be in a topic.
    mutating func drafts(sources: [String]) throws -> [EventDraft] {
        let end = end
        let id = appendID
        return try entries.enumerated().map { index, entry in try draft(entry, "\(id)-\(index)", end, sources) }
    }

    private typealias End = (time: String, at: ContinuousClock.Instant)

    private func draft(_ entry: Entry, _ id: String, _ end: End, _ sources: [String]) throws -> EventDraft {
        EventDraft(
            topic: try Topic(entry.output.kind, entry.output.component, session: entry.session),
            id: id,
            source: sources[entry.component],
            type: entry.output.type,
            time: end.time,
            correlationID: entry.cause?.correlationID,
            causationID: entry.cause?.id,
            traceParent: entry.cause?.traceParent,
            received: entry.cause?.receivedAt?.microseconds(to: end.at),
            began: (entry.cause?.begunAt ?? startedAt).microseconds(to: end.at),
            data: entry.output.data
        )
    }
}

extension TurnBuilder.Entry {
    /// What it takes of an append; one that was replaced already comes last.
    fileprivate var weight: Int { isSubstitute ? 0 : output.data.count }

    /// The same with another output; nothing for none.
    fileprivate func replaced(by other: Output?) -> Self? {
        other.map { Self(component: component, session: session, output: $0, cause: cause, isSubstitute: true) }
    }
}

/// The event that an output follows from, and the chain that both belong to.
public struct Cause: Sendable, Hashable {
    public let id: String
    /// The first event of the chain.
    public let correlationID: String
    /// The trace that both belong to, if any.
    public let traceParent: TraceParent?
    /// When the process received that event; `nil` for one that it has read from the log.
    public let receivedAt: ContinuousClock.Instant?
    /// When the work on it began, if that was not the turn that the output belongs to.
    public private(set) var begunAt: ContinuousClock.Instant?

    public init(_ event: Event) {
        id = event.id
        receivedAt = event.receivedAt
        traceParent = event.traceParent
        // A sender may name its chain arbitrarily, and all later events have that name.
        correlationID = event.correlationID.flatMap { $0.utf8.count <= 256 ? $0 : nil } ?? event.id
    }

    /// The same for work that began earlier than the turn in which it ends, such as a search.
    public func begun(at start: ContinuousClock.Instant) -> Cause {
        var cause = self
        cause.begunAt = start
        return cause
    }
}

extension ContinuousClock.Instant {
    /// The time until a later moment in microseconds, within what an attribute of an event can hold.
    fileprivate func microseconds(to end: Self) -> Int {
        Int(min(max((end - self) / .microseconds(1), 0), Double(Int32.max)))
    }
}
