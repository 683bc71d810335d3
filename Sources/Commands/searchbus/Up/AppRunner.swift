// SPDX-License-Identifier: MIT

import AlgoliaKeys
import AppFile
import AppModel
import Bus
import Glibc
import Membership
import Runtime
import Supervisor
import Wire

/// Runs an app from its file until asked to end, and follows changes of the file.
struct AppRunner: Sendable {
    private static let watchInterval: Duration = .seconds(1)
    private static let requestInterval: Duration = .milliseconds(500)

    private let file: AppFilePath
    private let app: App
    private let broker: BrokerArguments
    private let plan: ProcessPlan
    private let endpoints: BusEndpoints
    private let output: SupervisorOutput
    /// This machine, where several share a log.
    private let member: ClusterMember?
    /// Who wants to hear how the app is.
    private let manager: ServiceManager?
    private let opening: ConsoleOpening

    /// Reads the app file and finds everything's place.
    ///
    /// - Throws: `SearchBusError` for an app file or places that cannot be used; problems of the file are printed.
    init(_ options: UpCommand, file: AppFilePath, form: LogForm, manager: ServiceManager?) throws {
        self.file = file
        self.manager = manager
        broker = options.broker
        output = SupervisorOutput(showsLink: options.printLink, form: form)
        do {
            app = options.broker.applied(to: try file.load())
        } catch let error as AppFileError {
            output.show(error, of: file)
            output.flush()
            throw file.summary(of: error)
        }
        if file.isFoundAbove { output.tell("app file: \(file.shown)") }
        // The broker and the gateway would say the same, after everything else was started.
        try SharedLog.check(app.log, isMachineGiven: options.cluster.isGiven)
        _ = try GatewayReach(
            listen: options.listen,
            publicURL: options.publicURL,
            trustedProxies: options.trustedProxy,
            requiresAuthorization: !options.noAuth
        )
        let data = RuntimeDirectory.absolute(options.data ?? file.dataDirectory(ofAppCalled: app.name))
        let runtime = options.runtime.map(RuntimeDirectory.absolute) ?? RuntimeDirectory.path(forData: data)
        let executables = try ExecutableFolder.current()
        endpoints = try BusEndpoints(runtimeDirectory: runtime)
        opening = ConsoleOpening(
            options.open ? Browser.system : nil,
            try AppLocation(.init(data: data, runtime: runtime), for: .looking)
        )
        member =
            app.log.isShared
            ? ClusterMember(
                machine: options.cluster.name,
                instance: Identifier.make(),
                roles: Set(options.cluster.roles),
                shardCount: app.log.shards
            ) : nil
        plan = ProcessPlan(
            executables: executables,
            appFolder: file.folder,
            dataDirectory: data,
            runtimeDirectory: runtime,
            broker: options.broker.options,
            roles: Set(options.cluster.roles),
            machine: member?.machine,
            shards: member.map { HostShards([], of: $0.shardCount) },
            listen: options.listen,
            gatewayOptions: (options.publicURL.map { ["--public-url", $0] } ?? [])
                + options.trustedProxy.flatMap { ["--trusted-proxy", $0] },
            web: options.web.map(RuntimeDirectory.absolute) ?? SharedFolder.web.find(near: executables),
            requiresAuthorization: !options.noAuth
        )
    }

    /// Runs the app.
    ///
    /// - Throws: `SearchBusError` where it cannot be started.
    func run(until signals: AsyncStream<Void>) async throws {
        defer { output.flush() }
        let stamps = plan.stamps(of: app)
        let definitions = plan.processes(of: app, stamps: stamps)
        try ExecutableFolder.check(definitions)
        try RuntimeDirectory.make(plan.dataDirectory)
        let lock = try SupervisorLock(directory: plan.dataDirectory, option: "data")
        try RuntimeDirectory.makePrivate(plan.runtimeDirectory)
        if RuntimeDirectory.isOpenToOthers(plan.dataDirectory) {
            output.warn("other users of this machine can read \(plan.dataDirectory): chmod 700 prevents that")
        }
        let isOneDirectory = plan.runtimeDirectory == plan.dataDirectory
        let runtimeLock =
            isOneDirectory ? nil : try SupervisorLock(directory: plan.runtimeDirectory, option: "runtime")
        let keeper = RuntimeKeeper(
            directory: plan.runtimeDirectory,
            lock: isOneDirectory ? lock : runtimeLock
        )
        try write(app, keeper)
        warn()
        // What was asked of an earlier run is of no matter now.
        let requests = RestartRequests(runtime: plan.runtimeDirectory)
        _ = requests.take()
        let supervisor = Supervisor(
            app: app.name,
            machine: member?.machine,
            definitions: definitions,
            dataDirectory: plan.dataDirectory,
            keeper: keeper,
            launcher: SystemLauncher(),
            listener: BusStatusListener(endpoints: endpoints, machine: member?.machine),
            show: { [self] message in
                output.show(message)
                guard case .report(let report) = message else { return }
                switch report {
                case .ready(_, let link):
                    tellAlgolia(link)
                    manager?.tell(.ready)
                    opening.open { output.warn($0) }
                case .stopping: manager?.tell(.stopping)
                default: break
                }
            }
        )
        let running = RunningPlan(plan, app, stamps)
        let talk = member.map { ClusterTalk($0, endpoints: endpoints) }
        try await withThrowingTaskGroup { group in
            group.addTask {
                for await _ in signals {
                    // The others are notified at once; and this node does not wait for a broker that has ended.
                    if let talk { Task { await talk.leave() } }
                    await supervisor.stop()
                }
            }
            group.addTask { await watch(supervisor, running, keeper) }
            if let talk { group.addTask { await talk.run { await take($0, running, supervisor) } } }
            group.addTask { await sayAlive(of: supervisor) }
            group.addTask { await heed(requests, supervisor) }
            try await supervisor.run()
            group.cancelAll()
        }
        withExtendedLifetime(lock) {}
    }

