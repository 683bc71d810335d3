// SPDX-License-Identifier: MIT

import Bus
import NIOCore

/// The pending events of a client of the bus's stream.
///
/// Events are stored unchanged, and written a piece at a time: a client that does not read costs the last part of
/// its subscription, and no copy of it.
struct BusStreamStateMachine: StreamStateMachine {
    /// The maximum number of bytes of one write.
    static let pieceSize = 128 << 10

    private var messages: [ByteBuffer] = [ServerSentEvent.opening]
    private var events: ArraySlice<Event> = []
    private var eventBytes = 0
    private var isEnded = false
    private var pulse: StreamPulse

    init(pulse: StreamPulse) {
        self.pulse = pulse
    }

    /// Whether there is room for the next events.
    var isEmpty: Bool { (messages.isEmpty && events.isEmpty) || isEnded }

    var waitingBytes: Int { messages.reduce(eventBytes) { $0 + $1.readableBytes } }

    /// Adds events; there must be room for them.
    mutating func put(_ more: [Event]) {
        guard !isEnded else { return }
        events += more
        eventBytes += more.reduce(0) { $0 + $1.body.count }
    }

    /// Adds a message that is sent before all events.
    mutating func put(_ message: ByteBuffer) {
        if !isEnded { messages.append(message) }
    }

    mutating func take(at now: ContinuousClock.Instant) -> StreamStep? {
        if isEnded, messages.isEmpty { return .end }
        guard !messages.isEmpty || !events.isEmpty || pulse.isDue else { return nil }
        var piece = messages
        var size = 0
        messages = []
        while size < Self.pieceSize, let event = events.popFirst() {
            size += event.body.count
            piece.append(ServerSentEvent.busEvent(event, named: "event"))
        }
        eventBytes -= size
        if events.isEmpty { events = [] }
        return .write(piece, heartbeat: pulse.beginWriting())
    }

    mutating func tick(at now: ContinuousClock.Instant) { pulse.tick(at: now) }

    mutating func end(_ last: ByteBuffer?) {
        guard !isEnded else { return }
        isEnded = true
        (events, eventBytes) = ([], 0)
        messages = last.map { [$0] } ?? []
    }
}
