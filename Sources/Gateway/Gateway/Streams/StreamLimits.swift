// SPDX-License-Identifier: MIT
// Part of SearchBus.

import HTTPTypes
import Runtime
import Synchronization
import Wire

/// Counts open streams and the bytes that wait for them, so that one browser or program cannot take all there are.
final class StreamLimits: Sendable {
    /// Who shares one allowance.
    enum Peer: Hashable {
        case browser(String)
        /// All browsers that came through one link to a session.
        case visitors(String)
        /// All programs that have the owner's key: they cannot be told apart.
        case programs
        /// All programs that have one key.
        case key(String)
        case everybody
        /// Whoever asks from an address, where nobody needs a right and a proxy tells addresses.
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

    /// How many streams are open.
    var count: Int { state.withLock { $0.streams.count } }

    /// How many bytes wait for the clients of all streams.
    var bytes: Int { state.withLock { $0.allBytes } }

    /// The most bytes that ever waited.
    var highestBytes: Int { state.withLock { $0.highestBytes } }

    /// Takes a place for a stream, which is free again when nobody holds it any more.
    ///
    /// - Throws: `Problem` with status 429 where there is none.
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
        case .failure(let refusal):
            var problem = Problem(refusal, status: 429)
            problem.headers[.retryAfter] = "5"
            throw problem
        }
    }

    /// The holder of the allowance that a caller draws on.
    static func peer(_ identity: Identity, _ client: NetworkAddress?) -> Peer {
        switch identity {
        case .browser(let id): .browser(id)
        case .visitor(let id): .visitors(id)
        case .program: .programs
        case .key(let id): .key(id)
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

    /// What all programs have of something.
    private static func sum(_ values: [Peer: Int]) -> Int {
        values.reduce(0) { $0 + ($1.key.isProgram ? $1.value : 0) }
    }

    /// How many bytes wait for a stream's client; where a peer's or all are too many, the streams that hold the most are
    /// to be cut.
    ///
    /// - Returns: What cuts them, to be called without any lock.
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

    /// The stream to cut, while too much waits: the one that holds the most of whoever holds the most, so that nobody pays for others.
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

/// An open stream's place among the others: free again when nobody holds it any more.
final class StreamPlace: Sendable {
    private let limits: StreamLimits
    private let number: Int

    fileprivate init(limits: StreamLimits, number: Int) {
        self.limits = limits
        self.number = number
    }

    deinit { limits.close(number) }

    /// Says how many bytes wait for the stream's client.
    ///
    /// - Returns: What cuts the streams for which too much waits, to be called without any lock.
    func hold(_ bytes: Int) -> [@Sendable () -> Void] { limits.hold(bytes, number) }

    /// Says how the stream is cut where too much waits.
    func onCut(_ cut: @escaping @Sendable () -> Void) { limits.onCut(number, cut) }
}
