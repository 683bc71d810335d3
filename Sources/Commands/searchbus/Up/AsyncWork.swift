// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Dispatch

/// Runs asynchronous work from the main thread, where commands run without the concurrency runtime.
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
