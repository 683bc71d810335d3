// SPDX-License-Identifier: MIT

import ArgumentParser
import Broker
import Bus
import Glibc
import Runtime
import Supervisor
import Wire

struct SessionExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print all events of a session on the log.",
        discussion: """
            One line of JSON for each event, {"topic", "event"}, in the order of the log, as `searchbus watch \
            --json` prints them; state and views are events too. `searchbus replay --from FILE` repeats its \
            searches.

            Exit codes: 0 done; 64 the file exists already; 66 no such app or session; 74 a damaged log, or a disk \
            failure.
            """
    )

    @Argument(help: "The session.") var session: String
    @Option(help: "The file, which does not exist yet (default: standard output).", completion: .file())
    var output: String?
    @OptionGroup var options: LocationOptions

    func run() {
        Executable.report {
            let log = try SessionLog(dataDirectory: try options.location().data)
            let summary = try log.session(session)
            guard let output else {
                _ = try write(log) { Terminal.output.write($0) }
                return
            }
            let path = RuntimeDirectory.absolute(output)
            guard access(path, F_OK) != 0 else {
                throw SearchBusError(.invalidArgument, "\(path) exists already.", remedy: "Name another file.")
            }
            let count = try Files.replace(path) { file in try write(log) { try file.write($0) } }
            Terminal.output.print("\(summary.name): \(Quantity.count(count)) events are in \(Terminal.safe(output))")
        }
    }

    /// Hands the lines out, a page of events in memory at a time; answers how many there are.
    private func write(_ log: SessionLog, to output: ([UInt8]) throws -> Void) throws -> Int {
        var place = SequenceNumber.zero
        var count = 0
        while true {
            let page = try log.events(of: session, after: place)
            guard !page.events.isEmpty else { return count }
            var lines: [UInt8] = []
            for event in page.events {
                lines += Array(#"{"topic":"\#(event.topic)","event":"#.utf8) + event.body + Array("}\n".utf8)
            }
            try output(lines)
            count += page.events.count
            place = page.through
        }
    }
}
