// SPDX-License-Identifier: MIT

import Bus
import Glibc

/// A connection to one of the broker's sockets.
final class Peer {
    let id: Int
    let socket: Listener.Socket
    let descriptor: Int32
    var machine: ZMTPStateMachine
    /// The commands that were received and not yet carried out; also what a closed connection has left.
    var inbox: ArraySlice<ZMTPStateMachine.Message> = []
    var outgoing = OutgoingQueue()
    var gate = PublishGate()
    /// Whether the output is sent by the next `flush`.
    var isDirty = false
    /// Whether the output waits for something that is sent at once.
    var isLate = false
    /// Whether the output waits until the peer reads.
    var isBlocked = false
    /// The number of the last event that was considered for it.
    var publication = 0
    /// When the connection was made, or the peer last took bytes of the output.
    var progressAt: ContinuousClock.Instant
    /// When bytes of the peer were last received.
    var receivedAt: ContinuousClock.Instant

    init(id: Int, _ socket: Listener.Socket, _ descriptor: Int32, at now: ContinuousClock.Instant) {
        (self.id, self.socket, self.descriptor, progressAt, receivedAt) = (id, socket, descriptor, now, now)
        machine = ZMTPStateMachine(role: socket.role, limits: socket.limits)
    }

    deinit { close(descriptor) }
}
