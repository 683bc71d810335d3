// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import ArgumentParser
import Foundation
import Membership
import Runtime
import Supervisor
import Synchronization
import Wire

/// Runs a cluster of three machines on this one, for trying.
struct ClusterDemo: Sendable {
    /// Where the server's executable is looked for besides PATH.
    private static let folders = ["/usr/sbin", "/usr/local/sbin", "/usr/local/bin", "/usr/bin"]
    private static let natsServer = "nats-server"

    private let options: UpCommand
    private let plan: ClusterDemoPlan
    private let app: App
    /// The demo app, if no other one is given.
    private let demo: DemoApp?
    /// The data directory that the app has without a cluster.
    private let singleData: String
    private let output: SupervisorOutput
    private let form: LogForm

    /// Finds everything's place.
    ///
    /// - Throws: `SearchBusError` for what is missing or makes no sense.
    init(_ options: UpCommand, form: LogForm) throws {
        self.options = options
        self.form = form
        output = SupervisorOutput(showsLink: options.printLink, form: form)
        try Self.check(options)
        let executables = try ExecutableFolder.current()
        let file: AppFilePath
        (file, demo) = try Self.app(options.app, near: executables)
        do {
            app = try file.load()
        } catch let error as AppFileError {
            output.show(error, of: file)
            output.flush()
            throw file.summary(of: error)
        }
        try SharedLog.check(.jetStream([]), isMachineGiven: false)
        singleData = RuntimeDirectory.absolute(file.dataDirectory(ofAppCalled: app.name))
        plan = ClusterDemoPlan(
            folder: RuntimeDirectory.absolute(options.data ?? "\(singleData)-cluster"),
            listen: try Self.addresses(from: options.listen),
            ports: try FreePorts.find(ClusterDemoPlan.portCount),
            app: file.path,
            executable: "\(executables)/searchbus",
            natsServer: try Self.findServer(),
            options: Self.handedOn(options)
        )
    }

    private static func check(_ options: UpCommand) throws {
        let refused = [
            ("--runtime", options.runtime != nil), ("--public-url", options.publicURL != nil),
            ("--machine", options.cluster.machine != nil), ("--roles", options.cluster.isGiven),
            ("--journal", !options.broker.journal.isEmpty),
            ("--journal-replicas", options.broker.journalReplicas != nil),
            ("--tcp", options.broker.tcp || options.broker.tcpAppend),
        ]
        guard let (name, _) = refused.first(where: \.1) else { return }
        throw SearchBusError(
            .invalidArgument,
            "\(name) cannot be combined with --cluster-demo, whose nodes have their own.",
            remedy: "Remove it, or start the machines yourself: see docs/cluster.md."
        )
    }

    /// The app that is named, or found, or else the demo that comes with SearchBus.
    private static func app(_ argument: String?, near executables: String) throws -> (AppFilePath, DemoApp?) {
        do {
            return (try AppFilePath(argument), nil)
        } catch {
            guard argument == nil else { throw error }
            let demo = try DemoApp("store", folder: SharedFolder.demo.find(near: executables))
            return (demo.file, demo)
        }
    }

    /// The gateways' addresses: the one asked for, and those with the next ports.
    static func addresses(from text: String) throws -> [String] {
        guard case .address(let host, let port) = try ListenAddress(parsing: text),
            port <= 65_535 - ClusterDemoPlan.names.count
        else {
            throw SearchBusError(
                .invalidArgument,
                "`\(text)` is not a valid address for the first of three gateways.",
                remedy: "Write HOST:PORT; the other two take the next ports: --listen 127.0.0.1:8080."
            )
        }
        let ports =
            port == 0
            ? try FreePorts.find(ClusterDemoPlan.names.count) : ClusterDemoPlan.names.indices.map { port + $0 }
        return ports.map { ListenAddress.address(host: host, port: $0).description }
    }

    private static func handedOn(_ options: UpCommand) -> [String] {
        (options.web.map { ["--web", RuntimeDirectory.absolute($0)] } ?? [])
            + (options.noAuth ? ["--no-auth"] : [])
            + options.trustedProxy.flatMap { ["--trusted-proxy", $0] }
            + [
                "--durability", options.broker.durability.rawValue, "--retention", "\(options.broker.retention)",
                "--session-days", "\(options.broker.sessionDays)",
            ]
    }

    static func findServer(
        path: String = ProcessInfo.processInfo.environment["PATH"] ?? "",
        exists: (String) -> Bool = { access($0, X_OK) == 0 }
    ) throws -> String {
        let candidates = (path.split(separator: ":").map(String.init) + folders).map { "\($0)/\(natsServer)" }
        guard let found = candidates.first(where: exists) else {
            throw SearchBusError(
                .libraryMissing,
                "\(natsServer), which stores the replicated log, is neither in PATH nor in \(folders[0]).",
                remedy: "Install it: sudo apt-get install nats-server."
            )
        }
        return found
    }

