// SPDX-License-Identifier: MIT

import ArgumentParser
import Broker
import Bus
import Runtime
import Wire

struct SessionListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the sessions that were used last.",
        discussion: """
            With the time since their last event, and the number and bytes of their events on the log.

            Exit codes: 0 done; 66 no such app, or one that was never started; 74 a damaged log.
            """
    )

    @Option(help: "Maximum number of sessions, last used first.") var limit = 50
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func validate() throws {
        guard (1...10_000).contains(limit) else { throw ValidationError("--limit is 1 to 10000.") }
    }

    func run() {
        Executable.report {
            let log = try SessionLog(dataDirectory: try options.location().data)
            let (sessions, total) = try log.sessions(limit: limit)
            Terminal.show(
                ["sessions": .array(sessions.map(\.json)), "total": JSON(total)],
                asJSON: json,
                else: Self.lines(sessions, total: total, now: Timestamp.now())
            )
        }
    }

    static func lines(_ sessions: [SessionLog.Summary], total: Int, now: Timestamp) -> [String] {
        guard !sessions.isEmpty else { return ["The log has no sessions."] }
        var table = Table([("session", .left), ("last event", .right), ("events", .right), ("size", .right)])
        for session in sessions {
            let seconds = Int((now.microseconds - session.lastActivity.microseconds) / 1_000_000)
            table.add([
                session.name, "\(Quantity.time(seconds: seconds)) ago", Quantity.count(session.events),
                Quantity.bytes(session.bytes),
            ])
        }
        let more = total - sessions.count
        return table.lines + (more > 0 ? ["… and \(Quantity.count(more)) more (--limit)"] : [])
    }
}

extension SessionLog.Summary {
    var json: JSON {
        [
            "session": .string(name), "lastActivity": .string(lastActivity.description), "events": JSON(events),
            "bytes": JSON(bytes),
        ]
    }
}
