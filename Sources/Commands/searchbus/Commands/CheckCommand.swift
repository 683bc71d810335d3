// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import ArgumentParser
import Runtime
import Supervisor
import Synchronization
import Wire

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check an app file.",
        discussion: """
            Each problem is one line: FILE:LINE: problem — remedy. If the app has a data directory, its indexes are \
            checked too, and external engines are queried for theirs: missing indexes and unsuitable attributes are \
            warnings.

            Exit codes: 0 the file is valid; 78 it has problems, or does not exist; with --strict also for warnings.
            """
    )

    @Argument(help: "The app file, or its folder.", completion: .file(extensions: ["yaml", "yml"]))
    var app: String?
    @Option(help: "The data directory with the indexes (default: .searchbus/NAME in this folder).") var data: String?
    @Flag(help: "Treat warnings as errors.") var strict = false
    @Flag(help: "Print one JSON object.") var json = false

    func run() {
        Executable.report {
            let file = try AppFilePath(app)
            do {
                let data = try data ?? file.dataDirectory(ofAppCalled: file.load().name)
                let (app, found) = try file.load(against: data, looksInside: true)
                let more = try engineWarnings(file) + logWarnings(file)
                let warnings = (found + more).sorted { ($0.line, $0.message) < ($1.line, $1.message) }
                if json {
                    Terminal.output.print(Self.report(file, app: app, warnings: warnings).text)
                } else {
                    for warning in warnings { Terminal.output.print(file.line(warning: warning)) }
                    Terminal.output.print(Self.praise(file, app))
                }
                if strict, !warnings.isEmpty { Executable.exit(ErrorCode.invalidAppFile) }
            } catch let error as AppFileError {
                guard json else {
                    for problem in error.problems { Terminal.output.print(file.line(problem)) }
                    throw file.summary(of: error)
                }
                Terminal.output.print(Self.report(file, app: nil, problems: error.problems).text)
                Executable.exit(ErrorCode.invalidAppFile)
            }
        }
    }

    /// That this build cannot have the log that the app asks for; another machine's may.
    private func logWarnings(_ file: AppFilePath) throws -> [AppFileProblem] {
        let (app, places) = try file.loadWithPlaces()
        guard app.log.isShared, !SharedLog.isBuiltIn else { return [] }
        let line = places.line(of: ["log", "type"])
        return [AppFileProblem(line: line, message: SharedLog.warning, remedy: SharedLog.remedy)]
    }

    /// What the app would ask of engines in other programs in vain; that they cannot be asked is a warning too.
    private func engineWarnings(_ file: AppFilePath) throws -> [AppFileProblem] {
        let (app, places) = try file.loadWithPlaces()
        let answers = Mutex<Result<JSON, any Error>>(.success([:]))
        AsyncWork.run {
            do {
                let descriptions = try await EngineQuestion.answers(of: app, executables: ExecutableFolder.current())
                answers.withLock { $0 = .success(descriptions) }
            } catch {
                answers.withLock { $0 = .failure(error) }
            }
        }
        return EngineCheck(app: app, places: places, answers: try answers.withLock { try $0.get() }).warnings
    }

    static func report(
        _ file: AppFilePath,
        app: App?,
        problems: [AppFileProblem] = [],
        warnings: [AppFileProblem] = []
    ) -> JSON {
        [
            "file": .string(file.shown), "valid": .bool(problems.isEmpty), "app": JSON(app?.name),
            "problems": list(problems), "warnings": list(warnings),
        ]
    }

    private static func list(_ problems: [AppFileProblem]) -> JSON {
        .array(
            problems.map { problem in
                [
                    "line": JSON(problem.line), "column": JSON(problem.column), "message": .string(problem.message),
                    "remedy": .string(problem.remedy),
                ]
            }
        )
    }

    private static func praise(_ file: AppFilePath, _ app: App) -> String {
        func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
        let parts = [
            count(app.searchers.count, "searcher"), count(app.filterStates.count, "filter state"),
            count(app.widgets.count, "widget"),
        ]
        return "\(file.shown): `\(app.name)` is in order (\(parts.joined(separator: ", ")))"
    }
}
