// SPDX-License-Identifier: MIT

import Bus
import Foundation
import NATS
import Replication
import Runtime
import Synchronization
import Wire

/// A journal in a stream of NATS JetStream.
///
/// One thread hands messages in, one after the other, and tries each until it has come back with its place. A small one is
/// sent at once by its caller, and is that thread's only if it is not delivered soon. Another
/// consumes ordered messages: the leader publishes each by itself (`republish`), and missed ones are fetched
/// from it by their numbers. A follower is never asked for a message: it may have another one.
public final class JetStreamJournal: MessageOrder, @unchecked Sendable {
    private struct State {
        var queue = HandInQueue()
        var news: [JournalNews] = []
        var newsBytes = 0
        var isUnavailable = false
        var isClosed = false
        /// How many messages were delivered.
        var delivered = 0
        /// How many threads have ended.
        var ended = 0
    }

    /// How many bytes of what was ordered may wait for the broker.
    private static let newsLimit = 64 << 20
    static let handInPatience: Int64 = 2000
    /// How often it is looked whether what was sent at once has come back.
    private static let comesBackInterval: Duration = .milliseconds(250)
    /// How long servers may take at the start to say what they are.
    private static let firstVersionsPatience: Duration = .seconds(1)
    /// The interval of checks for missed messages.
    private static let lookInterval: Duration = .milliseconds(500)
    /// How long the threads are waited for at the end.
    private static let endPatience: Duration = .seconds(5)

    public let epoch: String
    private let isFounded: Bool
    let stream: JournalStream
    let watch: StandingWatch
    /// This machine's clock, and what is known of it.
    let now: @Sendable () -> Date
    let clockWatch = Mutex(ClockWatch())
    private let wakeUp: WakeUp
    private let condition = SteadyCondition()
    /// Guarded by `condition`.
    private var state = State()
    private var threads: [SystemThread] = []
    /// How often the thread that looks how the order is has done so.
    let lookCount = Atomic<UInt64>(0)
    /// Up to which place another machine has the same.
    private let agreedPlace = Atomic<UInt64>(0)
    /// The broker's thread's.
    private var progress = ProgressCheck(at: .now)
    /// Used by the consuming thread; it outlives short failures between two polls, such as a missing leader.
    private var doubt = LeaderDoubt()
    /// What tells this broker's announcements from those of others: 20 letters and digits.
    let member = Identifier.make(length: 20)

    /// Connects, and makes the stream where there is none.
    ///
    /// - Parameters:
    ///   - settings: Where the journal is.
    ///   - refusal: Why this machine makes no stream; `nil` where it does.
    ///   - now: This machine's clock, which has to agree with that of the servers before anything is handed in.
    /// - Throws: `SearchBusError` with `journal-unavailable`, or `journal-unreadable` where a server is too old, or the stream
    ///   is not a journal, or one of other rules; the refusal.
    public init(
        _ settings: JetStreamSettings,
        orElse refusal: SearchBusError? = nil,
        now: @escaping @Sendable () -> Date = { .now }
    ) throws {
        self.now = now
        stream = JournalStream(connection: try settings.connect(), settings: settings)
        watch = StandingWatch(stream)
        // Before anything is asked that an old one answers wrongly; who is not reached now is asked later.
        try watch.checkVersions(within: JetStreamJournal.firstVersionsPatience)
        let description = try stream.prepare(orElse: refusal)
        if let problem = description.rules.problem(of: settings.stream, for: settings.rules) { throw problem }
        (epoch, isFounded) = (description.epoch, description.isFounded)
        wakeUp = try WakeUp()
    }

    public var descriptor: Int32 { wakeUp.descriptor }

    public var copies: (any CopyStore)? {
        LogCopies(files: FileStream(stream.settings, on: stream.connection))
    }

    public func reach() throws -> JournalReach {
        JournalReach(first: try stream.state().size.first, isFounded: isFounded)
    }

    public func start(after place: JournalPlace, known: KnownMessage?) throws {
        progress = ProgressCheck(at: .now)
        let works: [@Sendable () -> Void] = [
            { [self] in handInForEver() }, { [self] in followForEver(after: place, known) },
            { [self] in listenForEver() }, { [self] in lookForEver() }, { [self] in checkVersionsForEver() },
        ]
        threads = works.map { work in
            SystemThread(blocksSignals: true) { [self] in
                work()
                withLock(wakesOthers: true) { $0.ended += 1 }
            }
        }
    }

    public func handIn(_ messages: [JournalMessage]) {
        condition.lock()
        let atOnce = state.queue.add(messages, at: .now)
        if atOnce == nil { condition.broadcast() }
        condition.unlock()
        // One that is not sent, or does not get through, is tried by the thread for it.
        if let atOnce, stream.connection.isConnected { try? stream.send(atOnce) }
    }

