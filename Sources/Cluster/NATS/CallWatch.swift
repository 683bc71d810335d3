// SPDX-License-Identifier: MIT

import Synchronization

/// Checks that the calls of one thread that wait for servers return: the library may wait forever.
///
/// Any thread may ask.
public final class CallWatch: Sendable {
    private struct State {
        var isUnderWay = false
        var count: UInt64 = 0
    }

    private let state = Mutex(State())

    public init() {}

    /// The call in progress; `nil` if there is none.
    public var number: UInt64? { state.withLock { $0.isUnderWay ? $0.count : nil } }

    func during<Value>(_ call: () throws -> Value) rethrows -> Value {
        state.withLock { state in
            state.isUnderWay = true
            state.count += 1
        }
        defer { state.withLock { $0.isUnderWay = false } }
        return try call()
    }
}
