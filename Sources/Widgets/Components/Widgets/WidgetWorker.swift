// SPDX-License-Identifier: MIT

import AppModel
import Bus
import Glibc
import Interactors
import SearchModel
import Wire

/// Runs widgets in a process of their own.
public enum WidgetWorker {
    /// Runs widgets of types that come with SearchBus, until the process is asked to end.
    ///
    /// - Parameters:
    ///   - widgets: The widgets' configurations.
    ///   - name: The name of the process in status events.
    ///   - runtimeDirectory: Where the broker's sockets are.
    ///   - isSupervised: Whether the process ends when standard input does.
    /// - Throws: `ParameterError` for parameters that make no sense; `SearchBusError` for a type that does not come with
    ///   SearchBus; what the bus throws.
    public static func run(
        _ widgets: [WidgetConfiguration],
        name: String?,
        runtimeDirectory: String,
        isSupervised: Bool
    ) async throws {
        let folds = try widgets.map { widget -> any SessionFold in
            guard let type = InteractorRegistry.type(named: widget.type) else {
                throw SearchBusError(.unknownAddressee, "`\(widget.name)` is not a widget of a built-in type.")
            }
            return try fold(type, widget)
        }
        let writes = try widgets.flatMap { widget in
            try self.writes(InteractorRegistry.type(named: widget.type).map { try $0.init(widget) }, widget)
        }
        let process = WorkerProcess(
            name: name ?? WorkerKind.interactor.process(widgets.first?.name ?? ""),
            role: "interactor",
            components: widgets.map(\.name),
            reads: Set(folds.flatMap(\.inputs)).map(\.description).sorted(),
            writes: writes,
            runtimeDirectory: runtimeDirectory
        )
        try await process.run(folds, isSupervised: isSupervised)
    }

    /// Runs one widget of a type of one's own, until the process is asked to end.
    ///
    /// - Parameters:
    ///   - type: The interactor; all of the widget's intents are its own to fold.
    ///   - widget: The widget's configuration.
    ///   - runtimeDirectory: Where the broker's sockets are.
    ///   - isSupervised: Whether the process ends when standard input does.
    /// - Throws: `ParameterError` for parameters that make no sense; what the bus throws.
    public static func run<Logic: Interactor>(
        _ type: Logic.Type,
        widget: WidgetConfiguration,
        runtimeDirectory: String,
        isSupervised: Bool
    ) async throws {
        let fold = try WidgetFold<Logic>(widget, home: .custom, program: program)
        let asked = [
            Logic.asks.contains(.searcher) ? widget.searcher : nil,
            Logic.asks.contains(.filterState) ? widget.filterState : nil,
        ]
        let process = WorkerProcess(
            name: WorkerKind.ownWidget.process(widget.name),
            role: "custom",
            components: [widget.name],
            reads: fold.inputs.map(\.description),
            writes: ["view/\(widget.name)/", "outcome/\(widget.name)/"]
                + (asked.compactMap { $0 } + widget.askedParts).map { "intent/\($0)/" },
            runtimeDirectory: runtimeDirectory
        )
        try await process.run([fold], isSupervised: isSupervised)
    }

    /// Runs the widget of a type of one's own that `searchbus up` started this process for: the environment says which.
    ///
    /// With the argument `--describe` it prints instead what the type declares, as `searchbus widgets --json` does.
    ///
    /// - Parameter type: The interactor; all of the widget's intents are its own to fold.
    /// - Throws: `SearchBusError` where the environment does not say it, and with `invalid-app-file` for parameters that make
    ///   no sense; what the bus throws.
    public static func run<Logic: Interactor>(_ type: Logic.Type) async throws {
        if CommandLine.arguments.dropFirst() == ["--describe"] {
            return print(WidgetTypeDescription(type).json.text)
        }
        let app = try WorkerProcess.app(at: variable("SEARCHBUS_APP"))
        let name = try variable("SEARCHBUS_WIDGET")
        guard let widget = app.widget(name) else {
            throw SearchBusError(.unknownAddressee, "The app has no widget `\(name)`.")
        }
        do {
            try await run(
                type,
                widget: widget.configuration,
                runtimeDirectory: variable("SEARCHBUS_RUNTIME"),
                isSupervised: false
            )
        } catch let error as ParameterError {
            throw SearchBusError(.invalidAppFile, "widget `\(name)`: \(error)")
        }
    }

    /// The size and time of this program's file, which differ after it was built again: then all sessions are reviewed.
    private static var program: String {
        var status = stat()
        guard stat("/proc/self/exe", &status) == 0 else { return "" }
        return " \(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
    }

    private static func variable(_ name: String) throws -> String {
        guard let value = getenv(name) else {
            throw SearchBusError(
                .invalidArgument,
                "The environment variable \(name) is not set.",
                remedy: "Name this program as `run:` of a widget in an app file and start `searchbus up`."
            )
        }
        return String(cString: value)
    }

    private static func fold<Logic: Interactor>(
        _ type: Logic.Type,
        _ widget: WidgetConfiguration
    ) throws -> any SessionFold {
        try WidgetFold<Logic>(widget)
    }

    /// The topics that a widget writes; not those of intents that the state store applies.
    private static func writes(_ interactor: (any Interactor)?, _ widget: WidgetConfiguration) -> [String] {
        guard let interactor, !interactor.ownIntents.isEmpty else { return ["view/\(widget.name)/"] }
        let asksSearcher = type(of: interactor).asks.contains(.searcher)
        let asked = (asksSearcher ? widget.searcher.map { [$0] } ?? [] : []) + widget.askedParts
        return ["view/\(widget.name)/", "outcome/\(widget.name)/"] + asked.map { "intent/\($0)/" }
    }
}
