// SPDX-License-Identifier: MIT

import Bus
import Wire

/// Missing processes.
extension ProcessBoard {
    /// The processes that each node needs itself; the sessions' work is done on any node.
    private static let ownDuties: Set<String> = ["broker", "gateway"]

    /// The missing processes and components.
    ///
    /// - Returns: The processes, and the components that they host as far as they have reported. If the broker itself
    ///   does not report, no other process can: then only the broker is listed.
    func missing(
        at now: ContinuousClock.Instant,
        supervised: [SupervisorState.Process] = [],
        of components: Set<String>
    ) -> Absence {
        let notes = Dictionary(supervised.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        // A node without any reports is about to be lost: others will own its shards in a moment, and pages of
        // other sessions need not be notified. Each process reports once a second.
        let heard = Set(
            entries.filter { now - $0.value.heardAt < Self.silentAfter - .seconds(1) }.compactMap(\.key.machine)
        )
        var absence = Absence()
        for key in Set(entries.keys).union(notes.keys.map { Key(machine: nil, name: $0) }) {
            // Other nodes do the work of a lost node.
            if key.name == Self.supervisor || key.machine.map({ !heard.contains($0) }) ?? false { continue }
            let entry = entries[key]
            let note = key.machine == nil ? notes[key.name] : nil
            let hosted = entry?.components ?? []
            let isNeeded = hosted.contains { components.contains(SessionShard.component(ofCursor: $0)) }
            // Programs without a supervisor come and go.
            guard note != nil || isNeeded || (key.name == "broker" && key.machine == nil) else { continue }
            switch health(key.name, silence: entry.map { now - $0.heardAt }, note: note, at: now) {
            case .silent, .backoff, .failed, .stopped:
                absence.insert(
                    key.machine.map { "\(key.name) of \($0)" } ?? key.name,
                    Array(Set(hosted.map(SessionShard.component(ofCursor:))))
                )
            case .starting, .running: break
            }
        }
        guard !absence.processes.contains("broker") else { return Absence(processes: ["broker"]) }
        absence.problem = appendProblem
        return absence
    }

    /// The problems of supervised processes, and of the components that the app needs.
    ///
    /// If nodes share a log, each is responsible for its own broker and gateway, and all of them together for the work: a
    /// component may be hosted, and a shard be owned, by any.
    func troubles(
        at now: ContinuousClock.Instant,
        supervised: [SupervisorState.Process],
        of components: [String],
        shards count: Int? = nil
    ) -> [Trouble] {
        var troubles: [Trouble] = []
        var explained: Set<String> = []
        let answered = machine == nil ? supervised : supervised.filter { Self.ownDuties.contains($0.name) }
        for note in answered.sorted(by: { $0.name < $1.name }) {
            let entry = own(note.name)
            let silence = entry.map { now - $0.heardAt }
            let health = health(note.name, silence: silence, note: note, at: now)
            guard health == .running else {
                explained.formUnion(entry?.components ?? [])
                troubles.append(Trouble(note.name, health, silence: silence, problem: note.problem))
                continue
            }
            if let entry, entry.wasBehind, entry.lag >= Self.behindFrom {
                troubles.append(Trouble(note.name, behindBy: entry.lag))
            }
        }
        troubles += blockingProblems(at: now, of: machine == nil ? nil : Self.ownDuties)
        if machine != nil, let count, let trouble = Trouble(idle: shards.idle(of: count, at: now)) {
            troubles.append(trouble)
        }
        return troubles + unheard(components, at: now).filter { !explained.contains($0) }.map(Trouble.init(unheard:))
    }

    /// Those of some components that no running process hosts.
    func unheard(_ components: [String], at now: ContinuousClock.Instant) -> [String] {
        let heard = entries.values.filter { now - $0.heardAt < Self.silentAfter }.flatMap(\.components)
        let hosted = Set(heard.map(SessionShard.component(ofCursor:)))
        return components.filter { !hosted.contains($0) }
    }
}
