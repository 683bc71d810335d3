// SPDX-License-Identifier: MIT

/// The sessions that wait for something outside of the bus to be well again, by what they wait for.
///
/// What is well again has often just been down because of too much work. So each session that finds it well lets two others
/// go, which do the same: a crowd is back after a few rounds, and one that is refused again blocks no other one.
struct RecoveryQueue {
    /// The number of sessions that one answered session releases.
    private static let step = 2

    private var sessions: [String: Set<String>] = [:]
    private var names: [String: Set<String>] = [:]

    func holds(_ session: String) -> Bool { names[session] != nil }

    /// Notes what a session waits for; nothing if it no longer waits.
    mutating func note(_ awaited: Set<String>, by session: String) {
        guard !awaited.isEmpty || names[session] != nil else { return }
        let before = names[session] ?? []
        for name in before.subtracting(awaited) {
            sessions[name]?.remove(session)
            if sessions[name]?.isEmpty == true { sessions[name] = nil }
        }
        for name in awaited.subtracting(before) { sessions[name, default: []].insert(session) }
        names[session] = awaited.isEmpty ? nil : awaited
    }

    /// The next sessions that need wait no longer for something that is well.
    func next(after name: String) -> [String] { sessions[name].map { Array($0.prefix(Self.step)) } ?? [] }

    mutating func removeAll() { (sessions, names) = ([:], [:]) }
}

/// Sessions that wait for something, each once, who came first first.
struct SessionQueue: Sendable {
    private var order: ArraySlice<String> = []
    private var held: Set<String> = []

    var isEmpty: Bool { order.isEmpty }

    func contains(_ session: String) -> Bool { held.contains(session) }

    /// Lets a session wait, unless it does so already.
    mutating func append(_ session: String) {
        if held.insert(session).inserted { order.append(session) }
    }

    mutating func popFirst() -> String? {
        guard let first = order.popFirst() else { return nil }
        held.remove(first)
        return first
    }
}
