// SPDX-License-Identifier: MIT

import Bus
import Interactors
import Runtime
import SearchModel
import Wire

/// What the host waits for, of one session.
///
/// It is read without key paths: each use of one in a generic type creates it again, a sixth of the host's time.
private struct Wait {
    var deadline: ContinuousClock.Instant?
    var pending: SequenceNumber?
    var isBusy: Bool
}

/// The states of a fold, and the work in flight for each session.
final class Hosted<Fold: SessionFold>: HostedComponent {
    private let fold: Fold
    private let number: Int
    private let meter: ComponentMeter
    private let journal: CrashJournal?
    /// The shard whose sessions it folds, of how many; `nil` for all sessions.
    private let shard: (number: Int, count: Int)?
    let name: String
    private var cache = SessionCache<Slot>()
    /// What the host waits for, of the sessions of which it waits for something; `hold` keeps it.
    private var waits: [String: Wait] = [:]
    private var touched: [String] = []
    private var wanting = SessionQueue()
    private var recovery = RecoveryQueue()
    var progress: ComponentProgress

    /// All that is known of one session; it is dropped as a whole.
    ///
    /// It is changed in place, since copies of large states take time.
    private final class Slot {
        var state: Fold.State
        /// What the session met last, for the journal.
        var note: CrashJournal.Note?
        /// The last of the events that were still to be folded when the session came back from the log: until then it lacks
        /// what came before, and must not show a view.
        var replayingThrough: SequenceNumber?
        var needsReview = false
        var isTouched = false
        var effects: [Int: Task<Void, Never>] = [:]

        init(_ state: Fold.State, replayingThrough last: SequenceNumber? = nil) {
            (self.state, replayingThrough) = (state, last)
        }
    }

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

    var logic: any SessionFold { fold }
    var pending: SequenceNumber? { waits.values.lazy.compactMap { $0.pending }.min() }
    var deadline: ContinuousClock.Instant? { waits.values.lazy.compactMap { $0.deadline }.min() }
    var wantsEffects: Bool { !wanting.isEmpty }
    var isBusy: Bool { !wanting.isEmpty || waits.values.contains { $0.isBusy } }

    func takes(_ session: String) -> Bool {
        guard shard.map({ SessionShard.of(session, among: $0.count) == $0.number }) ?? true else { return false }
        return fold.takesOneOffs || !OneOffSession.contains(session)
    }

    func holds(_ session: String) -> Bool { cache.contains(session) }

    func load(_ session: String, from events: [Incoming], at now: ContinuousClock.Instant) {
        let own = events.filter { incoming in
            fold.memories.contains { $0.matches(incoming.event.topic.description) }
        }
        // Events that are not folded yet are not part of the state.
        let coming = own.filter { incoming in
            incoming.event.sequence > progress.folded
                && fold.inputs.contains { $0.matches(incoming.event.topic.description) }
        }
        let places = Set(coming.map(\.event.sequence))
        let known = own.filter { !places.contains($0.event.sequence) }
        // What an older version saved may not be readable; the session then starts over.
        guard
            let state = (try? fold.restore(session: session, from: known, at: now))
                ?? (try? fold.restore(session: session, from: [], at: now))
        else { return }
        hold(Slot(state, replayingThrough: coming.map(\.event.sequence).max()), for: session)
    }

    // MARK: Folding

    func fold(_ event: Incoming, of session: String, in turn: inout Turn) throws(TransientFailure) {
        guard let slot = cache[session] else { return }
        defer { hold(slot, for: session) }
        touch(slot, session, &turn)
        let outputs = try foldOrSetAside(slot, event, turn)
        turn.note(event.event, of: session, isCarriedOut: outputs.contains(where: \.saysApplied))
        turn.add(outputs, of: session, because: event.event)
        guard let last = slot.replayingThrough, last <= progress.folded else { return }
        slot.replayingThrough = nil
        guard slot.needsReview else { return }
        slot.needsReview = false
        turn.add(try revisit(slot, nil, event.event, turn), of: session)
    }

