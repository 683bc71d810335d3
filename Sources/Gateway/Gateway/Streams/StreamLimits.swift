// SPDX-License-Identifier: MIT

import HTTPTypes
import Runtime
import Synchronization
import Wire

/// Counts open streams and their pending bytes, so that one browser or program cannot use all of them.
final class StreamLimits: Sendable {
    /// The clients that share one allowance.
    enum Peer: Hashable {
        case browser(String)
        /// All browsers that used one link to a session.
        case visitors(String)
        /// All programs with the owner's key: they cannot be distinguished.
        case programs
        /// All programs with one key.
        case key(String)
        case everybody
        /// A client by its address, without access control and with a proxy that reports addresses.
        case client(NetworkAddress)

        var isProgram: Bool {
            switch self {
            case .programs, .key: true
            default: false
            }
        }
    }

    private struct Stream {
        let peer: Peer
        var bytes = 0
        var cut: (@Sendable () -> Void)?
    }

    private struct State {
        var streams: [Int: Stream] = [:]
        var counts: [Peer: Int] = [:]
        var bytes: [Peer: Int] = [:]
        var allBytes = 0
        var highestBytes = 0
        var opened = 0
    }

    private let limits: GatewayConfiguration.Limits
    private let state = Mutex(State())

    init(_ limits: GatewayConfiguration.Limits) {
        self.limits = limits
    }

    /// The number of open streams.
    var count: Int { state.withLock { $0.streams.count } }

    /// The pending bytes for the clients of all streams.
    var bytes: Int { state.withLock { $0.allBytes } }

    /// The maximum of the pending bytes so far.
    var highestBytes: Int { state.withLock { $0.highestBytes } }

    /// Takes a slot for a stream, which is freed when the slot is released.
    ///
    /// - Throws: `Problem` with status 429 if there is none.
    func open(for identity: Identity, at client: NetworkAddress? = nil) throws -> StreamPlace {
        let peer = Self.peer(identity, client)
        let result = state.withLock { state -> Result<Int, SearchBusError> in
            if let refusal = refusal(of: peer, state) { return .failure(refusal) }
            state.opened += 1
            state.streams[state.opened] = Stream(peer: peer)
            state.counts[peer, default: 0] += 1
            return .success(state.opened)
        }
        switch result {
        case .success(let number): return StreamPlace(limits: self, number: number)
        case .failure(let refusal): throw Problem(refusal, status: 429, retryAfter: 5)
        }
    }

    /// The holder of the allowance that a caller draws on.
    static func peer(_ identity: Identity, _ client: NetworkAddress?) -> Peer {
        switch identity {
        case .browser(let id): .browser(id)
        case .visitor(let id): .visitors(id)
        case .program: .programs
        case .key(let id): .key(id)
        case .restrictedKey(let id, let part): .key("\(id).\(part)")
        case .anybody, .unknown: client.map { .client($0) } ?? .everybody
        }
    }

    private func refusal(of peer: Peer, _ state: State) -> SearchBusError? {
        let own = state.counts[peer, default: 0]
        let programs = Self.sum(state.counts)
        switch peer {
        case .browser where own >= limits.streamsPerBrowser:
            return SearchBusError(
                .busy,
                "This browser has \(own) streams open already.",
                remedy: "Close a tab of the console."
            )
        case .visitors where own >= limits.streamsOfLink:
            return SearchBusError(
                .busy,
                "The browsers that came through this link have \(own) streams open already.",
                remedy: "Close a tab, or make another link for some of them."
            )
        case .programs where own >= limits.streamsOfKey:
            return Self.refusal("Programs have, with the owner's key, \(own) streams open, as many as one key may.")
        case .key(let id) where own >= limits.streamsOfKey:
            return Self.refusal("The key \(id) has \(own) streams open already, as many as one key may.")
        case .programs where programs >= limits.streamsOfPrograms,
            .key where programs >= limits.streamsOfPrograms:
            return SearchBusError(
                .busy,
                "Programs have \(programs) streams open already, with all keys together; the others are for browsers.",
                remedy: "Close some of the streams; one of `/api/events` can carry many topics and sessions."
            )
        default: break
        }
        guard state.streams.count >= limits.streams else { return nil }
        return SearchBusError(
            .busy,
            "The gateway has \(state.streams.count) streams open already.",
            remedy: "Close some of the streams."
        )
    }

