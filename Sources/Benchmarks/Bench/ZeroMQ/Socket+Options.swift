// SPDX-License-Identifier: MIT

import CZeroMQ

/// Options that every socket knows. Most hold only for later binds and connects, so set them first.
extension Socket {
    /// Sets how many messages may wait to be sent to one peer; 0 for unlimited.
    func setSendLimit(_ messages: Int) throws { try set(ZMQ_SNDHWM, Int32(clamping: messages)) }

    /// Sets how many messages may wait to be received from one peer; 0 for unlimited.
    func setReceiveLimit(_ messages: Int) throws { try set(ZMQ_RCVHWM, Int32(clamping: messages)) }

    /// Sets how long a closed socket continues to send its queue, in milliseconds.
    func setLinger(milliseconds: Int) throws { try set(ZMQ_LINGER, Int32(clamping: milliseconds)) }

    /// Sets the pause before a lost connection is tried again, doubled up to the longest, in milliseconds.
    func setReconnect(milliseconds: Int, longest: Int) throws {
        try set(ZMQ_RECONNECT_IVL, Int32(clamping: milliseconds))
        try set(ZMQ_RECONNECT_IVL_MAX, Int32(clamping: longest))
    }
}

extension Socket where Role == Sub {
    /// Subscribes to every topic that starts with these bytes.
    func subscribe(_ prefix: String) throws { try set(ZMQ_SUBSCRIBE, Array(prefix.utf8)) }

    /// Takes one subscription to these bytes back.
    func unsubscribe(_ prefix: String) throws { try set(ZMQ_UNSUBSCRIBE, Array(prefix.utf8)) }
}

extension Socket where Role == Dealer {
    /// Queues only to connections that stand, so that a send to a dead peer says `wouldBlock`.
    func setImmediate() throws { try set(ZMQ_IMMEDIATE, 1) }
}
