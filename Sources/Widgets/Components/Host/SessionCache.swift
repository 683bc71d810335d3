// SPDX-License-Identifier: MIT

/// The states of the sessions that were used last.
///
/// Its bytes are counted, so that its host can bound them: what falls out is read back from the log when it is needed.
struct SessionCache<State> {
    private struct Entry {
        var state: State
        var size: Int
        var usedAt: Int
    }

    private var entries: [String: Entry] = [:]
    private var clock = 0
    /// About how much the states take, in bytes.
    private(set) var size = 0

    var count: Int { entries.count }

    func contains(_ session: String) -> Bool { entries[session] != nil }

    subscript(session: String) -> State? { entries[session]?.state }

    /// Holds a session's state, as the one used last.
    mutating func insert(_ state: State, size: Int, for session: String) {
        clock += 1
        self.size += size - (entries[session]?.size ?? 0)
        entries[session] = Entry(state: state, size: size, usedAt: clock)
    }

    mutating func remove(_ session: String) -> State? {
        guard let entry = entries.removeValue(forKey: session) else { return nil }
        size -= entry.size
        return entry.state
    }

    /// Drops the sessions that were used longest ago, until the rest takes no more than so many bytes, except those that the
    /// closure keeps, and one; returns the removed ones.
    mutating func trim(to limit: Int, keeping mustKeep: (String, State) -> Bool) -> [String] {
        guard size > limit, entries.count > 1 else { return [] }
        var dropped: [String] = []
        let candidates = entries.filter { !mustKeep($0.key, $0.value.state) }.sorted {
            $0.value.usedAt < $1.value.usedAt
        }
        for candidate in candidates where size > limit && entries.count > 1 {
            size -= candidate.value.size
            entries[candidate.key] = nil
            dropped.append(candidate.key)
        }
        return dropped
    }

    mutating func removeAll() -> [State] {
        defer { (entries, size) = ([:], 0) }
        return entries.values.map { $0.state }
    }
}
