// SPDX-License-Identifier: MIT

import NIOCore

/// The time limits of a connection for sending and reading; clients that send slowly to keep a slot, or do
/// not read their responses, are closed.
///
/// A pure value: its inputs are received and sent bytes, its output is the time at which to close.
struct ConnectionTimer: Sendable {
    private enum State {
        /// No request has begun.
        case waiting
        case readingHeader(since: NIODeadline)
        case readingBody(since: NIODeadline, bytes: Int)
        /// The request is complete; there is no limit for its processing.
        case answering
    }

    /// A period in which a client must read some of the pending data.
    private struct Window {
        let since: NIODeadline
        /// How much the client had read before.
        let taken: Int
    }

    /// The minimum number of bytes of a body in a second.
    static let rate = 1024
    /// The minimum number of bytes that a client must read within the time limit, if as many are pending.
    static let leastTaken = 1024

    /// How long a header may take from its first byte, and how long a body has before its rate is checked.
    let patience: TimeAmount
    /// How long a client may read almost nothing of the pending data.
    let takingTime: TimeAmount
    private var state = State.waiting
    private var window: Window?

    init(patience: TimeAmount, takingTime: TimeAmount) {
        self.patience = patience
        self.takingTime = takingTime
    }

    /// Any bytes arrived.
    mutating func received(at now: NIODeadline) {
        if case .waiting = state { state = .readingHeader(since: now) }
    }

    /// A request's header is complete.
    mutating func receivedHead(at now: NIODeadline) {
        state = .readingBody(since: now, bytes: 0)
    }

    /// A part of a request's body arrived.
    mutating func receivedBody(bytes: Int) {
        if case .readingBody(let since, let before) = state {
            state = .readingBody(since: since, bytes: before + bytes)
        }
    }

    /// A request is complete.
    mutating func receivedEnd() {
        if case .readingBody = state { state = .answering }
    }

    /// A response is complete.
    mutating func answered() {
        if case .answering = state { state = .waiting }
    }

    /// The bytes that the client has read so far, and whether more are pending.
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

    /// When the connection is closed unless there is progress; `nil` while it is idle.
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
