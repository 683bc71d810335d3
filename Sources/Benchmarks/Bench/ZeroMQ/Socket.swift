// SPDX-License-Identifier: MIT

import CZeroMQ
import Glibc

/// What kind of socket it is; options that only one kind knows can only be set on that kind.
protocol SocketRole {
    /// libzmq's number of the kind.
    static var number: Int32 { get }
}

/// Receives what was subscribed to.
enum Sub: SocketRole { static var number: Int32 { ZMQ_SUB } }
/// Asks one peer without waiting in turns.
enum Dealer: SocketRole { static var number: Int32 { ZMQ_DEALER } }

/// A socket of libzmq.
///
/// It belongs to the thread that made it: libzmq's sockets may not be shared, not even under a lock (zmq_socket(3)), so
/// this is neither copyable nor sendable. Sends and receives never block.
struct Socket<Role: SocketRole>: ~Copyable {
    let pointer: UnsafeMutableRawPointer
    /// Held so that the context outlives its sockets: its end waits for all of them to be closed.
    private let context: Context

    /// Makes a socket.
    ///
    /// - Throws: `ZeroMQError` where the context is shutting down or has no sockets left.
    init(_ context: Context) throws {
        guard let pointer = zmq_socket(context.pointer, Role.number) else { throw ZeroMQError(call: "zmq_socket") }
        self.pointer = pointer
        self.context = context
    }

    deinit {
        zmq_close(pointer)
    }

    /// Connects to an endpoint, now or as soon as a socket listens there.
    func connect(_ endpoint: String) throws {
        guard zmq_connect(pointer, endpoint) == 0 else { throw ZeroMQError(call: "zmq_connect", endpoint: endpoint) }
    }

    /// Sends a message of one or more frames, all or none; returns whether it is on its way.
    ///
    /// It is not if the queue is full, or no peer is connected yet.
    ///
    /// - Throws: `ZeroMQError` for other failures.
    func send(_ frames: [[UInt8]]) throws -> Bool {
        for (index, frame) in frames.enumerated() {
            let flags = (index < frames.count - 1 ? ZMQ_SNDMORE : 0) | ZMQ_DONTWAIT
            while frame.withUnsafeBytes({ zmq_send(pointer, $0.baseAddress, $0.count, flags) }) < 0 {
                switch zmq_errno() {
                case EINTR: continue
                case EAGAIN: return false
                default: throw ZeroMQError(call: "zmq_send")
                }
            }
        }
        return true
    }

    /// Receives a whole message, or `nil` where none waits.
    ///
    /// - Throws: `ZeroMQError` where the socket fails.
    func receive() throws -> [[UInt8]]? {
        var frames: [[UInt8]] = []
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
            frames.append(Array(UnsafeRawBufferPointer(start: zmq_msg_data(&message), count: zmq_msg_size(&message))))
            let hasMore = zmq_msg_more(&message) != 0
            zmq_msg_close(&message)
            if !hasMore { return frames }
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
