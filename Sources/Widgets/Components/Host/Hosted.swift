// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Interactors
import Runtime
import SearchModel
import Wire

/// The states of a fold, and what is under way for each session.
final class Hosted<Fold: SessionFold>: HostedComponent {
    private let fold: Fold
    private let number: Int
    private let meter: ComponentMeter
    private let journal: CrashJournal?
    /// The shard whose sessions it folds, of how many; `nil` for all sessions.
    private let shard: (number: Int, count: Int)?
    /// What its cursor is called.
    let name: String
    private var cache = SessionCache<Fold.State>()
    private var touched: [String] = []
    private var isTouched: Set<String> = []
    /// What each session met last, for the journal.
    private var notes: [String: CrashJournal.Note] = [:]
    /// The sessions that came back from the log while some of their last events were still to be folded, with the place of
    /// the last of these: until then they lack what came before, and what they would show is no view.
    private var lagging: [String: SequenceNumber] = [:]
    /// The sessions among them that are to be gone through after that.
    private var owed: Set<String> = []
    private var deadlines: [String: ContinuousClock.Instant] = [:]
    private var pendings: [String: SequenceNumber] = [:]
    private var wanting = SessionQueue()
    private var recovery = RecoveryQueue()
    private var tasks: [String: [Int: Task<Void, Never>]] = [:]
    var progress: ComponentProgress

    /// Makes a component.
    ///
    /// - Parameters:
    ///   - fold: The logic.
    ///   - number: Its place among the host's components.
    ///   - shard: The shard whose sessions it folds, of how many; `nil` for all sessions.
    ///   - claim: Where it has got to.
    ///   - meter: Where it counts what it sets aside.
    ///   - journal: Where it notes what it is about to fold, if anywhere.
    init(
        _ fold: Fold,
        number: Int,
        shard: (number: Int, count: Int)?,
        claim: ComponentClaim,
        meter: ComponentMeter,
        journal: CrashJournal?
    ) {
        self.fold = fold
        self.number = number
        self.shard = shard
        name = shard.map { SessionShard.cursor(of: fold.name, shard: $0.number) } ?? fold.name
        self.meter = meter
        self.journal = journal
        progress = ComponentProgress(claim)
    }

    var source: String { fold.source }
    var inputs: [TopicPrefix] { fold.inputs }
    var memories: [TopicPrefix] { fold.memories }
    var parts: ResponseParts { fold.parts }
    var roster: [TopicPrefix] { fold.roster }
    var unfinished: [TopicPrefix] { fold.unfinished }
    var configuration: String { fold.configuration }
    var pending: SequenceNumber? { pendings.values.min() }
    var deadline: ContinuousClock.Instant? { deadlines.values.min() }
    var wantsEffects: Bool { !wanting.isEmpty }
    var isBusy: Bool { !wanting.isEmpty || !tasks.isEmpty || !owed.isEmpty }

    func isUnfinished(_ event: Event) -> Bool { fold.isUnfinished(event) }

    func takes(_ session: String) -> Bool {
        guard shard.map({ SessionShard.of(session, among: $0.count) == $0.number }) ?? true else { return false }
        return fold.takesOneOffs || !OneOffSession.contains(session)
    }

    func holds(_ session: String) -> Bool { cache.contains(session) }

    func load(_ session: String, from events: [Incoming], at now: ContinuousClock.Instant) {
        let own = events.filter { incoming in
            fold.memories.contains { $0.matches(incoming.event.topic.description) }
        }
        // What is to be folded yet is no memory.
        let coming = own.filter { incoming in
            incoming.event.sequence > progress.folded
                && fold.inputs.contains { $0.matches(incoming.event.topic.description) }
        }
        lagging[session] = coming.map(\.event.sequence).max()
        let places = Set(coming.map(\.event.sequence))
        let known = own.filter { !places.contains($0.event.sequence) }
        // What an older version saved may not be readable; the session then starts over.
        guard
            let state = (try? fold.restore(session: session, from: known, at: now))
                ?? (try? fold.restore(session: session, from: [], at: now))
        else { return }
        hold(state, for: session)
    }

    // MARK: Folding

    func fold(_ event: Incoming, of session: String, in turn: inout Turn) throws(TransientFailure) {
        guard var state = cache.take(session) else { return }
        defer { hold(state, for: session) }
        touch(session, &turn)
        let outputs = try foldOrSetAside(&state, event, turn)
        turn.note(event.event, of: session, isCarriedOut: outputs.contains(where: \.saysApplied))
        turn.add(outputs, of: session, because: event.event)
        guard let last = lagging[session], last <= progress.folded else { return }
        lagging[session] = nil
        if owed.remove(session) != nil { turn.add(try revisit(&state, nil, event.event, turn), of: session) }
    }

