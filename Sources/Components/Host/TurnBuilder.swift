// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Wire

/// What a turn of a component has to append, in order, and what caused it.
package struct TurnBuilder {
    /// What the append is known by; the events' ids are made from it, so a repeat has the same ones.
    package let appendID: String
    private let source: String
    private let time: String
    package private(set) var drafts: [EventDraft] = []

    package init(source: String, appendID: String = Identifier.make(), time: String = Timestamp.now().description) {
        self.source = source
        self.appendID = appendID
        self.time = time
    }

    /// Adds an output of a session.
    ///
    /// - Parameters:
    ///   - output: What is to be appended.
    ///   - session: The session it belongs to.
    ///   - cause: The event that it follows from.
    /// - Throws: `SearchBusError` for an output that names something that cannot be in a topic.
    package mutating func add(_ output: Output, session: String, cause: Cause?) throws {
        drafts.append(
            EventDraft(
                topic: try Topic(output.kind, output.component, session: session),
                id: "\(appendID)-\(drafts.count)",
                source: source,
                type: output.type,
                time: time,
                correlationID: cause?.correlationID,
                causationID: cause?.id,
                data: output.data
            )
        )
    }
}

/// The event that an output follows from, and the chain that both belong to.
package struct Cause: Sendable, Hashable {
    package let id: String
    /// The first event of the chain.
    package let correlationID: String

    package init(_ event: Event) {
        id = event.id
        correlationID = event.correlationID ?? event.id
    }
}
