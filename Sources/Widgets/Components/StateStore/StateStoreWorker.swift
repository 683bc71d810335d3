// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import Bus

/// Runs an app's state store in a process of its own.
public enum StateStoreWorker {
    /// Works until the process is asked to end.
    public static func run(_ app: App, runtimeDirectory: String, isSupervised: Bool) async throws {
        let fold = try StateStoreFold(app)
        let writes =
            app.filterStates.map { "filters/\($0.name)/" } + app.searcherUnits.map { "request/\($0.name)/" }
            + ["view/\(StateStoreFold.sessionName)/"]
        let process = WorkerProcess(
            name: StateStoreFold.componentName,
            role: "state",
            components: [fold.name],
            reads: fold.inputs.map(\.description),
            writes: writes,
            runtimeDirectory: runtimeDirectory
        )
        try await process.run([fold], isSupervised: isSupervised)
    }
}
