// SPDX-License-Identifier: MIT

import Glibc
import Runtime
import Wire

/// The socket thread of a client: sends commands, reads events at once, runs the subscriptions' state machines.
///
/// It never blocks but in its poll. Between two polls it runs the tasks of `SocketExecutor`, which must be short: the broker
/// disconnects a client for which bytes wait that it has not read for twelve seconds.
final class ClientLoop {
    private struct InFlight {
        enum Asker {
            case task(PendingRequest)
            case subscription(Int)
        }

        let frames: [[UInt8]]
        let asker: Asker
        let startedAt: ContinuousClock.Instant
        var sentAt: ContinuousClock.Instant?

        /// The time until which the reply may stay unread; `nil` if it has to be read at once.
        var replyDelayEnd: ContinuousClock.Instant? {
            guard case .task(let request) = asker, request.replyDelay > .zero else { return nil }
            return sentAt?.advanced(by: request.replyDelay)
        }
    }

    /// How long an answer may be missing before the request is sent again.
    private static let resendInterval: Duration = .milliseconds(400)
    /// How late timers may be while events keep coming.
    private static let timerInterval: Duration = .milliseconds(10)
    /// How long the broker may be silent before it counts as away.
    private static let silenceLimit: Duration = .seconds(3)

    let clock = ContinuousClock()
    let subscriber: BusSocket
    var subscriptions: [Int: RunningSubscription] = [:]
    private let mailbox: Mailbox
    private let endpoints: BusEndpoints
    private let dealer: BusSocket
    /// What the sockets read into.
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    private var inFlight: [String: InFlight] = [:]
    private var requestNumber = 0
    private var heardAt: ContinuousClock.Instant?
    private let startedAt = ContinuousClock.now
    private var timersRanAt = ContinuousClock.now
    /// Whether it was reported that the sockets cannot be reached.
    private var hasWarned = false
    private var instance: String?
    /// The last heartbeat and the bytes it was read from: while nothing happens it is the same four times a second.
    private var lastHeartbeat: (data: ArraySlice<UInt8>, heartbeat: Heartbeat)?

    init(endpoints: BusEndpoints, mailbox: Mailbox) {
        self.mailbox = mailbox
        self.endpoints = endpoints
        dealer = .commands(endpoints)
        subscriber = .events(endpoints)
        subscriber.subscribe("bus/")
    }

    deinit { buffer.deallocate() }

    /// Runs until the mailbox is closed; then no caller waits for an answer or an event.
    func run() {
        work()
        dealer.close()
        subscriber.close()
        let closed = SearchBusError(.brokerUnavailable, "The bus connection was closed.")
        for flight in inFlight.values { finish(flight, .failure(closed)) }
        for subscription in subscriptions.values { subscription.queue.cancel() }
    }

    private func work() {
        while true {
            let (hasEvents, hasReplies) = wait()
            if carryOutOrders() { return }
            if hasEvents { readEvents() }
            if hasReplies { readReplies() }
            // With each burst of events there is nothing to repeat; what is due at a moment ends the wait without any.
            if !hasEvents || clock.now - timersRanAt > Self.timerInterval { runTimers() }
            while mailbox.executor.runJobs() {
                if carryOutOrders() { break }
            }
        }
    }

    /// Waits until something comes or must be done, and sends what could not be sent before.
    ///
    /// - Returns: Whether there is something to read for each socket.
    private func wait() -> (hasEvents: Bool, hasReplies: Bool) {
        let replyDelayEnd = replyDelayEnd
        // A reply that may stay unread does not wake the thread; the end of the connection does.
        let replyInterest = replyDelayEnd == nil ? dealer.interest : dealer.interest & ~Int16(POLLIN)
        var items = (
            pollfd(fd: subscriber.descriptor, events: subscriber.interest, revents: 0),
            pollfd(fd: dealer.descriptor, events: replyInterest, revents: 0),
            pollfd(fd: mailbox.wakeUp.descriptor, events: Int16(POLLIN), revents: 0)
        )
        let count = withUnsafeMutablePointer(to: &items) { items in
            items.withMemoryRebound(to: pollfd.self, capacity: 3) { poll($0, 3, patience(until: replyDelayEnd)) }
        }
        guard count > 0 else { return (false, false) }
        if items.2.revents != 0 { mailbox.wakeUp.clear() }
        if items.0.revents & Int16(POLLOUT) != 0 { subscriber.flush() }
        if items.1.revents & Int16(POLLOUT) != 0 { dealer.flush() }
        let reading = ~Int16(POLLOUT)
        return (items.0.revents & reading != 0, items.1.revents & reading != 0 || replyDelayEnd != nil)
    }

