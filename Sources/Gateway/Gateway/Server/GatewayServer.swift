// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Bus
import Glibc
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Runtime
import ServiceLifecycle
import Synchronization
import Wire

/// The HTTP gateway of an app: the console, the API and the event streams, over one connection to the bus.
public final class GatewayServer: Sendable {
    private enum State {
        case ready
        case running(ServiceGroup)
        case stopped
    }

    private let configuration: GatewayConfiguration
    private let log: any EventLog
    private let isBusConnected: @Sendable () -> Bool
    private let access: AccessStore
    private let files: ConsoleFiles
    private let logger: Logger
    let hub: StreamHub
    let metrics = GatewayMetrics()
    private let problems = ProblemBoard()
    let registry: ConnectionRegistry
    let streams: StreamLimits
    private let algolia: AlgoliaGateway?
    private let questions: Questions
    private let state = Mutex(State.ready)
    /// Whether requests are accepted.
    private let isServing = Atomic(false)

    /// Creates a gateway for a bus.
    ///
    /// - Parameters:
    ///   - configuration: Its configuration.
    ///   - log: The bus.
    ///   - executor: The executor for reading the bus, if not the shared one.
    ///   - isBusConnected: Whether the broker has reported lately.
    /// - Throws: `SearchBusError` if the secrets cannot be stored or a file cannot be read.
    public init(
        _ configuration: GatewayConfiguration,
        log: any EventLog,
        executor: (any TaskExecutor)? = nil,
        isBusConnected: @escaping @Sendable () -> Bool = { true }
    ) throws {
        self.configuration = configuration
        self.log = log
        self.isBusConnected = isBusConnected
        let level = configuration.logLevel
        logger = Logger(label: "gateway") { LineLogHandler(label: $0, level: level) }
        let (logger, directory) = (logger, configuration.dataDirectory)
        access = try AccessStore(
            dataDirectory: directory,
            onProblem: { logger.warning("\($0.message)", metadata: ["remedy": "\($0.remedy)"]) }
        )
        files = try ConsoleFiles(
            directory: configuration.webDirectory,
            controllers: configuration.app.controllers.mapValues { file in
                file.hasPrefix("/") ? file : "\(configuration.controllerDirectory)/\(file)"
            }
        )
        registry = ConnectionRegistry(
            limit: configuration.limits.connections,
            byteLimit: configuration.limits.connectionBytes
        )
        streams = StreamLimits(configuration.limits)
        questions = Questions(log: log, executor: executor, limits: configuration.limits, metrics: metrics)
        algolia =
            configuration.app.servesAlgolia
            ? try AlgoliaGateway(configuration, log: log, registry: registry, questions: questions) : nil
        hub = StreamHub(
            log: log,
            executor: executor,
            metrics: metrics,
            logger: logger,
            machine: configuration.machine,
            mute: configuration.app.ownPrograms,
            questions: questions,
            answers: algolia == nil ? [] : [TopicPrefix(.results, AlgoliaQuestion.component)]
        )
        algolia?.indexerProblem.withLock { [hub] in $0 = { AlgoliaTask.problem(of: $0, on: hub.board) } }
    }

    /// Serves until `stop` is called.
    ///
    /// - Parameter onReady: Called once when requests are accepted, with a link that authorizes one browser.
    /// - Throws: `SearchBusError` with `address-in-use` if another program listens there.
    public func run(onReady: @escaping @Sendable (String) -> Void = { _ in }) async throws {
        let listen = try configuration.reach.listen.withFreePort()
        let socketFile = listen.socketFile
        try socketFile?.checkFree()
        warn()
        let group = ServiceGroup(configuration: .init(services: [application(listen, onReady)], logger: logger))
        let isStopped = state.withLock { state in
            if case .stopped = state { return true }
            state = .running(group)
            return false
        }
        guard !isStopped else { return }
        do {
            try await group.run()
            try? socketFile?.remove()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw SearchBusError(.addressInUse, "Another program listens on \(configuration.reach.listen).")
        } catch let error as IOError {
            let reason = String(cString: strerror(error.errnoCode))
            throw SearchBusError(
                .invalidArgument,
                "The gateway cannot listen on \(listen): \(reason).",
                remedy: socketFile == nil
                    ? "Choose an address of this machine with --listen."
                    : "Make the socket's directory, as one that this user may write to, or choose another path with --listen."
            )
        }
    }