    /// Folds one event; an invalid one, or one that has crashed the process before, is skipped and shown.
    private func foldOrSetAside(
        _ slot: Slot,
        _ event: Incoming,
        _ turn: Turn
    ) throws(TransientFailure) -> [Output] {
        guard begin(event.event, slot) else { return setAsideDeadly(&slot.state, event) }
        do {
            return try fold.fold(&slot.state, event, at: turn.now)
        } catch {
            try check(error, event.event)
            return setAside(&slot.state, event, "\(error)")
        }
    }

    /// Throws an error that may not recur: its event is folded again, and not skipped.
    private func check(_ error: any Error, _ event: Event) throws(TransientFailure) {
        guard let error = error as? SearchBusError, error.code.isTransient else { return }
        throw TransientFailure(component: name, sequence: event.sequence, error: error)
    }

    /// Notes that a session meets an event; answers whether it may, or the event has killed too often.
    private func begin(_ event: Event, _ slot: Slot) -> Bool {
        guard let journal, event.topic.session != nil else { return true }
        let note = journal.note(of: event, in: name)
        guard !journal.mustSetAside(note) else { return false }
        slot.note = note
        journal.begin(note)
        return true
    }

    /// Notes in the journal that a session is at work again, over an event or over what it met last.
    private func resume(_ slot: Slot, over event: SequenceNumber? = nil) {
        if let note = note(of: slot, over: event) { journal?.begin(note) }
    }

    private func note(of slot: Slot, over event: SequenceNumber?) -> CrashJournal.Note? {
        guard var note = slot.note else { return nil }
        if let event { note.sequence = event.rawValue }
        return note
    }

    private func setAsideDeadly(_ state: inout Fold.State, _ event: Incoming) -> [Output] {
        setAside(&state, event, CrashJournal.reason)
    }

