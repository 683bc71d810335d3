// SPDX-License-Identifier: MIT

import Glibc
import Runtime

/// A client's end of one of the broker's sockets, connected again whenever the connection is lost.
///
/// Belongs to one thread. No call blocks but `close`.
package final class BusSocket {
    /// How many bytes may wait to be sent.
    private static let backlogLimit = 32 << 20
    /// How much is read before something else has its turn, in bytes.
    private static let readLimit = 4 << 20
    /// The pauses before a connection is tried again: the first, and the longest.
    private static let pauses = (first: Duration.milliseconds(20), longest: Duration.milliseconds(500))
    private static let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)

    private let file: SocketFile
    private let role: ZMTPStateMachine.Role
    private var machine: ZMTPStateMachine
    /// How many bytes of the machine's output the peer has.
    private var sent = 0
    /// The descriptor of the connection; -1 while the socket is not connected.
    package private(set) var descriptor: Int32 = -1
    private var pause = BusSocket.pauses.first
    private var retryAt: ContinuousClock.Instant?
    /// The prefixes that were subscribed to, and how often, in the order of their first subscription.
    ///
    /// A connection gets them in this order, since the nonce of a barrier proves the subscriptions before it.
    private var subscriptions: [(prefix: String, count: Int, change: UInt8)] = []
    /// Whether it was reported since the last connection that the peer does not speak ZMTP.
    private var hasWarned = false

    private init(_ file: SocketFile, _ role: ZMTPStateMachine.Role) {
        (self.file, self.role) = (file, role)
        machine = ZMTPStateMachine(role: role, limits: .client)
        connect(at: .now)
    }

    /// Connects to the broker's socket for commands.
    package static func commands(_ endpoints: BusEndpoints) -> BusSocket { BusSocket(endpoints.commandFile, .dealer) }

    /// Connects to the broker's socket for events.
    package static func events(_ endpoints: BusEndpoints) -> BusSocket { BusSocket(endpoints.eventFile, .subscriber) }

    deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

    /// When the socket connects again; `nil` while it is connected.
    package var deadline: ContinuousClock.Instant? { retryAt }

    /// What to wait for on the descriptor, as of poll(2).
    package var interest: Int16 { Int16(machine.output.isEmpty ? POLLIN : POLLIN | POLLOUT) }

    // MARK: The connection

    /// Connects if it is time to.
    package func connect(at now: ContinuousClock.Instant) {
        guard descriptor < 0, retryAt.map({ $0 <= now }) ?? true else { return }
        machine = ZMTPStateMachine(role: role, limits: .client)
        sent = 0
        if let connection = file.connection() {
            (descriptor, retryAt) = (connection, nil)
            flush()
        } else {
            retry(after: now)
        }
    }

    private func retry(after now: ContinuousClock.Instant) {
        retryAt = now.advanced(by: pause)
        pause = min(pause * 2, Self.pauses.longest)
    }

    private func disconnect() {
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
        retry(after: .now)
    }

    /// Sends what waits, for as long as that takes and at most half a second, and closes the connection.
    package func close() {
        let deadline = ContinuousClock.now.advanced(by: .milliseconds(500))
        while descriptor >= 0, machine.isOpen, !machine.output.isEmpty, .now < deadline {
            var item = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            poll(&item, 1, 50)
            flush()
        }
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
    }

    // MARK: Messages

    /// Sends a message; returns whether it is on its way.
    ///
    /// It is not while there is no connection, or while much waits to be sent. What is on its way is lost with the connection.
    package func send(_ frames: [[UInt8]]) -> Bool {
        guard descriptor >= 0, machine.isOpen, machine.output.count - sent < Self.backlogLimit else { return false }
        machine.send(frames)
        flush()
        return descriptor >= 0
    }

    /// Subscribes to every topic that starts with a prefix, also on connections to come.
    ///
    /// - Parameters:
    ///   - prefix: The start of the topics.
    ///   - isLate: Whether an event may wait for the next one, for up to 20 ms. It may not if the prefix is subscribed to a second
    ///     time without this.
    package func subscribe(_ prefix: String, isLate: Bool = false) {
        let change: UInt8 = isLate ? 2 : 1
        if let index = subscriptions.firstIndex(where: { $0.prefix == prefix }) {
            subscriptions[index].count += 1
            guard change < subscriptions[index].change else { return }
            subscriptions[index].change = change
        } else {
            subscriptions.append((prefix, 1, change))
        }
        request(change, prefix)
    }

    /// Takes one subscription to a prefix back.
    package func unsubscribe(_ prefix: String) {
        guard let index = subscriptions.firstIndex(where: { $0.prefix == prefix }) else { return }
        subscriptions[index].count -= 1
        guard subscriptions[index].count == 0 else { return }
        subscriptions.remove(at: index)
        request(0, prefix)
    }

    private func request(_ change: UInt8, _ prefix: String) {
        guard machine.isOpen else { return }
        machine.send([[change] + prefix.utf8])
        flush()
    }

    /// Writes what waits, as far as the peer takes it.
    package func flush() {
        while descriptor >= 0, !machine.output.isEmpty {
            let count = machine.output.withUnsafeBytes { bytes in
                let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
                return Glibc.send(descriptor, rest.baseAddress, rest.count, Self.flags)
            }
            if count > 0 {
                sent += count
                guard sent == machine.output.count else { continue }
                machine.output.removeAll(keepingCapacity: sent < 1 << 16)
                sent = 0
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                disconnect()
            }
        }
    }

    /// Reads what has come.
    ///
    /// - Parameter buffer: Memory to read into.
    /// - Returns: The messages that are complete.
    package func receive(_ buffer: UnsafeMutableRawBufferPointer) -> [ZMTPStateMachine.Message] {
        var total = 0
        while descriptor >= 0, total < Self.readLimit {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, Self.flags)
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                if count == 0 || errno != EAGAIN { disconnect() }
                break
            }
            total += count
            let wasOpen = machine.isOpen
            do {
                try machine.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            } catch {
                if !hasWarned { Executable.warn("The connection to \(file.path) was closed: \(error)") }
                hasWarned = true
                disconnect()
                break
            }
            if machine.isOpen, !wasOpen { opened() }
            if !machine.output.isEmpty { flush() }
            // What comes now wakes the caller again.
            if count < buffer.count { break }
        }
        return machine.takeMessages()
    }

    private func opened() {
        (pause, hasWarned) = (Self.pauses.first, false)
        for (prefix, _, change) in subscriptions { machine.send([[change] + prefix.utf8]) }
    }
}