    private func warn() {
        let reach = configuration.reach
        if reach.listen.isRemote, let publicURL = reach.publicURL, !publicURL.isSecure {
            logger.warning("Keys and cookies sent to \(publicURL) can be read on the network, since it is not https.")
        }
    }

    /// Ends `run`: refuses new requests, ends every stream, and answers requests in progress.
    public func stop() {
        let group = state.withLock { state -> ServiceGroup? in
            defer { state = .stopped }
            guard case .running(let group) = state else { return nil }
            return group
        }
        hub.close()
        if let group { Task { await group.triggerGracefulShutdown() } }
    }

    private func application(
        _ listen: ListenAddress,
        _ onReady: @escaping @Sendable (String) -> Void
    ) -> Application<RouterResponder<GatewayContext>> {
        let publicURL = configuration.reach.publicURL
        let hosts = HostRule(listen: listen, publicURL: publicURL)
        let authenticator = Authenticator(
            store: access,
            port: publicURL?.port ?? listen.port ?? 0,
            isSecure: publicURL?.isSecure ?? false,
            isShared: configuration.machine != nil,
            allowsEverybody: configuration.allowsEverybody
        )
        let origin = publicURL?.description ?? "http://\(listen)"
        let api = GatewayAPI(
            configuration: configuration,
            log: log,
            hub: hub,
            questions: questions,
            streams: streams,
            registry: registry,
            metrics: metrics,
            authenticator: authenticator,
            files: files,
            origin: origin,
            logger: logger,
            isBusConnected: isBusConnected
        )
        let router = api.makeRouter(
            hosts: hosts,
            proxies: configuration.reach.proxyRule,
            algolia: algolia
        )
        let pulse = GatewayPulse(
            hub: hub,
            log: log,
            metrics: metrics,
            problems: problems,
            absence: { api.absence(at: $0) },
            waitingBytes: { [registry, streams] in registry.bytes + streams.bytes },
            endStreams: { api.grants.endAll { authenticator.refusals(of: $0) } },
            isReady: { [weak self] in
                (self?.isServing.load(ordering: .relaxed) ?? false) && api.othersAreReady
            },
            work: { [files, isDevelopment = configuration.isDevelopment] in
                api.holds.tick()
                api.noteIncidents(at: .now)
                if isDevelopment { files.refresh() }
            }
        )
        let (responder, server) = (router.buildResponder(), server(hosts))
        let settings = ApplicationConfiguration(address: listen.bindAddress, backlog: 512)
        let keeper = ListenKeeper(
            listen,
            runtimeDirectory: configuration.runtimeDirectory,
            problems: problems,
            listenAgain: { [logger] keeper in
                let again = Application(
                    responder: responder,
                    server: server,
                    configuration: settings,
                    onServerRunning: { _ in
                        logger.warning("The socket was missing or replaced; the gateway listens on \(listen) again.")
                        Self.log(to: logger) { try keeper.isListening() }
                    },
                    logger: logger
                )
                try await again.run()
            }
        )
        return Application(
            responder: responder,
            server: server,
            configuration: settings,
            services: [hub, pulse, keeper],
            onServerRunning: { [weak self, logger, directory = configuration.runtimeDirectory] _ in
                self?.isServing.store(true, ordering: .relaxed)
                Self.log(to: logger) {
                    try keeper.isListening()
                    try listen.write(to: directory)
                }
                onReady(origin + authenticator.makeLink())
            },
            logger: logger
        )
    }

    /// Runs an optional step, and logs its failure.
    private static func log(to logger: Logger, _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            logger.error("\(error)")
        }
    }

    private func server(_ hosts: HostRule) -> HTTPServerBuilder {
        var limits = configuration.limits
        if algolia == nil { (limits.writeBodySize, limits.eventsBodySize) = (limits.bodySize, limits.bodySize) }
        let (registry, metrics, bounds) = (registry, metrics, limits)
        return HTTPServerBuilder { responder in
            GuardedHTTPChannel(responder: responder, limits: bounds, registry: registry) {
                ConnectionGuard(hosts: hosts, registry: registry, metrics: metrics, limits: bounds)
            }
        }
    }
}
