// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import Components
import Foundation
import Runtime
import SumSearches
import Wire

/// Runs the widget as a process.
///
/// `searchbus up` starts it with three variables: where the bus is, the app, and which of its widgets this process is.
@main
struct SumSearchesCommand {
    static func main() async {
        await Executable.report {
            let app = try WorkerProcess.app(at: variable("SEARCHBUS_APP"))
            let name = try variable("SEARCHBUS_WIDGET")
            guard let widget = app.widget(name) else {
                throw SearchBusError(.unknownAddressee, "The app has no widget `\(name)`.")
            }
            try await WidgetWorker.run(
                SumSearches.self,
                widget: widget.configuration,
                runtimeDirectory: variable("SEARCHBUS_RUNTIME"),
                isSupervised: false
            )
        }
    }

    private static func variable(_ name: String) throws -> String {
        guard let value = ProcessInfo.processInfo.environment[name] else {
            throw SearchBusError(
                .invalidArgument,
                "The environment variable \(name) is not set.",
                remedy: "Name this program as `run:` of a widget in an app file and start `searchbus up`."
            )
        }
        return value
    }
}
