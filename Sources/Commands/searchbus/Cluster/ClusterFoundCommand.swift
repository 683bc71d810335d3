// SPDX-License-Identifier: MIT

import AppModel
import ArgumentParser
import Runtime
import SearchModel
import Wire

struct ClusterFoundCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "found",
        abstract: "Create a log shared by several machines from the log of a stopped app.",
        discussion: """
            Reads the whole log, uploads a snapshot of it to the journal's servers, and creates the journal. Then \
            start the app with the journal on each machine: those without a log begin with the snapshot. Sequence \
            numbers and epoch stay, so that open pages resume. If the servers have the journal already, nothing is \
            changed.

            Exit codes: 0 done; 64 the log is shared already; 66 no such app; 69 the servers do not respond, or this \
            build has no NATS; 74 a damaged log, a disk failure, or the servers have the journal already; 75 the app \
            runs.
            """
    )

    @OptionGroup var cluster: ClusterMoveArguments

    /// The components that work for all sessions: those that nodes do not divide, and those of an app's own programs.
    private static func undivided(_ app: App) -> [String] {
        let names =
            WorkerKind.all.filter { !$0.isDivided && $0.program != nil }.map(\.component)
            + app.widgets.filter { !$0.isBuiltIn }.map(\.name)
            + app.searcherParts.filter { $0.program != nil }.map(\.component)
        return names.flatMap { ["--undivided", $0] }
    }

    func run() {
        Executable.report {
            try cluster.run("found", Self.undivided) { data, outcome in
                let events = Quantity.count(outcome["log"]?["events"]?.int ?? 0, "event")
                return "\(data) is now a machine's copy of a shared log: \(events), checked. "
                    + "The journal's servers have a snapshot too. Start the app with the journal on each machine."
            }
        }
    }
}
