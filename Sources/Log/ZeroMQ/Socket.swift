// SPDX-License-Identifier: MIT

import CZeroMQ
import Glibc

/// What kind of socket it is; options that only one kind knows can only be set on that kind.
public protocol SocketRole {
    /// libzmq's number of the kind.
    static var number: Int32 { get }
}

/// Publishes to subscribers, and receives their subscriptions.
public enum XPub: SocketRole { public static var number: Int32 { ZMQ_XPUB } }
/// Receives what was subscribed to.
public enum Sub: SocketRole { public static var number: Int32 { ZMQ_SUB } }
/// Answers many peers, each by its address.
public enum Router: SocketRole { public static var number: Int32 { ZMQ_ROUTER } }
/// Asks one peer without waiting in turns.
public enum Dealer: SocketRole { public static var number: Int32 { ZMQ_DEALER } }

/// The result of sending a message.
public enum SendResult: Sendable, Hashable {
    case sent
    /// The queue is full, or no peer is connected yet; nothing was sent.
    case wouldBlock
    /// The addressed peer is not connected; nothing was sent.
    case unroutable
}

/// A ZeroMQ socket.
///
/// It belongs to the thread that made it: libzmq's sockets may not be shared, not even under a lock (zmq_socket(3)), so
/// this is neither copyable nor sendable. Sends and receives never block.
public struct Socket<Role: SocketRole>: ~Copyable {
    let pointer: UnsafeMutableRawPointer
    /// Held so that the context outlives its sockets: its end waits for all of them to be closed.
    private let context: Context

    /// Makes a socket.
    ///
    /// - Throws: `ZeroMQError` where the context is shutting down or has no sockets left.
    public init(_ context: Context) throws {
        guard let pointer = zmq_socket(context.pointer, Role.number) else { throw ZeroMQError(call: "zmq_socket") }
        self.pointer = pointer
        self.context = context
    }

    deinit {
        zmq_close(pointer)
    }

    /// Listens on an endpoint.
    public func bind(_ endpoint: String) throws {
        guard zmq_bind(pointer, endpoint) == 0 else { throw ZeroMQError(call: "zmq_bind", endpoint: endpoint) }
    }

    /// Stops listening on an endpoint, and closes the connections that were made there.
    public func unbind(_ endpoint: String) throws {
        guard zmq_unbind(pointer, endpoint) == 0 else { throw ZeroMQError(call: "zmq_unbind", endpoint: endpoint) }
    }

    /// Connects to an endpoint, now or as soon as a socket listens there.
    public func connect(_ endpoint: String) throws {
        guard zmq_connect(pointer, endpoint) == 0 else { throw ZeroMQError(call: "zmq_connect", endpoint: endpoint) }
    }

    /// Sends a message of one or more frames, all or none.
    ///
    /// - Throws: `ZeroMQError` for every failure that is not in `SendResult`.
    public func send(_ frames: [[UInt8]]) throws -> SendResult {
        try send(frames, flags: 0)
    }

    /// Sends frames; with `ZMQ_SNDMORE` more are to follow the last.
    func send(_ frames: [[UInt8]], flags last: Int32) throws -> SendResult {
        for (index, frame) in frames.enumerated() {
            let flags = (index < frames.count - 1 ? ZMQ_SNDMORE : last) | ZMQ_DONTWAIT
            while frame.withUnsafeBytes({ zmq_send(pointer, $0.baseAddress, $0.count, flags) }) < 0 {
                switch zmq_errno() {
                case EINTR: continue
                case EAGAIN: return .wouldBlock
                case EHOSTUNREACH: return .unroutable
                default: throw ZeroMQError(call: "zmq_send")
                }
            }
        }
        return .sent
    }

    /// Receives a whole message from a peer that is trusted with its size, or `nil` where none waits.
    ///
    /// - Throws: `ZeroMQError` where the socket fails.
    public func receive() throws -> [[UInt8]]? {
        try receive(frameLimit: .max, byteLimit: .max)?.frames
    }

    /// Receives a message, or `nil` where none waits.
    ///
    /// A message beyond the limits is read to its end, and what is beyond them is dropped.
    ///
    /// - Parameters:
    ///   - frameLimit: How many frames are kept.
    ///   - byteLimit: How many bytes they may have in all.
    /// - Returns: The frames, and whether they are all that was sent.
    /// - Throws: `ZeroMQError` where the socket fails.
    public func receive(
        frameLimit: Int,
        byteLimit: Int
    ) throws -> (frames: [[UInt8]], isWhole: Bool)? {
        var frames: [[UInt8]] = []
        var bytes = 0
        var isWhole = true
        var message = zmq_msg_t()
        while true {
            zmq_msg_init(&message)
            while zmq_msg_recv(&message, pointer, ZMQ_DONTWAIT) < 0 {
                switch zmq_errno() {
                case EINTR: continue
                case EAGAIN: return nil
                default: throw ZeroMQError(call: "zmq_msg_recv")
                }
            }
            // The bytes are copied at once: a small message lives inside `zmq_msg_t`, whose address Swift may change.
            let size = zmq_msg_size(&message)
            if frames.count < frameLimit, size <= byteLimit - bytes {
                frames.append(Array(UnsafeRawBufferPointer(start: zmq_msg_data(&message), count: size)))
                bytes += size
            } else {
                isWhole = false
            }
            let hasMore = zmq_msg_more(&message) != 0
            zmq_msg_close(&message)
            if !hasMore { return (frames, isWhole) }
        }
    }

    func set(_ option: Int32, _ value: Int32) throws {
        var value = value
        guard zmq_setsockopt(pointer, option, &value, MemoryLayout<Int32>.size) == 0 else {
            throw ZeroMQError(call: "zmq_setsockopt \(option)")
        }
    }

    func set(_ option: Int32, _ bytes: [UInt8]) throws {
        guard zmq_setsockopt(pointer, option, bytes, bytes.count) == 0 else {
            throw ZeroMQError(call: "zmq_setsockopt \(option)")
        }
    }
}