    /// Does what the tasks have ordered; whether the last order was to end.
    private func carryOutOrders() -> Bool {
        let (orders, isClosed) = mailbox.take()
        for order in orders { carryOut(order) }
        return isClosed
    }

    /// The time until which no reply has to be read; `nil` if one has to be read at once, or no request is in flight.
    private var replyDelayEnd: ContinuousClock.Instant? {
        guard !inFlight.isEmpty, subscriptions.values.allSatisfy(\.queue.isEmpty) else { return nil }
        var end: ContinuousClock.Instant?
        for flight in inFlight.values {
            guard let flightEnd = flight.replyDelayEnd else { return nil }
            end = min(end ?? flightEnd, flightEnd)
        }
        return end.flatMap { $0 > clock.now ? $0 : nil }
    }

    /// How long nothing has to be done unless something comes, in milliseconds.
    private func patience(until replyDelayEnd: ContinuousClock.Instant?) -> Int32 {
        let isAwaited = !inFlight.isEmpty && replyDelayEnd == nil
        let mustRepeat = subscriptions.values.contains { $0.barrier != nil || $0.refusedAt != nil }
        let regular: Int32 = isAwaited || mustRepeat ? 25 : 500
        let sockets = [replyDelayEnd, subscriber.deadline, dealer.deadline]
        guard let deadline = (sockets + subscriptions.values.map(\.queue.deadline)).compactMap(\.self).min() else {
            return regular
        }
        let (seconds, attoseconds) = (deadline - clock.now).components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return min(regular, seconds > 0 ? regular : Int32(attoseconds / 1_000_000_000_000_000) + 1)
    }

    private func carryOut(_ order: Mailbox.Order) {
        switch order {
        case .request(let request): send(request.frames, for: .task(request))
        case .subscribe(let queue, let prefixes, let after, let late):
            subscribe(queue, to: prefixes, after: after, late: late)
        case .resume(let id): step(id) { $0.resume() }
        case .unsubscribe(let id): unsubscribe(id)
        }
    }

    // MARK: Commands

    /// Asks for a page of a subscription's replay.
    func sendReplay(_ query: ReplayQuery, for subscription: Int) {
        send(Command.replay(query).frames, for: .subscription(subscription))
    }

    private func send(_ frames: [[UInt8]], for asker: InFlight.Asker) {
        requestNumber += 1
        let correlation = String(requestNumber)
        var flight = InFlight(frames: frames, asker: asker, startedAt: clock.now)
        if dealer.send([Array(correlation.utf8)] + frames) { flight.sentAt = clock.now }
        inFlight[correlation] = flight
    }

    private func readReplies() {
        for message in dealer.receive(buffer) {
            noteBroker()
            let frames = message.frames
            guard let flight = inFlight.removeValue(forKey: String(decoding: frames[0], as: UTF8.self)) else {
                continue
            }
            let result = Result { try Reply(frames: frames.dropFirst()) }
            if case .subscription(let id) = flight.asker {
                replayed(result, id)
            } else {
                finish(flight, result)
            }
        }
    }

    private func finish(_ flight: InFlight, _ result: Result<Reply, any Error>) {
        if case .task(let request) = flight.asker { request.finish(result) }
    }

