// SPDX-License-Identifier: MIT

import NIOCore
import Synchronization

/// The open connections and their costs: slots, and pending bytes of requests and responses.
///
/// If there are too many, idle ones are closed first, then those that do not read their responses, so
/// that idle connections cannot block a client with requests. Authorized connections
/// are closed last.
final class ConnectionRegistry: Sendable {
    /// The state of a connection.
    struct Load: Sendable, Hashable {
        /// Whether one of its requests is in progress.
        var isBusy = false
        /// Bytes of unanswered requests.
        var received = 0
        /// Bytes of responses that the client has not read.
        var waiting = 0

        var bytes: Int { received + waiting }
    }

    private struct Entry {
        let channel: any Channel
        let number: Int
        var load = Load()
        var hasRight = false

        /// The lower, the sooner the connection is closed for another one.
        var place: (Int, Int, Int) { (load.isBusy ? 1 : 0, hasRight ? 1 : 0, load.waiting > 0 ? 0 : 1) }
        /// Whether it may be closed for another one.
        var canYield: Bool { !load.isBusy || !hasRight }
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var count = 0
        var evicted = 0
        var bytes = 0
        var highestBytes = 0
    }

    private let limit: Int
    private let byteLimit: Int
    private let state = Mutex(State())

    init(limit: Int, byteLimit: Int) {
        self.limit = limit
        self.byteLimit = byteLimit
    }

    /// The number of open connections.
    var count: Int { state.withLock { $0.entries.count } }

    /// The number of connections that were opened so far.
    var opened: Int { state.withLock { $0.count } }

    /// The number of connections that were closed for others.
    var evicted: Int { state.withLock { $0.evicted } }

    /// The pending bytes of requests and responses on all connections.
    var bytes: Int { state.withLock { $0.bytes } }

    /// The maximum of the pending bytes so far.
    var highestBytes: Int { state.withLock { $0.highestBytes } }

    /// Adds a connection; another one may be closed for it, or, if none can be, itself.
    func opened(_ channel: any Channel) {
        let victim = state.withLock { state -> (any Channel)? in
            state.count += 1
            let entry = Entry(channel: channel, number: state.count)
            guard state.entries.count >= limit else {
                state.entries[ObjectIdentifier(channel)] = entry
                return nil
            }
            state.evicted += 1
            let candidate = state.entries.values.filter(\.canYield).min { left, right in
                left.place == right.place ? left.number < right.number : left.place < right.place
            }
            guard let candidate else { return channel }
            Self.remove(candidate.channel, &state)
            state.entries[ObjectIdentifier(channel)] = entry
            return candidate.channel
        }
        victim?.close(promise: nil)
    }

    /// Notes a changed state of a connection; if all together hold too many bytes, the largest ones are closed.
    func update(_ load: Load, of channel: any Channel) {
        let victims = state.withLock { state -> [any Channel] in
            let key = ObjectIdentifier(channel)
            guard let before = state.entries[key]?.load, before != load else { return [] }
            state.entries[key]?.load = load
            state.bytes += load.bytes - before.bytes
            var victims: [any Channel] = []
            while state.bytes > byteLimit, let worst = Self.heaviest(state) {
                state.evicted += 1
                Self.remove(worst, &state)
                victims.append(worst)
            }
            state.highestBytes = max(state.highestBytes, state.bytes)
            return victims
        }
        for victim in victims { victim.close(promise: nil) }
    }

    /// A connection was authorized, or, if several clients share it, was not authorized this time.
    func note(right hasRight: Bool, of channel: any Channel) {
        state.withLock { $0.entries[ObjectIdentifier(channel)]?.hasRight = hasRight }
    }

    /// Removes a closed connection.
    func closed(_ channel: any Channel) {
        state.withLock { Self.remove(channel, &$0) }
    }

    private static func remove(_ channel: any Channel, _ state: inout State) {
        guard let entry = state.entries.removeValue(forKey: ObjectIdentifier(channel)) else { return }
        state.bytes -= entry.load.bytes
    }

    /// The connection that holds the most, preferably an unauthorized one.
    private static func heaviest(_ state: State) -> (any Channel)? {
        let holding = state.entries.values.filter { $0.load.bytes > 0 }
        let strangers = holding.filter { !$0.hasRight }
        return (strangers.isEmpty ? holding : strangers).max { $0.load.bytes < $1.load.bytes }?.channel
    }
}
