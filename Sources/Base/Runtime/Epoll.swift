// SPDX-License-Identifier: MIT

import CEpoll
import Glibc
import Wire

/// Waits until one of many descriptors has something, as epoll(7).
///
/// Belongs to one thread.
public final class Epoll {
    /// What a wait has found.
    public struct Event: Sendable, Hashable {
        /// The number that the descriptor was added with.
        public let key: UInt64
        /// Whether bytes, a connection, the end or an error can be read.
        public let isReadable: Bool
        public let isWritable: Bool
    }

    private let descriptor: Int32
    private var found = [epoll_event](repeating: epoll_event(), count: 64)

    /// Makes an empty set.
    ///
    /// - Throws: `SearchBusError` where the process has no descriptors left.
    public init() throws {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw SearchBusError(.internalError, "The process has no descriptor left: \(reason).")
        }
    }

    deinit { close(descriptor) }

    /// Adds a descriptor, which is waited for until it is closed or removed; `false` with the reason in `errno`.
    @discardableResult public func add(_ file: Int32, key: UInt64) -> Bool {
        control(EPOLL_CTL_ADD, file, EPOLLIN.rawValue, key)
    }

    /// Changes what is waited for on a descriptor.
    public func change(_ file: Int32, key: UInt64, isReading: Bool, isWriting: Bool) {
        let interest = (isReading ? EPOLLIN.rawValue : 0) | (isWriting ? EPOLLOUT.rawValue : 0)
        _ = control(EPOLL_CTL_MOD, file, interest, key)
    }

    public func remove(_ file: Int32) { _ = control(EPOLL_CTL_DEL, file, 0, 0) }

    private func control(_ operation: Int32, _ file: Int32, _ interest: UInt32, _ key: UInt64) -> Bool {
        var event = epoll_event(events: interest, data: epoll_data_t(u64: key))
        return epoll_ctl(descriptor, operation, file, &event) == 0
    }

    /// Waits until something is found or the time is over.
    ///
    /// - Parameter milliseconds: The timeout.
    /// - Returns: Up to 64 descriptors; the others are found by the next wait.
    public func wait(milliseconds: Int32) -> [Event] {
        let count = epoll_wait(descriptor, &found, Int32(found.count), milliseconds)
        return found.prefix(Int(max(count, 0))).map { event in
            let writing = EPOLLOUT.rawValue
            return Event(
                key: event.data.u64,
                isReadable: event.events & ~writing != 0,
                isWritable: event.events & writing != 0
            )
        }
    }
}
