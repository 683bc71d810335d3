// SPDX-License-Identifier: MIT

import AppModel
import Bus
import Interactors
import Runtime
import SearchModel
import Wire

/// Which processes make up a running app, and how each is started.
public struct ProcessPlan: Sendable, Hashable {
    public var executables: String
    /// The folder of the app file, in which custom widgets run.
    public var appFolder: String
    public var dataDirectory: String
    /// Where the sockets, `app.json` and the state file live.
    public var runtimeDirectory: String
    public var broker: BrokerOptions
    /// What this machine does.
    public var roles: Set<MachineRole>
    /// What this machine is called, where several share a log.
    public var machine: String?
    /// For which shards this machine works, where several share a log; `nil` where it has one of its own.
    public var shards: HostShards?
    public var listen: String
    public var gatewayOptions: [String]
    /// The folder of the console's files; `nil` leaves the choice to the gateway.
    public var web: String?
    /// Whether the gateway asks who is calling.
    public var requiresAuthorization: Bool

    public init(
        executables: String,
        appFolder: String,
        dataDirectory: String,
        runtimeDirectory: String,
        broker: BrokerOptions = BrokerOptions(),
        roles: Set<MachineRole> = Set(MachineRole.allCases),
        machine: String? = nil,
        shards: HostShards? = nil,
        listen: String = "127.0.0.1:8080",
        gatewayOptions: [String] = [],
        web: String? = nil,
        requiresAuthorization: Bool = true
    ) {
        self.executables = executables
        self.appFolder = appFolder
        self.dataDirectory = dataDirectory
        self.runtimeDirectory = runtimeDirectory
        self.broker = broker
        self.roles = roles
        self.machine = machine
        self.shards = shards
        self.listen = listen
        self.gatewayOptions = gatewayOptions
        self.web = web
        self.requiresAuthorization = requiresAuthorization
    }

    /// How long a custom widget that says nothing on the bus must live to count as running.
    static let customAge: Duration = .seconds(1)

    public static let appFileName = "app.json"

    /// The file from which every process reads the app.
    public var appFile: String { "\(runtimeDirectory)/\(Self.appFileName)" }

    /// The processes of an app, in the order in which they start.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - stamps: The files that processes read at their start, as `stamps(of:)` saw them: where one has changed, the
    ///     process is another.
    /// - Returns: What is to run.
    public func processes(of app: App, stamps: [String: FileStamp] = [:]) -> [ProcessDefinition] {
        let all = definitions(of: app, stamps)
        return machine.map { machine in all.map { $0.with(Machine.variable, machine) } } ?? all
    }

    private func definitions(of app: App, _ stamps: [String: FileStamp]) -> [ProcessDefinition] {
        [brokerProcess(app)]
            + (app.log.isShared ? [copies(app)] : [])
            + (roles.contains(.workers) ? workers(of: app, stamps) : [])
            // The counts are made from the log of the machine, and shown by its gateway.
            + (app.countsInsights && (shards == nil || roles.contains(.gateway)) ? [insights(app)] : [])
            + (roles.contains(.gateway) ? [gateway(app, stamps)] : [])
    }

    /// What works for sessions: for all, or for those of this machine's shards.
    private func workers(of app: App, _ stamps: [String: FileStamp]) -> [ProcessDefinition] {
        let searchers: [(WorkerKind, ProcessDefinition)] = app.searcherParts.compactMap { part in
            part.program == nil
                ? (.searcher, searcher(part, app)) : program(part, app, stamps).map { (.ownSearcher, $0) }
        }
        let all: [(kind: WorkerKind, definition: ProcessDefinition)] =
            [(.state, stateStore(app))] + searchers
            + (app.servesAlgolia ? [(.questions, questions(app)), (.indexer, indexer)] : [])
            + app.interactorWorkers.map { (.interactor, interactor($0.name, $0.widgets, app)) }
            + app.widgets.compactMap { custom($0, app, stamps).map { (.ownWidget, $0) } }
            + app.sinks.map { (.sink, sink($0)) }
        guard let shards else { return all.map(\.definition) }
        guard !shards.numbers.isEmpty else { return [] }
        return all.compactMap { kind, definition in
            guard !kind.isDivided else { return definition.with(HostShards.variable, shards.text) }
            // What is not divided runs on one machine, as if it were a shard.
            let place = SessionShard.of(definition.name, among: shards.count)
            return shards.numbers.contains(place) ? definition : nil
        }
    }

    // MARK: - Each kind

