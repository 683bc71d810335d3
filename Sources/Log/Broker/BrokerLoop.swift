// SPDX-License-Identifier: MIT

import Bus
import Glibc
import Runtime
import Wire

/// The broker's thread: reads commands, answers them, publishes events, keeps time.
final class BrokerLoop {
    typealias Client = BrokerClient

    private static let groupLimit = 256
    /// How many bytes the commands of a group have before it is closed.
    private static let groupBytes = 16 << 20
    /// How long questions are answered before the appends that came meanwhile have their turn.
    private static let questionTime: Duration = .milliseconds(4)
    /// How many questions may wait; beyond it they are dropped, and asked again.
    private static let questionLimit = 1024
    /// How many events one append group stores before it is committed.
    private static let eventLimit = 512
    /// How long a session is idle before it may go to keep the log small.
    static let minimumIdleTime: Duration = .seconds(60)
    /// The pause between two steps of taking idle sessions away.
    static let expiryPause: Duration = .milliseconds(50)

    let configuration: BrokerConfiguration
    let store: LogStore
    let clock = ContinuousClock()
    var statistics = BrokerStatistics()
    private let wakeUp: WakeUp
    let sockets: BrokerSockets
    let endpoints: BusEndpoints
    /// The sockets that processes of this machine connect to.
    var commandSocket: WatchedSocket
    var eventSocket: WatchedSocket
    /// What keeps the broker from its work.
    let problems = ProblemBoard()
    /// Questions that wait until the appends have had their turn.
    private var questions: [(client: Client, command: ReceivedCommand)] = []
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
        sockets = try BrokerSockets()
        commandSocket = WatchedSocket(BrokerSockets.commandSocket, endpoints.commandFile)
        eventSocket = WatchedSocket(BrokerSockets.eventSocket, endpoints.eventFile)
        try listen(&commandSocket)
        try listen(&eventSocket)
        if let tcp = configuration.tcp {
            sockets.add(try Listener(BrokerSockets.remoteCommandSocket, onPort: tcp.commandPort))
            sockets.add(try Listener(BrokerSockets.remoteEventSocket, onPort: tcp.eventPort))
        }
    }

    /// Listens on a socket's file, instead of a former one.
    func listen(_ socket: inout WatchedSocket) throws {
        try socket.watch.file.remove()
        let listener = try Listener(socket.kind, on: socket.watch.file)
        if let former = socket.listener { sockets.removeListener(former) }
        socket.listener = sockets.add(listener)
        socket.watch.noteBound()
    }

    func run(until mustStop: () -> Bool) throws {
        sockets.watch(wakeUp.descriptor)
        // A file is always readable.
        let isInputFile = configuration.endsWithStandardInput && !sockets.watch(STDIN_FILENO)
        var journalDescriptor: Int32?
        defer { sockets.drain() }
        while !mustStop() {
            // A journal that is reached later has another descriptor from then on.
            if let descriptor = journal.descriptor, descriptor != journalDescriptor {
                journalDescriptor = descriptor
                sockets.watch(descriptor)
            }
            sockets.wait(.milliseconds(hasToTrim || !questions.isEmpty ? 0 : longestWait))
            if sockets.isReadable(wakeUp.descriptor) { wakeUp.clear() }
            if isInputFile || sockets.isReadable(STDIN_FILENO), hasInputEnded() { return }
            try readCommands()
            try carryOutEntries()
            try answerQuestions()
            try answerReplays()
            try runTimers()
            sockets.flush()
        }
    }

    private func hasInputEnded() -> Bool {
        var buffer: [UInt8] = [0, 0, 0, 0]
        return Glibc.read(STDIN_FILENO, &buffer, buffer.count) <= 0
    }

    // MARK: Commands

    /// Reads what waits: the changes, which the journal puts in order, and the questions, which see their effect.
    private func readCommands() throws {
        var events = 0
        var bytes = 0
        for _ in 0..<Self.groupLimit {
            guard events < Self.eventLimit, bytes < Self.groupBytes, let (client, message) = sockets.nextCommand()
            else { return }
            bytes += message.bytes
            do {
                guard message.isWhole else {
                    throw SearchBusError(
                        .tooLarge,
                        "A command has at most \(BrokerSockets.commandFrames) frames and \(BrokerSockets.commandBytes >> 20) MiB."
                    )
                }
                let frames = message.frames.dropFirst()
                let command = try ReceivedCommand(frames: frames)
                if let change = LogCommand(command) {
                    guard mayWrite(client.isLocal) else { throw change.refusal }
                    if case .append(let append) = change { events += append.events.count }
                    try journal.add(change, frames, of: client, at: clock.now)
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
                sockets.publishEcho(nonce)
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
        if !sockets.answer(client, bodies) { statistics.unanswered += 1 }
    }
}

/// A socket with a file, which may be removed by others.
struct WatchedSocket {
    let kind: Listener.Socket
    var watch: SocketWatch
    /// The number of the listener.
    var listener: Int?

    init(_ kind: Listener.Socket, _ file: SocketFile) { (self.kind, watch) = (kind, SocketWatch(file)) }
}
