// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import Bus

/// Runs an app's filter states in a process of its own.
public enum FilterStatesWorker {
    /// Works until the process is asked to end.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - runtimeDirectory: Where the broker's sockets are.
    ///   - isSupervised: Whether the process ends when standard input does.
    /// - Throws: What the bus throws.
    public static func run(_ app: App, runtimeDirectory: String, isSupervised: Bool) async throws {
        let fold = FilterStatesFold(app)
        let process = WorkerProcess(
            name: "filters",
            role: "filters",
            component: fold.name,
            reads: fold.inputs.map(\.description),
            writes: app.filterStates.flatMap { ["filters/\($0.name)/", "outcome/\($0.name)/"] },
            runtimeDirectory: runtimeDirectory
        )
        try await process.run(isSupervised: isSupervised) { log, meter, journal in
            try await ComponentHost(fold, log: log, meter: meter, journal: journal).run()
        }
    }
}