    private func brokerProcess(_ app: App) -> ProcessDefinition {
        ProcessDefinition(
            name: "broker",
            role: .broker,
            executable: path("searchbus-broker"),
            arguments: ["--data", dataDirectory, "--runtime", runtimeDirectory] + broker.arguments(of: app) + [
                "--supervised"
            ],
            inheritance: Self.ofJournal(app)
        )
    }

    /// The process that keeps copies of a log that several machines share.
    private func copies(_ app: App) -> ProcessDefinition {
        ProcessDefinition(
            name: "copies",
            role: .worker,
            executable: path("searchbus-copies"),
            arguments: ["keep", "--data", dataDirectory, "--runtime", runtimeDirectory] + broker.journal(of: app)
                + ["--growth", "\(broker.journalGrowth)", "--supervised"],
            inheritance: Self.ofJournal(app)
        )
    }

    /// The owner of all that a session asks for: it runs also where an app has no filter states.
    private func stateStore(_ app: App) -> ProcessDefinition {
        ProcessDefinition(
            name: WorkerKind.state.name,
            role: .worker,
            executable: program(.state).executable,
            arguments: program(.state).arguments + common,
            inheritance: .usual(and: []),
            configuration: [
                "searchers": .array(app.searchers.map(\.json)),
                "filterStates": .array(app.filterStates.map(\.json)),
                // What an intent to a widget means is decided here.
                "widgets": .array(app.widgets.filter(\.isBuiltIn).map(Self.logic)),
            ]
        )
    }

    private func searcher(_ part: SearcherPart, _ app: App) -> ProcessDefinition {
        let members = part.members.compactMap(app.searcher)
        let backends = app.backends.filter { backend in members.contains { $0.backend == backend.name } }
        // What other programs are asked with is large: only a searcher that needs it carries it.
        let isRemote = backends.contains { BackendType(named: $0.type)?.place == .remote }
        return ProcessDefinition(
            name: WorkerKind.searcher.process(part.component),
            role: .worker,
            executable: program(.searcher, isRemote: isRemote).executable,
            arguments: program(.searcher, isRemote: isRemote).arguments + [
                "--searcher", part.unit, "--data", dataDirectory,
            ]
                + common,
            inheritance: .usual(and: Self.variables(of: backends)),
            configuration: Self.configuration(of: part, backends, app)
        )
    }

    /// The program of a custom backend; `nil` if SearchBus does not start it.
    private func program(_ part: SearcherPart, _ app: App, _ stamps: [String: FileStamp]) -> ProcessDefinition? {
        guard let backend = part.program.flatMap(app.backend), let command = backend.run else { return nil }
        let (executable, arguments) = CustomCommand.guarded(command)
        return ProcessDefinition(
            name: WorkerKind.ownSearcher.process(part.component),
            role: .worker,
            executable: executable,
            arguments: arguments,
            environment: [
                "SEARCHBUS_RUNTIME": runtimeDirectory, "SEARCHBUS_SEARCHER": part.unit,
                "SEARCHBUS_BACKEND": backend.name, "SEARCHBUS_APP": appFile,
            ],
            inheritance: .program(and: Self.variables(of: [backend]) + backend.environment),
            workingDirectory: appFolder,
            readiness: .statusOrAge(Self.customAge),
            configuration: [
                "part": Self.configuration(of: part, [backend], app),
                "files": Self.texts(stamps, of: programs(of: command)),
            ]
        )
    }

    private static func configuration(of part: SearcherPart, _ backends: [BackendConfiguration], _ app: App) -> JSON {
        let members = part.members.compactMap(app.searcher)
        let unit = part.members == [part.unit] ? [] : app.searcher(part.unit).map { [$0] } ?? []
        return [
            "searchers": .array((unit + members).map(\.json)),
            "backends": .array(backends.map(\.json)),
            "needs": .array(members.map { needs(of: $0.name, app) }),
        ]
    }

    /// The process that answers those who ask by Algolia's interface.
    private func questions(_ app: App) -> ProcessDefinition {
        let asked = Set(app.searchers.filter { $0.index != nil }.map(\.backend))
        let backends = app.backends.filter { asked.contains($0.name) }
        let isRemote = backends.contains { BackendType(named: $0.type)?.place == .remote }
        return ProcessDefinition(
            name: WorkerKind.questions.name,
            role: .worker,
            executable: program(.questions, isRemote: isRemote).executable,
            arguments: program(.questions, isRemote: isRemote).arguments + [
                "--searcher", WorkerKind.questions.component, "--data", dataDirectory,
            ] + common,
            inheritance: .usual(and: Self.variables(of: backends)),
            configuration: [
                "owners": .array(app.searchers.map { [.string($0.index ?? ""), .string($0.backend)] }),
                "backends": .array(backends.map(\.json)),
            ]
        )
    }

