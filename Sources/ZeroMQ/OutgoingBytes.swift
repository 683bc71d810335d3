// SPDX-License-Identifier: MIT
// Part of SearchBus.

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
    /// What stands before the bytes of a message: their number.
    private static let headerSize = 16

    /// Makes a counter.
    ///
    /// - Parameter total: A counter that counts what this one counts, beside others.
    public init(partOf total: OutgoingBytes? = nil) {
        self.total = total
    }

    /// The bytes held now.
    public var held: Int { count.load(ordering: .relaxed) }

    /// Makes a message of libzmq that is counted until libzmq lets go of it, and hands it to a body, which sends it.
    ///
    /// - Parameters:
    ///   - bytes: What the message holds.
    ///   - send: Sends the message, and answers whether libzmq has taken it.
    func withMessage(_ bytes: [UInt8], _ send: (UnsafeMutablePointer<zmq_msg_t>) -> Bool) {
        let block = UnsafeMutableRawPointer.allocate(byteCount: Self.headerSize + bytes.count, alignment: 16)
        let start = block + Self.headerSize
        block.storeBytes(of: bytes.count, as: Int.self)
        bytes.withUnsafeBytes { source in
            guard let first = source.baseAddress else { return }
            start.copyMemory(from: first, byteCount: source.count)
        }
        add(bytes.count)
        var message = zmq_msg_t()
        // The release runs on a thread of libzmq, maybe after the socket is closed, so each message keeps the counter.
        let counter = Unmanaged.passRetained(self).toOpaque()
        zmq_msg_init_data(
            &message,
            start,
            bytes.count,
            { data, counter in
                if let data, let counter { OutgoingBytes.release(data: data, counter: counter) }
            },
            counter
        )
        if !send(&message) { zmq_msg_close(&message) }
    }

    private static func release(data: UnsafeMutableRawPointer, counter: UnsafeMutableRawPointer) {
        let block = data - headerSize
        let size = block.load(as: Int.self)
        Unmanaged<OutgoingBytes>.fromOpaque(counter).takeRetainedValue().add(-size)
        block.deallocate()
    }

    private func add(_ bytes: Int) {
        count.add(bytes, ordering: .relaxed)
        total?.add(bytes)
    }
}

extension Socket where Role == XPub {
    /// Publishes an event to whoever subscribed; a peer whose queue is full does not get it.
    ///
    /// - Parameters:
    ///   - topic: What it is published under.
    ///   - body: The event.
    ///   - outgoing: What counts the body as long as libzmq holds it.
    /// - Throws: `ZeroMQError` where the socket fails.
    public func publish(_ topic: String, _ body: [UInt8], countedBy outgoing: OutgoingBytes) throws {
        var topic = topic
        try topic.withUTF8 { bytes in
            while zmq_send(pointer, bytes.baseAddress, bytes.count, ZMQ_SNDMORE | ZMQ_DONTWAIT) < 0 {
                guard zmq_errno() == EINTR else { throw ZeroMQError(call: "zmq_send") }
            }
        }
        var failure: ZeroMQError?
        outgoing.withMessage(body) { message in
            while zmq_msg_send(message, pointer, ZMQ_DONTWAIT) < 0 {
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

extension Socket where Role == Router {
    /// Sends a message of one or more frames to the peer that the first one names, all or none.
    ///
    /// - Parameters:
    ///   - frames: The message.
    ///   - outgoing: What counts the frames behind the first as long as libzmq holds them.
    /// - Returns: What became of it.
    /// - Throws: `ZeroMQError` for every failure that is not in `SendResult`.
    public func send(_ frames: [[UInt8]], countedBy outgoing: OutgoingBytes) throws -> SendResult {
        guard let address = frames.first else { return .sent }
        // What a router refuses it refuses with the first frame.
        let start = try send([address], flags: ZMQ_SNDMORE)
        guard start == .sent else { return start }
        var failure: ZeroMQError?
        for (index, frame) in frames.enumerated().dropFirst() {
            let flags = index < frames.count - 1 ? ZMQ_SNDMORE | ZMQ_DONTWAIT : ZMQ_DONTWAIT
            outgoing.withMessage(frame) { message in
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
        return .sent
    }
}
