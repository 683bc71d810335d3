// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Dispatch

/// Runs asynchronous work from the main thread.
///
/// Commands run there, without the concurrency runtime: so what must happen before other threads exist, such as
/// leaving signals to one of them, can.
enum AsyncWork {
    /// Waits until the work is done.
    static func run(_ work: @escaping @Sendable () async -> Void) {
        let isDone = DispatchSemaphore(value: 0)
        Task.detached {
            await work()
            isDone.signal()
        }
        isDone.wait()
    }
}
