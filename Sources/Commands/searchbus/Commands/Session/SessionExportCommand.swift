// SPDX-License-Identifier: MIT

import ArgumentParser
import Broker
import Bus
import Cases
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

            With --case, what `searchbus test` runs again: the intents with their times, the screen after each step \
            that came to rest, the app file, and digests of the records of its indexes. With --redact, placeholders \
            of the same shape replace all texts but those of the app file.

            Exit codes: 0 done; 64 the file exists already, or the session is too large; 66 no such app or session; \
            74 a damaged log, or a disk failure; 75 retention removed the beginning of the session; 78 an invalid app \
            file.
            """
    )

    @Argument(help: "The session.") var session: String
    @Option(help: "The file, which does not exist yet (default: standard output).", completion: .file())
    var output: String?
    @Option(
        name: .customLong("case"),
        help: "Write a case for `searchbus test` into this file, which does not exist yet.",
        completion: .file(extensions: ["case"])
    )
    var caseFile: String?
    @Flag(help: "Replace the texts of the case by placeholders of the same shape.") var redact = false
    @OptionGroup var options: LocationOptions

    func validate() throws {
        guard caseFile == nil || output == nil else { throw ValidationError("Name --case or --output, not both.") }
        guard !redact || caseFile != nil else { throw ValidationError("--redact needs --case.") }
    }

    func run() {
        Executable.report {
            let location = try options.location()
            let log = try SessionLog(dataDirectory: location.data)
            let summary = try log.session(session)
            if let caseFile { return try writeCase(log, location, to: caseFile) }
            guard let output else {
                _ = try write(log) { Terminal.output.write($0) }
                return
            }
            let path = try Self.free(output)
            let count = try Files.replace(path) { file in try write(log) { try file.write($0) } }
            Terminal.output.print("\(summary.name): \(Quantity.count(count)) events are in \(Terminal.safe(output))")
        }
    }

    /// The whole path of a file that does not exist yet.
    private static func free(_ file: String) throws -> String {
        let path = RuntimeDirectory.absolute(file)
        guard access(path, F_OK) != 0 else {
            throw SearchBusError(.invalidArgument, "\(path) exists already.", remedy: "Name another file.")
        }
        return path
    }

    private func writeCase(_ log: SessionLog, _ location: AppLocation, to file: String) throws {
        let path = try Self.free(file)
        let (recorded, notes) = try SessionCase(session, location, app: options.app).record(log)
        let written = redact ? Redaction.redacted(recorded) : recorded
        try Files.replace(path, with: try CaseFile.bytes(written))
        for note in notes { Terminal.error.print(Terminal.error.styled(note, .yellow)) }
        let screens = recorded.steps.count { $0.changes != nil }
        Terminal.output.print(
            "\(session): \(Quantity.count(recorded.steps.count)) steps and \(Quantity.count(screens)) screens are in "
                + Terminal.safe(file)
        )
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
