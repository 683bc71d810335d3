// SPDX-License-Identifier: MIT

import AppModel
import Bus
import Components
import CurlClient
import Wire

/// Delivers events of the log to a receiver over HTTP, in their order, each at least once.
///
/// The cursor on the log passes an event when the receiver has accepted it, or refused it for good: then it is a dead letter. A
/// receiver that does not answer is asked again, with longer and longer pauses, and nothing is left out.
public final class SinkWork {
    /// Sends a request; the process does it over the network, tests as they like.
    public typealias Post = @Sendable (HTTPRequest) async -> Result<HTTPResponse, HTTPFailure>

    /// How long a receiver may take to answer.
    public static let timeout: Duration = .seconds(15)
    /// How many bytes of an answer are read.
    public static let responseLimit = 1 << 20
    /// What says on the log that a sink has begun.
    private static let configuration = "sink"

    private let sink: Sink
    private let topics: [TopicPrefix]
    private let log: any EventLog
    private let meter: ComponentMeter
    private let post: Post
    private let backoff: Backoff
    private let now: @Sendable () -> Timestamp
    private let host: String
    private var letters = DeadLetters()
    private var incarnation = 0

    /// - Parameters:
    ///   - sink: The sink, with its secrets.
    ///   - log: Where the events are.
    ///   - meter: What counts the work, and reports what is in its way.
    ///   - post: What sends requests.
    ///   - backoff: The delays between tries.
    ///   - now: The time.
    /// - Throws: `SearchBusError` for an invalid topic.
    public init(
        _ sink: Sink,
        log: any EventLog,
        meter: ComponentMeter,
        post: @escaping Post,
        backoff: Backoff = Backoff(first: .milliseconds(500), limit: .seconds(60)),
        now: @escaping @Sendable () -> Timestamp = Timestamp.now
    ) throws {
        self.sink = sink
        topics = try sink.topics.map { try TopicPrefix(parsing: $0) }
        (self.log, self.meter, self.post, self.backoff, self.now) = (log, meter, post, backoff, now)
        host = SinkAnswer.host(of: sink.url)
    }

    private var source: String { "/sink/\(sink.name)" }
    private var own: TopicPrefix { TopicPrefix(.sink, sink.name) }

    /// Works until the task is cancelled.
    ///
    /// - Throws: `SearchBusError` with `fenced` where another process has taken the place of this one, and what the log throws.
    public func run() async throws {
        let claim = try await log.claim([sink.name])[sink.name]
        incarnation = claim?.incarnation ?? 0
        if claim?.configuration == nil { try await begin(claim?.cursor ?? .zero) }
        letters = try await DeadLetters(of: sink.name, on: log)
        try await CursorLoop.run(meter) {
            [try await log.cursor(of: sink.name)]
        } _: {
            try await work()
        }
    }

    /// Notes on the log where a new sink begins.
    private func begin(_ cursor: SequenceNumber) async throws {
        let head = try await log.replay(ReplayQuery([own], after: cursor, limit: 1)).head
        try await move(from: cursor, to: sink.from == .now ? head : cursor, [], [])
    }

    private func work() async throws {
        var cursor = try await log.cursor(of: sink.name)
        var buffer = SinkBuffer(after: cursor, batch: sink.batch)
        let subscription = try await log.subscribe(to: topics + [own], after: cursor)
        defer { subscription.cancel() }
        while true {
            meter.noteWaiting(buffer.count)
            let startedAt = ContinuousClock.now
            switch buffer.next {
            case nil:
                guard try await receive(subscription, into: &buffer, after: cursor) else {
                    throw SearchBusError(.cursorMoved, "Events of sink `\(sink.name)` came out of order.")
                }
                continue
            case .deliver(let events):
                let notices = try await deliver(events)
                try await pass(Array(events), &cursor, notices)
                buffer.remove(events.count)
                meter.noteTurn(events: events.count, duration: .now - startedAt)
            case .note(let event):
                letters.fold(event)
                try await pass([event], &cursor, event.typeSuffix == "resend" ? try await resend(event) : [])
                buffer.remove(1)
            }
        }
    }

