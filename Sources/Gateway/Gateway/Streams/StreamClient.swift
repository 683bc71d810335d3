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
    /// Who waits for room, and when there is some.
    private struct Filler {
        let continuation: CheckedContinuation<Void, Never>
        let hasRoom: @Sendable (Machine) -> Bool
    }

    private struct State {
        var machine: Machine
        var writer: CheckedContinuation<StreamStep, Never>?
        var filler: Filler?
        /// How many bytes are handed out and not yet with the connection.
        var handedOut = 0
        var held = 0
    }

    private let state: Mutex<State>
    private let channel: (any Channel)?
    private let onHold: @Sendable (Int) -> [@Sendable () -> Void]

    /// - Parameters:
    ///   - machine: What the client is to be told.
    ///   - channel: Its connection.
    ///   - onHold: Hears how many bytes wait for the client, whenever that changes, and says what is to be done about it.
    init(
        _ machine: Machine,
        channel: (any Channel)? = nil,
        onHold: @escaping @Sendable (Int) -> [@Sendable () -> Void] = { _ in [] }
    ) {
        state = Mutex(State(machine: machine))
        self.channel = channel
        self.onHold = onHold
    }

    /// Tells the state machine something, and wakes the writer if there is something to do for it.
    func update<Value: Sendable>(_ change: (inout Machine) -> Value) -> Value {
        let (value, wake, cuts) = state.withLock { state in
            let value = change(&state.machine)
            return (value, step(&state), account(&state))
        }
        wake?()
        for cut in cuts { cut() }
        return value
    }

    /// What to do next; waits until there is something.
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

    /// The connection has what `next` handed out.
    func written() {
        let cuts = state.withLock { state in
            state.handedOut = 0
            return account(&state)
        }
        for cut in cuts { cut() }
    }

    /// Waits until everything was handed out that waited, or the stream ends.
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

    /// Ends the stream and its connection at once, whatever waits.
    func cut() {
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
        filler?.continuation.resume()
    }

    /// Hands the next step to the writer if both are there; continuations are resumed outside of the lock.
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

    /// Tells how many bytes wait now, where that is news.
    private func account(_ state: inout State) -> [@Sendable () -> Void] {
        let held = state.machine.waitingBytes + state.handedOut
        guard held != state.held else { return [] }
        state.held = held
        return onHold(held)
    }
}
