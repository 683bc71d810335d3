// SPDX-License-Identifier: MIT

import CPostgreSQL
import Glibc

/// Wakes a thread that waits; may be rung from any thread, any number of times.
final class WakeUp: Sendable {
    private let descriptor: Int32

    /// - Returns: `nil` where the process has no descriptors left.
    init?() {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// Makes the current or next wait return.
    func ring() { eventfd_write(descriptor, 1) }

    /// Waits for a ring, for something on a socket, or for the time to be over; takes the rings back.
    func wait(with socket: Int32 = -1, for events: Int32 = 0, until deadline: ContinuousClock.Instant? = nil) -> Bool {
        var items = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket, events: Int16(truncatingIfNeeded: events), revents: 0),
        ]
        var timeout: Int32 = -1
        if let deadline {
            let left = (deadline - .now) / .milliseconds(1)
            timeout = Int32(min(max(0, left.rounded(.up)), 1_000_000))
        }
        let count = poll(&items, 2, timeout)
        var rings: eventfd_t = 0
        if items[0].revents != 0 { eventfd_read(descriptor, &rings) }
        return count != 0
    }
}
