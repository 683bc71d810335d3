// SPDX-License-Identifier: MIT

/// Joins a stream of events to the log and keeps it whole: barrier, replay, live, and again whenever something is missing.
///
/// A pure value: what happens goes in, what to do comes out. The socket thread carries the actions out. What it promises
/// is that `deliver` hands out every event under the prefixes after the starting place once, in order on each topic.
/// How it knows:
///
/// * nothing is taken as live before a nonce requested after the subscriptions was received (`echo/`), since the broker
///   handles the subscriptions of one connection in order;
/// * an event names the one before it on its channel (`channelprevious`), so what was lost in between shows;
/// * a heartbeat names the last sequence of each channel, so even a lost last event shows;
/// * a heartbeat of another broker instance means a new connection, so everything is joined again.
struct SubscriberStateMachine {
    enum Action: Hashable {
        /// Subscribe to the nonce's topic, and again until it is received.
        case awaitBarrier(nonce: String)
        /// Stop listening to the nonce's topic.
        case dropBarrier(nonce: String)
        /// Ask the broker for the events after a place.
        case replay(after: SequenceNumber)
        case deliver([Event])
        /// Say that the log begins after the place asked for.
        case reportTrimmed(upTo: SequenceNumber)
        /// Say that what was seen after a place is not on the log.
        case reportDiverged(after: SequenceNumber)
        /// Say that the log is another one; nothing more will come.
        case reportEpochChanged(String)
    }

    private enum Phase: Hashable {
        case awaitingBarrier(nonce: String)
        case replaying
        case live
        case paused
        case ended
    }

    /// How many live events are held while older ones are fetched; beyond it they are dropped and fetched later.
    private let bufferLimit: Int
    /// How many bytes they may have in all.
    static let bufferBytes = 4 << 20

    let prefixes: [TopicPrefix]
    /// Everything under the prefixes up to here was delivered.
    private(set) var floor: SequenceNumber
    private var phase: Phase
    /// Everything under the prefixes up to these places was delivered, where they lie above the floor: by channel, or by
    /// topic where only some topics of a channel are wanted.
    private var delivered: [String: SequenceNumber] = [:]
    private var held: [Event] = []
    private var heldBytes = 0
    private var hasDropped = false
    /// The sequence number up to which the reader knows that events were removed.
    private var toldTrimmed = SequenceNumber.zero
    /// The place after which the reader knows that it saw something else.
    private var toldDiverged: SequenceNumber?
    private var epoch: String?
    private var instance: String?
    private var makeNonce: () -> String

    init(
        prefixes: [TopicPrefix],
        after floor: SequenceNumber,
        bufferLimit: Int = 1024,
        makeNonce: @escaping () -> String
    ) {
        self.bufferLimit = bufferLimit
        self.prefixes = prefixes
        self.floor = floor
        self.makeNonce = makeNonce
        phase = .awaitingBarrier(nonce: "")
    }

    var isLive: Bool { phase == .live }

    /// How many events wait for older ones.
    var heldCount: Int { held.count }

    /// Starts, or starts over from the floor, with new subscriptions.
    mutating func join() -> [Action] {
        guard phase != .ended else { return [] }
        guard !prefixes.isEmpty else {
            // Nothing can be missed of nothing, and the broker would refuse to replay it.
            phase = .live
            return []
        }
        var actions: [Action] = []
        if case .awaitingBarrier(let nonce) = phase, !nonce.isEmpty { actions.append(.dropBarrier(nonce: nonce)) }
        let nonce = makeNonce()
        phase = .awaitingBarrier(nonce: nonce)
        actions.append(.awaitBarrier(nonce: nonce))
        return actions
    }

    mutating func heardBarrier(nonce: String) -> [Action] {
        guard phase == .awaitingBarrier(nonce: nonce) else { return [] }
        phase = .replaying
        return [.dropBarrier(nonce: nonce), .replay(after: floor)]
    }

    mutating func received(_ event: Event) -> [Action] {
        // What is not stored has no place to be out of.
        guard event.topic.kind.isStored else { return phase == .ended || phase == .paused ? [] : [.deliver([event])] }
        guard phase != .ended else { return [] }
        guard epoch.map({ event.isOf(epoch: $0) }) ?? true else { return end(event.epoch) }
        guard phase != .paused, event.sequence > floor else { return [] }
        let (key, previous) = chain(of: event)
        guard event.sequence > reached(on: key) else { return [] }
        guard phase == .live else {
            hold(event)
            return []
        }
        guard previous <= reached(on: key) else {
            hold(event)
            phase = .replaying
            return [.replay(after: floor)]
        }
        if epoch == nil { epoch = event.epoch }
        delivered[key] = event.sequence
        return [.deliver([event])]
    }

