// SPDX-License-Identifier: MIT

import Bus
import Interactors
import Wire

/// A host's work from its components' cursors on, until something makes it start over.
///
/// Belongs to the task of the host.
final class HostRun {
    /// The maximum number of events of a turn.
    static let eventLimit = 128
    /// How many events one turn appends, roughly; the log takes 1,024 at once.
    private static let draftLimit = 800
    /// After how many events without an output a cursor is moved all the same.
    private static let idleLimit = 512
    /// How many cursors one append moves, unless more components have something to say.
    private static let moveLimit = 256
    /// For how long a reply may stay unread: shorter than the time after which requests are repeated.
    private static let maxReplyDelay: Duration = .milliseconds(100)
    /// How long a turn searches on its own thread before what it has is appended.
    private static let effectTime: Duration = .milliseconds(20)

    let components: [any HostedComponent]
    let log: any EventLog
    private let meter: ComponentMeter
    private let cacheSize: Int
    /// The maximum number of events of the next turn: after a turn that exceeded an append, few at first.
    private(set) var limit: Int
    private var readers: [String: Readers] = [:]
    private var waiting: ArraySlice<Event> = []
    var reviews: [Review] = []
    /// What components could not fold in an earlier run; it is a problem of the process until it is folded.
    private var failures: [String: TransientFailure]

    init(
        _ components: [any HostedComponent],
        log: any EventLog,
        meter: ComponentMeter,
        limit: Int,
        cacheSize: Int,
        failures: [String: TransientFailure]
    ) {
        self.components = components
        self.log = log
        self.meter = meter
        self.cacheSize = cacheSize
        self.limit = limit
        self.failures = failures
    }

    /// Works until the task is cancelled.
    ///
    /// - Throws: What the log throws; `TurnTooLarge`.
    func run() async throws {
        let start = components.map(\.progress.cursor).min() ?? .zero
        let inputs = TopicPrefix.bounded(components.flatMap(\.logic.inputs))
        // A component that folds nothing holds nothing either.
        let notices = inputs.isEmpty ? [] : [TopicPrefix(.bus, "expired")]
        let subscription = try await log.subscribe(to: inputs + notices, after: start, late: lateInputs)
        defer { subscription.cancel() }
        let inbox = EffectInbox { subscription.wake() }
        meter.noteCursor(start)
        try await reviewChangedConfigurations()
        try await wakeSessions()
        while true {
            if waiting.isEmpty {
                let isIdle = reviews.isEmpty && inbox.isEmpty && !components.contains(where: \.wantsEffects)
                let until = isIdle ? deadline : .now
                waiting = try await subscription.next(until: until, over: [.trimmed, .diverged], meter)[...]
            }
            try await runTurn(inbox)
            if waiting.isEmpty, let next = reviews.first { try await goOn(with: next) }
            limit = min(limit * 2, Self.eventLimit)
            meter.noteWaiting(waiting.count)
        }
    }

    /// The inputs that may come a little late, as far as no component wants them at once.
    private var lateInputs: Set<TopicPrefix> {
        let prompt = components.flatMap { component in
            component.logic.inputs.filter { !component.logic.lateInputs.contains($0) }
        }
        return components.reduce(into: Set()) { $0.formUnion($1.logic.lateInputs) }.subtracting(prompt)
    }

    private var deadline: ContinuousClock.Instant? { components.compactMap(\.deadline).min() }

    // MARK: Turns

    /// The events of the next turn: as many as one append can answer.
    private func takeEvents() -> ArraySlice<Event> {
        let perSession = max(components.count * 3, 1)
        let sessionLimit = max(Self.draftLimit / perSession, 1)
        guard waiting.count > min(limit, sessionLimit) else {
            defer { waiting = [] }
            return waiting
        }
        var sessions: Set<String> = []
        let events = waiting.prefix(limit).prefix { event in
            if let session = event.topic.session { sessions.insert(session) }
            return sessions.count <= sessionLimit
        }
        waiting = waiting.dropFirst(events.count)
        return events
    }

    func newTurn() -> Turn { Turn(at: .now, touchLimit: 2 * limit) }

