// SPDX-License-Identifier: MIT

import Bus
import NIOCore
import Wire

/// The views of a session at one sequence number, or those of them that changed after another one.
struct SessionState: Sendable {
    let session: String
    let epoch: String
    /// The sequence number of this state.
    let head: SequenceNumber
    /// The last event of each widget's view, by sequence.
    let events: [Event]
    /// Whether this is everything, rather than the changes.
    let isWhole: Bool

    /// Reads the state of a session.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - log: The log with its views.
    ///   - resume: The position of the reader; views that it has are omitted, unless they are from another log.
    ///   - safePlace: Returns the sequence number from which to read for a reader's position.
    /// - Returns: The views, and their sequence number.
    /// - Throws: Errors of the log.
    static func read(
        _ session: String,
        from log: any EventLog,
        resume: ResumePoint? = nil,
        safePlace: (SequenceNumber) -> SequenceNumber = { $0 }
    ) async throws -> SessionState {
        if let resume {
            // The reader's position is requested first: a node whose log does not reach it yet then waits or
            // refuses. With only the earlier one it would return an old state.
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
    /// A topic that changed in between occurs again with a higher sequence number.
    static func complete(
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

    /// The whole state as the response to `GET /api/sessions/{s}`.
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
