// SPDX-License-Identifier: MIT
// Part of SearchBus.

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
