// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import ArgumentParser
import Bench
import Foundation
import Runtime
import Wire

@main
struct BenchCommand: ParsableCommand {
    /// Where the demo app is, in the repository.
    private static let demo = "deploy/demo/store.yaml"

    static let configuration = CommandConfiguration(
        commandName: "searchbus-bench",
        abstract: "Measure SearchBus on this machine, beside plain libzmq and SQLite.",
        discussion: """
            Prints each figure with that of a yardstick from the same run, and whether it reaches its target. Run \
            nothing else meanwhile. The app uses its own log; the indexes are only read. `screen` needs the \
            repository with its Python (`make setup-tests`) and Chromium; `shapes`, which runs only on request, \
            needs the Python too.

            Exit codes: 0 measured, however slow; 64 a wrong argument; 69 a required process does not run; \
            78 the app file has problems.
            """,
        version: Release.version,
        subcommands: [RelayCommand.self]
    )

    @Option(
        parsing: .upToNextOption,
        help: "Measure only these: append, throughput, keystroke, log, memory, screen, shapes."
    )
    var only: [String] = []
    @Option(help: "How the widgets share processes: each, together or both.") var layout = "both"
    @Option(help: "Seconds of typing in a measurement.") var seconds = 10.0
    @Option(help: "The app file (default: \(demo)).", completion: .file(extensions: ["yaml", "yml"]))
    var app: String?
    @Option(help: "The data directory with the indexes (default: .searchbus/NAME in this folder).")
    var data: String?
    @Flag(help: "Print one JSON object.") var json = false

    func validate() throws {
        guard seconds >= 1, seconds <= 600 else { throw ValidationError("--seconds is 1 to 600.") }
        guard layout == "both" || Layout(rawValue: layout) != nil else {
            throw ValidationError("--layout is each, together or both.")
        }
        for name in only where Bench.Measurement(rawValue: name) == nil {
            let known = Bench.Measurement.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("Unknown measurement `\(name)`. Known ones: \(known).")
        }
    }

    func run() {
        Executable.report {
            let wanted = Bench.Measurement.allCases.filter { only.isEmpty ? $0.isUsual : only.contains($0.rawValue) }
            let layouts = Layout(rawValue: layout).map { [$0] } ?? Layout.allCases
            let bench = try Bench(subject: wanted.contains(where: \.needsApp) ? try subject() : nil, seconds: seconds)
            var report = BenchReport(bench.provenance, notes: bench.machineNotes)
            if !json {
                for note in (report.provenance?.lines ?? []) + report.notes { print(note) }
                print("")
            }
            let parts = wanted.flatMap { one in (one.hasLayouts ? layouts : [.each]).map { (one, $0) } }
            for (measurement, layout) in parts {
                if isatty(STDERR_FILENO) == 1 {
                    FileHandle.standardError.write(Data("measuring \(measurement.rawValue) …\r".utf8))
                }
                let section = try bench.measure(measurement, layout: layout)
                report.sections.append(section)
                if !json { for line in ReportText.lines(of: section) { print(line) } }
            }
            if json { print(report.json.text) }
        }
    }

    /// The app and its indexes; `nil` where no app is given and the demo app or its indexes are missing.
    private func subject() throws -> Bench.Subject? {
        let path = app ?? Self.demo
        guard app != nil || FileManager.default.fileExists(atPath: path) else { return nil }
        let loaded = try AppFile.load(path)
        let folder = data ?? ".searchbus/\(loaded.name)"
        let indexes = URL(filePath: folder).appending(path: "indexes").path
        guard FileManager.default.fileExists(atPath: indexes) else {
            guard data == nil else {
                throw SearchBusError(
                    .unknownIndex,
                    "There are no indexes in \(folder).",
                    remedy: "Import them first: searchbus index import."
                )
            }
            return nil
        }
        return Bench.Subject(app: loaded, file: URL(filePath: path).path, indexes: indexes)
    }
}

/// The yardstick of the append figures, as a process of its own: the benchmark starts it.
struct RelayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay",
        abstract: "Relay events with plain libzmq and SQLite.",
        shouldDisplay: false
    )

    @Option(help: "The folder of the sockets.") var runtime: String
    // Not `--data`, which the command above takes for itself.
    @Option(help: "The folder of the log.") var log: String

    func run() {
        Executable.report { try YardstickRelay.run(runtime: runtime, data: log) }
    }
}
