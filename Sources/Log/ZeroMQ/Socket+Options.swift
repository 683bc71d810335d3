// SPDX-License-Identifier: MIT

import CZeroMQ

/// Options that every socket knows. Most hold only for later binds and connects, so set them first.
extension Socket {
    /// Sets how many messages may wait to be sent to one peer; 0 for unlimited.
    public func setSendLimit(_ messages: Int) throws { try set(ZMQ_SNDHWM, Int32(clamping: messages)) }

    /// Sets how many messages may wait to be received from one peer; 0 for unlimited.
    public func setReceiveLimit(_ messages: Int) throws { try set(ZMQ_RCVHWM, Int32(clamping: messages)) }

    /// Sets how long a closed socket continues to send its queue, in milliseconds.
    public func setLinger(milliseconds: Int) throws { try set(ZMQ_LINGER, Int32(clamping: milliseconds)) }

    /// Sets the size in bytes above which a frame makes libzmq cut the sender off.
    public func setMaximumFrameSize(_ bytes: Int) throws {
        var value = Int64(bytes)
        guard zmq_setsockopt(pointer, ZMQ_MAXMSGSIZE, &value, MemoryLayout<Int64>.size) == 0 else {
            throw ZeroMQError(call: "zmq_setsockopt ZMQ_MAXMSGSIZE")
        }
    }

    /// Sets how long a new peer may take to introduce itself, in milliseconds.
    public func setHandshakeLimit(milliseconds: Int) throws {
        try set(ZMQ_HANDSHAKE_IVL, Int32(clamping: milliseconds))
    }

    /// Asks quiet peers for a sign of life, and cuts off who gives none, with everything that waits for it.
    ///
    /// - Parameters:
    ///   - milliseconds: The time between two questions.
    ///   - limit: How long an answer may take, in milliseconds.
    /// - Throws: `ZeroMQError` for times that libzmq does not know.
    public func setPeerHeartbeat(milliseconds: Int, limit: Int) throws {
        try set(ZMQ_HEARTBEAT_IVL, Int32(clamping: milliseconds))
        try set(ZMQ_HEARTBEAT_TIMEOUT, Int32(clamping: limit))
    }

    /// Sets the pause before a lost connection is tried again, doubled up to the longest, in milliseconds.
    public func setReconnect(milliseconds: Int, longest: Int) throws {
        try set(ZMQ_RECONNECT_IVL, Int32(clamping: milliseconds))
        try set(ZMQ_RECONNECT_IVL_MAX, Int32(clamping: longest))
    }
}

extension Socket where Role == XPub {
    /// Delivers every subscription, not only the first to a topic; barriers need it.
    public func setVerbose() throws { try set(ZMQ_XPUB_VERBOSE, 1) }
}

extension Socket where Role == Sub {
    /// Subscribes to every topic that starts with these bytes.
    public func subscribe(_ prefix: String) throws { try set(ZMQ_SUBSCRIBE, Array(prefix.utf8)) }

    /// Takes one subscription to these bytes back.
    public func unsubscribe(_ prefix: String) throws { try set(ZMQ_UNSUBSCRIBE, Array(prefix.utf8)) }
}

extension Socket where Role == Router {
    /// Makes sends to a missing peer fail, instead of dropping silently.
    public func setMandatory() throws { try set(ZMQ_ROUTER_MANDATORY, 1) }

    /// Lets a restarted peer take its address over from its former self.
    public func setHandover() throws { try set(ZMQ_ROUTER_HANDOVER, 1) }
}

extension Socket where Role == Dealer {
    /// Queues only to connections that stand, so that a send to a dead peer says `wouldBlock`.
    public func setImmediate() throws { try set(ZMQ_IMMEDIATE, 1) }
}