    /// Folds one event; one that makes no sense, or has killed the process before, is set aside and shown.
    private func foldOrSetAside(
        _ state: inout Fold.State,
        _ event: Incoming,
        _ turn: Turn
    ) throws(TransientFailure) -> [Output] {
        guard begin(event.event) else { return setAsideDeadly(&state, event) }
        do {
            return try fold.fold(&state, event, at: turn.now)
        } catch {
            try check(error, event.event)
            return setAside(&state, event, "\(error)")
        }
    }

    /// Throws an error that may not recur: its event is folded again, and not set aside.
    private func check(_ error: any Error, _ event: Event) throws(TransientFailure) {
        guard let error = error as? SearchBusError, error.code.isTransient else { return }
        throw TransientFailure(component: name, sequence: event.sequence, error: error)
    }

    /// Notes that a session meets an event; answers whether it may, or the event has killed too often.
    private func begin(_ event: Event) -> Bool {
        guard let journal, let session = event.topic.session else { return true }
        let note = journal.note(of: event, in: name)
        guard !journal.mustSetAside(note) else { return false }
        notes[session] = note
        journal.begin(note)
        return true
    }

    /// Notes in the journal that a session is at work again, over an event or over what it met last.
    private func resume(_ session: String, over event: SequenceNumber? = nil) {
        if let note = note(of: session, over: event) { journal?.begin(note) }
    }

    private func note(of session: String, over event: SequenceNumber?) -> CrashJournal.Note? {
        guard var note = notes[session] else { return nil }
        if let event { note.sequence = event.rawValue }
        return note
    }

    private func setAsideDeadly(_ state: inout Fold.State, _ event: Incoming) -> [Output] {
        setAside(&state, event, "It has ended the process \(CrashJournal.limit) times.")
    }

    private func setAside(_ state: inout Fold.State, _ event: Incoming, _ reason: String) -> [Output] {
        meter.noteSetAside()
        let error = SearchBusError(
            .poisonEvent,
            "`\(name)` set event \(event.event.sequence) (\(event.event.type)) aside: \(reason)"
        )
        Executable.warn(error.message, component: name, correlation: Cause(event.event).correlationID)
        return fold.setAside(&state, event, for: error)
    }

    func revisit(
        _ session: String,
        for event: Incoming?,
        last: Event,
        in turn: inout Turn
    ) throws(TransientFailure) {
        // What the session is still to fold comes first.
        guard event != nil || lagging[session] == nil else {
            owed.insert(session)
            return
        }
        guard var state = cache.take(session) else { return }
        defer { hold(state, for: session) }
        touch(session, &turn)
        if let event { turn.note(event.event, of: session) }
        turn.add(try revisit(&state, event, last, turn), of: session)
    }

    private func revisit(
        _ state: inout Fold.State,
        _ event: Incoming?,
        _ last: Event,
        _ turn: Turn
    ) throws(TransientFailure) -> [Output] {
        guard begin(last) else { return setAsideDeadly(&state, Incoming(last)) }
        do {
            return try fold.revisit(&state, event, at: turn.now)
        } catch {
            try check(error, event?.event ?? last)
            return setAside(&state, event ?? Incoming(last), "\(error)")
        }
    }

    func pass(in turn: inout Turn) {
        for (session, deadline) in deadlines where deadline <= turn.now && !turn.isFull {
            guard var state = cache.take(session) else {
                deadlines[session] = nil
                continue
            }
            touch(session, &turn)
            resume(session)
            turn.add(fold.pass(&state, at: turn.now), of: session)
            hold(state, for: session)
        }
    }

    func conclude(in turn: inout Turn) {
        for session in touched {
            guard var state = cache.take(session) else { continue }
            resume(session)
            if lagging[session] == nil {
                turn.add(fold.conclude(&state, session: session), of: session)
            } else {
                // The view is left out, and not noted as said.
                var sayings = state
                let said = fold.conclude(&sayings, session: session)
                turn.add(said.filter { $0.kind != .view }, of: session)
            }
            hold(state, for: session)
        }
        (touched, isTouched) = ([], [])
        journal?.end()
    }

    func substitute(for output: Output, refusedFor error: SearchBusError) -> Output? {
        fold.substitute(for: output, refusedFor: error)
    }

