// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import NIOCore
import Wire

/// The views of a session as the log had them at one moment, or those of them that changed after a place.
struct SessionState: Sendable {
    let session: String
    let epoch: String
    /// Where this is true.
    let head: SequenceNumber
    /// The last event of each widget's view, by sequence.
    let events: [Event]
    /// Whether this is everything, rather than what changed.
    let isWhole: Bool

    /// Reads the state of a session.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - log: Where its views are.
    ///   - resume: Where the reader has got to; what it has is left out, unless it has it from another log.
    ///   - safePlace: Says how far back to go for a reader that has got to a place.
    /// - Returns: The views, and the place at which they are true.
    /// - Throws: What the log throws.
    static func read(
        _ session: String,
        from log: any EventLog,
        resume: ResumePoint? = nil,
        safePlace: (SequenceNumber) -> SequenceNumber = { $0 }
    ) async throws -> SessionState {
        if let resume {
            // The place that the reader has got to is asked for first: a machine whose log does not reach it yet then waits or
            // refuses. Asked only for the earlier one it would tell its past.
            var query = LatestQuery([TopicPrefix(.view)], session: session, after: resume.sequence)
            var page = try await log.latest(query)
            let place = safePlace(resume.sequence)
            if place < resume.sequence, page.epoch == resume.epoch, resume.sequence <= page.head {
                query.after = place
                page = try await log.latest(query)
            }
            if page.epoch == resume.epoch, resume.sequence <= page.head {
                return try await complete(page, of: query, log, isWhole: false)
            }
        }
        let query = LatestQuery([TopicPrefix(.view)], session: session)
        return try await complete(try await log.latest(query), of: query, log, isWhole: true)
    }

    /// Reads the further pages.
    ///
    /// A topic that moved in between is met again with a higher sequence.
    private static func complete(
        _ first: LatestPage,
        of query: LatestQuery,
        _ log: any EventLog,
        isWhole: Bool
    ) async throws -> SessionState {
        var page = first
        var query = query
        var newest: [Topic: Event] = [:]
        while true {
            for event in page.events { newest[event.topic] = event }
            guard page.hasMore, let last = page.events.last else { break }
            query.after = last.sequence
            page = try await log.latest(query)
            guard page.epoch == first.epoch else {
                throw SearchBusError(.epochChanged, "The log was replaced while it was read.")
            }
        }
        return SessionState(
            session: query.sessions.first ?? "",
            epoch: page.epoch,
            head: page.head,
            events: newest.values.sorted { $0.sequence < $1.sequence },
            isWhole: isWhole
        )
    }

    /// The whole state as the answer to `GET /api/sessions/{s}`.
    var body: ByteBuffer {
        var buffer = ByteBuffer()
        buffer.writeString(#"{"session":"\#(session)","epoch":"\#(epoch)","sequence":"\#(head)","views":"#)
        writeViews(to: &buffer)
        buffer.writeString("}")
        return buffer
    }

    /// The form of `body`.
    static let shape = Shape.named(
        "SessionState",
        .object([
            "session": .session, "epoch": .text, "sequence": .sequence,
            "views": Shape(["type": "object", "additionalProperties": ["type": ["object", "null"]]]).described(
                "Views by widget; `session` is the session's own, and `NAME.NUMBER` a further page of NAME."
            ),
        ])
    )

    /// The whole state as a stream's `reset`.
    var resetMessage: ByteBuffer {
        var data = ByteBuffer()
        data.writeString(#"{"sequence":"\#(head)","views":"#)
        writeViews(to: &data)
        data.writeString("}")
        return ServerSentEvent.message(
            "reset",
            data.readableBytesView,
            at: ResumePoint(epoch: epoch, sequence: head)
        )
    }

    private func writeViews(to buffer: inout ByteBuffer) {
        buffer.writeString("{")
        for (index, event) in events.enumerated() {
            buffer.writeString("\(index > 0 ? "," : "")\"\(event.topic.component)\":")
            buffer.writeSingleLine(event.dataBytes)
        }
        buffer.writeString("}")
    }
}
