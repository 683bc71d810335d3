// SPDX-License-Identifier: MIT

import Bus
import Runtime
import Wire

extension BrokerLoop {
    /// A client that waits until sessions are deleted.
    struct RemovalWaiter {
        let client: Client
        var sessions: Set<String>
        var removed: [RemovedSession] = []
    }

    /// How many clients may wait for that; the sessions of others are deleted too.
    private static let maxWaiters = 256

    /// Whether events of deleted sessions can be removed.
    var hasToRemove: Bool { !isRemovalHeld && !store.removals.isEmpty }

    /// Answers a client when nothing is left of its deleted sessions.
    func awaitRemoval(of sessions: [String], for client: Client) throws {
        // A client that waits long repeats the command.
        guard !removalWaiters.contains(where: { $0.client == client }) else { return }
        let waiter = RemovalWaiter(client: client, sessions: Set(sessions.filter(store.removals.contains)))
        if waiter.sessions.isEmpty { return try answer(waiter) }
        guard removalWaiters.count < Self.maxWaiters else {
            return try refuse(client, SearchBusError(.busy, "Too many clients wait for the deletion of sessions."))
        }
        removalWaiters.append(waiter)
    }

    /// A step of the removal of deleted sessions; a failed one is retried when the size is next checked.
    func removeSome() throws {
        let removed: [RemovedSession]
        do {
            removed = try store.removeSome()
        } catch {
            isRemovalHeld = true
            Executable.warn("Events of deleted sessions could not be removed: \(error)")
            return
        }
        if store.removals.isEmpty { measure() }
        guard !removed.isEmpty else { return }
        for place in removalWaiters.indices {
            for session in removed where removalWaiters[place].sessions.remove(session.session) != nil {
                removalWaiters[place].removed.append(session)
            }
        }
        let waiters = removalWaiters
        removalWaiters.removeAll { $0.sessions.isEmpty }
        for waiter in waiters where waiter.sessions.isEmpty { try answer(waiter) }
    }

    private func answer(_ waiter: RemovalWaiter) throws {
        var header = okHeader()
        header["sessions"] = .array(waiter.removed.map(\.json))
        try send(header, [], to: waiter.client)
    }
}
