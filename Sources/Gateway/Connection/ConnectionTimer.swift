// SPDX-License-Identifier: MIT
// Part of SearchBus.

import NIOCore

/// How long a connection may take over what it sends; clients that drip bytes to keep a place are cut.
///
/// A pure value: what arrives goes in, the moment at which to cut comes out.
struct ConnectionTimer: Sendable {
    private enum State {
        /// Nothing of a request has come.
        case waiting
        case readingHeader(since: NIODeadline)
        case readingBody(since: NIODeadline, bytes: Int)
        /// The request is whole; what the answer takes is our own business.
        case answering
    }

    /// How long a header may take from its first byte, and how long a body has before its rate is looked at.
    let patience: TimeAmount
    /// How many bytes of a body must come in a second.
    let rate = 1024
    private var state = State.waiting

    init(patience: TimeAmount) {
        self.patience = patience
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

    /// When the connection is to be cut unless more comes; `nil` while it owes nothing.
    var deadline: NIODeadline? {
        switch state {
        case .waiting, .answering: nil
        case .readingHeader(let since): since + patience
        case .readingBody(let since, let bytes): since + patience + .milliseconds(Int64(bytes * 1000 / rate))
        }
    }
}