    /// The process that applies what is written by Algolia's interface.
    private var indexer: ProcessDefinition {
        ProcessDefinition(
            name: WorkerKind.indexer.name,
            role: .worker,
            executable: program(.indexer).executable,
            arguments: program(.indexer).arguments + [
                "--data", dataDirectory, "--runtime", runtimeDirectory, "--supervised",
            ],
            inheritance: .usual(and: [])
        )
    }

    /// The process that counts what people search for.
    private func insights(_ app: App) -> ProcessDefinition {
        ProcessDefinition(
            name: WorkerKind.insights.name,
            role: .worker,
            executable: program(.insights).executable,
            arguments: program(.insights).arguments + ["--data", dataDirectory] + common,
            inheritance: .usual(and: []),
            // Which searchers have hits, and which are asked together.
            configuration: .array(app.searchers.map { [.string($0.name), .string($0.type), JSON($0.members)] })
        )
    }

    private func sink(_ sink: Sink) -> ProcessDefinition {
        ProcessDefinition(
            name: WorkerKind.sink.process(sink.name),
            role: .worker,
            executable: program(.sink).executable,
            arguments: program(.sink).arguments + ["--sink", sink.name] + common,
            inheritance: .usual(and: sink.variables),
            configuration: sink.json
        )
    }

    private func interactor(_ name: String, _ widgets: [String], _ app: App) -> ProcessDefinition {
        ProcessDefinition(
            name: name,
            role: .worker,
            executable: program(.interactor).executable,
            arguments: program(.interactor).arguments + ["--name", name] + widgets.flatMap { ["--widget", $0] }
                + common,
            inheritance: .usual(and: []),
            configuration: .array(widgets.compactMap(app.widget).map(Self.logic))
        )
    }

    private func custom(_ widget: App.Widget, _ app: App, _ stamps: [String: FileStamp]) -> ProcessDefinition? {
        guard !widget.isExternal, let command = widget.run else { return nil }
        let (executable, arguments) = CustomCommand.guarded(command)
        return ProcessDefinition(
            name: WorkerKind.ownWidget.process(widget.name),
            role: .worker,
            executable: executable,
            arguments: arguments,
            environment: [
                "SEARCHBUS_RUNTIME": runtimeDirectory, "SEARCHBUS_WIDGET": widget.name, "SEARCHBUS_APP": appFile,
            ],
            inheritance: .program(and: widget.environment),
            workingDirectory: appFolder,
            readiness: .statusOrAge(Self.customAge),
            configuration: ["widget": Self.logic(widget), "files": Self.texts(stamps, of: programs(of: command))]
        )
    }

    private func gateway(_ app: App, _ stamps: [String: FileStamp]) -> ProcessDefinition {
        ProcessDefinition(
            name: "gateway",
            role: .gateway,
            executable: path("searchbus-gateway"),
            arguments: ["--data", dataDirectory, "--listen", listen] + gatewayOptions
                + (web.map { ["--web", $0] } ?? [])
                + (requiresAuthorization ? [] : ["--no-auth"])
                + common,
            inheritance: .usual(and: []),
            configuration: ["app": app.json, "files": Self.texts(stamps, of: app.widgets.flatMap(controllers(of:)))]
        )
    }

    /// What processes get that speak to the servers of a shared log.
    private static func ofJournal(_ app: App) -> Inheritance {
        .usual(and: [], prefixes: app.log.isShared ? [LogServer.variablePrefix] : [])
    }

    /// The variables in which backends have what they keep secret.
    private static func variables(of backends: [BackendConfiguration]) -> [String] {
        Set(backends.flatMap { BackendConfiguration.variables(of: $0.parameters) }).sorted()
    }

    private var common: [String] { ["--app", appFile, "--runtime", runtimeDirectory, "--supervised"] }

    private func path(_ executable: String) -> String { "\(executables)/\(executable)" }

    /// The executable of a kind of worker, and the arguments with which it becomes one.
    private func program(_ kind: WorkerKind, isRemote: Bool = false) -> (executable: String, arguments: [String]) {
        let executable = isRemote ? WorkerKind.remoteWorker : kind.program?.executable ?? ""
        return (path(executable), [kind.program?.command].compactMap(\.self))
    }

    private static func needs(of searcher: String, _ app: App) -> JSON {
        [
            "facets": .array(app.facets(for: searcher).map(\.json)), "stats": JSON(app.stats(for: searcher)),
        ]
    }

    /// What a widget's logic depends on; where it stands and what draws it is the gateway's business.
    private static func logic(_ widget: App.Widget) -> JSON {
        var widget = widget
        (widget.place, widget.controller) = (.main, nil)
        return widget.json
    }
}
