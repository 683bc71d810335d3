// SPDX-License-Identifier: MIT

import Bus
import NIOCore
import Wire

/// The part of the log that a client requests.
struct LogQuery: Sendable, Hashable {
    var prefixes = [TopicPrefix.all]
    var session: String?
    /// Only events of the chain that this intent began.
    var correlation: String?
    var after: SequenceNumber?
    /// Only events before this sequence number; without `after` the newest of them.
    var before: SequenceNumber?
    var limit = 200

    /// Whether an event of the right topics and session matches.
    func wants(_ event: Event) -> Bool {
        if let before, event.sequence >= before { return false }
        guard let correlation else { return true }
        return event.correlationID == correlation || event.id == correlation
    }
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
/// The log itself is read forwards only; events before a sequence number are read in windows that go further and further
/// back. Their size in memory is bounded.
struct LogReader: Sendable {
    let log: any EventLog
    /// The maximum number of pages of one request, so that none blocks the broker.
    var pageLimit = 32
    /// The number of events of a page.
    var pageSize = 1000
    /// The approximate maximum size of a response's events in bytes; one event is always returned.
    var byteLimit = 4 << 20
    /// The maximum span of a window: more than any log has, and far from the limits of integers.
    private static let longestSpan: UInt64 = 1 << 48

    /// Reads a part of the log.
    ///
    /// - Throws: Errors of the log.
    func read(_ query: LogQuery) async throws -> LogPart {
        if query.after == nil, query.before != nil || query.correlation != nil { return try await readBackwards(query) }
        return try await readForwards(query)
    }

    private func readForwards(_ query: LogQuery) async throws -> LogPart {
        let start = query.after ?? .zero
        var part = LogPart(from: start, through: start)
        var bytes = 0
        // Many events are read to find a few.
        let size = query.correlation == nil ? query.limit : max(query.limit, pageSize)
        for _ in 0..<pageLimit {
            let page = try await log.replay(replay(query, after: part.through, limit: size))
            note(page, in: &part)
            for event in page.events where query.wants(event) {
                part.events.append(event)
                bytes += event.body.count
                guard part.events.count < query.limit, bytes < byteLimit else {
                    part.through = event.sequence
                    part.hasMore = event.sequence < end(of: query, page)
                    return part
                }
            }
            part.through = min(page.through, end(of: query, page))
            guard page.through < end(of: query, page) else { return part }
        }
        part.hasMore = true
        return part
    }

    /// The sequence number up to which there may be matching events.
    private func end(of query: LogQuery, _ page: ReplayPage) -> SequenceNumber {
        guard let before = query.before, before > .zero else { return query.before ?? page.head }
        return min(page.head, SequenceNumber(rawValue: before.rawValue - 1))
    }

    private func readBackwards(_ query: LogQuery) async throws -> LogPart {
        var part = LogPart()
        // The log's end is requested first: with a sequence number beyond it, empty windows would be searched.
        let end = try await log.replay(replay(query, after: SequenceNumber(rawValue: UInt64(Int64.max)), limit: 1))
        part.head = end.head
        var pages = 1
        var upper = min(query.before ?? end.head.advanced(by: 1), end.head.advanced(by: 1))
        part.through = upper > .zero ? SequenceNumber(rawValue: upper.rawValue - 1) : .zero
        part.from = part.through
        var found = NewestEvents(limit: query.limit, byteLimit: byteLimit)
        var span = UInt64(max(query.limit, 200))
        // A response without the first window would make no progress: if its events are large, a smaller one is read.
        var isFirst = true
        while upper.rawValue > 1, !found.isFull, isFirst || pages < pageLimit {
            let bottom = SequenceNumber(rawValue: upper.rawValue - 1 > span ? upper.rawValue - 1 - span : 0)
            let allowance = isFirst ? max(pageLimit / 4, 2) : pageLimit - pages
            let window = try await self.window(query, from: bottom, to: upper, found.rest, allowance, &part)
            pages += window.pages
            guard window.isWhole else {
                guard isFirst, span > 1 else { break }
                span = max(span / 8, 1)
                continue
            }
            isFirst = false
            found.prepend(window.events)
            part.from = bottom
            upper = bottom.advanced(by: 1)
            span = min(span * 8, Self.longestSpan)
        }
        part.events = found.events
        if found.isCut, let first = found.events.first {
            part.from = SequenceNumber(rawValue: first.sequence.rawValue - 1)
        }
        part.hasMore = part.from > .zero
        return part
    }

    /// The newest matching events between two sequence numbers, and whether the window was read within the allowed pages.
    private func window(
        _ query: LogQuery,
        from bottom: SequenceNumber,
        to upper: SequenceNumber,
        _ events: NewestEvents,
        _ allowance: Int,
        _ part: inout LogPart
    ) async throws -> (events: NewestEvents, pages: Int, isWhole: Bool) {
        var (query, events) = (query, events)
        query.before = upper
        var pages = 0
        var place = bottom
        while place.rawValue + 1 < upper.rawValue {
            guard pages < allowance else { return (events, pages, false) }
            let size = Int(min(UInt64(pageSize), upper.rawValue - 1 - place.rawValue))
            let page = try await log.replay(replay(query, after: place, limit: size))
            pages += 1
            note(page, in: &part)
            for event in page.events where query.wants(event) { events.append(event) }
            guard page.through > place, page.through < page.head else { break }
            place = page.through
        }
        return (events, pages, true)
    }

    private func replay(_ query: LogQuery, after place: SequenceNumber, limit: Int) -> ReplayQuery {
        ReplayQuery(query.prefixes, session: query.session, after: place, limit: limit)
    }

    private func note(_ page: ReplayPage, in part: inout LogPart) {
        part.head = page.head
        if page.trimmed != nil { part.isTrimmed = true }
    }
}
