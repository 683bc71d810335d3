// SPDX-License-Identifier: MIT

import CZeroMQ

/// A call into libzmq that failed.
public struct ZeroMQError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The error number, of the system's or of libzmq's own range.
    public let number: Int32
    /// The libzmq call.
    public let call: String
    /// The endpoint, where one was involved.
    public let endpoint: String?

    /// Takes the number of the last failure on this thread.
    init(call: String, endpoint: String? = nil) {
        number = zmq_errno()
        self.call = call
        self.endpoint = endpoint
    }

    public var description: String {
        let reason = String(cString: zmq_strerror(number))
        return "\(call)\(endpoint.map { " \($0)" } ?? ""): \(reason)"
    }
}
