// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Components
import Interactors
import SearchModel
import Wire

extension SearcherHost {
    /// Folds one event in; answers with the sessions that it touched.
    func fold(_ event: Event) throws -> Set<String> {
        guard let session = event.topic.session, var entry = cache.take(session) else { return [] }
        defer { cache.insert(entry, for: session) }
        let cause = Cause(event)
        do {
            guard journal?.mustSetAside(event.sequence) != true else {
                throw JSONError("it has ended the process three times")
            }
            journal?.note(event.sequence)
            switch event.topic.kind {
            case .intent:
                let outcome = try fold(try event.intent(), to: event.topic.component, cause, &entry)
                try turn.add(.outcome(outcome, of: event, by: event.topic.component), session: session, cause: cause)
            case .filters:
                let filters = try FilterState(json: try event.data())
                entry.machine.fold(filters, named: event.topic.component, at: event.sequence, cause)
            default: break
            }
        } catch {
            let reason = SearchBusError(
                .poisonEvent,
                "`\(unit.name)` set event \(event.sequence) (\(event.type)) aside: \(error)"
            )
            try turn.add(
                .outcome(.rejected(reason), of: event, by: event.topic.component),
                session: session,
                cause: cause
            )
        }
        return [session]
    }

    private func fold(
        _ intent: Intent,
        to addressee: String,
        _ cause: Cause,
        _ entry: inout SearcherSession
    ) throws -> Outcome {
        guard intent.type != "start" else {
            entry.machine.start(cause)
            return .applied
        }
        do {
            return entry.machine.fold(try SearchIntent(intent), to: addressee, cause)
        } catch {
            return .rejected("\(error)")
        }
    }

    /// An index changed: what the sessions have searched in it is searched again; answers with those that do.
    func foldIndex(_ event: Event, _ sessions: Set<String>) -> Set<String> {
        var touched: Set<String> = []
        for session in sessions {
            guard var entry = cache.take(session) else { continue }
            entry.machine.indexChanged(event.topic.component, Cause(event))
            if entry.machine.isBusy { touched.insert(session) }
            cache.insert(entry, for: session)
            enqueue(session)
        }
        return touched
    }

    /// A search has ended: its answers go out, unless a newer search has overtaken it, which can begin now.
    func finish(_ completion: SearchCompletion) throws {
        let session = completion.session
        guard var entry = cache.take(session) else { return }
        defer {
            cache.insert(entry, for: session)
            enqueue(session)
        }
        let isSuccess = completion.answers.contains { if case .success = $0.result { true } else { false } }
        guard let running = entry.machine.end(request: completion.request, isSuccess: isSuccess) else { return }
        entry.task = nil
        underWay.remove(session)
        let outputs =
            running.isSuperseded
            ? entry.progress(.superseded, of: running) : entry.results(of: running, completion)
        for output in outputs { try turn.add(output, session: session, cause: running.cause) }
    }

    /// Says of the searches under way what is not said yet: which of this turn's have no answer so far, and which of all
    /// take long.
    func announceAndStall(_ touched: Set<String>) throws {
        for session in touched {
            guard let running = cache[session]?.machine.running, var entry = cache.take(session) else { continue }
            defer { cache.insert(entry, for: session) }
            guard entry.machine.announce() else { continue }
            for output in entry.progress(.started, of: running) {
                try turn.add(output, session: session, cause: running.cause)
            }
        }
        for session in underWay where turn.drafts.count < Self.draftLimit {
            guard let running = cache[session]?.machine.running, var entry = cache.take(session) else { continue }
            defer { cache.insert(entry, for: session) }
            guard let launchedAt = entry.launchedAt, launchedAt.advanced(by: stallDelay) <= .now,
                entry.machine.stall()
            else { continue }
            for output in entry.progress(.stalled, of: running) {
                try turn.add(output, session: session, cause: running.cause)
            }
        }
    }

    /// Saves what a restart would not find on the log otherwise.
    func conclude(_ session: String) throws {
        guard var entry = cache.take(session) else { return }
        defer { cache.insert(entry, for: session) }
        for output in entry.save() { try turn.add(output, session: session, cause: entry.machine.running?.cause) }
    }
}
