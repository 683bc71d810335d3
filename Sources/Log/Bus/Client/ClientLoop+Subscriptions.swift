// SPDX-License-Identifier: MIT

import Wire

/// A subscription as the socket thread knows it.
final class RunningSubscription {
    let queue: SubscriptionQueue
    var machine: SubscriberStateMachine
    /// The nonce that is waited for, and when it was last asked for.
    var barrier: (nonce: String, askedAt: ContinuousClock.Instant)?
    var refusedAt: ContinuousClock.Instant?

    init(queue: SubscriptionQueue, machine: SubscriberStateMachine) {
        self.queue = queue
        self.machine = machine
    }

    /// Whether a topic, as it came, is one of those that were subscribed to.
    func wants(_ topic: [UInt8]) -> Bool {
        machine.prefixes.contains { topic.starts(with: $0.description.utf8) }
    }
}

extension ClientLoop {
    /// How long a nonce may go unheard before it is asked for again.
    private static var barrierInterval: Duration { .milliseconds(50) }
    /// After how long a replay that was refused is asked for again.
    private static var refusalInterval: Duration { .milliseconds(200) }
    /// Refusals that are the same each time, for what is asked is wrong.
    private static var lastingRefusals: Set<ErrorCode> { [.malformedCommand, .invalidTopic, .notPermitted] }

    func subscribe(
        _ queue: SubscriptionQueue,
        to prefixes: [TopicPrefix],
        after: SequenceNumber,
        late: Set<TopicPrefix>
    ) {
        for prefix in prefixes { subscriber.subscribe(prefix.description, isLate: late.contains(prefix)) }
        let machine = SubscriberStateMachine(prefixes: prefixes, after: after) { Identifier.make() }
        subscriptions[queue.id] = RunningSubscription(queue: queue, machine: machine)
        step(queue.id) { $0.join() }
    }

    func unsubscribe(_ id: Int) {
        guard let subscription = subscriptions.removeValue(forKey: id) else { return }
        for prefix in subscription.machine.prefixes { subscriber.unsubscribe(prefix.description) }
        if let barrier = subscription.barrier { subscriber.unsubscribe("echo/\(barrier.nonce)/") }
    }

    /// Tells a subscription's state machine something and does what it asks for.
    func step(
        _ id: Int,
        _ tell: (inout SubscriberStateMachine) -> [SubscriberStateMachine.Action]
    ) {
        guard let subscription = subscriptions[id] else { return }
        var delivered: [Event] = []
        for action in tell(&subscription.machine) {
            if case .deliver(let events) = action {
                delivered += events
            } else {
                if !delivered.isEmpty { subscription.queue.put(delivered) }
                delivered = []
                carryOut(action, subscription)
            }
        }
        guard !delivered.isEmpty else { return }
        subscription.queue.put(delivered)
        if subscription.queue.mustPause() { subscription.machine.pause() }
    }

    private func carryOut(_ action: SubscriberStateMachine.Action, _ subscription: RunningSubscription) {
        switch action {
        case .awaitBarrier(let nonce):
            subscriber.subscribe("echo/\(nonce)/")
            subscription.barrier = (nonce, clock.now)
        case .dropBarrier(let nonce):
            subscriber.unsubscribe("echo/\(nonce)/")
            subscription.barrier = nil
        case .replay(let after):
            if subscription.queue.mustPause() {
                subscription.machine.pause()
            } else {
                sendReplay(ReplayQuery(subscription.machine.prefixes, after: after), for: subscription.queue.id)
            }
        case .deliver(let events):
            subscription.queue.put(events)
        case .reportTrimmed(let sequence):
            subscription.queue.fail(SearchBusError(.trimmed, "The log begins after \(sequence)."))
        case .reportDiverged(let sequence):
            subscription.queue.fail(
                SearchBusError(.diverged, "Events after \(sequence) are no longer on the log.")
            )
        case .reportEpochChanged(let epoch):
            subscription.queue.fail(SearchBusError(.epochChanged, "The log is now \(epoch)."))
        }
    }

    func replayed(_ result: Result<Reply, any Error>, _ id: Int) {
        do {
            let page = try ReplayPage(reply: result.get())
            step(id) { $0.replayed(page) }
        } catch let error as SearchBusError where Self.lastingRefusals.contains(error.code) {
            subscriptions[id]?.queue.fail(error)
        } catch {
            subscriptions[id]?.refusedAt = clock.now
        }
    }

    /// Repeats requests for nonces that were not received and for replays that were refused.
    func repeatBarriersAndReplays(_ now: ContinuousClock.Instant) {
        for (id, subscription) in subscriptions {
            if let refusedAt = subscription.refusedAt, now - refusedAt > Self.refusalInterval {
                subscription.refusedAt = nil
                step(id) { $0.replayFailed() }
            }
            guard let barrier = subscription.barrier, now - barrier.askedAt > Self.barrierInterval else { continue }
            // A subscription goes upstream again only after the first was taken back.
            subscriber.unsubscribe("echo/\(barrier.nonce)/")
            subscriber.subscribe("echo/\(barrier.nonce)/")
            subscription.barrier = (barrier.nonce, now)
        }
    }
}