    private func runTurn(_ inbox: EffectInbox) async throws {
        let events = try takeEvents().compactMap { event -> (event: Event, readers: Readers)? in
            guard event.topic.kind != .bus else {
                forgetSessions(in: event)
                return nil
            }
            let readers = try readers(of: event)
            return readers.components.isEmpty ? nil : (event, readers)
        }
        let startedAt = ContinuousClock.now
        let missing = events.reduce(into: [Int: Set<String>]()) { missing, event in
            guard let session = event.event.topic.session else { return }
            for reader in event.readers.components {
                guard !components[reader].holds(session), components[reader].takes(session) else { continue }
                missing[reader, default: []].insert(session)
            }
        }
        if !missing.isEmpty { try await load(missing) }
        var turn = newTurn()
        for (event, readers) in events { try fold(event, readers, &turn) }
        let ended = finishEffects(inbox, &turn)
        var budget = EffectBudget(limit: Self.effectTime)
        for (index, component) in components.enumerated() {
            turn.component = index
            if component.deadline.map({ $0 <= turn.now }) == true { component.pass(in: &turn) }
            component.runEffects(in: &turn, inbox, budget: &budget)
        }
        if !events.isEmpty { meter.noteTurn(events: events.count, duration: .now - startedAt) }
        try await end(&turn, isSmallest: events.count + ended <= 1)
    }

    /// Drops the sessions that the log no longer has: their state would be written again.
    private func forgetSessions(in notice: Event) {
        guard let data = try? notice.data(), let deleted = SessionsDeleted(record: data) else { return }
        for component in components { deleted.sessions.forEach(component.forget) }
    }

    /// Folds the ends of effects in, as many as the turn has room for; answers how many.
    private func finishEffects(_ inbox: EffectInbox, _ turn: inout Turn) -> Int {
        var count = 0
        while count < limit, !turn.isFull, let completion = inbox.take() {
            turn.component = completion.id.component
            components[completion.id.component].finish(completion, in: &turn)
            count += 1
        }
        return count
    }

    /// Which components have this event still to fold.
    ///
    /// - Throws: `SearchBusError` with `events-missed` for one that comes after others that it lies before.
    private func readers(of event: Event) throws -> Readers {
        var all = readers(ofChannel: event.topic.channel)
        if let late = all.components.first(where: { components[$0].progress.isLate(event.sequence) }) {
            throw SearchBusError(.eventsMissed, "`\(components[late].name)` was shown \(event.sequence) too late.")
        }
        all.components.removeAll { event.sequence <= components[$0].progress.folded }
        return all
    }

    /// Which components fold the events of a channel.
    private func readers(ofChannel channel: String) -> Readers {
        if let known = readers[channel] { return known }
        if readers.count > 4_096 { readers = [:] }
        let found = components.indices.filter { index in
            components[index].logic.inputs.contains { $0.touchesChannel(channel) }
        }
        let all = Readers(components: found, interest: interest(of: found))
        readers[channel] = all
        return all
    }

    private func fold(_ event: Event, _ readers: Readers, _ turn: inout Turn) throws(TransientFailure) {
        let incoming = Incoming(event, interest: readers.interest)
        for reader in readers.components {
            components[reader].progress.note(event.sequence)
            turn.component = reader
            if let session = event.topic.session {
                // What is passed over is folded too, as nothing: the log counts what a cursor has left behind.
                guard components[reader].takes(session) else { continue }
                try components[reader].fold(incoming, of: session, in: &turn)
                try meetReviews(with: event, of: session, in: reader, &turn)
            } else {
                reviews.append(Review(component: reader, cause: event, upTo: event.sequence))
            }
        }
    }

    /// What some of these components look at.
    private func interest(of readers: some Collection<Int>) -> EventInterest {
        guard let first = readers.first else { return .all }
        return readers.dropFirst().reduce(into: components[first].logic.interest) {
            $0.formUnion(components[$1].logic.interest)
        }
    }

    /// Lets the sessions that were touched say what they have to say, and appends it.
    ///
    /// - Throws: `TurnTooLarge`; what the log throws.
    func end(_ turn: inout Turn, isSmallest: Bool) async throws {
        for (index, component) in components.enumerated() {
            turn.component = index
            component.conclude(in: &turn)
        }
        if turn.builder.isTooLarge {
            guard isSmallest else { throw TurnTooLarge(limit: limit) }
            meter.noteSetAside()
            turn.builder.shrink(substitute)
        }
        try await append(&turn)
        resolveFailures()
        trim()
    }

    /// Drops sessions where all components together hold too much: a quarter of each one's, so that it is not done each turn.
    private func trim() {
        guard components.reduce(0, { $0 + $1.size }) > cacheSize else { return }
        for component in components { component.trim(to: component.size / 4 * 3) }
    }

    // MARK: The log