    public func announce(_ bytes: [UInt8]) {
        // A broker that is not reached now gets the next one; no caller waits for a reconnection.
        guard stream.connection.isConnected else { return }
        try? stream.connection.publish(Array(member.utf8) + bytes, to: stream.settings.aside)
    }

    public func take() -> [JournalNews] {
        wakeUp.clear()
        if progress.isStuck(at: lookCount.load(ordering: .relaxed), now: .now) { return [.failed(.stuck)] }
        if stream.connection.isClosed { return [.failed(.refused)] }
        condition.lock()
        defer { condition.unlock() }
        // A caller waits for space.
        if state.newsBytes > Self.newsLimit { condition.broadcast() }
        defer { (state.news, state.newsBytes) = ([], 0) }
        return state.news
    }

    public var standing: JournalStanding { watch.standing }

    public var obstacle: String? {
        let time = now()
        return clockWatch.withLock { $0.trouble(time: time, moment: .now) }
    }

    public func noteAgreement(at place: JournalPlace) { agreedPlace.store(place.rawValue, ordering: .relaxed) }

    public func close() {
        let end = SuspendingClock.now + Self.endPatience
        condition.lock()
        state.isClosed = true
        condition.broadcast()
        while state.ended < threads.count, condition.wait(until: end) {}
        let haveEnded = state.ended == threads.count
        condition.unlock()
        // One that waits in NATS's library ends with the process.
        for thread in threads { if haveEnded { thread.join() } else { thread.detach() } }
        threads = []
    }

    /// Works on what the threads share; those that wait for a change of it are woken only where there may be one for them.
    private func withLock<Value>(wakesOthers: Bool = false, _ body: (inout State) -> Value) -> Value {
        condition.lock()
        defer {
            if wakesOthers { condition.broadcast() }
            condition.unlock()
        }
        return body(&state)
    }

    func tell(_ news: JournalNews, bytes: Int = 0) {
        withLock { state in
            state.news.append(news)
            state.newsBytes += bytes
        }
        wakeUp.ring()
    }

    // MARK: Handing in

    private func handInForEver() {
        var attempt = 0
        var isClockRight = false
        while let message = nextWaiting() {
            do {
                if !isClockRight, let problem = try compareClock() { return tell(.failed(problem)) }
                isClockRight = true
                switch try stream.handIn(message, attempt: attempt, milliseconds: Self.handInPatience) {
                case .done:
                    note(trouble: nil)
                    if waitUntilDelivered(message) {
                        attempt = 0
                        continue
                    }
                    // Who said that it has a place did not lead, or has forgotten it: it is handed in as another one.
                    attempt += 1
                    note(trouble: "The log's servers have acknowledged an entry, and do not deliver it")
                case .refused(let code, let words): note(trouble: "The log's servers refuse: \(words) (\(code))")
                }
            } catch let error as NATSError {
                note(trouble: "The log's servers do not answer, or have no majority: \(error)")
            } catch let error as SearchBusError {
                note(trouble: error.message)
            } catch {
                note(trouble: "Invalid response of the log's servers: \(error)")
            }
            pause()
        }
    }

