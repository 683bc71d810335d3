// SPDX-License-Identifier: MIT

import Bus
import Glibc
import Runtime
import Wire
import ZeroMQ

/// The broker's thread: reads commands, answers them, publishes events, keeps time.
final class BrokerLoop {
    typealias Client = BrokerClient

    private static let groupLimit = 256
    /// The maximum number of frames of a command: its envelope, its header and two for each event.
    private static let frameLimit = 3 + 2 * ReceivedCommand.maximumEvents
    private static let commandLimit = 16 << 20
    /// How many bytes the commands of a group have before it is closed.
    private static let groupBytes = 16 << 20
    /// How long questions are answered before the appends that came meanwhile have their turn.
    private static let questionTime: Duration = .milliseconds(4)
    /// How many questions may wait; beyond it they are dropped, and asked again.
    private static let questionLimit = 1024
    /// How many events one append group stores before it is committed.
    private static let eventLimit = 512
    /// How many different subscriptions are counted.
    private static let subscriptionLimit = 100_000
    /// How soon subscribers are notified of a withheld event, which they then fetch from the log.
    private static let withheldNotice: Duration = .milliseconds(20)
    /// How long a session is idle before it may go to keep the log small.
    static let minimumIdleTime: Duration = .seconds(60)
    /// The pause between two steps of taking idle sessions away.
    static let expiryPause: Duration = .milliseconds(50)

    let configuration: BrokerConfiguration
    let store: LogStore
    let clock = ContinuousClock()
    var statistics = BrokerStatistics()
    private let wakeUp: WakeUp
    private let context: Context
    let router: Socket<Router>
    private let remoteRouter: Socket<Router>
    let publisher: Socket<XPub>
    let endpoints: BusEndpoints
    /// The files of the sockets that processes of this machine connect to.
    var commandSocket: SocketWatch
    var eventSocket: SocketWatch
    /// How often a socket was bound again because its file was missing.
    var rebindCount = 0
    /// What keeps the broker from its work.
    let problems = ProblemBoard()
    private var replies = ReplyBudget()
    /// Questions that wait until the appends have had their turn.
    private var questions: [(client: Client, command: ReceivedCommand)] = []
    private(set) var subscriptions: Set<[UInt8]> = []
    let outgoing = OutgoingBytes()
    var gate = PublishGate()
    /// Whether the log was larger than it may be when it was last looked at.
    var isOverLimit = false
    /// Whether there are more questions and answers than there may be, none of which can go before others have been answered.
    var isShareHeld = false
    /// Whether events of deleted sessions cannot be removed at the moment.
    var isRemovalHeld = false
    /// The clients that wait until sessions are deleted.
    var removalWaiters: [RemovalWaiter] = []
    var clockWatch = ClockWatch()
    /// How far the wall clock was off when it was last looked at, in seconds.
    var clockOffset: Int64 = 0
    let instance = Identifier.make(length: 12)
    private let answerStart: [UInt8]
    var timers: BrokerTimers
    let journal: any Journal
    let replays: ReplayPool
    /// Reads of events that this node has not received yet.
    var early: [EarlyQuestion] = []
    /// When an entry is tried again that the disk did not take.
    var retryAt: ContinuousClock.Instant?

