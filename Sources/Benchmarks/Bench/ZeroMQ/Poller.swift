// SPDX-License-Identifier: MIT

import CZeroMQ

/// Waits until one of a few sockets has something.
///
/// Belongs to the thread of the sockets.
struct Poller: ~Copyable {
    private var items: [zmq_pollitem_t] = []

    init() {}

    /// Watches a socket for messages; the answer is its place for `isReadable`.
    mutating func add<Role>(_ socket: borrowing Socket<Role>) -> Int {
        items.append(zmq_pollitem_t(socket: socket.pointer, fd: 0, events: Int16(ZMQ_POLLIN), revents: 0))
        return items.count - 1
    }

    /// Waits until something can be read, a signal comes, or the time is over.
    ///
    /// - Parameter milliseconds: The timeout; negative for none.
    /// - Throws: `ZeroMQError` where a socket fails.
    mutating func wait(milliseconds: Int) throws {
        guard zmq_poll(&items, Int32(items.count), milliseconds) < 0 else { return }
        for index in items.indices { items[index].revents = 0 }
        guard zmq_errno() == EINTR else { throw ZeroMQError(call: "zmq_poll") }
    }

    /// Whether the last wait found something at a place.
    func isReadable(_ place: Int) -> Bool {
        items[place].revents & Int16(ZMQ_POLLIN) != 0
    }
}