    /// Waits until a message that has a place was delivered; answers whether it was.
    ///
    /// Who catches up has others before it: it is waited for as long as they come, or wait for the broker.
    private func waitUntilDelivered(_ message: JournalMessage) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while state.queue.isFirst(message), !state.isClosed {
            let before = state.delivered
            let end = SuspendingClock.now + .milliseconds(Self.handInPatience)
            while state.queue.isFirst(message), !state.isClosed, condition.wait(until: end) {}
            guard state.delivered != before || state.newsBytes > Self.newsLimit else { break }
        }
        return !state.queue.isFirst(message)
    }

    /// The message whose turn it is; waits for one.
    ///
    /// It is `nil` where the journal was closed.
    private func nextWaiting() -> JournalMessage? {
        condition.lock()
        defer { condition.unlock() }
        while !state.isClosed {
            if case .ask(let message) = state.queue.next(at: .now) { return message }
            if state.isUnavailable, state.queue.isEmpty {
                // A message without a response was delivered meanwhile.
                condition.unlock()
                note(trouble: nil)
                condition.lock()
                continue
            }
            // This thread is not woken for messages that were sent at once: that would cost each a thread switch.
            _ = condition.wait(until: .now + Self.comesBackInterval)
        }
        return nil
    }

    private func note(trouble: String?) {
        let hasChanged = withLock { state in
            defer { state.isUnavailable = trouble != nil }
            state.queue.noteAnswer(isTaken: trouble == nil)
            return state.isUnavailable != (trouble != nil) || trouble != nil
        }
        if hasChanged { tell(trouble.map(JournalNews.unavailable) ?? .available) }
    }

    /// Waits a little, less where the journal is closed meanwhile.
    func pause(milliseconds: Int = 100) {
        condition.lock()
        defer { condition.unlock() }
        let end = SuspendingClock.now + .milliseconds(milliseconds)
        // What others are woken for ends no pause.
        while !state.isClosed, condition.wait(until: end) {}
    }

    var isClosed: Bool { withLock { $0.isClosed } }

    // MARK: Following

    private func followForEver(after place: JournalPlace, _ known: KnownMessage?) {
        var known = known
        var next = JournalPlace(rawValue: place.rawValue + 1)
        // One for good: the library is at its weakest where subscriptions end.
        var subscription: NATSSubscription?
        while !isClosed {
            do {
                let made = try subscription ?? stream.connection.subscribe(to: stream.settings.output)
                subscription = made
                try follow(made, &next, &known)
            } catch let error as SearchBusError where error.code != .journalUnavailable {
                return tell(.failed(error))
            } catch {
                pause()
            }
        }
    }

    private func follow(
        _ subscription: NATSSubscription,
        _ next: inout JournalPlace,
        _ known: inout KnownMessage?
    ) throws {
        try check(known)
        try fetch(&next, &known)
        // Whether what comes may have been given a place again, since it is from another server or from before.
        var isDoubtful = false
        var lookedAt = ContinuousClock.now
        var reconnections = try stream.connection.reconnections()
        while !isClosed {
            let message = try subscription.next(milliseconds: 200)
            if let message, let number = message.header("Nats-Sequence").flatMap({ UInt64($0) }) {
                let place = JournalPlace(rawValue: number)
                let count = try stream.connection.reconnections()
                isDoubtful = isDoubtful || place != next || count != reconnections
                reconnections = count
                if place >= next, isDoubtful {
                    try check(known)
                    isDoubtful = false
                }
                // Missed messages are fetched, and this one with them: by now the servers may have another one there.
                if place > next { try fetch(&next, &known) }
                if place == next { try deliver(message.payload, at: &next, &known) }
            }
            if ContinuousClock.now - lookedAt > Self.lookInterval {
                try check(known)
                try fetch(&next, &known)
                lookedAt = .now
            }
        }
    }

    /// Looks whether what was delivered last is still there.
    ///
    /// Servers that have lost something say nothing of it, and give its places again. Where only the one that leads has lost
    /// it, another leader is requested. If this node is wrong, the others report it before that.
    ///
    /// - Throws: `SearchBusError` with `diverged`.
    private func check(_ known: KnownMessage?) throws {
        guard let known else { return }
        while let reason = try stream.contradiction(to: known), !isClosed {
            let isSure = agreedPlace.load(ordering: .relaxed) >= known.place.rawValue
            switch doubt.contradicted(isAlone: stream.settings.replicas == 1, isSure: isSure) {
            case .look: break
            case .tell: tell(.unavailable("The log's server that leads has something else than this machine"))
            case .giveUp: throw SearchBusError.diverged(reason)
            case .changeLeader:
                tell(.unavailable("The log's server that leads has lost entries; another one is to lead"))
                try? stream.changeLeader(milliseconds: Self.handInPatience)
            }
            pause(milliseconds: 500)
        }
        if doubt.wasTold { tell(.available) }
        doubt = LeaderDoubt()
    }

    /// Fetches what is there; where another server leads, and has yet to carry out what it has, that is less than there will be.
    private func fetch(_ next: inout JournalPlace, _ known: inout KnownMessage?) throws {
        while !isClosed {
            guard let message = try stream.message(at: next, milliseconds: JournalStream.fetchPatience) else {
                return try stream.checkReach(to: next)
            }
            try deliver(message, at: &next, &known)
        }
    }

    private func deliver(_ payload: [UInt8], at next: inout JournalPlace, _ known: inout KnownMessage?) throws {
        let read = try JournalMessage(payload)
        let mayGoOn = withLock { state in
            state.delivered += 1
            return state.queue.noteDelivered(read)
        }
        if mayGoOn { condition.broadcast() }
        waitForRoom()
        tell(.ordered(read, at: next), bytes: payload.count)
        known = KnownMessage(place: next, id: read.id)
        next = JournalPlace(rawValue: next.rawValue + 1)
    }

    var hasRoom: Bool { withLock { $0.newsBytes < Self.newsLimit } }

    private func waitForRoom() {
        condition.lock()
        defer { condition.unlock() }
        while state.newsBytes > Self.newsLimit, !state.isClosed { condition.wait() }
    }
}
