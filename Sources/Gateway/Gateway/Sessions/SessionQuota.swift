// SPDX-License-Identifier: MIT

import HTTPTypes
import Runtime
import Synchronization
import Wire

/// Limits how many sessions one key, and each client that uses it, may create in a minute.
///
/// The log keeps a bounded number of sessions, and those that are idle longest are removed first. Keys of the role `session` are
/// public if they are embedded in a page; without a limit any client with such a key could replace all others' sessions in
/// seconds.
final class SessionQuota: Sendable {
    /// A client that creates sessions.
    struct Creator: Sendable, Hashable {
        /// The key that it presented.
        let identity: Identity
        /// The client's address; `nil` if it is unknown.
        let address: NetworkAddress?
        /// Whether it has all permissions, so that a limit would be useless.
        let isUnlimited: Bool

        fileprivate var client: Client? { address.map { Client(identity: identity, network: $0.network) } }

        /// The source of the first event of a session that it creates.
        ///
        /// It is the same for the same key and network, and does not reveal them: each process of the gateway has its own names,
        /// as `Hasher` does.
        var source: String {
            let name = UInt64(bitPattern: Int64(client?.hashValue ?? identity.hashValue))
            return "\(GatewayAPI.source)/\(String(name, radix: 16))"
        }
    }

    fileprivate struct Client: Sendable, Hashable {
        let identity: Identity
        let network: [UInt8]
    }

    private struct State {
        var keys: RateLimit<Identity>
        var clients: RateLimit<Client>
    }

    private let state: Mutex<State>

    init(_ limits: GatewayConfiguration.Limits) {
        state = Mutex(
            State(
                keys: RateLimit(perMinute: limits.sessionsOfKey),
                clients: RateLimit(perMinute: limits.sessionsOfClient)
            )
        )
    }

    /// Notes that a client creates a session.
    ///
    /// - Throws: `Problem` with status 429 if the client, or its key, has created too many.
    func take(_ creator: Creator, at now: ContinuousClock.Instant = .now) throws {
        guard !creator.isUnlimited else { return }
        let client = creator.client
        let wait = state.withLock { state -> Duration? in
            let waits =
                [state.keys.wait(for: creator.identity, at: now)]
                + [client.flatMap { state.clients.wait(for: $0, at: now) }]
            if let longest = waits.compactMap(\.self).max() { return longest }
            state.keys.note(creator.identity, at: now)
            if let client { state.clients.note(client, at: now) }
            return nil
        }
        guard let wait else { return }
        throw Problem(
            SearchBusError(
                .busy,
                "Too many sessions were created with this key within a minute.",
                remedy: "Use an existing session, or retry after the time in `Retry-After`."
            ),
            status: 429,
            retryAfter: max(1, Int(wait.components.seconds) + 1)
        )
    }
}
