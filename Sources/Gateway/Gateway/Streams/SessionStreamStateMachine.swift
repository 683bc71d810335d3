// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import NIOCore

/// What a client of a session's stream still has to be told: first what changed since it left, or everything, then
/// each view as it comes.
///
/// Views that come while the state is read wait in the queue, so nothing falls between the two.
struct SessionStreamStateMachine: StreamStateMachine {
    private enum Phase: Hashable {
        case mustJoin(ResumePoint?)
        case joining
        case live
        case ended
    }

    private var phase: Phase
    private var views = ViewQueue()
    private var urgent: [ByteBuffer] = []
    /// What the client is to know beside the views, the newest of each name.
    private var notes: [(name: String, message: ByteBuffer)] = []
    private var hasLostTrack = false
    /// Where the log was when the client came again; `nil` for one that has got everything here.
    private var resumedAt: SequenceNumber?
    private var pulse: StreamPulse
    private let byteLimit: Int

    /// - Parameters:
    ///   - resume: Where the client has got to.
    ///   - pulse: The stream's heartbeats.
    ///   - byteLimit: How many bytes of views wait before they are dropped, to be read anew when the client takes more.
    init(resume: ResumePoint?, pulse: StreamPulse, byteLimit: Int) {
        phase = .mustJoin(resume)
        self.pulse = pulse
        self.byteLimit = byteLimit
        urgent = [ServerSentEvent.opening]
    }

    var waitingBytes: Int { (urgent + notes.map(\.message)).reduce(views.bytes) { $0 + $1.readableBytes } }

    /// Tells the client something beside the views; what waits under the same name is told no more.
    mutating func tell(_ name: String, _ message: ByteBuffer) {
        guard phase != .ended else { return }
        notes.removeAll { $0.name == name }
        notes.append((name, message))
    }

    /// How many views were passed over because a newer one came.
    var conflated: Int { views.conflated }

    /// Views came on the bus.
    mutating func received(_ frames: [StreamFrame]) {
        guard phase != .ended, !hasLostTrack else { return }
        for frame in frames {
            // It may have come late, so that the client has never seen it; or this machine's log catches up with what the
            // client has seen elsewhere, and it has a newer one.
            if phase == .live, let resumedAt, frame.sequence <= resumedAt, !views.knows(frame.topic) {
                phase = .mustJoin(nil)
            }
            views.put(frame)
        }
        if views.bytes > byteLimit { lostTrack() }
    }

    /// The state was read as asked for by `join`.
    mutating func joined(_ state: SessionState) {
        guard phase == .joining else { return }
        guard !hasLostTrack else {
            hasLostTrack = false
            phase = .mustJoin(nil)
            return
        }
        phase = .live
        resumedAt = state.isWhole ? nil : state.head
        if state.isWhole {
            urgent.append(state.resetMessage)
            for event in state.events { views.noteHandedOut(event.topic.description, event.sequence) }
        } else {
            let topics = Set(state.events.map(\.topic.description))
            if views.waits(upTo: state.head, except: topics) { phase = .mustJoin(nil) }
            for event in state.events {
                views.put(
                    StreamFrame(
                        topic: event.topic.description,
                        sequence: event.sequence,
                        bytes: ServerSentEvent.busEvent(event, named: "view")
                    )
                )
            }
        }
    }

    /// The state could not be read now.
    mutating func joinFailed() {
        if phase == .joining { phase = .mustJoin(nil) }
    }

    /// Events were missed, or the log is a new one: what is known is worth nothing.
    mutating func lostTrack() {
        views = ViewQueue()
        switch phase {
        case .live: phase = .mustJoin(nil)
        case .mustJoin: phase = .mustJoin(nil)
        case .joining: hasLostTrack = true
        case .ended: break
        }
    }

    mutating func take(at now: ContinuousClock.Instant) -> StreamStep? {
        switch phase {
        case .mustJoin(let resume):
            phase = .joining
            return .join(resume)
        case .joining:
            return nil
        case .live:
            return takeMessages()
        case .ended:
            return urgent.isEmpty ? .end : takeMessages()
        }
    }

    private mutating func takeMessages() -> StreamStep? {
        guard !urgent.isEmpty || !notes.isEmpty || views.count > 0 || pulse.isDue else { return nil }
        let messages = urgent + notes.map(\.message) + views.takeAll().map(\.bytes)
        urgent = []
        notes = []
        return .write(messages, heartbeat: pulse.beginWriting())
    }

    mutating func tick(at now: ContinuousClock.Instant) { pulse.tick(at: now) }

    mutating func end(_ last: ByteBuffer?) {
        guard phase != .ended else { return }
        phase = .ended
        views = ViewQueue()
        notes = []
        urgent = last.map { [$0] } ?? []
    }
}
