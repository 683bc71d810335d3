// SPDX-License-Identifier: MIT

import CZeroMQ

/// A libzmq context: the I/O thread and everything that belongs to it.
///
/// One a process; may be used from any thread.
final class Context: Sendable {
    nonisolated(unsafe) let pointer: UnsafeMutableRawPointer

    /// Makes a context with one I/O thread, which is enough below a gigabyte a second.
    ///
    /// - Throws: `ZeroMQError` where the process has no descriptors left.
    init() throws {
        guard let pointer = zmq_ctx_new() else { throw ZeroMQError(call: "zmq_ctx_new") }
        self.pointer = pointer
        // Termination must not wait for undelivered messages of sockets that set no linger.
        zmq_ctx_set(pointer, ZMQ_BLOCKY, 0)
    }

    deinit {
        zmq_ctx_term(pointer)
    }
}
