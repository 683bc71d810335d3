// SPDX-License-Identifier: MIT

import Bus
import NIOCore
import Wire

/// The part of the log that a client requests.
struct LogQuery: Sendable, Hashable {
    var prefixes = [TopicPrefix.all]
    var session: String?
    /// Only events that pass it.
    var filter = EventFilter.none
    var after: SequenceNumber?
    /// Only events before this sequence number; without `after` the newest of them.
    var before: SequenceNumber?
    var limit = 200

    /// Whether the newest matching events are wanted, not the first ones.
    var isBackward: Bool { after == nil && (before != nil || !filter.isEmpty) }
}

/// A part of the log.
struct LogPart: Sendable {
    var events: [Event] = []
    /// The sequence number after which nothing was skipped.
    var from = SequenceNumber.zero
    /// The sequence number up to which nothing was skipped.
    var through = SequenceNumber.zero
    var head = SequenceNumber.zero
    /// Whether there may be more in the direction of reading.
    var hasMore = false
    var isTrimmed = false

    /// The part as the response to `GET /api/log`.
    var body: ByteBuffer {
        var buffer = ByteBuffer()
        buffer.writeString(#"{"events":["#)
        for (index, event) in events.enumerated() {
            buffer.writeString("\(index > 0 ? "," : ""){\"topic\":\"\(event.topic)\",\"event\":")
            buffer.writeBytes(event.body)
            buffer.writeString("}")
        }
        buffer.writeString(
            """
            ],"from":"\(from)","through":"\(through)","head":"\(head)","more":\(hasMore),"trimmed":\(isTrimmed)}
            """
        )
        return buffer
    }
}

/// Reads parts of the log.
///
/// Their size in memory is bounded.
struct LogReader: Sendable {
    let log: any EventLog
    /// The maximum number of pages of one request, so that none blocks the broker.
    var pageLimit = 32
    /// The same for a request with a filter, whose pages take longer: see `ReplayQuery.filter`.
    var filterPageLimit = 8
    /// The number of events of a page.
    var pageSize = 1000
    /// The approximate maximum size of a response's events in bytes; one event is always returned.
    var byteLimit = 4 << 20

    /// Reads a part of the log.
    ///
    /// - Throws: Errors of the log.
    func read(_ query: LogQuery) async throws -> LogPart {
        query.isBackward ? try await readBackwards(query) : try await readForwards(query)
    }

    private func readForwards(_ query: LogQuery) async throws -> LogPart {
        let start = query.after ?? .zero
        var part = LogPart(from: start, through: start)
        var bytes = 0
        for _ in 0..<pages(query) {
            var replay = replay(query, limit: query.limit - part.events.count)
            replay.after = part.through
            let page = try await log.replay(replay)
            note(page, in: &part)
            let end = min(page.head, query.before?.predecessor ?? page.head)
            for event in page.events {
                part.events.append(event)
                bytes += event.body.count
                guard part.events.count < query.limit, bytes < byteLimit else {
                    part.through = event.sequence
                    part.hasMore = event.sequence < end
                    return part
                }
            }
            part.through = min(page.through, end)
            guard page.through < end else { return part }
        }
        part.hasMore = true
        return part
    }

    private func readBackwards(_ query: LogQuery) async throws -> LogPart {
        var part = LogPart()
        var newestFirst: [Event] = []
        var bytes = 0
        var upper = query.before
        for number in 0..<pages(query) {
            var replay = replay(query, limit: query.limit - newestFirst.count)
            (replay.before, replay.isBackward) = (upper, true)
            let page = try await log.replay(replay)
            note(page, in: &part)
            if number == 0 { part.through = min(query.before?.predecessor ?? page.head, page.head) }
            part.from = min(page.through.predecessor, part.through)
            upper = page.through
            for event in page.events {
                newestFirst.append(event)
                bytes += event.body.count
                guard newestFirst.count < query.limit, bytes < byteLimit else {
                    part.from = event.sequence.predecessor
                    break
                }
            }
            guard newestFirst.count < query.limit, bytes < byteLimit else { break }
            guard part.from != .zero else { break }
        }
        part.events = newestFirst.reversed()
        part.hasMore = part.from > .zero
        return part
    }

    private func pages(_ query: LogQuery) -> Int { query.filter.isEmpty ? pageLimit : filterPageLimit }

    private func replay(_ query: LogQuery, limit: Int) -> ReplayQuery {
        var replay = ReplayQuery(query.prefixes, session: query.session, after: .zero, limit: min(limit, pageSize))
        (replay.before, replay.filter) = (query.before, query.filter)
        return replay
    }

    private func note(_ page: ReplayPage, in part: inout LogPart) {
        part.head = page.head
        if page.trimmed != nil { part.isTrimmed = true }
    }
}