    /// - Throws: `SearchBusError` where the addresses are taken.
    init(configuration: BrokerConfiguration, store: LogStore, journal: any Journal, wakeUp: WakeUp) throws {
        self.journal = journal
        self.configuration = configuration
        self.store = store
        self.wakeUp = wakeUp
        answerStart = Array(#"{"status":"ok","epoch":"\#(store.epoch)","head":""#.utf8)
        timers = BrokerTimers(now: clock.now)
        store.ages.sessions.age = configuration.sessionLifetime.components.seconds * 1000
        replays = try ReplayPool(path: store.path) { wakeUp.ring() }
        endpoints = try BusEndpoints(runtimeDirectory: configuration.runtimeDirectory)
        context = try Context()
        router = try BrokerLoop.makeRouter(context)
        remoteRouter = try BrokerLoop.makeRouter(context)
        publisher = try Socket(context)
        try publisher.setVerbose()
        try publisher.setSendLimit(10_000)
        try publisher.setLinger(milliseconds: 0)
        try publisher.setMaximumFrameSize(256)
        try publisher.setHandshakeLimit(milliseconds: 2000)
        // A client that is suspended so long is disconnected and reads on from the log; until then it holds memory.
        try publisher.setPeerHeartbeat(milliseconds: 4000, limit: 12_000)
        // libzmq would report a file that cannot be removed as an address in use.
        for file in [endpoints.commandFile, endpoints.eventFile] { try file.remove() }
        do {
            try router.bind(endpoints.commands)
            try publisher.bind(endpoints.events)
            if let tcp = configuration.tcp {
                try remoteRouter.bind("tcp://127.0.0.1:\(tcp.commandPort)")
                try publisher.bind("tcp://127.0.0.1:\(tcp.eventPort)")
            }
        } catch let error as ZeroMQError {
            throw SearchBusError(.addressInUse, "The broker cannot listen: \(error)")
        }
        commandSocket = SocketWatch(endpoints.commandFile)
        eventSocket = SocketWatch(endpoints.eventFile)
    }

    private static func makeRouter(_ context: Context) throws -> Socket<Router> {
        let router = try Socket<Router>(context)
        try router.setMandatory()
        try router.setHandover()
        try router.setSendLimit(2000)
        try router.setReceiveLimit(2000)
        try router.setMaximumFrameSize(ReceivedCommand.maximumDataSize + 65_536)
        try router.setHandshakeLimit(milliseconds: 2000)
        try router.setLinger(milliseconds: 500)
        // A client that reads nothing for so long is disconnected, and its pending answers are dropped.
        try router.setPeerHeartbeat(milliseconds: 4000, limit: 12_000)
        return router
    }

    func run(until mustStop: () -> Bool) throws {
        var poller = Poller()
        let routerPlace = poller.add(router)
        let remotePlace = poller.add(remoteRouter)
        let publisherPlace = poller.add(publisher)
        let wakePlace = poller.add(descriptor: wakeUp.descriptor)
        var journalDescriptor: Int32?
        let inputPlace = configuration.endsWithStandardInput ? poller.add(descriptor: STDIN_FILENO) : nil
        while !mustStop() {
            // A journal that is reached later has another descriptor from then on.
            if let descriptor = journal.descriptor, descriptor != journalDescriptor {
                journalDescriptor = descriptor
                _ = poller.add(descriptor: descriptor)
            }
            try poller.wait(milliseconds: hasToTrim || !questions.isEmpty ? 0 : longestWait)
            if poller.isReadable(wakePlace) { wakeUp.clear() }
            if let inputPlace, poller.isReadable(inputPlace), hasInputEnded() { return }
            if poller.isReadable(publisherPlace) { try readSubscriptions() }
            if poller.isReadable(routerPlace) { try read(router, isLocal: true) }
            if poller.isReadable(remotePlace) { try read(remoteRouter, isLocal: false) }
            try carryOutEntries()
            try answerQuestions()
            try answerReplays()
            try runTimers()
        }
    }

    private func hasInputEnded() -> Bool {
        var buffer: [UInt8] = [0, 0, 0, 0]
        return Glibc.read(STDIN_FILENO, &buffer, buffer.count) <= 0
    }

    // MARK: Commands

    /// Reads what waits: the changes, which the journal puts in order, and the questions, which see their effect.
    private func read(_ socket: borrowing Socket<Router>, isLocal: Bool) throws {
        var events = 0
        var bytes = 0
        for _ in 0..<Self.groupLimit {
            guard events < Self.eventLimit, bytes < Self.groupBytes,
                let (frames, isWhole) = try socket.receive(frameLimit: Self.frameLimit, byteLimit: Self.commandLimit)
            else { return }
            guard frames.count >= 2 else { continue }
            bytes += frames.reduce(0) { $0 + $1.count }
            let client = Client(isLocal: isLocal, envelope: Array(frames[0..<2]))
            do {
                guard isWhole else {
                    throw SearchBusError(
                        .tooLarge,
                        "A command has at most \(Self.frameLimit) frames and \(Self.commandLimit >> 20) MiB."
                    )
                }
                let command = try ReceivedCommand(frames: frames[2...])
                if let change = LogCommand(command) {
                    guard mayWrite(isLocal) else { throw change.refusal }
                    if case .append(let append) = change { events += append.events.count }
                    try journal.add(change, frames[2...], of: client, at: clock.now)
                } else if questions.count < Self.questionLimit {
                    questions.append((client, command))
                } else {
                    statistics.unanswered += 1
                }
            } catch let error as SearchBusError {
                statistics.refused += 1
                try refuse(client, error)
            } catch let error as JSONError {
                statistics.refused += 1
                try refuse(client, SearchBusError(.malformedCommand, "The command is wrong: \(error)."))
            }
        }
    }

    private func mayWrite(_ isLocal: Bool) -> Bool { isLocal || configuration.tcp?.allowsAppend == true }

    /// Answers what waits, for a while; the rest waits until the appends have had their turn.
    private func answerQuestions() throws {
        guard !questions.isEmpty else { return }
        let end = clock.now.advanced(by: Self.questionTime)
        var answered = 0
        repeat {
            let question = questions[answered]
            if !isEarly(question.command, question.client) { try answer(question.command, question.client) }
            answered += 1
        } while answered < questions.count && clock.now < end
        questions.removeFirst(answered)
    }

    func answer(_ command: ReceivedCommand, _ client: Client) throws {
        do {
            switch command {
            case .append, .claim, .expire: break
            case .replay(let query): read(query, for: client)
            case .latest(let query):
                let page = try store.latest(query)
                var header = okHeader()
                header["more"] = .bool(page.hasMore)
                try send(header, page.events, to: client)
            case .cursor(let component):
                var header = okHeader()
                header["sequence"] = .string(try store.cursor(of: component).description)
                try send(header, [], to: client)
            case .echo(let nonce):
                try publishEcho(nonce)
                try send(okHeader(), [], to: client)
            }
        } catch let error as SearchBusError {
            try refuse(client, error)
        }
    }

    private func claimed(_ claims: [String: ComponentClaim]) -> JSONObject {
        var header = okHeader()
        header["components"] = .object(JSONObject(claims.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }))
        return header
    }

