// SPDX-License-Identifier: MIT

import Dispatch
import Synchronization
import Wire

/// Runs asynchronous work from a thread that has nothing else to do: a measurement is one thing after another.
enum Blocking {
    private final class Outcome<Value: Sendable>: Sendable {
        let result = Mutex<Result<Value, any Error>?>(nil)
    }

    /// Waits until the work is done.
    ///
    /// - Throws: What the work throws.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
        let outcome = Outcome<Value>()
        let isDone = DispatchSemaphore(value: 0)
        Task.detached {
            do {
                let value = try await work()
                outcome.result.withLock { $0 = .success(value) }
            } catch {
                outcome.result.withLock { $0 = .failure(error) }
            }
            isDone.signal()
        }
        isDone.wait()
        guard let result = outcome.result.withLock({ $0 }) else {
            throw SearchBusError(.internalError, "A measurement ended without an outcome.")
        }
        return try result.get()
    }
}