    private static func refusal(_ message: String) -> SearchBusError {
        SearchBusError(
            .busy,
            message,
            remedy:
                "Close some of the streams; one of `/api/events` can carry many topics and sessions. A program that needs its own "
                + "share gets a key of its own: `searchbus keys create`."
        )
    }

    /// The sum of a value for all programs.
    private static func sum(_ values: [Peer: Int]) -> Int {
        values.reduce(0) { $0 + ($1.key.isProgram ? $1.value : 0) }
    }

    /// Notes the pending bytes of a stream's client; if a peer's or all are too many, the largest streams must
    /// be closed.
    ///
    /// - Returns: Functions that close them, to be called without any lock.
    fileprivate func hold(_ bytes: Int, _ number: Int) -> [@Sendable () -> Void] {
        state.withLock { state -> [@Sendable () -> Void] in
            guard let peer = state.streams[number]?.peer else { return [] }
            Self.set(bytes, number, &state)
            var cuts: [@Sendable () -> Void] = []
            while let worst = heaviest(beside: peer, state) {
                if let cut = state.streams[worst]?.cut { cuts.append(cut) }
                state.streams[worst]?.cut = nil
                Self.set(0, worst, &state)
            }
            state.highestBytes = max(state.highestBytes, state.allBytes)
            return cuts
        }
    }

    private static func set(_ bytes: Int, _ number: Int, _ state: inout State) {
        guard let stream = state.streams[number] else { return }
        state.streams[number]?.bytes = bytes
        state.bytes[stream.peer, default: 0] += bytes - stream.bytes
        state.allBytes += bytes - stream.bytes
    }

    /// The stream to close, while too much is pending: the largest one of the peer with the most, so that others are not affected.
    private func heaviest(beside peer: Peer, _ state: State) -> Int? {
        let worst: Peer?
        if state.bytes[peer, default: 0] > limits.streamBytesPerPeer {
            worst = peer
        } else if peer.isProgram, Self.sum(state.bytes) > limits.streamBytesOfPrograms {
            worst = state.bytes.filter(\.key.isProgram).max { $0.value < $1.value }?.key
        } else {
            guard state.allBytes > limits.streamBytes else { return nil }
            worst = state.bytes.max { $0.value < $1.value }?.key
        }
        return state.streams.filter { $0.value.peer == worst }.max { $0.value.bytes < $1.value.bytes }?.key
    }

    fileprivate func onCut(_ number: Int, _ cut: @escaping @Sendable () -> Void) {
        state.withLock { $0.streams[number]?.cut = cut }
    }

    fileprivate func close(_ number: Int) {
        state.withLock { state in
            guard let peer = state.streams[number]?.peer else { return }
            Self.set(0, number, &state)
            state.streams[number] = nil
            let others = state.counts[peer, default: 1] - 1
            state.counts[peer] = others > 0 ? others : nil
            if others <= 0 { state.bytes[peer] = nil }
        }
    }
}

/// An open stream's slot: freed when it is released.
final class StreamPlace: Sendable {
    private let limits: StreamLimits
    private let number: Int

    fileprivate init(limits: StreamLimits, number: Int) {
        self.limits = limits
        self.number = number
    }

    deinit { limits.close(number) }

    /// Notes the pending bytes of the stream's client.
    ///
    /// - Returns: Functions that close the streams with too much pending data, to be called without any lock.
    func hold(_ bytes: Int) -> [@Sendable () -> Void] { limits.hold(bytes, number) }

    /// Sets how the stream is closed if too much is pending.
    func onCut(_ cut: @escaping @Sendable () -> Void) { limits.onCut(number, cut) }
}