    /// The answer to an append, which is made too often to be a tree first.
    private func okAnswer(to receipt: AppendReceipt) -> [UInt8] {
        var header = answerStart
        header.reserveCapacity(header.count + 96)
        store.head.write(to: &header)
        header += Self.firstPart
        receipt.first.write(to: &header)
        header += Self.lastPart
        receipt.last.write(to: &header)
        header += Self.endPart
        return header
    }

    private static let firstPart = Array(#"","first":""#.utf8)
    private static let lastPart = Array(#"","last":""#.utf8)
    private static let endPart = Array(#""}"#.utf8)

    func okHeader(head: SequenceNumber? = nil) -> JSONObject {
        JSONObject([
            ("status", "ok"), ("epoch", .string(store.epoch)), ("head", .string((head ?? store.head).description)),
        ])
    }

    /// Answers the client of a command that was carried out.
    func answer(_ command: LogCommand, _ outcome: LogOutcome, _ client: Client) throws {
        switch outcome {
        case .appended(let receipt): try send(okAnswer(to: receipt), [], to: client)
        case .refused(let error): try refuse(client, error)
        case .claimed(let claims): try send(claimed(claims), [], to: client)
        case .removed: if case .remove(let sessions) = command { try awaitRemoval(of: sessions, for: client) }
        }
    }

    func refuse(_ client: Client, _ error: SearchBusError) throws {
        try send(JSONObject([("status", "error"), ("error", error.json)]), [], to: client)
    }

    func send(_ header: JSONObject, _ events: [Publication], to client: Client) throws {
        try send(JSON.object(header).bytes, events, to: client)
    }

    private func send(_ header: [UInt8], _ events: [Publication], to client: Client) throws {
        var bodies = [MessageBody(header)]
        for event in events {
            bodies.append(MessageBody(Array(event.topic.utf8)))
            bodies.append(event.body)
        }
        // A client that has ended or does not read loses its answer; it repeats the command.
        guard let counter = replies.counter(of: client.envelope[0]) else {
            statistics.unanswered += 1
            return
        }
        let result =
            client.isLocal
            ? try router.send(client.envelope, bodies, countedBy: counter)
            : try remoteRouter.send(client.envelope, bodies, countedBy: counter)
        if result != .sent { statistics.unanswered += 1 }
    }

    // MARK: Events

    /// Publishes an event, unless too much waits for slow subscribers already: then all fetch it from the log, as the next
    /// heartbeat bids them, until the slow subscribers have caught up or were disconnected.
    func publish(_ publication: Publication) throws {
        guard gate.lets(bytes: publication.body.count, isStored: publication.isStored, held: outgoing.held) else {
            statistics.withheld += 1
            timers.hasten(.heartbeat, to: clock.now.advanced(by: Self.withheldNotice))
            return
        }
        try publisher.publish(publication.topic, publication.body, countedBy: outgoing)
    }

    private func publishEcho(_ nonce: String) throws {
        _ = try publisher.send([Array("echo/\(nonce)/".utf8), Array(#"{"nonce":"\#(nonce)"}"#.utf8)])
    }

    /// Answers a subscription to a nonce: subscriptions of one connection are handled in order, so receiving it proves
    /// that those before it are in force.
    private func readSubscriptions() throws {
        while let (frames, _) = try publisher.receive(frameLimit: 1, byteLimit: 256) {
            guard let notice = frames.first, let change = notice.first else { continue }
            let topic = Array(notice.dropFirst())
            if change == 0 { subscriptions.remove(topic) }
            guard change == 1 else { continue }
            if subscriptions.count < Self.subscriptionLimit { subscriptions.insert(topic) }
            let parts = String(decoding: notice.dropFirst(), as: UTF8.self).split(separator: "/")
            if parts.count == 2, parts[0] == "echo", Name.isValid(String(parts[1])) {
                try publishEcho(String(parts[1]))
            }
        }
    }
}
