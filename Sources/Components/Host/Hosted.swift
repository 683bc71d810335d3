// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Interactors
import Wire

/// The states of a fold, and what is under way for each session.
final class Hosted<Fold: SessionFold>: HostedComponent {
    private let fold: Fold
    private let number: Int
    private let meter: ComponentMeter
    private let journal: CrashJournal?
    private var cache: SessionCache<Fold.State>
    private var touched: [String] = []
    private var deadlines: [String: ContinuousClock.Instant] = [:]
    private var pendings: [String: SequenceNumber] = [:]
    private var wanting = SessionQueue()
    private var tasks: [String: [Int: Task<Void, Never>]] = [:]
    var progress: ComponentProgress

    /// Makes a component.
    ///
    /// - Parameters:
    ///   - fold: The logic.
    ///   - number: Its place among the host's components.
    ///   - claim: Where it has got to.
    ///   - cacheSize: How many bytes of sessions are held.
    init(
        _ fold: Fold,
        number: Int,
        claim: ComponentClaim,
        meter: ComponentMeter,
        journal: CrashJournal?,
        cacheSize: Int
    ) {
        self.fold = fold
        self.number = number
        self.meter = meter
        self.journal = journal
        cache = SessionCache(limit: cacheSize)
        progress = ComponentProgress(claim)
    }

    var name: String { fold.name }
    var source: String { fold.source }
    var inputs: [TopicPrefix] { fold.inputs }
    var memories: [TopicPrefix] { fold.memories }
    var parts: ResponseParts { fold.parts }
    var roster: [TopicPrefix] { fold.roster }
    var configuration: String { fold.configuration }
    var pending: SequenceNumber? { pendings.values.min() }
    var deadline: ContinuousClock.Instant? { deadlines.values.min() }
    var wantsEffects: Bool { !wanting.isEmpty }
    var isBusy: Bool { !wanting.isEmpty || !tasks.isEmpty }

    func holds(_ session: String) -> Bool { cache.contains(session) }

    func load(_ session: String, from events: [Incoming], at now: ContinuousClock.Instant) {
        // What is to be folded yet is no memory.
        let known = events.filter { incoming in
            let topic = incoming.event.topic.description
            return fold.memories.contains { $0.matches(topic) }
                && (incoming.event.sequence <= progress.folded || !fold.inputs.contains { $0.matches(topic) })
        }
        // What an older version saved may not be readable; the session then starts over.
        guard
            let state = (try? fold.restore(session: session, from: known, at: now))
                ?? (try? fold.restore(session: session, from: [], at: now))
        else { return }
        hold(state, for: session)
    }

    // MARK: Folding

    func fold(_ event: Incoming, of session: String, in turn: inout Turn) {
        guard var state = cache.take(session) else { return }
        defer { hold(state, for: session) }
        touch(session)
        turn.add(foldOrSetAside(&state, event, turn), of: session)
    }

    /// Folds one event; one that makes no sense, or has killed the process before, is set aside and shown.
    private func foldOrSetAside(_ state: inout Fold.State, _ event: Incoming, _ turn: Turn) -> [Output] {
        guard journal?.mustSetAside(event.event, by: name) != true else {
            return setAside(&state, event, "It has ended the process \(CrashJournal.limit) times.")
        }
        journal?.begin(event.event, by: name)
        do {
            return try fold.fold(&state, event, at: turn.now)
        } catch {
            return setAside(&state, event, "\(error)")
        }
    }

    private func setAside(_ state: inout Fold.State, _ event: Incoming, _ reason: String) -> [Output] {
        meter.noteSetAside()
        let error = SearchBusError(
            .poisonEvent,
            "`\(name)` set event \(event.event.sequence) (\(event.event.type)) aside: \(reason)"
        )
        return fold.setAside(&state, event, for: error)
    }

    func revisit(_ session: String, for event: Incoming?, in turn: inout Turn) {
        guard var state = cache.take(session) else { return }
        defer { hold(state, for: session) }
        touch(session)
        if let event { turn.causes[session] = turn.causes[session] ?? event.event }
        do {
            turn.add(try fold.revisit(&state, event, at: turn.now), of: session)
        } catch {
            if let event { turn.add(setAside(&state, event, "\(error)"), of: session) }
        }
    }

    func pass(in turn: inout Turn) {
        for (session, deadline) in deadlines where deadline <= turn.now {
            guard var state = cache.take(session) else {
                deadlines[session] = nil
                continue
            }
            touch(session)
            turn.add(fold.pass(&state, at: turn.now), of: session)
            hold(state, for: session)
        }
    }

    func conclude(in turn: inout Turn) {
        for session in touched {
            guard var state = cache.take(session) else { continue }
            if let cause = turn.causes[session] { journal?.begin(cause, by: name) }
            turn.add(fold.conclude(&state, session: session), of: session)
            hold(state, for: session)
        }
        touched = []
        journal?.end()
    }

    func substitute(for output: Output, refusedFor error: SearchBusError) -> Output? {
        fold.substitute(for: output, refusedFor: error)
    }

    private func touch(_ session: String) {
        if !touched.contains(session) { touched.append(session) }
    }

    /// Puts a state back, and notes what it waits for.
    private func hold(_ state: Fold.State, for session: String) {
        deadlines[session] = fold.deadline(of: state)
        pendings[session] = fold.pending(in: state)
        if fold.wantsEffects(state) { wanting.append(session) }
        cache.insert(state, size: fold.size(of: state), for: session)
    }

    // MARK: Effects

    func runEffects(in turn: inout Turn, _ inbox: EffectInbox, budget: inout EffectBudget) {
        while !budget.isSpent, !turn.builder.isFull, let session = wanting.popFirst() {
            guard var state = cache.take(session) else { continue }
            touch(session)
            for order in fold.effects(&state, session: session, at: turn.now) {
                switch order {
                case .cancel(let id): tasks[session]?.removeValue(forKey: id)?.cancel()
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
        guard let work = effect.now else {
            let id = EffectCompletion.ID(component: number, session: session, effect: effect.id, run: inbox.run)
            tasks[session, default: [:]][effect.id] = Task.detached {
                inbox.put(EffectCompletion(id: id, result: await effect.later()))
            }
            return
        }
        if let cause = turn.causes[session] { journal?.begin(cause, by: name) }
        let result = work()
        journal?.end()
        turn.add(fold.finish(&state, effect: effect.id, result, at: turn.now), of: session)
        budget.spend()
    }

    func finish(_ completion: EffectCompletion, in turn: inout Turn) {
        let session = completion.id.session
        tasks[session]?.removeValue(forKey: completion.id.effect)
        if tasks[session]?.isEmpty == true { tasks[session] = nil }
        guard var state = cache.take(session) else { return }
        touch(session)
        turn.add(fold.finish(&state, effect: completion.id.effect, completion.result, at: turn.now), of: session)
        hold(state, for: session)
    }

    // MARK: Memory

    func trim() {
        for session in cache.trim(keeping: { fold.pending(in: $0) != nil || fold.wantsEffects($0) }) {
            deadlines[session] = nil
            pendings[session] = nil
        }
    }

    func forget() {
        for task in tasks.values.flatMap(\.values) { task.cancel() }
        cache.removeAll()
        (deadlines, pendings, tasks, touched, wanting) = ([:], [:], [:], [], SessionQueue())
    }
}
