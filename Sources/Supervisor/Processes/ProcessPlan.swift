// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import Interactors
import SearchModel
import Wire

/// Which processes make up a running app, and how each is started.
public struct ProcessPlan: Sendable, Hashable {
    /// The folder of the executables.
    public var executables: String
    /// The folder of the app file, in which custom widgets run.
    public var appFolder: String
    /// Where the log and the indexes live.
    public var dataDirectory: String
    /// Where the sockets, `app.json` and the state file live.
    public var runtimeDirectory: String
    /// What the broker is told.
    public var broker: BrokerOptions
    /// Where the gateway listens.
    public var listen: String
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
        listen: String = "127.0.0.1:8080",
        web: String? = nil,
        requiresAuthorization: Bool = true
    ) {
        self.executables = executables
        self.appFolder = appFolder
        self.dataDirectory = dataDirectory
        self.runtimeDirectory = runtimeDirectory
        self.broker = broker
        self.listen = listen
        self.web = web
        self.requiresAuthorization = requiresAuthorization
    }

    /// How long a custom widget that says nothing on the bus must live to count as running.
    static let customAge: Duration = .seconds(1)

    /// The file from which every process reads the app.
    public var appFile: String { "\(runtimeDirectory)/app.json" }

    /// The processes of an app, in the order in which they start.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - stamps: The files that processes read at their start, as `stamps(of:)` saw them: where one has changed, the
    ///     process is another.
    /// - Returns: What is to run.
    public func processes(of app: App, stamps: [String: FileStamp] = [:]) -> [ProcessDefinition] {
        [brokerProcess, state(app)]
            + app.searcherUnits.map { searcher($0, app) }
            + app.interactorWorkers.map { interactors($0.name, $0.widgets, app) }
            + app.widgets.compactMap { custom($0, stamps) }
            + [gateway(app, stamps)]
    }

    // MARK: - Each kind

    private var brokerProcess: ProcessDefinition {
        ProcessDefinition(
            name: "broker",
            role: .broker,
            executable: path("searchbus-broker"),
            arguments: ["--data", dataDirectory, "--runtime", runtimeDirectory] + broker.arguments + ["--supervised"]
        )
    }

    private func state(_ app: App) -> ProcessDefinition {
        var logic = app.json.object ?? JSONObject()
        logic["console"] = nil
        logic["interactors"] = nil
        logic["widgets"] = .array(app.widgets.map(Self.logic))
        return ProcessDefinition(
            name: "state",
            role: .worker,
            executable: path("searchbus-state"),
            arguments: common,
            configuration: .object(logic)
        )
    }

    private func searcher(_ unit: Searcher, _ app: App) -> ProcessDefinition {
        let members = app.members(of: unit)
        let backends = app.backends.filter { backend in members.contains { $0.backend == backend.name } }
        // Engines other than the embedded one are reached over HTTP, whose client is large: only a searcher that
        // needs it carries it.
        let isRemote = backends.contains { $0.type != Backend.embedded.type }
        return ProcessDefinition(
            name: "searcher-\(unit.name)",
            role: .worker,
            executable: path(isRemote ? "searchbus-searcher-http" : "searchbus-searcher"),
            arguments: ["--searcher", unit.name, "--data", dataDirectory] + common,
            configuration: [
                "searchers": .array(([unit] + members).map(\.json)),
                "backends": .array(backends.map(\.json)),
                "needs": .array(members.map { Self.needs(of: $0.name, app) }),
            ]
        )
    }

    private func interactors(_ name: String, _ widgets: [String], _ app: App) -> ProcessDefinition {
        ProcessDefinition(
            name: name,
            role: .worker,
            executable: path("searchbus-interactor"),
            arguments: ["--name", name] + widgets.flatMap { ["--widget", $0] } + common,
            configuration: .array(widgets.compactMap(app.widget).map(Self.logic))
        )
    }

    private func custom(_ widget: App.Widget, _ stamps: [String: FileStamp]) -> ProcessDefinition? {
        guard !widget.isExternal, let command = widget.run else { return nil }
        let (executable, arguments) = CustomCommand.guarded(command)
        return ProcessDefinition(
            name: "custom-\(widget.name)",
            role: .worker,
            executable: executable,
            arguments: arguments,
            environment: [
                "SEARCHBUS_RUNTIME": runtimeDirectory, "SEARCHBUS_WIDGET": widget.name, "SEARCHBUS_APP": appFile,
            ],
            workingDirectory: appFolder,
            readiness: .statusOrAge(Self.customAge),
            configuration: ["widget": Self.logic(widget), "files": Self.texts(stamps, of: programs(of: widget))]
        )
    }

    private func gateway(_ app: App, _ stamps: [String: FileStamp]) -> ProcessDefinition {
        ProcessDefinition(
            name: "gateway",
            role: .gateway,
            executable: path("searchbus-gateway"),
            arguments: ["--data", dataDirectory, "--listen", listen]
                + (web.map { ["--web", $0] } ?? [])
                + (requiresAuthorization ? [] : ["--no-auth"])
                + common,
            configuration: ["app": app.json, "files": Self.texts(stamps, of: app.widgets.flatMap(controllers(of:)))]
        )
    }

    private var common: [String] { ["--app", appFile, "--runtime", runtimeDirectory, "--supervised"] }

    private func path(_ executable: String) -> String { "\(executables)/\(executable)" }

    /// What the widgets have a searcher count.
    private static func needs(of searcher: String, _ app: App) -> JSON {
        [
            "facets": .array(
                app.facets(for: searcher).map { need in
                    [.string(need.attribute), JSON(need.limit), .string(need.order.rawValue)]
                }
            ),
            "stats": JSON(app.stats(for: searcher)),
        ]
    }

    /// What a widget's logic depends on; where it stands and what draws it is the gateway's business.
    private static func logic(_ widget: App.Widget) -> JSON {
        var object = widget.json.object ?? JSONObject()
        object["place"] = nil
        object["controller"] = nil
        return .object(object)
    }
}
