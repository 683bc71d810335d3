// SPDX-License-Identifier: MIT

import Wire

/// The values that a controller received, for a test to wait for.
@MainActor
final class Watch<Value: Sendable> {
    /// The last value received.
    private(set) var last: Value?
    private let stream: AsyncStream<Value>
    private let continuation: AsyncStream<Value>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .unbounded) }

    func tell(_ value: Value) {
        last = value
        continuation.yield(value)
    }

    /// Waits until a received value meets a condition.
    ///
    /// Earlier values are not checked again.
    @discardableResult
    func until(_ condition: (Value) -> Bool) async throws -> Value {
        for await value in stream where condition(value) { return value }
        throw CancellationError()
    }
}