    /// Repeats unanswered requests, and drops those without a waiting caller or beyond their timeout.
    private func resend(all: Bool = false) {
        let now = clock.now
        for (correlation, flight) in inFlight {
            if isForgotten(flight, now) {
                inFlight[correlation] = nil
            } else if all || flight.sentAt.map({ now - $0 > Self.resendInterval }) ?? true {
                guard dealer.send([Array(correlation.utf8)] + flight.frames) else { continue }
                inFlight[correlation]?.sentAt = now
            }
        }
    }

    private func isForgotten(_ flight: InFlight, _ now: ContinuousClock.Instant) -> Bool {
        switch flight.asker {
        case .subscription(let id):
            return subscriptions[id] == nil
        case .task(let request):
            guard !request.isFinished else { return true }
            guard let timeout = request.timeout, now - flight.startedAt > timeout else { return false }
            let cause = endpoints.obstacle.map { ": \($0)" } ?? ""
            request.finish(
                .failure(SearchBusError(.brokerUnavailable, "The broker has not answered for \(timeout)\(cause)."))
            )
            return true
        }
    }

    // MARK: Events

    private func readEvents() {
        var batches: [Int: [Event]] = [:]
        let now = ContinuousClock.now
        for message in subscriber.receive(buffer) {
            noteBroker()
            let frames = message.frames
            guard frames.count == 2 else { continue }
            let topic = frames[0]
            if topic.elementsEqual(Heartbeat.topic.utf8) {
                flush(&batches)
                receivedHeartbeat(frames[1])
            } else if topic.starts(with: "echo/".utf8) {
                flush(&batches)
                let nonce = String(decoding: topic.dropFirst(5).dropLast(), as: UTF8.self)
                for id in subscriptions.keys { step(id) { $0.heardBarrier(nonce: nonce) } }
            } else {
                let readers = subscriptions.filter { $0.value.wants(topic) }
                guard !readers.isEmpty, var event = try? Event(topic: topic, body: frames[1]) else { continue }
                event.receivedAt = now
                for id in readers.keys { batches[id, default: []].append(event) }
            }
        }
        flush(&batches)
    }

    /// Hands what was read to the subscriptions in one go, so that a burst wakes each reader once.
    private func flush(_ batches: inout [Int: [Event]]) {
        for (id, events) in batches {
            step(id) { machine in events.flatMap { machine.received($0) } }
        }
        batches = [:]
    }

    private func receivedHeartbeat(_ body: [UInt8]) {
        guard let heartbeat = heartbeat(in: body) else { return }
        // Another instance has not received what was sent to the last one.
        if let instance, instance != heartbeat.instance { resend(all: true) }
        instance = heartbeat.instance
        for id in subscriptions.keys { step(id) { $0.received(heartbeat) } }
    }

    private func heartbeat(in body: [UInt8]) -> Heartbeat? {
        guard let start = try? Event.Attributes(body).dataStart else { return nil }
        let data = body[start..<(body.count - 1)]
        if let lastHeartbeat, lastHeartbeat.data == data { return lastHeartbeat.heartbeat }
        guard let heartbeat = try? Heartbeat(json: JSON(parsing: data)) else { return nil }
        lastHeartbeat = (data, heartbeat)
        return heartbeat
    }

    // MARK: Time

    private func noteBroker() {
        heardAt = clock.now
        hasWarned = false
        mailbox.setConnected(true)
    }

    /// Prints once why the broker is not reached, where the sockets' files show it.
    private func warn() {
        guard !hasWarned, let obstacle = endpoints.obstacle else { return }
        hasWarned = true
        Executable.warn("Waiting for the broker: \(obstacle)")
    }

    private func runTimers() {
        let now = clock.now
        timersRanAt = now
        subscriber.connect(at: now)
        dealer.connect(at: now)
        if now - (heardAt ?? startedAt) > Self.silenceLimit {
            if heardAt != nil { mailbox.setConnected(false) }
            warn()
        }
        resend()
        repeatBarriersAndReplays(now)
        for subscription in subscriptions.values { subscription.queue.expire(at: now) }
    }
}
