// SPDX-License-Identifier: MIT

import Components
import FoundationEssentials
import Logging
import Runtime
import SearchModel
import Wire

/// The configuration of a gateway.
public struct GatewayConfiguration: Sendable {
    /// The limits for clients.
    public struct Limits: Sendable {
        /// The maximum number of open connections; above it an idle one is closed, or one that does not read.
        public var connections = 512
        /// The maximum number of pending requests of one connection.
        public var pipelinedRequests = 16
        /// The maximum size in bytes of pending requests and responses on all connections.
        public var connectionBytes = 64 << 20
        /// The maximum number of open streams of one browser.
        public var streamsPerBrowser = 6
        /// The maximum number of open streams of the browsers with one link to a session.
        public var streamsOfLink = 60
        /// The maximum number of open streams of the programs with one key, or with the owner's.
        public var streamsOfKey = 120
        /// The maximum number of open streams of programs, with all keys together; the others are for browsers.
        public var streamsOfPrograms = 240
        /// The maximum number of open streams in total.
        public var streams = 320
        /// The maximum size in bytes of pending views of one page; more are dropped and read again.
        public var bytesPerStream = 2 << 20
        /// The maximum number of pending bytes for the streams of one browser, one link, or one key.
        public var streamBytesPerPeer = 24 << 20
        /// The maximum number of pending bytes for the streams of programs, with all keys together.
        public var streamBytesOfPrograms = 48 << 20
        /// The maximum number of pending bytes for all streams.
        public var streamBytes = 64 << 20
        /// The maximum size of a request's body in bytes.
        public var bodySize = 64 << 10
        /// The maximum size in bytes of the body of a write to Algolia's interface.
        public var writeBodySize = 10 << 20
        /// The maximum size in bytes of the body of an event report to Algolia's interface.
        public var eventsBodySize = 1 << 20
        /// The maximum size of a request's header in bytes, without the longest address.
        public static let headerFieldBytes = 8 << 10
        /// The maximum size of a request's address and header fields in bytes, in total.
        public var headerSize = SessionLimits.address + headerFieldBytes
        /// The maximum number of header fields of a request.
        public var headerFields = 64
        /// How long a request's header may take from its first byte.
        public var headerTime = Duration.seconds(5)
        /// How long a connection may be open without a request.
        public var idleTime = Duration.seconds(15)
        /// How long a client may read almost nothing of its pending data.
        public var stuckTime = Duration.seconds(10)
        /// The interval of heartbeats of an idle stream.
        public var heartbeatInterval = Duration.seconds(5)
        /// How long a request waits for the outcomes of its intents.
        public var outcomeTime = Duration.seconds(5)
        /// The maximum number of sessions that one key may create in a minute, unless it has all permissions.
        public var sessionsOfKey = 300
        /// The maximum number of sessions that one client with such a key may create in a minute.
        public var sessionsOfClient = 60
        /// The maximum number of searches without a session in flight.
        public var searches = 128
        /// The maximum number of them of one caller, by its key or browser and its address.
        public var searchesPerCaller = 64
        /// The maximum number of pending requests of Algolia's interface.
        public var questions = 2_048
        /// The maximum size of these requests in bytes, in total.
        public var questionBytes = 32 << 20
        /// The maximum number and size of these requests of one caller, by its key and its address.
        public var questionsPerCaller = 512
        public var questionBytesPerCaller = 8 << 20
        /// The approximate timeout of such a request, or of a search without a session.
        public var questionTime = Duration.seconds(10)

        /// The limits of held intents.
        var holds = IntentHold.Limits()

        public init() {}

        /// The maximum size in bytes of the body of a request to a path.
        func bodySize(at uri: String) -> Int {
            if uri.hasPrefix(AlgoliaGateway.writePrefix) { return writeBodySize }
            return uri.prefix(while: { $0 != "?" }) == AlgoliaGateway.eventsPath ? eventsBodySize : bodySize
        }
    }

    /// Where to listen, the public address, and the trusted proxies.
    public var reach: GatewayReach
    /// The app.
    public var app: GatewayApp
    /// The directory of the broker's sockets and the supervisor's state.
    public var runtimeDirectory: String
    /// The directory of the gateway's secrets.
    public var dataDirectory: String
    /// The directory of the console's files; `nil` serves none.
    public var webDirectory: String?
    /// The base of the paths of widgets' controllers.
    public var controllerDirectory: String
    /// The name of this node among those that share a log; `nil` for a local log.
    public var machine: String?
    /// Whether files are read again when they change.
    public var isDevelopment = false
    /// Whether every client on this machine has all permissions.
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

    /// Creates a configuration from the arguments of a command line.
    ///
    /// - Parameters:
    ///   - reach: Where to listen, and for which clients.
    ///   - appFile: A file with the app as JSON.
    ///   - runtimeDirectory: The directory of the broker's sockets.
    ///   - dataDirectory: The directory of the gateway's secrets.
    ///   - webDirectory: The directory of the console's files.
    /// - Throws: `SearchBusError` that names the invalid argument.
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

    /// Sets the minimum level of logged messages.
    ///
    /// - Throws: `SearchBusError` with `invalid-argument`.
    public mutating func setLogLevel(_ name: String) throws {
        guard let level = Logger.Level(rawValue: name) else {
            throw SearchBusError(.invalidArgument, "Unknown log level `\(name)`.")
        }
        logLevel = level
    }
}