    /// Waits for events; reports those that retention has removed.
    private func receive(
        _ subscription: any EventSubscription,
        into buffer: inout SinkBuffer,
        after cursor: SequenceNumber
    ) async throws -> Bool {
        do {
            return buffer.put(try await subscription.next())
        } catch let error as SearchBusError where error.code == .trimmed {
            meter.noteTrimmed()
            let notice = try SinkNotice([cursor]).draft(.missed, of: sink.name, source: source)
            try await log.appendRetrying([notice], id: Identifier.make(), moving: [], problems: meter.problems)
            return true
        }
    }

    // MARK: Delivering

    /// Sends events until they are accepted or refused; returns notices of those that are refused.
    private func deliver(_ events: ArraySlice<Event>) async throws -> [EventDraft] {
        guard let reason = try await send(SinkMessage(events, isBatch: sink.batch > 1)) else { return [] }
        guard events.count == 1, let event = events.first else {
            // One of them is refused, and the others with it.
            var notices: [EventDraft] = []
            for event in events { notices += try await deliver([event]) }
            return notices
        }
        meter.noteSetAside()
        return [try draft(.refused, SinkNotice(refused: event, reason: reason), cause: event)]
    }

    /// Sends a message until it is accepted or refused; returns why it is refused.
    private func send(_ message: SinkMessage) async throws -> String? {
        var failures = 0
        defer { if failures > 0 { meter.problems.resolve(subject: "receiver") } }
        while true {
            let seconds = now().microseconds / 1_000_000
            switch SinkAnswer(await post(message.request(to: sink, now: seconds)), host: host) {
            case .accepted: return nil
            case .refused(let reason): return reason
            case .retry(let error):
                try Task.checkCancellation()
                failures += 1
                meter.problems.report(error, subject: "receiver")
                try await Task.sleep(for: backoff.delay(failures: failures, atLeast: error.retryAfter))
            }
        }
    }

    /// Sends dead letters again.
    private func resend(_ request: Event) async throws -> [EventDraft] {
        let notice = (try? request.data()).flatMap(SinkNotice.init(record:)) ?? SinkNotice()
        var notices: [EventDraft] = []
        for sequence in notice.sequences.prefix(SinkNotice.maximumResend) {
            guard let letter = letters.letter(sequence) else { continue }
            guard let event = try await event(at: letter) else {
                notices.append(try draft(.removed, SinkNotice([sequence]), cause: request))
                continue
            }
            let refusals = try await deliver([event])
            notices += refusals.isEmpty ? [try draft(.delivered, SinkNotice([sequence]), cause: event)] : refusals
        }
        return notices
    }

    private func event(at letter: DeadLetters.Letter) async throws -> Event? {
        let before = SequenceNumber(rawValue: max(letter.sequence.rawValue, 1) - 1)
        var query = ReplayQuery([try TopicPrefix(parsing: letter.topic)], after: before, limit: 1)
        query.before = SequenceNumber(rawValue: letter.sequence.rawValue + 1)
        return try await log.replay(query).events.first
    }

    // MARK: The log

    private func draft(_ kind: SinkNotice.Kind, _ notice: SinkNotice, cause: Event) throws -> EventDraft {
        try notice.draft(kind, of: sink.name, source: source, cause: cause)
    }

    /// Moves the cursor past events.
    private func pass(_ events: [Event], _ cursor: inout SequenceNumber, _ notices: [EventDraft]) async throws {
        guard let last = events.last?.sequence else { return }
        try await move(from: cursor, to: last, events, notices)
        cursor = last
        meter.noteCursor(last)
    }

    private func move(
        from cursor: SequenceNumber,
        to last: SequenceNumber,
        _ events: [Event],
        _ notices: [EventDraft]
    ) async throws {
        // The log counts along, but not where it would then keep intents and writes for as long as the receiver is down.
        let counted = events.isEmpty ? [] : (topics + [own]).filter { !$0.isKeptUntilFolded }
        let move = CursorMove(
            component: sink.name,
            from: cursor,
            to: last,
            folded: events.count { event in counted.contains { $0.matches(event.topic.description) } },
            prefixes: counted,
            incarnation: incarnation,
            configuration: Self.configuration
        )
        try await log.appendRetrying(notices, id: Identifier.make(), moving: [move], problems: meter.problems)
    }
}

extension TopicPrefix {
    /// Whether the log keeps events under the prefix until all who read them have folded them.
    fileprivate var isKeptUntilFolded: Bool {
        Topic.Kind(ofTopic: description)?.rules.retention == .untilFolded
    }
}
