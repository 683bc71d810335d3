// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import ArgumentParser
import Backends
import Bus
import Engines
import Foundation
import Glibc
import Replay
import Runtime
import SearchIndex
import Supervisor
import Wire

struct ReplayCommand: ParsableCommand {
    /// How a command ends that was asked to look for differences and has found some, as `diff` does.
    static let differenceCode: Int32 = 1

    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Report what another app file, index, engine or setting would change.",
        discussion: """
            Takes the searches of the running app's log, or of a file, each distinct one once. Runs them now with \
            the app as it is, and with the change of --with-…, and compares the results. So differences come from \
            the change, and not from the time since the original search. Nothing is written to the log; the indexes \
            are not changed.

            A file has the lines of `searchbus watch request --after 0 --json`, or one search text per line.

            Exit codes: 0 done; 1 differences, with --fail-on-difference; 64 an invalid argument; 66 no such index \
            or app; 69 no app runs and --from is not given, or an engine does not respond; 74 a disk failure; 78 an \
            invalid app file.
            """
    )

    @OptionGroup(title: "What to compare with") var changes: ReplayOptions
    @Option(
        help: "A file of searches, or - for standard input (default: the log of the running app).",
        completion: .file()
    )
    var from: String?
    @Option(help: "The searcher for the texts of a file (default: the app's first).") var searcher: String?
    @Option(help: "How many searches the table shows, the worst first.") var limit = 20
    @Option(
        help: ArgumentHelp(
            "Keep the report for the console, which shows both lists of hits side by side; one of that name is replaced.",
            valueName: "name"
        )
    )
    var keep: String?
    @Flag(help: "Exit with 1 if there are differences.") var failOnDifference = false
    @Flag(help: "Print one JSON object, with all differences.") var json = false
    @OptionGroup var options: LocationOptions

    func validate() throws {
        guard (0...100_000).contains(limit) else { throw ValidationError("--limit is 0 to 100000.") }
        guard keep.map(KeptReplays.isValid) ?? true else {
            throw ValidationError("--keep is a name of up to 64 letters, digits, - and _.")
        }
    }

    func run() {
        AsyncWork.report { try await compare() }
    }

    private func compare() async throws {
        let location = try options.location()
        let app = try Self.app(at: location, options)
        let (collection, invalid) = try await searches(app, location)
        guard !collection.searches.isEmpty else {
            throw SearchBusError(
                .invalidArgument,
                "There are no searches to repeat\(invalid > 0 ? "; \(Quantity.count(invalid)) lines make no sense" : "").",
                remedy: "Search in the app first, or name a file of searches with --from."
            )
        }
        let settings = try changes.settings
        let trial = settings.isEmpty ? nil : try TrialIndexes(settings, data: location.data)
        defer { trial?.remove() }
        if let trial {
            Executable.onTermination {
                trial.remove()
                Executable.exit(.cancelled)
            }
        }
        let now = Date().timeIntervalSince1970
        let before = try Self.side(app, over: IndexDirectory(path: location.indexes), now: now)
        let other = try changes.withApp.map { try CaseApp.load(AppFilePath($0)) } ?? app
        let indexes = changes.withData.map { IndexDirectory(path: "\(RuntimeDirectory.absolute($0))/indexes") }
        let after = try Self.side(
            other,
            replacing: changes.indexes,
            over: trial?.directory ?? indexes ?? IndexDirectory(path: location.indexes),
            now: now
        )
        let replay = Replay(
            before: before,
            after: after,
            limit: json ? .max : max(limit, keep == nil ? 0 : KeptReplay.mostDifferences),
            listsHits: keep != nil
        )
        let progress = ReplayProgress(total: collection.searches.count, terminal: json ? nil : .error)
        let report = try await replay.run(collection) { progress.show($0) }
        progress.clear()
        tell(report)
        let printer = ReplayPrinter(report: report, options: changes, limit: limit, invalid: invalid)
        if json { printer.printJSON(to: .output) } else { printer.printTables(to: .output) }
        trial?.remove()
        if let keep {
            let kept = KeptReplay(report: report, options: changes, app: app.name, invalid: invalid)
            try kept.write(as: keep, in: location)
        }
        if failOnDifference, report.different.searches > 0 { Glibc.exit(Self.differenceCode) }
    }

    /// Says what was not searched.
    private func tell(_ report: ReplayReport) {
        if report.leftOut > 0 {
            Terminal.error.print("omitted for lack of space: searches sent \(Quantity.count(report.leftOut)) times")
        }
        if report.otherQuestions > 0 {
            Terminal.error.print(
                "omitted: \(Quantity.count(report.otherQuestions)) requests of Algolia's interface that are not searches"
            )
        }
    }

    // MARK: - Searches

    private func searches(_ app: App, _ location: AppLocation) async throws -> (SearchCollection, invalid: Int) {
        guard let from else {
            guard location.hasSocket else {
                throw SearchBusError(
                    .brokerUnavailable,
                    "No app runs on \(location.data) whose log could be read.",
                    remedy: "Start it with `searchbus up`, or name a file of searches with --from."
                )
            }
            let client = try location.connect()
            defer { client.close() }
            let (collection, invalid, isTrimmed) = try await SearchSource.log(client, limits: .init())
            if isTrimmed { Terminal.error.print("older searches are no longer on the log") }
            if invalid > 0 { Terminal.error.print("\(Quantity.count(invalid)) events are invalid and were skipped") }
            return (collection, invalid)
        }
        let named = try searcher ?? Self.firstSearcher(of: app)
        guard app.searcher(named)?.isMulti == false else {
            throw SearchBusError(
                .unknownAddressee,
                "The app has no searcher `\(named)` of type `hits` or `facets`.",
                remedy: "Use one of: \(app.searchers.filter { !$0.isMulti }.map(\.name).joined(separator: ", "))."
            )
        }
        let lines = try SearchSource.file(from, searcher: named, limits: .init())
        for invalid in lines.invalid { Terminal.error.print("\(from):\(invalid.line): skipped: \(invalid.message)") }
        let rest = lines.invalidCount - lines.invalid.count
        if rest > 0 { Terminal.error.print("… and \(Quantity.count(rest)) more invalid lines") }
        return (lines.collection, lines.invalidCount)
    }

    private static func firstSearcher(of app: App) throws -> String {
        let first = app.searchers.first { $0.type == "hits" } ?? app.searchers.first { !$0.isMulti }
        guard let first else { throw SearchBusError(.invalidAppFile, "The app `\(app.name)` has no searcher.") }
        return first.name
    }

    // MARK: - Sides

    /// The current app: that of its file, or the one started last.
    private static func app(at location: AppLocation, _ options: LocationOptions) throws -> App {
        if let named = options.app { return try CaseApp.load(AppFilePath(named)) }
        if let app = location.runningApp() { return app }
        guard options.data == nil, options.runtime == nil else {
            throw SearchBusError(
                .invalidAppFile,
                "The app of \(location.data) was never started.",
                remedy: "Name its app file with --app."
            )
        }
        return try CaseApp.load(AppFilePath(nil))
    }

    private static func side(
        _ app: App,
        replacing indexes: [String: String] = [:],
        over directory: IndexDirectory,
        now: Double
    ) throws -> ReplaySide {
        let embedded = EmbeddedBackend(directory: directory)
        return try ReplaySide(app, replacing: indexes, now: now) { backend in
            guard backend.type != BackendType.embedded.name else { return embedded }
            return try EngineRegistry.service(for: backend, environment: ProcessInfo.processInfo.environment)
        }
    }
}
