// SPDX-License-Identifier: MIT

import Dispatch
import Runtime

/// Runs asynchronous work from the main thread, where commands run without the concurrency runtime.
enum AsyncWork {
    /// Runs the work of a command; see `Executable.report`.
    static func report(_ work: @escaping @Sendable () async throws -> Void) {
        run { await Executable.report(work) }
    }

    static func run(_ work: @escaping @Sendable () async -> Void) {
        let isDone = DispatchSemaphore(value: 0)
        Task.detached {
            await work()
            isDone.signal()
        }
        isDone.wait()
    }
}
