// SPDX-License-Identifier: MIT

import CZeroMQ
import Glibc
import Synchronization

/// Counts the bytes that libzmq holds for peers which have not read them yet.
///
/// libzmq limits its queues by messages; this says how much memory they are. Messages that several peers wait for are
/// held once and count once. May be used from any thread.
public final class OutgoingBytes: Sendable {
    private let count = Atomic<Int>(0)
    /// What counts the same bytes for several peers together.
    private let total: OutgoingBytes?

    /// Makes a counter.
    ///
    /// - Parameter total: A counter that counts what this one counts, beside others.
    public init(partOf total: OutgoingBytes? = nil) {
        self.total = total
    }

    /// The bytes held now.
    public var held: Int { count.load(ordering: .relaxed) }

    func add(_ bytes: Int) {
        count.add(bytes, ordering: .relaxed)
        total?.add(bytes)
    }
}

extension Socket where Role == XPub {
    /// Publishes an event to its subscribers; a peer whose queue is full does not get it.
    ///
    /// - Parameters:
    ///   - topic: What it is published under.
    ///   - body: The event.
    ///   - outgoing: What counts the body as long as libzmq holds it.
    /// - Throws: `ZeroMQError` where the socket fails.
    public func publish(_ topic: String, _ body: MessageBody, countedBy outgoing: OutgoingBytes) throws {
        var topic = topic
        try topic.withUTF8 { bytes in
            while zmq_send(pointer, bytes.baseAddress, bytes.count, ZMQ_SNDMORE | ZMQ_DONTWAIT) < 0 {
                guard zmq_errno() == EINTR else { throw ZeroMQError(call: "zmq_send") }
            }
        }
        try send(body, flags: ZMQ_DONTWAIT, countedBy: outgoing)
    }
}

extension Socket where Role == Router {
    /// Sends a message to a peer, all or none.
    ///
    /// - Parameters:
    ///   - envelope: The frames before the bodies, the first of which names the peer.
    ///   - bodies: The other frames, at least one.
    ///   - outgoing: What counts the bodies as long as libzmq holds them.
    /// - Returns: What became of it.
    /// - Throws: `ZeroMQError` for every failure that is not in `SendResult`.
    public func send(
        _ envelope: [[UInt8]],
        _ bodies: [MessageBody],
        countedBy outgoing: OutgoingBytes
    ) throws -> SendResult {
        // What a router refuses it refuses with the first frame.
        let start = try send(envelope, flags: ZMQ_SNDMORE)
        guard start == .sent else { return start }
        for (index, body) in bodies.enumerated() {
            let isLast = index == bodies.count - 1
            try send(body, flags: isLast ? ZMQ_DONTWAIT : ZMQ_SNDMORE | ZMQ_DONTWAIT, countedBy: outgoing)
        }
        return .sent
    }
}

extension Socket {
    /// Sends a frame that cannot be refused, since the ones before it were not.
    fileprivate func send(_ body: MessageBody, flags: Int32, countedBy outgoing: OutgoingBytes) throws {
        var failure: ZeroMQError?
        body.withMessage(countedBy: outgoing) { message in
            while zmq_msg_send(message, pointer, flags) < 0 {
                guard zmq_errno() == EINTR else {
                    failure = ZeroMQError(call: "zmq_msg_send")
                    return false
                }
            }
            return true
        }
        if let failure { throw failure }
    }
}
