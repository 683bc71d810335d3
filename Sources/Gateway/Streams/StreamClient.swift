// SPDX-License-Identifier: MIT
// Part of SearchBus.

import NIOCore
import Synchronization
import Wire

/// A stream as the hub knows it: it is told the time, and when to end.
protocol OpenStream: AnyObject, Sendable {
    /// Tells the time.
    func tick(at now: ContinuousClock.Instant)
    /// Ends the stream after a last message.
    func end(_ last: ByteBuffer?)
}

/// One client's stream: whoever has something for it tells its state machine, and the task that writes to the
/// connection takes what came of it.
final class StreamClient<Machine: StreamStateMachine>: OpenStream {
    private struct State {
        var machine: Machine
        var writer: CheckedContinuation<StreamStep, Never>?
        var filler: CheckedContinuation<Void, Never>?
    }

    private let state: Mutex<State>
    private let channel: (any Channel)?
    private let onCut: @Sendable () -> Void

    init(_ machine: Machine, channel: (any Channel)? = nil, onCut: @escaping @Sendable () -> Void = {}) {
        state = Mutex(State(machine: machine))
        self.channel = channel
        self.onCut = onCut
    }

    /// Tells the state machine something, and wakes the writer if there is something to do for it.
    func update<Value: Sendable>(_ change: (inout Machine) -> Value) -> Value {
        let (value, wake) = state.withLock { state in
            let value = change(&state.machine)
            return (value, Self.step(&state))
        }
        wake?()
        return value
    }

    /// What to do next; waits until there is something.
    ///
    /// Called by one task.
    func next() async -> StreamStep {
        await withCheckedContinuation { continuation in
            let wake = state.withLock { state in
                state.writer = continuation
                return Self.step(&state)
            }
            wake?()
        }
    }

    /// What `next` handed out is written.
    func written() {
        update { $0.written() }
    }

    /// Waits until everything was handed out that waited, or the stream ends.
    ///
    /// Called by one task.
    func waitForRoom(_ hasRoom: @Sendable (Machine) -> Bool) async {
        await withCheckedContinuation { continuation in
            let hasRoom = state.withLock { state in
                if hasRoom(state.machine) { return true }
                state.filler = continuation
                return false
            }
            if hasRoom { continuation.resume() }
        }
    }

    func tick(at now: ContinuousClock.Instant) {
        let isStuck = update { $0.tick(at: now) }
        guard isStuck else { return }
        onCut()
        end(nil)
        // The writing task waits for the connection to take more, which it may never do.
        channel?.close(promise: nil)
    }

    func end(_ last: ByteBuffer?) {
        update { $0.end(last) }
        // Whoever fills the stream must learn of the end even where nobody takes from it any more.
        let filler = state.withLock { state in
            defer { state.filler = nil }
            return state.filler
        }
        filler?.resume()
    }

    /// Hands the next step to the writer if both are there; continuations are resumed outside of the lock.
    private static func step(_ state: inout State) -> (@Sendable () -> Void)? {
        guard let writer = state.writer, let step = state.machine.take(at: .now) else { return nil }
        let filler = state.filler
        state.writer = nil
        state.filler = nil
        return {
            writer.resume(returning: step)
            filler?.resume()
        }
    }
}
