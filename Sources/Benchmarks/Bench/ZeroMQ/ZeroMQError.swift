// SPDX-License-Identifier: MIT

import CZeroMQ

/// A call into libzmq that failed.
struct ZeroMQError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The error number, of the system's or of libzmq's own range.
    let number: Int32
    /// The libzmq call.
    let call: String
    /// The endpoint, where one was involved.
    let endpoint: String?

    /// Takes the number of the last failure on this thread.
    init(call: String, endpoint: String? = nil) {
        number = zmq_errno()
        self.call = call
        self.endpoint = endpoint
    }

    var description: String {
        let reason = String(cString: zmq_strerror(number))
        return "\(call)\(endpoint.map { " \($0)" } ?? ""): \(reason)"
    }
}
