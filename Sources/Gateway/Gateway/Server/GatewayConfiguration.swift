// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import Components
import FoundationEssentials
import Logging
import Runtime
import SearchModel
import Wire

/// How a gateway is to work.
public struct GatewayConfiguration: Sendable {
    /// What clients may take of the gateway.
    public struct Limits: Sendable {
        /// How many connections are open at a time; above it one that asks for nothing goes, or one that takes nothing.
        public var connections = 512
        /// How many requests of one connection may wait for their answers.
        public var pipelinedRequests = 16
        /// How many bytes of requests and answers wait on all connections.
        public var connectionBytes = 64 << 20
        /// How many streams one browser has open at a time.
        public var streamsPerBrowser = 6
        /// How many streams the browsers have open at a time that came through one link to a session.
        public var streamsOfLink = 60
        /// How many streams the programs have open at a time that have one key, or all that have the owner's.
        public var streamsOfKey = 120
        /// How many streams programs have open at a time, with all keys together; the others are for browsers.
        public var streamsOfPrograms = 240
        /// How many streams are open in all.
        public var streams = 320
        /// How many bytes of views wait for one page before they are dropped and read anew.
        public var bytesPerStream = 2 << 20
        /// How many bytes wait for the streams of one browser, one link, or one key.
        public var streamBytesPerPeer = 24 << 20
        /// How many bytes wait for the streams of programs, with all keys together.
        public var streamBytesOfPrograms = 48 << 20
        /// How many bytes wait for all streams.
        public var streamBytes = 64 << 20
        /// How many bytes a request's body has.
        public var bodySize = 64 << 10
        /// How many bytes a request's body has that writes by Algolia's interface.
        public var writeBodySize = 10 << 20
        /// How many bytes a request's body has that reports events by Algolia's interface.
        public var eventsBodySize = 1 << 20
        /// How many bytes a request's header has beside the longest address.
        public static let headerFieldBytes = 8 << 10
        /// How many bytes a request's address and header fields have in all.
        public var headerSize = SessionLimits.address + headerFieldBytes
        /// How many header fields a request has.
        public var headerFields = 64
        /// How long a request's header may take from its first byte.
        public var headerTime = Duration.seconds(5)
        /// How long a connection may be open without a request.
        public var idleTime = Duration.seconds(15)
        /// How long a client may take next to nothing of what waits for it.
        public var stuckTime = Duration.seconds(10)
        /// How often a stream that has nothing to say says so.
        public var heartbeatInterval = Duration.seconds(5)
        /// How long a request waits for the outcomes of its intents.
        public var outcomeTime = Duration.seconds(5)
        /// How many sessions one key may begin in a minute, unless it may do everything.
        public var sessionsOfKey = 300
        /// How many sessions one client with such a key may begin in a minute.
        public var sessionsOfClient = 60
        /// How many searches without a session are under way at a time.
        public var searches = 128
        /// How many of them one caller has, by its key or browser and its address.
        public var searchesPerCaller = 64
        /// How many questions of Algolia's interface wait for their answers at a time.
        public var questions = 2_048
        /// How many bytes these questions have in all.
        public var questionBytes = 32 << 20
        /// How many of these questions one caller has, by its key and its address, and how many bytes they have.
        public var questionsPerCaller = 512
        public var questionBytesPerCaller = 8 << 20
        /// How long such a question, or a search without a session, waits for its answer, about.
        public var questionTime = Duration.seconds(10)

        public init() {}

        /// How many bytes the body of a request for an address may have.
        func bodySize(at uri: String) -> Int {
            if uri.hasPrefix(AlgoliaGateway.writePrefix) { return writeBodySize }
            return uri.prefix(while: { $0 != "?" }) == AlgoliaGateway.eventsPath ? eventsBodySize : bodySize
        }
    }

    /// Where to listen, what people open, and which proxies are believed.
    public var reach: GatewayReach
    /// The app.
    public var app: GatewayApp
    /// Where the broker's sockets and the supervisor's notes are.
    public var runtimeDirectory: String
    /// Where the gateway keeps its secrets.
    public var dataDirectory: String
    /// Where the console's files are; `nil` serves none.
    public var webDirectory: String?
    /// What the paths of widgets' controllers are relative to.
    public var controllerDirectory: String
    /// What this machine is called among those that share a log; `nil` where it shares none.
    public var machine: String?
    /// Whether files are read again when they change.
    public var isDevelopment = false
    /// Whether everybody on this machine may do everything.
    public var allowsEverybody = false
    public var limits = Limits()
    public var logLevel = Logger.Level.notice

    public init(
        listen: ListenAddress,
        app: GatewayApp,
        runtimeDirectory: String,
        dataDirectory: String,
        webDirectory: String? = nil,
        controllerDirectory: String = "."
    ) {
        reach = GatewayReach(listen: listen)
        self.app = app
        self.runtimeDirectory = runtimeDirectory
        self.dataDirectory = dataDirectory
        self.webDirectory = webDirectory
        self.controllerDirectory = controllerDirectory
    }

    /// Makes a configuration from what stands on a command line.
    ///
    /// - Parameters:
    ///   - reach: Where to listen, and for whom.
    ///   - appFile: A file with the app as JSON.
    ///   - runtimeDirectory: Where the broker's sockets are.
    ///   - dataDirectory: Where the gateway keeps its secrets.
    ///   - webDirectory: Where the console's files are.
    /// - Throws: `SearchBusError` that names the argument which is wrong.
    public init(
        reach: GatewayReach,
        appFile: String,
        runtimeDirectory: String,
        dataDirectory: String,
        webDirectory: String?
    ) throws {
        let read = try WorkerProcess.app(at: appFile)
        let app: GatewayApp
        do {
            app = try GatewayApp(read)
        } catch {
            throw SearchBusError(.invalidAppFile, "`\(appFile)` is not a valid app: \(error).")
        }
        self.init(
            listen: reach.listen,
            app: app,
            runtimeDirectory: runtimeDirectory,
            dataDirectory: dataDirectory,
            webDirectory: webDirectory,
            controllerDirectory: appFile.lastIndex(of: "/").map { String(appFile[..<$0]) } ?? "."
        )
        self.reach = reach
    }

    /// Sets from which level on messages are logged.
    ///
    /// - Throws: `SearchBusError` with `invalid-argument`.
    public mutating func setLogLevel(_ name: String) throws {
        guard let level = Logger.Level(rawValue: name) else {
            throw SearchBusError(.invalidArgument, "Unknown log level `\(name)`.")
        }
        logLevel = level
    }
}
