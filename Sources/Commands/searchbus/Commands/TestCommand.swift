// SPDX-License-Identifier: MIT

import ArgumentParser
import Cases
import Glibc
import Runtime
import Supervisor
import Wire

struct TestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Run recorded sessions again, and compare each screen.",
        discussion: """
            A case is a file of `searchbus session export SESSION --case FILE`. Its intents are sent again, in \
            order, to the same app on a log of its own, over copies of the indexes. Each screen at rest is compared \
            with the recorded one: same, moved, changed, new or lost. Steps that take much longer are reported, and \
            do not fail.

            Exit codes: 0 every screen is the same; 1 differences; 64 an invalid argument; 65 an invalid case; 66 \
            no such case, or an index of it is missing; 69 an engine does not respond; 70 the app does not start; \
            74 a disk failure; 78 an invalid app file; 130 interrupted.
            """
    )

    @Argument(help: "The cases, or folders of them.", completion: .file(extensions: ["case"])) var cases: [String]
    @Option(
        help: "The app file to test instead of that of the case; its programs are beside it.",
        completion: .file(extensions: ["yaml", "yml"])
    )
    var app: String?
    @Option(help: "The backend of the app file that all searchers use instead of their own.") var engine: String?
    @Option(help: "The data directory whose indexes are searched (default: .searchbus/NAME for the app's NAME).")
    var data: String?
    @Option(help: "How many cases run at the same time; several make each of them slower.") var jobs = 1
    @Option(help: "Timeout in seconds for the screen to come to rest.") var timeout = 30.0
    @Flag(help: "Write the screens of now into the cases, with the app file and the digests of the indexes.")
    var update = false
    @Option(help: "Write a JUnit XML report.", completion: .file(extensions: ["xml"])) var junit: String?
    @Flag(inversion: .prefixedNo, help: "Exit with 1 if a screen differs.") var failOnDifference = true
    @Flag(help: "Print one JSON object, with all differences.") var json = false

    func validate() throws {
        guard !cases.isEmpty else { throw ValidationError("Name a case, or a folder of cases.") }
        guard (1...64).contains(jobs) else { throw ValidationError("--jobs is 1 to 64.") }
        guard timeout > 0, timeout <= 3600 else { throw ValidationError("--timeout is 0 to 3600 seconds.") }
    }

    func run() {
        AsyncWork.report {
            let files = try CaseFiles.find(cases)
            let work = Task { try await CaseSuite(self, files).run() }
            Executable.onTermination {
                if work.isCancelled { Glibc.exit(BackupMakeCommand.interrupted) }
                work.cancel()
            }
            let reports = try await work.value
            if work.isCancelled { Glibc.exit(BackupMakeCommand.interrupted) }
            if json {
                let same = reports.count { $0.verdict == .same }
                let object: JSON = [
                    "cases": JSON(reports.count), "same": JSON(same), "reports": .array(reports.map(\.json)),
                ]
                Terminal.output.print(object.text)
            } else {
                show(reports)
            }
            if let junit {
                try Files.replace(RuntimeDirectory.absolute(junit), with: Array(JUnitReport.text(reports).utf8))
            }
            if let error = reports.compactMap(\.error).first { Executable.exit(error.code) }
            if failOnDifference, !update, reports.contains(where: { $0.verdict == .different }) {
                Glibc.exit(ReplayCommand.differenceCode)
            }
        }
    }

    private func show(_ reports: [CaseReport]) {
        for line in reports.flatMap(\.lines) { Terminal.output.print(Terminal.safe(line)) }
        let counts = [
            ("same", reports.count { $0.verdict == .same }), ("different", reports.count { $0.verdict == .different }),
            ("failed", reports.count { $0.verdict == .failed }),
        ]
        let words = counts.filter { $0.1 > 0 }.map { "\(Quantity.count($0.1)) \($0.0)" }.joined(separator: ", ")
        Terminal.output.print("\(Quantity.count(reports.count)) case\(reports.count == 1 ? "" : "s"): \(words)")
    }
}
