// SPDX-License-Identifier: MIT

import NIOCore
import Synchronization
import Wire

/// A stream as the hub sees it: it receives the time, and its end.
protocol OpenStream: AnyObject, Sendable {
    /// Passes the time.
    func tick(at now: ContinuousClock.Instant)
    /// Ends the stream after a last message.
    func end(_ last: ByteBuffer?)
}

/// One client's stream: producers pass messages to its state machine, and the task that writes to the
/// connection takes the results.
final class StreamClient<Machine: StreamStateMachine>: OpenStream {
    /// The producer that waits for room, and the amount.
    private struct Filler {
        let continuation: CheckedContinuation<Void, Never>
        let hasRoom: @Sendable (Machine) -> Bool
    }

    private struct State {
        var machine: Machine
        var writer: CheckedContinuation<StreamStep, Never>?
        var filler: Filler?
        /// The number of bytes that are returned and not yet written to the connection.
        var handedOut = 0
        var held = 0
    }

    private let state: Mutex<State>
    private let channel: (any Channel)?
    private let onHold: @Sendable (Int) -> [@Sendable () -> Void]

    /// - Parameters:
    ///   - machine: The state machine of the client.
    ///   - channel: Its connection.
    ///   - onHold: Receives the number of pending bytes after each change, and returns a reaction to it.
    init(
        _ machine: Machine,
        channel: (any Channel)? = nil,
        onHold: @escaping @Sendable (Int) -> [@Sendable () -> Void] = { _ in [] }
    ) {
        state = Mutex(State(machine: machine))
        self.channel = channel
        self.onHold = onHold
    }

    /// Passes an input to the state machine, and wakes the writer if it has a next step.
    func update<Value: Sendable>(_ change: (inout Machine) -> Value) -> Value {
        let (value, wake, cuts) = state.withLock { state in
            let value = change(&state.machine)
            return (value, step(&state), account(&state))
        }
        wake?()
        for cut in cuts { cut() }
        return value
    }

    /// Returns the next step; waits until there is one.
    ///
    /// Called by one task.
    func next() async -> StreamStep {
        await withCheckedContinuation { continuation in
            let (wake, cuts) = state.withLock { state in
                state.writer = continuation
                return (step(&state), account(&state))
            }
            wake?()
            for cut in cuts { cut() }
        }
    }

    /// Notes that the connection has the data of `next`.
    func written() {
        let cuts = state.withLock { state in
            state.handedOut = 0
            return account(&state)
        }
        for cut in cuts { cut() }
    }

    /// Waits until all pending data was returned, or the stream ends.
    ///
    /// Called by one task.
    func waitForRoom(_ hasRoom: @escaping @Sendable (Machine) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if hasRoom(state.machine) { return true }
                state.filler = Filler(continuation: continuation, hasRoom: hasRoom)
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    func tick(at now: ContinuousClock.Instant) {
        update { $0.tick(at: now) }
    }

    /// Ends the stream and its connection at once, despite pending data.
    func cut() {
        end(nil)
        // The writing task waits for the connection to accept more, which may never happen.
        channel?.close(promise: nil)
    }

    func end(_ last: ByteBuffer?) {
        update { $0.end(last) }
        // The producer of the stream must be notified of the end even if its client no longer reads.
        let filler = state.withLock { state in
            defer { state.filler = nil }
            return state.filler
        }
        filler?.continuation.resume()
    }

    /// Passes the next step to the writer if both are ready; continuations are resumed outside of the lock.
    private func step(_ state: inout State) -> (@Sendable () -> Void)? {
        guard let writer = state.writer, let step = state.machine.take(at: .now) else { return nil }
        if case .write(let buffers, _) = step { state.handedOut = buffers.reduce(0) { $0 + $1.readableBytes } }
        let filler = state.filler.flatMap { $0.hasRoom(state.machine) ? $0 : nil }
        state.writer = nil
        if filler != nil { state.filler = nil }
        return {
            writer.resume(returning: step)
            filler?.continuation.resume()
        }
    }

    /// Reports the number of pending bytes, if it changed.
    private func account(_ state: inout State) -> [@Sendable () -> Void] {
        let held = state.machine.waitingBytes + state.handedOut
        guard held != state.held else { return [] }
        state.held = held
        return onHold(held)
    }
}