    private func touch(_ session: String, _ turn: inout Turn) {
        guard isTouched.insert(session).inserted else { return }
        touched.append(session)
        turn.noteTouch()
    }

    /// Puts a state back, and notes what it waits for.
    private func hold(_ state: Fold.State, for session: String) {
        var state = state
        let found = fold.takeFound(&state)
        deadlines[session] = fold.deadline(of: state)
        pendings[session] = fold.pending(in: state)
        recovery.note(fold.awaited(by: state), by: session)
        if fold.wantsEffects(state) { wanting.append(session) }
        cache.insert(state, size: fold.size(of: state), for: session)
        for name in found { hasten(recovery.next(after: name), for: name) }
    }

    /// Lets sessions go on that have waited for something which is well again.
    private func hasten(_ sessions: [String], for name: String) {
        for session in sessions {
            guard var state = cache.take(session) else { continue }
            fold.hasten(&state, for: name)
            hold(state, for: session)
        }
    }

    // MARK: Effects

    func runEffects(in turn: inout Turn, _ inbox: EffectInbox, budget: inout EffectBudget) {
        while !budget.isSpent, !turn.isFull, let session = wanting.popFirst() {
            guard var state = cache.take(session) else { continue }
            touch(session, &turn)
            for order in fold.effects(&state, session: session, at: turn.now) {
                switch order {
                case .cancel(let id): endTask(id, of: session)?.cancel()
                case .begin(let effect): begin(effect, of: session, &state, &turn, inbox, &budget)
                }
            }
            hold(state, for: session)
        }
    }

    private func begin(
        _ effect: Effect,
        of session: String,
        _ state: inout Fold.State,
        _ turn: inout Turn,
        _ inbox: EffectInbox,
        _ budget: inout EffectBudget
    ) {
        guard let work = effect.now else { return start(effect, of: session, inbox) }
        resume(session, over: effect.event)
        if let result = work() {
            turn.add(fold.finish(&state, effect: effect.id, result, at: turn.now), of: session)
        } else {
            // It goes on in this process, which it may end as well.
            start(effect, of: session, inbox, note(of: session, over: effect.event).flatMap { journal?.aside($0) })
        }
        journal?.end()
        budget.spend()
    }

    private func start(
        _ effect: Effect,
        of session: String,
        _ inbox: EffectInbox,
        _ aside: CrashJournal.Aside? = nil
    ) {
        let id = EffectCompletion.ID(component: number, session: session, effect: effect.id)
        tasks[session, default: [:]][effect.id] = Task.detached {
            let result = await CrashJournal.Aside.$current.withValue(aside) { await effect.later() }
            inbox.put(EffectCompletion(id: id, result: result))
        }
    }

    private func endTask(_ id: Int, of session: String) -> Task<Void, Never>? {
        let task = tasks[session]?.removeValue(forKey: id)
        if tasks[session]?.isEmpty == true { tasks[session] = nil }
        return task
    }

    func finish(_ completion: EffectCompletion, in turn: inout Turn) {
        let session = completion.id.session
        // One that was cancelled has ended before.
        guard endTask(completion.id.effect, of: session) != nil, var state = cache.take(session) else { return }
        touch(session, &turn)
        resume(session)
        turn.add(fold.finish(&state, effect: completion.id.effect, completion.result, at: turn.now), of: session)
        hold(state, for: session)
    }

    // MARK: Memory

    var size: Int { cache.size }

    func trim(to limit: Int) {
        // What is under way must be there when it ends.
        let dropped = cache.trim(to: limit) { session, _ in
            pendings[session] != nil || tasks[session] != nil || wanting.contains(session)
                || deadlines[session] != nil && !recovery.holds(session)
        }
        for session in dropped {
            notes[session] = nil
            lagging[session] = nil
            deadlines[session] = nil
            recovery.note([], by: session)
        }
    }

    func forget() {
        for task in tasks.values.flatMap(\.values) { task.cancel() }
        cache.removeAll()
        (deadlines, pendings, tasks, wanting) = ([:], [:], [:], SessionQueue())
        recovery.removeAll()
        (touched, isTouched, notes, lagging, owed) = ([], [], [:], [:], [])
        journal?.end()
    }

    func forget(_ session: String) {
        tasks.removeValue(forKey: session)?.values.forEach { $0.cancel() }
        _ = cache.take(session)
        (deadlines[session], pendings[session], notes[session], lagging[session]) = (nil, nil, nil, nil)
        owed.remove(session)
        recovery.note([], by: session)
    }
}
