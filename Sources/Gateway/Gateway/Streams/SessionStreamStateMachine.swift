// SPDX-License-Identifier: MIT

import Bus
import NIOCore

/// The pending messages of a client of a session's stream: first the changes since it left, or everything, then
/// each new view.
///
/// Views that arrive while the state is read wait in the queue, so none is lost.
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
    /// The pending messages beside the views, the newest of each name.
    private var notes: [(name: String, message: ByteBuffer)] = []
    /// Results of the session's intents, in order.
    private var outcomes: [ByteBuffer] = []
    private var outcomeBytes = 0
    /// Whether they wait no longer for views.
    private var sendsOutcomes = false
    private var hasLostTrack = false
    /// The log's end when the client reconnected; `nil` for one that got everything here.
    private var resumedAt: SequenceNumber?
    private var pulse: StreamPulse
    private let byteLimit: Int

    /// - Parameters:
    ///   - resume: The last event ID of the client.
    ///   - pulse: The stream's heartbeats.
    ///   - byteLimit: The maximum size in bytes of pending views; more are dropped, and read again when the client reads.
    init(resume: ResumePoint?, pulse: StreamPulse, byteLimit: Int) {
        phase = .mustJoin(resume)
        self.pulse = pulse
        self.byteLimit = byteLimit
        urgent = [ServerSentEvent.opening]
    }

    var waitingBytes: Int {
        (urgent + notes.map(\.message)).reduce(views.bytes + outcomeBytes) { $0 + $1.readableBytes }
    }

    /// Adds a message beside the views; it replaces a pending one of the same name.
    mutating func tell(_ name: String, _ message: ByteBuffer) {
        guard phase != .ended else { return }
        notes.removeAll { $0.name == name }
        notes.append((name, message))
    }

    /// The number of views that a newer one replaced.
    var conflated: Int { views.conflated }

    /// Adds views from the bus.
    mutating func received(_ frames: [StreamFrame]) {
        guard phase != .ended, !hasLostTrack else { return }
        for frame in frames {
            // It may be late, so that the client has never received it; or this node's log catches up with the state that the
            // client got from another node, and it has a newer one.
            if phase == .live, let resumedAt, frame.sequence <= resumedAt, !views.knows(frame.topic) {
                phase = .mustJoin(nil)
            }
            views.put(frame)
        }
        if views.bytes + outcomeBytes > byteLimit { lostTrack() }
    }

    /// Adds results of intents, which are sent with the next views; urgent ones, or after `sendOutcomes`, at once.
    ///
    /// A client that has lost track asks the log for those that it waits for.
    mutating func received(outcomes messages: [ByteBuffer], areUrgent: Bool) {
        guard phase != .ended, !hasLostTrack, !messages.isEmpty else { return }
        outcomes += messages
        outcomeBytes += messages.reduce(0) { $0 + $1.readableBytes }
        if areUrgent { sendsOutcomes = true }
        if views.bytes + outcomeBytes > byteLimit { lostTrack() }
    }

    /// Whether results of intents wait for views that are not there yet.
    var awaitsViews: Bool { !outcomes.isEmpty && !sendsOutcomes && views.count == 0 }

    /// Sends pending results of intents without views.
    mutating func sendOutcomes() { sendsOutcomes = !outcomes.isEmpty }

    private mutating func dropOutcomes() { (outcomes, outcomeBytes, sendsOutcomes) = ([], 0, false) }

    /// Notes the state that `join` requested.
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

    /// Discards the state, after missed events or with a new log.
    mutating func lostTrack() {
        views = ViewQueue()
        dropOutcomes()
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
        guard !urgent.isEmpty || !notes.isEmpty || sendsOutcomes || views.count > 0 || pulse.isDue else {
            return nil
        }
        let messages = urgent + notes.map(\.message) + outcomes + views.takeAll().map(\.bytes)
        urgent = []
        notes = []
        dropOutcomes()
        return .write(messages, heartbeat: pulse.beginWriting())
    }

    mutating func tick(at now: ContinuousClock.Instant) { pulse.tick(at: now) }

    mutating func end(_ last: ByteBuffer?) {
        guard phase != .ended else { return }
        phase = .ended
        views = ViewQueue()
        notes = []
        dropOutcomes()
        urgent = last.map { [$0] } ?? []
    }
}
