// SPDX-License-Identifier: MIT
// Part of SearchBus.

import NIOCore

/// How long a connection may take over what it sends and what it is sent; clients that drip bytes to keep a place, or do
/// not read what they asked for, are cut.
///
/// A pure value: what arrives and what is taken goes in, the moment at which to cut comes out.
struct ConnectionTimer: Sendable {
    private enum State {
        /// Nothing of a request has come.
        case waiting
        case readingHeader(since: NIODeadline)
        case readingBody(since: NIODeadline, bytes: Int)
        /// The request is whole; how long its answer is made is our own business.
        case answering
    }

    /// A stretch of time in which a client must take something of what waits for it.
    private struct Window {
        let since: NIODeadline
        /// How much the client had taken before.
        let taken: Int
    }

    /// How many bytes of a body must come in a second.
    static let rate = 1024
    /// How many bytes a client must take within the time for taking, where as many wait.
    static let leastTaken = 1024

    /// How long a header may take from its first byte, and how long a body has before its rate is looked at.
    let patience: TimeAmount
    /// How long a client may take next to nothing of what waits for it.
    let takingTime: TimeAmount
    private var state = State.waiting
    private var window: Window?

    init(patience: TimeAmount, takingTime: TimeAmount) {
        self.patience = patience
        self.takingTime = takingTime
    }

    /// Bytes came in, of whatever.
    mutating func received(at now: NIODeadline) {
        if case .waiting = state { state = .readingHeader(since: now) }
    }

    /// A request's header is whole.
    mutating func receivedHead(at now: NIODeadline) {
        state = .readingBody(since: now, bytes: 0)
    }

    /// A part of a request's body came in.
    mutating func receivedBody(bytes: Int) {
        if case .readingBody(let since, let before) = state {
            state = .readingBody(since: since, bytes: before + bytes)
        }
    }

    /// A request is whole.
    mutating func receivedEnd() {
        if case .readingBody = state { state = .answering }
    }

    /// An answer is whole.
    mutating func answered() {
        if case .answering = state { state = .waiting }
    }

    /// What the client has taken of all that it was ever sent, and whether more waits for it.
    mutating func taken(_ taken: Int, moreWaits: Bool, at now: NIODeadline) {
        guard moreWaits else {
            window = nil
            return
        }
        guard let window else {
            window = Window(since: now, taken: taken)
            return
        }
        if taken - window.taken >= Self.leastTaken { self.window = Window(since: now, taken: taken) }
    }

    /// When the connection is to be cut unless something happens; `nil` while it owes nothing.
    var deadline: NIODeadline? {
        [sendingDeadline, window.map { $0.since + takingTime }].compactMap { $0 }.min()
    }

    private var sendingDeadline: NIODeadline? {
        switch state {
        case .waiting, .answering: nil
        case .readingHeader(let since): since + patience
        case .readingBody(let since, let bytes):
            since + patience + .milliseconds(Int64(bytes) * 1000 / Int64(Self.rate))
        }
    }
}
