// SPDX-License-Identifier: MIT
// Part of SearchBus.

import NIOCore
import Synchronization

/// The open connections.
///
/// When there are too many, the oldest that asks for nothing makes room, so that connections which only hold places
/// cannot keep a client out that has something to ask.
final class ConnectionRegistry: Sendable {
    private struct Entry {
        let channel: any Channel
        let number: Int
        var isBusy = false
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var count = 0
        var evicted = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) {
        self.limit = limit
    }

    /// How many connections are open.
    var count: Int { state.withLock { $0.entries.count } }

    /// How many connections had to make room.
    var evicted: Int { state.withLock { $0.evicted } }

    /// Takes a connection in; another one may be closed for it, or, where all others are busy, itself.
    func opened(_ channel: any Channel) {
        let victim = state.withLock { state -> (any Channel)? in
            state.count += 1
            state.entries[ObjectIdentifier(channel)] = Entry(channel: channel, number: state.count)
            guard state.entries.count > limit else { return nil }
            state.evicted += 1
            let idle = state.entries.filter { !$0.value.isBusy }.min { $0.value.number < $1.value.number }
            guard let idle else { return channel }
            state.entries[idle.key] = nil
            return idle.value.channel
        }
        victim?.close(promise: nil)
    }

    /// A connection has begun or finished a request.
    func setBusy(_ isBusy: Bool, _ channel: any Channel) {
        state.withLock { $0.entries[ObjectIdentifier(channel)]?.isBusy = isBusy }
    }

    /// A connection is no more.
    func closed(_ channel: any Channel) {
        state.withLock { _ = $0.entries.removeValue(forKey: ObjectIdentifier(channel)) }
    }
}
