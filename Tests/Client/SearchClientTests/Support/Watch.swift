// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What a controller was told, for a test to wait for.
@MainActor
final class Watch<Value: Sendable> {
    /// What was told last.
    private(set) var last: Value?
    private let stream: AsyncStream<Value>
    private let continuation: AsyncStream<Value>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .unbounded) }

    func tell(_ value: Value) {
        last = value
        continuation.yield(value)
    }

    /// Waits until something is told that meets a condition.
    ///
    /// What was told before it is not looked at again.
    @discardableResult
    func until(_ condition: (Value) -> Bool) async throws -> Value {
        for await value in stream where condition(value) { return value }
        throw CancellationError()
    }
}
