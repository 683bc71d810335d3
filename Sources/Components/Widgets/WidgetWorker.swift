// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Interactors
import Wire

/// Runs one widget in a process of its own.
///
/// Programs with a widget type of their own call the same function with their own interactor.
public enum WidgetWorker {
    /// Works until the process is asked to end.
    ///
    /// - Parameters:
    ///   - type: The interactor.
    ///   - widget: The widget's configuration.
    ///   - runtimeDirectory: Where the broker's sockets are.
    ///   - isSupervised: Whether the process ends when standard input does.
    ///   - role: What the process is in status events: `custom`, unless it comes with SearchBus.
    /// - Throws: `ParameterError` for parameters that make no sense; what the bus throws.
    public static func run<Logic: Interactor>(
        _ type: Logic.Type,
        widget: WidgetConfiguration,
        runtimeDirectory: String,
        isSupervised: Bool,
        role: String = "custom"
    ) async throws {
        let fold = try WidgetFold<Logic>(widget)
        let process = WorkerProcess(
            name: "\(role)-\(widget.name)",
            role: role,
            component: widget.name,
            reads: fold.inputs.map(\.description),
            writes: ["view/\(widget.name)/", "outcome/\(widget.name)/"] + asked(Logic.asks, by: widget),
            runtimeDirectory: runtimeDirectory
        )
        try await process.run(isSupervised: isSupervised) { log, meter, journal in
            try await ComponentHost(fold, log: log, meter: meter, journal: journal).run()
        }
    }

    /// Where a widget sends its requests.
    private static func asked(_ connections: WidgetConnections, by widget: WidgetConfiguration) -> [String] {
        let searchers = connections.contains(.searcher) ? [widget.searcher].compactMap(\.self) : []
        let filterStates = connections.contains(.filterState) ? [widget.filterState].compactMap(\.self) : []
        return (searchers + filterStates).map { "intent/\($0)/" }
    }
}
