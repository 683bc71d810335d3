// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Wire

/// What a turn has to append, in order, who said it and what caused it.
struct TurnBuilder {
    /// An output with its place in the append.
    struct Entry {
        /// Which of the host's components said it.
        let component: Int
        let session: String
        let output: Output
        let cause: Cause?
    }

    /// How much is put into an append before the rest is left to the next; the log takes 1,024 events at once.
    private static let limits = (events: 600, bytes: 4 << 20)

    /// What the append is known by; the events' ids are made from it, so a repeat has the same ones.
    let appendID: String
    private let time: String
    private(set) var entries: [Entry] = []
    private var size = 0

    init(appendID: String = Identifier.make(), time: String = Timestamp.now().description) {
        self.appendID = appendID
        self.time = time
    }

    /// Adds what a component says of a session.
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

    /// The components that say something.
    var components: Set<Int> { Set(entries.map(\.component)) }

    /// Puts something else in the place of what the log would refuse; answers whether there was anything.
    mutating func replaceRefused(
        sources: [String],
        _ substitute: (Entry, SearchBusError) -> Output?
    ) -> Bool {
        var didReplace = false
        entries = entries.enumerated().compactMap { index, entry in
            do {
                let draft = try draft(entry, index, sources)
                _ = try ReceivedEvent(topic: draft.topic, attributes: draft.attributes, data: draft.data)
                return entry
            } catch {
                didReplace = true
                let known = error as? SearchBusError ?? SearchBusError(.invalidEvent, "\(error)")
                return substitute(entry, known).map { output in
                    Entry(component: entry.component, session: entry.session, output: output, cause: entry.cause)
                }
            }
        }
        return didReplace
    }

    /// The events to append.
    ///
    /// - Parameter sources: The `source` of each component's events.
    /// - Throws: `SearchBusError` for an output that names something that cannot be in a topic.
    func drafts(sources: [String]) throws -> [EventDraft] {
        try entries.enumerated().map { index, entry in try draft(entry, index, sources) }
    }

    private func draft(_ entry: Entry, _ index: Int, _ sources: [String]) throws -> EventDraft {
        EventDraft(
            topic: try Topic(entry.output.kind, entry.output.component, session: entry.session),
            id: "\(appendID)-\(index)",
            source: sources[entry.component],
            type: entry.output.type,
            time: time,
            correlationID: entry.cause?.correlationID,
            causationID: entry.cause?.id,
            data: entry.output.data
        )
    }
}

/// The event that an output follows from, and the chain that both belong to.
public struct Cause: Sendable, Hashable {
    public let id: String
    /// The first event of the chain.
    public let correlationID: String

    public init(_ event: Event) {
        id = event.id
        correlationID = event.correlationID ?? event.id
    }
}