    private func setAside(_ state: inout Fold.State, _ event: Incoming, _ reason: String) -> [Output] {
        meter.noteSetAside()
        let error = SearchBusError(
            .poisonEvent,
            "`\(name)` skipped event \(event.event.sequence) (\(event.event.type)): \(reason)"
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
        guard let slot = cache[session] else { return }
        defer { hold(slot, for: session) }
        // What the session is still to fold comes first.
        guard event != nil || slot.replayingThrough == nil else {
            slot.needsReview = true
            return
        }
        touch(slot, session, &turn)
        if let event { turn.note(event.event, of: session) }
        turn.add(try revisit(slot, event, last, turn), of: session)
    }

    private func revisit(
        _ slot: Slot,
        _ event: Incoming?,
        _ last: Event,
        _ turn: Turn
    ) throws(TransientFailure) -> [Output] {
        guard begin(last, slot) else { return setAsideDeadly(&slot.state, Incoming(last)) }
        do {
            return try fold.revisit(&slot.state, event, at: turn.now)
        } catch {
            try check(error, event?.event ?? last)
            return setAside(&slot.state, event ?? Incoming(last), "\(error)")
        }
    }

    func pass(in turn: inout Turn) {
        for (session, wait) in waits where wait.deadline.map({ $0 <= turn.now }) == true && !turn.isFull {
            guard let slot = cache[session] else { continue }
            touch(slot, session, &turn)
            resume(slot)
            turn.add(fold.pass(&slot.state, at: turn.now), of: session)
            hold(slot, for: session)
        }
    }

    func conclude(in turn: inout Turn) {
        for session in touched {
            guard let slot = cache[session] else { continue }
            slot.isTouched = false
            resume(slot)
            if slot.replayingThrough == nil {
                turn.add(fold.conclude(&slot.state, session: session), of: session)
            } else {
                // The view is left out, and not noted as said.
                var sayings = slot.state
                let said = fold.conclude(&sayings, session: session)
                turn.add(said.filter { $0.kind != .view }, of: session)
            }
            hold(slot, for: session)
        }
        touched = []
        journal?.end()
    }

    private func touch(_ slot: Slot, _ session: String, _ turn: inout Turn) {
        guard !slot.isTouched else { return }
        slot.isTouched = true
        touched.append(session)
        turn.noteTouch()
    }

    private func hold(_ slot: Slot, for session: String) {
        let upkeep = fold.upkeep(of: slot.state)
        recovery.note(upkeep.awaited, by: session)
        let isBusy = !slot.effects.isEmpty || slot.needsReview
        if upkeep.deadline != nil || upkeep.pending != nil || isBusy {
            waits[session] = Wait(deadline: upkeep.deadline, pending: upkeep.pending, isBusy: isBusy)
        } else if !waits.isEmpty {
            waits[session] = nil
        }
        if upkeep.wantsEffects { wanting.append(session) }
        cache.insert(slot, size: upkeep.size, for: session)
        if upkeep.hasFound { release(by: slot) }
    }

    /// Lets sessions continue that have waited for what a session has found to be well.
    private func release(by slot: Slot) {
        for name in fold.takeFound(&slot.state) {
            for session in recovery.next(after: name) {
                guard let waiting = cache[session] else { continue }
                fold.hasten(&waiting.state, for: name)
                hold(waiting, for: session)
            }
        }
    }

    /// Forgets what a session that is dropped waits for.
    private func forgetWaits(of session: String) {
        recovery.note([], by: session)
        waits[session] = nil
    }

    // MARK: Effects

    func runEffects(in turn: inout Turn, _ inbox: EffectInbox, budget: inout EffectBudget) {
        while !budget.isSpent, !turn.isFull, let session = wanting.popFirst() {
            guard let slot = cache[session] else { continue }
            touch(slot, session, &turn)
            for order in fold.effects(&slot.state, session: session, at: turn.now) {
                switch order {
                case .cancel(let id): slot.effects.removeValue(forKey: id)?.cancel()
                case .begin(let effect): begin(effect, of: session, slot, &turn, inbox, &budget)
                }
            }
            hold(slot, for: session)
        }
    }

    private func begin(
        _ effect: Effect,
        of session: String,
        _ slot: Slot,
        _ turn: inout Turn,
        _ inbox: EffectInbox,
        _ budget: inout EffectBudget
    ) {
        guard let work = effect.now else {
            slot.effects[effect.id] = task(effect, of: session, inbox)
            return
        }
        resume(slot, over: effect.event)
        if let result = work() {
            turn.add(fold.finish(&slot.state, effect: effect.id, result, at: turn.now), of: session)
        } else {
            // It continues in this process, which it may end as well.
            let aside = note(of: slot, over: effect.event).flatMap { journal?.aside($0) }
            slot.effects[effect.id] = task(effect, of: session, inbox, aside)
        }
        journal?.end()
        budget.spend()
    }

    private func task(
        _ effect: Effect,
        of session: String,
        _ inbox: EffectInbox,
        _ aside: CrashJournal.Aside? = nil
    ) -> Task<Void, Never> {
        let id = EffectCompletion.ID(component: number, session: session, effect: effect.id)
        return Task.detached {
            let result = await CrashJournal.Aside.$current.withValue(aside) { await effect.later() }
            inbox.put(EffectCompletion(id: id, result: result))
        }
    }

    func finish(_ completion: EffectCompletion, in turn: inout Turn) {
        let session = completion.id.session
        guard let slot = cache[session] else { return }
        defer { hold(slot, for: session) }
        // One that was cancelled has ended before.
        guard slot.effects.removeValue(forKey: completion.id.effect) != nil else { return }
        touch(slot, session, &turn)
        resume(slot)
        turn.add(
            fold.finish(&slot.state, effect: completion.id.effect, completion.result, at: turn.now),
            of: session
        )
    }

    // MARK: Memory

    var size: Int { cache.size }

    func trim(to limit: Int) {
        // Work in flight must be known when it ends.
        let dropped = cache.trim(to: limit) { session, _ in
            guard let wait = waits[session] else { return wanting.contains(session) }
            return wait.isBusy || wait.pending != nil || wanting.contains(session)
                || wait.deadline != nil && !recovery.holds(session)
        }
        for session in dropped { forgetWaits(of: session) }
    }

    func forget() {
        for slot in cache.removeAll() { slot.effects.values.forEach { $0.cancel() } }
        (waits, wanting, touched) = ([:], SessionQueue(), [])
        recovery.removeAll()
        journal?.end()
    }

    func forget(_ session: String) {
        cache.remove(session)?.effects.values.forEach { $0.cancel() }
        forgetWaits(of: session)
    }
}