    /// Runs the cluster.
    ///
    /// - Throws: `SearchBusError` where it cannot be started.
    func run(until signals: AsyncStream<Void>) async throws {
        defer { output.flush() }
        try RuntimeDirectory.make(plan.folder)
        let lock = try SupervisorLock(directory: plan.folder, option: "data")
        // A node without its port would end and be started again, for as long as the port is taken.
        for machine in plan.machines { try ListenAddress(parsing: machine.listen).checkFree() }
        let files = ClusterDemoFiles(plan: plan)
        try files.prepare(servesAlgolia: app.servesAlgolia)
        try fetchIndexes(files)
        let ready = Mutex<[String: String]>([:])
        let supervisor = Supervisor(
            app: app.name,
            definitions: plan.processes,
            dataDirectory: plan.folder,
            keeper: RuntimeKeeper(directory: plan.folder, lock: lock),
            launcher: SystemLauncher(),
            listener: ClusterDemoListener(plan: plan) { [self] machine, address in
                let (links, isNew) = ready.withLock { ready in
                    let isNew = ready[machine.name] == nil
                    ready[machine.name] = link(of: machine, address: address)
                    return (ready, isNew)
                }
                tell(machine, isNew: isNew, links)
            },
            show: { [self] message in if let message = worthReading(message) { output.show(message) } }
        )
        output.tell("three NATS servers, and three machines in \(plan.folder); Ctrl-C ends all of them")
        try await withThrowingTaskGroup { group in
            group.addTask { for await _ in signals { await supervisor.stop() } }
            try await supervisor.run()
            group.cancelAll()
        }
        withExtendedLifetime(lock) {}
    }

    /// Gives the machines the indexes that the app has without a cluster, and imports those of the demo that are nowhere.
    private func fetchIndexes(_ files: ClusterDemoFiles) throws {
        try copyIndexes(files, from: [singleData])
        if let demo, let first = plan.machines.first {
            for index in try demo.missingIndexes(in: first.data) {
                let location = try AppLocation(.init(data: first.data), for: .changing)
                let arguments = try demo.importArguments(index) + ["--data", first.data]
                output.tell(try IndexImport(try IndexImportCommand.parse(arguments), location: location).run().sentence)
            }
        }
        try copyIndexes(files, from: plan.machines.map(\.data))
    }

    private func copyIndexes(_ files: ClusterDemoFiles, from folders: [String]) throws {
        for folder in folders {
            for name in try files.copyIndexes(from: "\(folder)/indexes") {
                output.tell("the index \(name) was copied from \(folder)")
            }
        }
    }

    /// Whether login links may be printed to this output.
    private var showsLinks: Bool { form == .text && (options.printLink || Terminal.output.isInteractive) }

    /// The address of a node's console; a login link if the output may have it.
    private func link(of machine: ClusterDemoPlan.Machine, address: String) -> String {
        let plain = String(address.prefix { $0 != "?" })
        guard showsLinks, !options.noAuth, let location = try? AppLocation(.init(data: machine.data), for: .looking),
            let link = try? ConsoleLink.make(at: location)
        else { return plain }
        return link
    }

    private func tell(_ machine: ClusterDemoPlan.Machine, isNew: Bool, _ links: [String: String]) {
        guard isNew else {
            return output.tell("\(machine.process) is ready again: \(links[machine.name] ?? machine.listen)")
        }
        guard links.count == plan.machines.count else { return output.tell("\(machine.process) is ready") }
        output.tell("the same app on three machines:")
        for machine in plan.machines { output.tell("  \(machine.name)  \(links[machine.name] ?? machine.listen)") }
        if !showsLinks, !options.noAuth {
            output.tell("searchbus link --data \(plan.machines[0].data) prints a login link")
        }
    }

    /// What each machine says of its processes at its start, and a server of its connections, is left out; what goes
    /// wrong is not.
    private func worthReading(_ message: Supervisor.Message) -> Supervisor.Message? {
        switch message {
        case .report(.ready), .report(.link): return nil
        case .report(.stopped(let name, .code(1))) where plan.servers.contains { $0.name == name }:
            // A server ends with this code when it was asked to.
            return .report(.stopped(name: name, .code(0)))
        case .line(let process, let line) where form == .text:
            if plan.servers.contains(where: { $0.name == process }) { return line.contains("[FTL]") ? message : nil }
            let level = LogRecord(line: line)?.level
            return level.map { [.warning, .error, .critical].contains($0) } ?? true ? message : nil
        case .problem, .report, .line: return message
        }
    }
}
