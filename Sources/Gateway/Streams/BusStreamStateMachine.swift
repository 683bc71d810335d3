// SPDX-License-Identifier: MIT
// Part of SearchBus.

import NIOCore

/// What a client of the bus's stream still has to be told.
///
/// The events wait in its subscription, which is bounded and fetches from the log what it had to leave out; here is
/// only what was taken from there last.
struct BusStreamStateMachine: StreamStateMachine {
    private var messages: [ByteBuffer] = [ServerSentEvent.opening]
    private var isEnded = false
    private var pulse: StreamPulse

    init(pulse: StreamPulse) {
        self.pulse = pulse
    }

    /// Whether there is room for the next events.
    var isEmpty: Bool { messages.isEmpty || isEnded }

    /// Takes messages in.
    mutating func put(_ more: [ByteBuffer]) {
        if !isEnded { messages += more }
    }

    mutating func take(at now: ContinuousClock.Instant) -> StreamStep? {
        if messages.isEmpty, isEnded { return .end }
        guard !messages.isEmpty || pulse.isDue else { return nil }
        defer { messages = [] }
        return .write(messages, heartbeat: pulse.beginWriting(at: now))
    }

    mutating func written() { pulse.endWriting() }

    mutating func tick(at now: ContinuousClock.Instant) -> Bool { pulse.tick(at: now) }

    mutating func end(_ last: ByteBuffer?) {
        guard !isEnded else { return }
        isEnded = true
        messages = last.map { [$0] } ?? []
    }
}
