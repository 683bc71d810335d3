// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import ArgumentParser
import Runtime
import Wire

/// Makes an app's log the beginning of a log that several machines share.
struct ClusterFoundCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "found",
        abstract: "Make the log of an app that does not run the beginning of a log that several machines share.",
        discussion: """
            Reads all of the log, puts a copy of it on the journal's servers, and makes the journal. Then start the app with the \
            journal on each machine: those that have no log begin with the copy. Events keep their places, and the log its \
            epoch, so that open pages go on. Where the servers have the journal already, nothing is changed.

            Exit codes: 0 done; 64 the log is a shared one already; 66 no such app; 69 the servers do not answer, or this build \
            has no NATS; 74 a damaged log, a failure of the disk, or the servers have the journal already; 75 the app runs.
            """
    )

    @OptionGroup var cluster: ClusterMoveArguments

    /// The components of programs of one's own, which work for all sessions.
    private static func undivided(_ app: App) -> [String] {
        let names =
            app.widgets.filter { !$0.isBuiltIn }.map(\.name)
            + app.searcherParts.filter { $0.program != nil }.map(\.component)
        return names.flatMap { ["--undivided", $0] }
    }

    func run() {
        Executable.report {
            try cluster.run("found", Self.undivided) { data, outcome in
                let events = Quantity.count(outcome["log"]?["events"]?.int ?? 0, "event")
                return "\(data) is a machine's copy of a shared log now: \(events), checked. "
                    + "The journal's servers have a copy too. Start the app with the journal on each machine."
            }
        }
    }
}
