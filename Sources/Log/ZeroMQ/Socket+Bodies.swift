// SPDX-License-Identifier: MIT

import Bus
import CZeroMQ
import Glibc

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

extension MessageBody {
    /// What libzmq holds of a body that is sent.
    private final class Held: Sendable {
        let body: MessageBody
        let counter: OutgoingBytes

        init(_ body: MessageBody, _ counter: OutgoingBytes) { (self.body, self.counter) = (body, counter) }
    }

    /// Makes a message of libzmq of these bytes, counted until libzmq releases it, and passes it to a closure, which sends
    /// it.
    ///
    /// - Parameters:
    ///   - counter: What counts the bytes.
    ///   - send: Sends the message, and answers whether libzmq has taken it.
    fileprivate func withMessage(
        countedBy counter: OutgoingBytes,
        _ send: (UnsafeMutablePointer<zmq_msg_t>) -> Bool
    ) {
        counter.add(count)
        var message = zmq_msg_t()
        // The release runs on a thread of libzmq, maybe after the socket is closed, so each message keeps its body.
        zmq_msg_init_data(
            &message,
            start,
            count,
            { _, held in
                guard let held else { return }
                let released = Unmanaged<Held>.fromOpaque(held).takeRetainedValue()
                released.counter.add(-released.body.count)
            },
            Unmanaged.passRetained(Held(self, counter)).toOpaque()
        )
        if !send(&message) { zmq_msg_close(&message) }
    }
}
