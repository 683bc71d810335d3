// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// The states of the sessions that were used last.
///
/// Bounded: what falls out is read back from the log when it is needed.
package struct SessionCache<State> {
    private struct Entry {
        var state: State
        var usedAt: Int
    }

    private let limit: Int
    private var entries: [String: Entry] = [:]
    private var clock = 0

    package init(limit: Int) {
        self.limit = limit
    }

    /// The sessions held.
    package var sessions: [String] { Array(entries.keys) }

    /// Whether a session is held.
    package func contains(_ session: String) -> Bool { entries[session] != nil }

    /// A session's state; `nil` where it is not held.
    package subscript(session: String) -> State? { entries[session]?.state }

    /// Holds a session's state, as the one used last.
    package mutating func insert(_ state: State, for session: String) {
        clock += 1
        entries[session] = Entry(state: state, usedAt: clock)
    }

    /// Takes a session's state out, so that it can be changed in place and inserted again.
    package mutating func take(_ session: String) -> State? {
        entries.removeValue(forKey: session)?.state
    }

    /// Drops the sessions that were used longest ago, until the limit holds, except those that the closure keeps.
    package mutating func trim(keeping mustKeep: (State) -> Bool = { _ in false }) {
        guard entries.count > limit else { return }
        let candidates = entries.filter { !mustKeep($0.value.state) }.sorted { $0.value.usedAt < $1.value.usedAt }
        for candidate in candidates.prefix(entries.count - limit) { entries[candidate.key] = nil }
    }

    /// Drops everything.
    package mutating func removeAll() { entries = [:] }
}
