// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Glibc
import Synchronization

/// The shutdown of the process: requested by a signal or its parent, done by the server if there is one.
final class Ending: Sendable {
    /// How long the server has, in microseconds; what is not done by then would not be soon.
    private static let patience: useconds_t = 800_000

    private let stop = Mutex<(@Sendable () -> Void)?>(nil)

    /// Sets how the server is stopped; that ends the process.
    func set(_ stop: @escaping @Sendable () -> Void) {
        self.stop.withLock { $0 = stop }
    }

    /// Ends the process, by force where it does not end by itself.
    func begin() {
        if let stop = stop.withLock({ $0 }) {
            stop()
            usleep(Self.patience)
        }
        exit(0)
    }
}
