// SPDX-License-Identifier: MIT

import Runtime
import Wire
import ZeroMQ

/// The socket thread of a client: sends commands, reads events at once, runs the subscriptions' state machines.
///
/// It never blocks but in its poll, since libzmq renews subscriptions after a reconnect in the thread that owns the
/// socket, when that thread next enters the library. Between two polls it runs the tasks of `SocketExecutor`, which must
/// be short.
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
    }

    /// How long an answer may be missing before the request is sent again.
    private static let resendInterval: Duration = .milliseconds(400)
    /// How long the broker may be silent before it counts as away.
    private static let silenceLimit: Duration = .seconds(3)

    let clock = ContinuousClock()
    let subscriber: Socket<Sub>
    var subscriptions: [Int: RunningSubscription] = [:]
    private let mailbox: Mailbox
    private let context: Context
    private let endpoints: BusEndpoints
    private let dealer: Socket<Dealer>
    private var inFlight: [String: InFlight] = [:]
    private var requestNumber = 0
    private var heardAt: ContinuousClock.Instant?
    private let startedAt = ContinuousClock.now
    /// Whether it was reported that the sockets cannot be reached.
    private var hasWarned = false
    private var instance: String?
    /// The last heartbeat and the bytes it was read from: while nothing happens it is the same four times a second.
    private var lastHeartbeat: (data: ArraySlice<UInt8>, heartbeat: Heartbeat)?

    init(context: Context, endpoints: BusEndpoints, mailbox: Mailbox) throws {
        self.context = context
        self.mailbox = mailbox
        self.endpoints = endpoints
        dealer = try Socket(context)
        try dealer.setImmediate()
        try dealer.setSendLimit(1000)
        try dealer.setReceiveLimit(1000)
        try dealer.setLinger(milliseconds: 500)
        try dealer.setReconnect(milliseconds: 20, longest: 500)
        try dealer.connect(endpoints.commands)
        subscriber = try Socket(context)
        // Subscriptions count against the send limit and are dropped in silence above it.
        try subscriber.setSendLimit(0)
        try subscriber.setReceiveLimit(10_000)
        try subscriber.setLinger(milliseconds: 0)
        try subscriber.setReconnect(milliseconds: 20, longest: 500)
        try subscriber.subscribe("bus/")
        try subscriber.connect(endpoints.events)
    }

    /// Runs until the mailbox is closed; then no caller waits for an answer or an event.
    ///
    /// - Throws: `ZeroMQError` if a socket fails permanently; every waiting caller gets the error before.
    func run() throws {
        do {
            try work()
        } catch {
            let failure = SearchBusError(.brokerUnavailable, "The bus connection failed: \(error)")
            for flight in inFlight.values { finish(flight, .failure(failure)) }
            for subscription in subscriptions.values { subscription.queue.fail(failure) }
            throw failure
        }
        let closed = SearchBusError(.brokerUnavailable, "The bus connection was closed.")
        for flight in inFlight.values { finish(flight, .failure(closed)) }
        for subscription in subscriptions.values { subscription.queue.cancel() }
    }

    private func work() throws {
        var poller = Poller()
        let dealerPlace = poller.add(dealer)
        let subscriberPlace = poller.add(subscriber)
        let wakePlace = poller.add(descriptor: mailbox.wakeUp.descriptor)
        while true {
            try poller.wait(milliseconds: patience)
            if poller.isReadable(wakePlace) { mailbox.wakeUp.clear() }
            if try carryOutOrders() { break }
            if poller.isReadable(subscriberPlace) { try readEvents() }
            if poller.isReadable(dealerPlace) { try readReplies() }
            try runTimers()
            while mailbox.executor.runJobs() {
                if try carryOutOrders() { break }
            }
        }
    }

    /// Does what the tasks have ordered; whether the last order was to end.
    private func carryOutOrders() throws -> Bool {
        let (orders, isClosed) = mailbox.take()
        for (index, order) in orders.enumerated() {
            do {
                try carryOut(order)
            } catch {
                // Requests that were taken out of the mailbox and not begun are known only here.
                let failure = SearchBusError(.brokerUnavailable, "The bus connection failed: \(error)")
                for rest in orders[index...] { Mailbox.refuse(rest, failure) }
                throw error
            }
        }
        return isClosed
    }

    /// How long nothing has to be done unless something comes, in milliseconds.
    private var patience: Int {
        let regular = isWaiting ? 25 : 500
        guard let deadline = subscriptions.values.compactMap(\.queue.deadline).min() else { return regular }
        let (seconds, attoseconds) = (deadline - clock.now).components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return min(regular, seconds > 0 ? regular : Int(attoseconds / 1_000_000_000_000_000) + 1)
    }

    /// Whether something may have to be sent again soon.
    private var isWaiting: Bool {
        !inFlight.isEmpty || subscriptions.values.contains { $0.barrier != nil || $0.refusedAt != nil }
    }

    private func carryOut(_ order: Mailbox.Order) throws {
        switch order {
        case .request(let request): try send(request.frames, for: .task(request))
        case .subscribe(let queue, let prefixes, let after): try subscribe(queue, to: prefixes, after: after)
        case .resume(let id): try step(id) { $0.resume() }
        case .unsubscribe(let id): try unsubscribe(id)
        }
    }

    // MARK: Commands

    /// Asks for a page of a subscription's replay.
    func sendReplay(_ query: ReplayQuery, for subscription: Int) throws {
        try send(Command.replay(query).frames, for: .subscription(subscription))
    }

    private func send(_ frames: [[UInt8]], for asker: InFlight.Asker) throws {
        requestNumber += 1
        let correlation = String(requestNumber)
        var flight = InFlight(frames: frames, asker: asker, startedAt: clock.now)
        if try dealer.send([Array(correlation.utf8)] + frames) == .sent { flight.sentAt = clock.now }
        inFlight[correlation] = flight
    }

    private func readReplies() throws {
        for _ in 0..<256 {
            guard let frames = try dealer.receive() else { return }
            noteBroker()
            guard let flight = inFlight.removeValue(forKey: String(decoding: frames[0], as: UTF8.self)) else {
                continue
            }
            let result = Result { try Reply(frames: frames.dropFirst()) }
            if case .subscription(let id) = flight.asker {
                try replayed(result, id)
            } else {
                finish(flight, result)
            }
        }
    }

    private func finish(_ flight: InFlight, _ result: Result<Reply, any Error>) {
        if case .task(let request) = flight.asker { request.finish(result) }
    }

    /// Repeats unanswered requests, and drops those without a waiting caller or beyond their timeout.
    private func resend(all: Bool = false) throws {
        let now = clock.now
        for (correlation, flight) in inFlight {
            if isForgotten(flight, now) {
                inFlight[correlation] = nil
            } else if all || flight.sentAt.map({ now - $0 > Self.resendInterval }) ?? true {
                guard try dealer.send([Array(correlation.utf8)] + flight.frames) == .sent else { continue }
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

    private func readEvents() throws {
        var batches: [Int: [Event]] = [:]
        for _ in 0..<512 {
            guard let frames = try subscriber.receive() else { break }
            noteBroker()
            guard frames.count == 2 else { continue }
            let topic = frames[0]
            if topic.elementsEqual(Heartbeat.topic.utf8) {
                try flush(&batches)
                try receivedHeartbeat(frames[1])
            } else if topic.starts(with: "echo/".utf8) {
                try flush(&batches)
                let nonce = String(decoding: topic.dropFirst(5).dropLast(), as: UTF8.self)
                for id in subscriptions.keys { try step(id) { $0.heardBarrier(nonce: nonce) } }
            } else {
                let readers = subscriptions.filter { $0.value.wants(topic) }
                guard !readers.isEmpty, let event = try? Event(topic: topic, body: frames[1]) else { continue }
                for id in readers.keys { batches[id, default: []].append(event) }
            }
        }
        try flush(&batches)
    }

    /// Hands what was read to the subscriptions in one go, so that a burst wakes each reader once.
    private func flush(_ batches: inout [Int: [Event]]) throws {
        for (id, events) in batches {
            try step(id) { machine in events.flatMap { machine.received($0) } }
        }
        batches = [:]
    }

    private func receivedHeartbeat(_ body: [UInt8]) throws {
        guard let heartbeat = heartbeat(in: body) else { return }
        // Another instance has not received what was sent to the last one.
        if let instance, instance != heartbeat.instance { try resend(all: true) }
        instance = heartbeat.instance
        for id in subscriptions.keys { try step(id) { $0.received(heartbeat) } }
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

    private func runTimers() throws {
        let now = clock.now
        if now - (heardAt ?? startedAt) > Self.silenceLimit {
            if heardAt != nil { mailbox.setConnected(false) }
            warn()
        }
        try resend()
        try repeatBarriersAndReplays(now)
        for subscription in subscriptions.values { subscription.queue.expire(at: now) }
    }
}