    /// Notes that events that could not be folded before were folded.
    private func resolveFailures() {
        guard !failures.isEmpty else { return }
        for component in components {
            guard let failure = failures[component.name], component.progress.folded >= failure.sequence else {
                continue
            }
            meter.problems.resolve(subject: failure.component)
            failures[component.name] = nil
        }
    }

    private func append(_ turn: inout Turn) async throws {
        let speakers = turn.builder.components
        let moves = components.indices.compactMap { index -> (index: Int, move: CursorMove)? in
            let component = components[index]
            guard component.progress.count > 0 || speakers.contains(index) || !component.isCurrent else { return nil }
            let move = move(of: index)
            let isWorthIt =
                speakers.contains(index) || move.folded >= Self.idleLimit
                || (move.configuration != nil && component.progress.configuration != nil)
            return isWorthIt ? (index, move) : nil
        }
        .sorted { speakers.contains($0.index) && !speakers.contains($1.index) }
        .prefix(max(speakers.count, Self.moveLimit))
        guard !moves.isEmpty else { return }
        try await appendPersistently(&turn, moves.map(\.move))
        for (index, move) in moves { components[index].progress.moved(move) }
        meter.noteCursor(components.map(\.progress.cursor).min() ?? .zero)
    }

    private func move(of index: Int) -> CursorMove {
        let component = components[index]
        let own = reviews.filter { $0.component == index && !$0.isWakeUp }
        let pending = ([component.pending] + own.map(\.cause?.sequence)).compactMap(\.self).min()
        // Pending reviews are repeated after a restart.
        let isDone = !component.isBusy && !own.contains { $0.cause == nil }
        return component.progress.move(
            of: component.name,
            before: pending,
            prefixes: component.logic.inputs,
            configuration: component.isCurrent || !isDone ? nil : component.logic.configuration
        )
    }

    /// Appends a turn, waiting as long as the broker cannot write; what the log refuses is replaced by what can be said
    /// instead.
    private func appendPersistently(_ turn: inout Turn, _ moves: [CursorMove]) async throws {
        let sources = components.map(\.logic.source)
        while true {
            do {
                return try await log.appendRetrying(
                    turn.builder.drafts(sources: sources),
                    id: turn.builder.appendID,
                    moving: moves,
                    problems: meter.problems,
                    replyDelay: replyDelay
                )
            } catch let error as SearchBusError where error.code.refusesContent {
                meter.noteSetAside()
                guard turn.builder.replaceRefused(sources: sources, substitute) else { throw error }
            }
        }
    }

    /// For how long the reply to an append may stay unread: it is read with the next events, unless there is more to do now.
    private var replyDelay: Duration {
        guard waiting.isEmpty, reviews.isEmpty, !components.contains(where: \.isBusy) else { return .zero }
        return min(deadline.map { max($0 - .now, .zero) } ?? Self.maxReplyDelay, Self.maxReplyDelay)
    }

    private func substitute(for entry: TurnBuilder.Entry, refusedFor error: SearchBusError) -> Output? {
        components[entry.component].logic.substitute(for: entry.output, refusedFor: error)
    }

    /// Brings back the sessions that are not held, all of them with as few questions as possible.
    func load(_ wanted: [Int: Set<String>]) async throws {
        var missing: [Int: Set<String>] = [:]
        for (index, sessions) in wanted {
            let others = sessions.filter { !components[index].holds($0) }
            if !others.isEmpty { missing[index] = others }
        }
        guard !missing.isEmpty else { return }
        let sessions = missing.values.reduce(into: Set<String>()) { $0.formUnion($1) }.sorted()
        let prefixes = TopicPrefix.bounded(missing.keys.flatMap { components[$0].logic.memories })
        let interest = interest(of: missing.keys)
        var known: [String: [Incoming]] = [:]
        for start in stride(from: 0, to: sessions.count, by: 128) {
            let some = Array(sessions[start..<min(start + 128, sessions.count)])
            for event in try await log.allLatest(LatestQuery(prefixes, sessions: some)) {
                known[event.topic.session ?? "", default: []].append(Incoming(event, interest: interest))
            }
        }
        let now = ContinuousClock.now
        for (index, sessions) in missing {
            for session in sessions { components[index].load(session, from: known[session] ?? [], at: now) }
        }
    }
}

/// The components of a host that fold an event, and what they look at in it.
private struct Readers {
    var components: [Int]
    let interest: EventInterest
}

/// A turn had more to say than one append may hold: it is folded again in smaller turns.
struct TurnTooLarge: Error {
    let limit: Int
}