    /// Tells the service manager that the app is alive, as often as it wants to hear it.
    private func sayAlive(of supervisor: Supervisor) async {
        guard let manager, let interval = manager.interval else { return }
        while (try? await Task.sleep(for: interval)) != nil {
            await supervisor.answer()
            manager.tell(.alive)
        }
    }

    /// Says where Algolia's interface is, and where its keys are, without a key.
    private func tellAlgolia(_ link: String?) {
        guard app.servesAlgolia, let link, let ring = try? KeyFile(dataDirectory: plan.dataDirectory).read() else {
            return
        }
        let place = "\(link.prefix { $0 != "?" }.dropLast()), application \(ring.applicationID)"
        output.tell("Algolia's interface: \(place); `searchbus keys list --show` shows the keys")
    }

    /// Says what the app asks of its indexes in vain.
    private func warn() {
        let checked = try? file.load(against: plan.dataDirectory, looksInside: false)
        for warning in checked?.warnings ?? [] { output.warn(file.line(warning: warning)) }
    }

    private func heed(_ requests: RestartRequests, _ supervisor: Supervisor) async {
        while (try? await Task.sleep(for: Self.requestInterval)) != nil {
            let names = requests.take()
            if !names.isEmpty { await supervisor.restart(names) }
        }
    }

    /// Has this machine work for what it is to work for.
    private func take(_ news: ClusterTalk.News, _ running: RunningPlan, _ supervisor: Supervisor) async {
        switch news {
        case .nameTaken:
            output.warn(
                "another machine is called \(member?.machine ?? "") and is running: give this one another name (--machine)"
            )
        case .shards(let shards, let machines):
            guard let member else { return }
            let own = shards.isEmpty ? "no shard" : "shards \(shards.map(String.init).joined(separator: ", "))"
            let others = machines.isEmpty ? "no machine is running" : "working: \(machines.joined(separator: ", "))"
            output.tell("machine \(member.machine) has \(own) of \(member.shardCount); \(others)")
            await supervisor.change(to: running.work(for: shards), isOfApp: false)
        }
    }

    /// Follows the app file, and the programs and controllers that it names.
    private func watch(_ supervisor: Supervisor, _ running: RunningPlan, _ keeper: RuntimeKeeper) async {
        var fileStamp = FileStamp(path: file.path)
        while (try? await Task.sleep(for: Self.watchInterval)) != nil {
            let changed = read(&fileStamp, current: await running.app, keeper)
            if let definitions = await running.look(at: changed) { await supervisor.change(to: definitions) }
        }
    }

    /// Reads the app file where it has changed: a version that is in order takes effect, any other is only spoken of.
    private func read(_ stamp: inout FileStamp?, current: App, _ keeper: RuntimeKeeper) -> App? {
        let seen = FileStamp(path: file.path)
        // Editors that write a new file have none for a moment.
        guard seen != stamp, seen != nil else { return nil }
        stamp = seen
        do {
            let changed = broker.applied(to: try file.load())
            guard changed != current else { return nil }
            guard changed.name == app.name else {
                throw SearchBusError(
                    .invalidAppFile,
                    "the app is now called `\(changed.name)`",
                    remedy: "Restart `searchbus up` for an app with another name."
                )
            }
            guard changed.log == app.log else {
                throw SearchBusError(
                    .invalidAppFile,
                    "`log` has changed, and running processes keep their log",
                    remedy: "Restart `searchbus up` on every machine."
                )
            }
            try write(changed, keeper)
            warn()
            return changed
        } catch let error as AppFileError {
            output.show(error, of: file)
            output.warn("the app continues unchanged")
        } catch {
            output.warn("the app continues unchanged: \(error)")
        }
        return nil
    }

    /// Hands the app to the processes.
    private func write(_ app: App, _ keeper: RuntimeKeeper) throws {
        try keeper.write(Self.handedOver(app, folder: file.folder).json.bytes, to: ProcessPlan.appFileName)
    }

    /// The app as the processes get it: they run elsewhere, so the controllers' paths become whole, and `controller` is
    /// left for the gateway to say where it serves them.
    private static func handedOver(_ app: App, folder: String) -> App {
        var app = app
        for (index, widget) in app.widgets.enumerated() {
            guard let controller = widget.controller else { continue }
            app.widgets[index].controller = nil
            app.widgets[index].controllerFile =
                controller.hasPrefix("/") ? controller : RuntimeDirectory.absolute("\(folder)/\(controller)")
        }
        return app
    }
}