    mutating func replayed(_ page: ReplayPage) -> [Action] {
        guard phase == .replaying else { return [] }
        guard isSameEpoch(page.epoch) else { return end(page.epoch) }
        var actions: [Action] = []
        if let diverged = page.diverged { actions += startOver(after: diverged, page) }
        if let trimmed = page.trimmed, trimmed > floor, trimmed > toldTrimmed {
            toldTrimmed = trimmed
            actions.append(.reportTrimmed(upTo: trimmed))
        }
        actions += deliver(page.events.filter { !isDelivered($0) })
        raiseFloor(to: page.through)
        guard page.through >= page.head else { return actions + [.replay(after: floor)] }
        guard !hasDropped else {
            hasDropped = false
            return actions + [.replay(after: floor)]
        }
        phase = .live
        let waiting = held.sorted { $0.sequence < $1.sequence }
        letGo()
        for event in waiting { actions += received(event) }
        return actions
    }

    /// The broker did not answer a replay; it is asked again.
    mutating func replayFailed() -> [Action] {
        phase == .replaying ? [.replay(after: floor)] : []
    }

    mutating func received(_ heartbeat: Heartbeat) -> [Action] {
        guard phase != .ended else { return [] }
        guard isSameEpoch(heartbeat.epoch) else { return end(heartbeat.epoch) }
        defer { instance = heartbeat.instance }
        if let instance, instance != heartbeat.instance { return join() }
        guard phase == .live, heartbeat.head > floor, !prefixes.isEmpty else { return [] }
        guard hasEverything(upTo: heartbeat) else {
            phase = .replaying
            return [.replay(after: floor)]
        }
        raiseFloor(to: heartbeat.head)
        return []
    }

    /// The reader cannot take more: nothing is delivered until `resume`, and what comes meanwhile is fetched then.
    mutating func pause() {
        guard phase == .live || phase == .replaying else { return }
        phase = .paused
        letGo()
    }

    mutating func resume() -> [Action] {
        guard phase == .paused else { return [] }
        phase = .replaying
        return [.replay(after: floor)]
    }

    private mutating func hold(_ event: Event) {
        if held.count < bufferLimit, heldBytes < Self.bufferBytes {
            held.append(event)
            heldBytes += event.body.count
        } else {
            letGo()
            hasDropped = true
        }
    }

    private mutating func letGo() {
        held = []
        heldBytes = 0
    }

    /// Says that the log does not have what was seen; from here on what it has counts.
    private mutating func startOver(after diverged: SequenceNumber, _ page: ReplayPage) -> [Action] {
        guard diverged != toldDiverged else { return [] }
        toldDiverged = diverged
        if floor > page.head { floor = page.head }
        delivered = [:]
        return [.reportDiverged(after: diverged)]
    }

    private func isDelivered(_ event: Event) -> Bool {
        event.sequence <= floor || event.sequence <= reached(on: chain(of: event).key)
    }

    private func reached(on key: String) -> SequenceNumber {
        max(floor, delivered[key] ?? .zero)
    }

    /// What the event is in line with, and the place of the one before it there.
    private func chain(of event: Event) -> (key: String, previous: SequenceNumber) {
        let channel = event.topic.channel
        guard prefixes.contains(where: { $0.coversChannel(channel) }) else {
            return (event.topic.description, event.previous)
        }
        return (channel, event.channelPrevious)
    }

    private mutating func deliver(_ events: [Event]) -> [Action] {
        guard let first = events.first else { return [] }
        if epoch == nil { epoch = first.epoch }
        for event in events { delivered[chain(of: event).key] = event.sequence }
        return [.deliver(events)]
    }

    private func hasEverything(upTo heartbeat: Heartbeat) -> Bool {
        guard floor >= heartbeat.since else { return false }
        return heartbeat.heads.allSatisfy { channel, head in
            head <= reached(on: channel) || !prefixes.contains { $0.touchesChannel(channel) }
        }
    }

    private mutating func raiseFloor(to sequence: SequenceNumber) {
        guard sequence > floor else { return }
        floor = sequence
        delivered = delivered.filter { $0.value > sequence }
    }

    private mutating func isSameEpoch(_ other: String) -> Bool {
        if epoch == nil { epoch = other }
        return epoch == other
    }

    private mutating func end(_ other: String) -> [Action] {
        phase = .ended
        return [.reportEpochChanged(other)]
    }
}
