// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import RandomTesting
import ReplicationTesting
import Testing
import Wire

/// A random history of a log: every request, on any node, gets the response of the model.
struct ContractHistory {
    /// A subscriber that reads at random times.
    private struct Listener {
        let subscription: any EventSubscription
        let prefixes: [TopicPrefix]
        let after: SequenceNumber
        var seen: [Event] = []
    }

    private static let sessions = ["s", "t", "u"]
    private static let names = ["box", "hits"]
    private static let kinds: [Topic.Kind] = [.intent, .view, .filters]

    private let log: LogUnderTest
    /// Whether the oldest events are deleted meanwhile.
    private let forgets: Bool
    private let seed: UInt64
    private var random: SeededGenerator
    private var model = LogModel()
    private var listeners: [Listener] = []
    private var count = 0
    /// The covered situations, by name: a history proves nothing about the others.
    private(set) var met: [String: Int] = [:]

    /// Begins with an empty log, which may be one that keeps as little as it can.
    init(_ kind: LogKind, seed: UInt64, forgets: Bool = false) throws {
        var random = SeededGenerator(seed: seed)
        let salt = Int.random(in: 0..<1000, using: &random)
        let faults = SharedJournal.Faults(
            copies: { ($0 + salt).isMultiple(of: 4) ? 2 : 1 },
            repeatsOlder: { ($0 + salt).isMultiple(of: 5) ? $0 / 2 : nil }
        )
        let log = try LogUnderTest(kind, faults, retentionBytes: forgets ? 1 : nil)
        self.init(on: log, seed: seed, forgets: forgets)
    }

    /// Begins with a log that is empty.
    init(on log: LogUnderTest, seed: UInt64, forgets: Bool = false) {
        self.log = log
        self.seed = seed
        self.forgets = forgets
        random = SeededGenerator(seed: seed)
    }

    /// Runs a step of a history; an error of it is reported with its seed.
    static func naming<Value>(_ seed: UInt64, _ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch {
            Issue.record(error, "seed \(seed)")
            throw error
        }
    }

    /// Takes so many random steps, and checks everything at the end.
    mutating func run(steps: Int) async throws {
        for number in 0..<steps {
            try await step()
            if forgets, number == steps / 2 { try await awaitTrimming() }
        }
        try await finish()
    }

    /// Takes so many random steps.
    mutating func go(steps: Int) async throws {
        for _ in 0..<steps { try await step() }
    }

    /// Checks everything.
    mutating func finish() async throws {
        for index in listeners.indices.reversed() { try await catchUp(index) }
        let logs = try await log.everything()
        #expect(forgets || logs.allSatisfy { $0 == logs[0] && $0.count == model.events.count }, "seed \(seed)")
        for listener in listeners { listener.subscription.cancel() }
    }

    /// Waits until each node has deleted old events, which depends on its own clock; stops if there are none to delete.
    private func awaitTrimming() async throws {
        for client in log.clients {
            let end = ContinuousClock.now + .seconds(2)
            while ContinuousClock.now < end {
                let page = try await client.replay(ReplayQuery([.all], after: .zero, limit: 1))
                if page.trimmed != nil { break }
            }
        }
    }

    private mutating func step() async throws {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<34: try await append()
        case 34..<42: try await repeatAppend()
        case 42..<47: try await spoilAppend()
        case 47..<54: try await claim()
        case 54..<70: try await turn()
        case 70..<77: try await replay()
        case 77..<84: try await latest()
        case 84..<87: try await cursor()
        case 87..<91: try await subscribe()
        case 91..<97: try await listen()
        case 97: try await restart()
        case 98 where count.isMultiple(of: 7): try await lookBeyond()
        default: break
        }
    }

    private mutating func meet(_ name: String) { met[name, default: 0] += 1 }

    private mutating func machine() -> BusClient { log.client(Int.random(in: 0..<3, using: &random)) }

    /// A node that has received everything.
    private mutating func machineUpToDate() async throws -> BusClient {
        let client = machine()
        let end = ReplayQuery([.all], after: model.head, limit: 1)
        _ = try await log.insist { try await client.replay(end) }
        return client
    }

    private mutating func drafts(_ number: Int) throws -> [EventDraft] {
        try (0..<number).map { _ in
            count += 1
            let topic = try Topic(random.pick(Self.kinds), random.pick(Self.names), session: random.pick(Self.sessions))
            let data: JSON = ["n": JSON(count), "text": .string(String(repeating: "x", count: count % 50))]
            return EventDraft(topic: topic, id: "e\(count)", source: "/test", type: "searchbus.test", data: data.bytes)
        }
    }

    private mutating func prefixes() -> [TopicPrefix] {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: [.all]
        case 1: [TopicPrefix(random.pick(Self.kinds))]
        case 2: [TopicPrefix(random.pick(Self.kinds), random.pick(Self.names))]
        default: [TopicPrefix(.intent), TopicPrefix(.view, random.pick(Self.names))]
        }
    }

    private mutating func place() -> SequenceNumber {
        SequenceNumber(rawValue: UInt64.random(in: 0...model.head.rawValue, using: &random))
    }

    // MARK: Appending

    private mutating func append() async throws {
        let drafts = try drafts(Int.random(in: 1...3, using: &random))
        let client = machine()
        let receipt = try await log.insist { try await client.append(drafts) }
        #expect(receipt == model.append(drafts), "seed \(seed)")
    }

    /// Appends several times, each on one of the machines, during faults of the journal.
    mutating func append(while harm: () throws -> Void) async throws {
        let lists = try (0..<6).map { _ in try drafts(2) }
        let clients = lists.map { _ in machine() }
        let before = Int.random(in: 0..<4, using: &random)
        let (answers, answered) = AsyncStream.makeStream(of: Void.self)
        let log = log
        async let receipts = Self.append(lists, through: clients, to: log, telling: answered)
        // The next one is in flight then.
        for await _ in answers.prefix(before) {}
        try harm()
        for (receipt, drafts) in zip(try await receipts, lists) {
            #expect(receipt == model.append(drafts), "seed \(seed)")
        }
    }

    private static func append(
        _ lists: [[EventDraft]],
        through clients: [BusClient],
        to log: LogUnderTest,
        telling answered: AsyncStream<Void>.Continuation
    ) async throws -> [AppendReceipt] {
        defer { answered.finish() }
        var receipts: [AppendReceipt] = []
        for (drafts, client) in zip(lists, clients) {
            receipts.append(try await log.insist { try await client.append(drafts) })
            answered.yield()
        }
        return receipts
    }

    private mutating func repeatAppend() async throws {
        guard let earlier = model.accepted.randomElement(using: &random) else { return }
        let client = machine()
        let receipt = try await log.insist { try await client.append(earlier.events) }
        #expect(receipt == earlier.receipt, "seed \(seed)")
        meet("repeat")
    }

    /// An ID with other data, or a list of which a part is new: the append is refused.
    private mutating func spoilAppend() async throws {
        guard let earlier = model.accepted.randomElement(using: &random), let first = earlier.events.first else {
            return
        }
        let isReuse = random.isTrue()
        let other = EventDraft(
            topic: first.topic,
            id: first.id,
            source: "/test",
            type: first.type,
            data: Array("{}".utf8)
        )
        let spoilt = isReuse ? [other] : [first] + (try drafts(1))
        let (client, log) = (machine(), log)
        let error = await #expect(throws: SearchBusError.self, "seed \(seed)") {
            _ = try await log.insist { try await client.append(spoilt) }
        }
        #expect(error?.code == (isReuse ? .idReused : .partialRepeat), "seed \(seed)")
        meet(isReuse ? "id-reused" : "partial-repeat")
    }

    private mutating func claim() async throws {
        let name = random.pick(Self.names)
        let client = machine()
        var unanswered = -1
        let claims = try await log.insist {
            unanswered += 1
            return try await client.claim([name])
        }
        let claim = try #require(claims[name])
        var expected = model.claim(name)
        // An append without a response may have been carried out, and is not the same as the next one.
        for _ in 0..<unanswered where expected.incarnation < claim.incarnation { expected = model.claim(name) }
        #expect(claim.cursor == expected.cursor && claim.incarnation == expected.incarnation, "seed \(seed)")
    }

    /// A turn, which is sometimes one that must be refused.
    private mutating func turn() async throws {
        let name = random.pick(Self.names)
        guard let known = model.components[name], known.incarnation > 0 else { return }
        if let last = known.turn, last.move.incarnation == known.incarnation, Int.random(in: 0..<6, using: &random) == 0
        {
            let client = machine()
            let again = try await log.insist {
                try await client.append(last.events, id: last.id, moving: [last.move])
            }
            #expect(again == last.receipt, "seed \(seed)")
            return meet("repeated turn")
        }
        count += 1
        let prefixes = [TopicPrefix(.intent, name)]
        let to = max(known.cursor, place())
        let folded = model.places(under: prefixes, after: known.cursor, through: to).count
        var refusal: ErrorCode?
        var (from, incarnation, told) = (known.cursor, known.incarnation, folded)
        switch Int.random(in: 0..<8, using: &random) {
        case 0 where from > .zero: (from, refusal) = (.zero, .cursorMoved)
        case 1 where incarnation > 1: (incarnation, refusal) = (incarnation - 1, .fenced)
        case 2 where folded > 0 && !forgets: (told, refusal) = (folded - 1, .eventsMissed)
        default: break
        }
        let move = move(name, from, to, folded: told, prefixes, incarnation: incarnation)
        let drafts = try drafts(Int.random(in: 0...2, using: &random))
        // A lagging node must have everything before its refusal is defined.
        let (client, log, id) = (try await machineUpToDate(), log, "turn\(count)")
        guard let refusal else {
            let receipt = try await log.insist { try await client.append(drafts, id: id, moving: [move]) }
            #expect(receipt == model.append(drafts, id: id, moving: move), "seed \(seed)")
            return meet("turn")
        }
        let error = await #expect(throws: SearchBusError.self, "seed \(seed): \(refusal)") {
            _ = try await log.insist { try await client.append(drafts, id: id, moving: [move]) }
        }
        #expect(error?.code == refusal, "seed \(seed)")
        meet(refusal.rawValue)
    }

    // MARK: Reading

    private mutating func replay() async throws {
        let query = ReplayQuery(
            prefixes(),
            session: random.isTrue() ? random.pick(Self.sessions) : nil,
            after: place(),
            limit: Int.random(in: 1...40, using: &random)
        )
        let page = try await machineUpToDate().replay(query)
        let expected = model.places(
            under: query.prefixes,
            session: query.session,
            after: query.after,
            through: page.through
        )
        #expect(page.head == model.head && page.diverged == nil && page.events.count <= query.limit, "seed \(seed)")
        #expect(page.through > query.after || page.through == page.head, "seed \(seed): a page gets further")
        check(page.events, are: expected, trimmed: page.trimmed)
        if page.trimmed != nil { meet("trimmed page") }
    }

    /// Events are those at the expected sequence numbers; deleted ones are below the reported mark.
    private func check(_ events: [Event], are expected: [SequenceNumber], trimmed: SequenceNumber?) {
        let found = events.map(\.sequence)
        #expect(found == expected.filter(Set(found).contains) && model.hasAll(events), "seed \(seed)")
        let gone = Set(expected).subtracting(found)
        #expect(gone.allSatisfy { $0 <= trimmed ?? .zero }, "seed \(seed): \(gone) are missing and not reported")
    }

    /// The last event of a topic is never deleted.
    private mutating func latest() async throws {
        let session = random.isTrue() ? random.pick(Self.sessions) : nil
        let query = LatestQuery(prefixes(), sessions: session.map { [$0] } ?? [])
        let page = try await machineUpToDate().latest(query)
        let expected = model.lastPlaces(under: query.prefixes, session: session)
        #expect(page.events.map(\.sequence) == expected && model.hasAll(page.events), "seed \(seed)")
    }

    private mutating func cursor() async throws {
        let name = random.pick(Self.names)
        let found = try await machineUpToDate().cursor(of: name)
        #expect(found == model.components[name]?.cursor ?? .zero, "seed \(seed)")
    }

    /// A sequence number that was never given is refused.
    private mutating func lookBeyond() async throws {
        let client = machine()
        let query = ReplayQuery([.all], after: model.head.advanced(by: 5), limit: 1)
        let page = try await log.insist { try await client.replay(query) }
        #expect(page.diverged == model.head, "seed \(seed)")
        meet("diverged")
    }

    // MARK: Listening

    private mutating func subscribe() async throws {
        guard listeners.count < 4 else { return }
        let (prefixes, after) = (prefixes(), place())
        let subscription = try await machineUpToDate().subscribe(to: prefixes, after: after)
        listeners.append(Listener(subscription: subscription, prefixes: prefixes, after: after))
    }

    /// One subscriber reads its events; one that never does is the slowest possible reader.
    private mutating func listen() async throws {
        guard let index = listeners.indices.randomElement(using: &random) else { return }
        try await catchUp(index)
    }

    /// Every appended event arrives once and in order, or the subscriber is notified of the gap.
    private mutating func catchUp(_ index: Int) async throws {
        let listener = listeners[index]
        let expected = model.places(under: listener.prefixes, after: listener.after)
        while listeners[index].seen.count < expected.count {
            do {
                // An event that is not stored has no sequence number; processes publish such events about themselves.
                listeners[index].seen += try await listener.subscription.next().filter { $0.sequence > .zero }
            } catch let error as SearchBusError {
                #expect(forgets && error.code == .trimmed, "seed \(seed): \(error)")
                listener.subscription.cancel()
                listeners.remove(at: index)
                return meet("trimmed subscription")
            }
        }
        let seen = listeners[index].seen
        // In order on each channel; events that were trimmed earlier are reported, which ends the subscription here.
        let channels = Dictionary(grouping: seen) { "\($0.topic.kind)/\($0.topic.component)" }
        #expect(channels.values.allSatisfy { $0.map(\.sequence) == $0.map(\.sequence).sorted() }, "seed \(seed)")
        let isOnce = Set(seen.map(\.sequence)).count == seen.count
        #expect(isOnce && model.hasAll(seen), "seed \(seed): \(seen.map(\.sequence)) of \(expected)")
        #expect(forgets || seen.map(\.sequence).sorted() == expected, "seed \(seed)")
        meet("listened")
    }

    private mutating func restart() async throws {
        let broker = log.brokers[Int.random(in: 0..<log.brokers.count, using: &random)]
        broker.stop()
        try broker.start()
        meet("restart")
    }
}
