// SPDX-License-Identifier: MIT

import AppModel
import Backends
import Bus
import Components
import Foundation
import SearchModel
import Wire

/// Runs one searcher unit in a process of its own.
public enum SearcherWorker {
    /// Works until the process is asked to end.
    ///
    /// - Parameters:
    ///   - name: The unit: a `multi` searcher, or a searcher that is not a member of one.
    ///   - app: The app.
    ///   - runtimeDirectory: Where the broker's sockets are.
    ///   - isSupervised: Whether the process ends when standard input does.
    ///   - makeBackend: Makes the engine of a backend's configuration.
    /// - Throws: `SearchBusError` for a name that is not a unit, or what the bus throws.
    public static func run(
        _ name: String,
        of app: App,
        runtimeDirectory: String,
        isSupervised: Bool,
        makeBackend: (BackendConfiguration) throws -> any SearchService
    ) async throws {
        if name == QuestionFold.component, app.servesAlgolia {
            var measured: [String: MeasuredService] = [:]
            let engine = try QuestionEngine(app) { backend in
                let service = MeasuredService(try makeBackend(backend))
                measured[backend.name] = service
                return service
            }
            let fold = QuestionFold(engine)
            return try await run(
                fold,
                writes: ["results/\(fold.name)/"],
                over: measured,
                runtimeDirectory: runtimeDirectory,
                isSupervised: isSupervised
            )
        }
        let parts = app.searcherParts.filter { $0.program == nil }
        guard let part = parts.first(where: { $0.unit == name }) else {
            let names = parts.map(\.unit).joined(separator: ", ")
            throw SearchBusError(
                .unknownAddressee,
                "`\(name)` is not a searcher with a process of its own.",
                remedy: "Use one of: \(names)."
            )
        }
        let unit = SearcherUnit(part, of: app)
        var backends: [String: any SearchService] = [:]
        for backend in Set(unit.members.map(\.backend)) {
            backends[backend] = try makeBackend(app.backend(backend) ?? .embedded)
        }
        try await run(unit, of: app, over: backends, runtimeDirectory: runtimeDirectory, isSupervised: isSupervised)
    }

    /// Runs the searcher of a backend of one's own that `searchbus up` started this process for: the environment says which.
    ///
    /// - Parameter backend: The engine.
    /// - Throws: `SearchBusError` where the environment does not say it; what the bus throws.
    public static func run(_ backend: some Backend) async throws {
        let app = try WorkerProcess.app(at: variable("SEARCHBUS_APP"))
        let (name, program) = (try variable("SEARCHBUS_SEARCHER"), try variable("SEARCHBUS_BACKEND"))
        guard let part = app.searcherParts.first(where: { $0.unit == name && $0.program == program }) else {
            throw SearchBusError(
                .unknownAddressee,
                "The app has no searcher `\(name)` of the backend `\(program)`."
            )
        }
        try await run(
            SearcherUnit(part, of: app),
            of: app,
            over: [program: BackendService(backend, name: program)],
            runtimeDirectory: variable("SEARCHBUS_RUNTIME"),
            isSupervised: false
        )
    }

    private static func run(
        _ unit: SearcherUnit,
        of app: App,
        over backends: [String: any SearchService],
        runtimeDirectory: String,
        isSupervised: Bool
    ) async throws {
        let backends = backends.mapValues(MeasuredService.init)
        // A first keystroke must not load an index.
        for (name, backend) in backends {
            let now = Double(Timestamp.now().microseconds) / 1_000_000
            let templates = unit.members.filter { $0.backend == name }.map { $0.template.resolved(at: now) }
            Task.detached { await backend.prepare(for: templates) }
        }
        let fold = SearcherFold(unit, backends: backends)
        let relay = ChangeRelay(unit.name, of: app, backends: backends)
        try await run(
            fold,
            writes: unit.members.flatMap { ["results/\($0.name)/", "search/\($0.name)/"] } + relay.topics,
            over: backends,
            runtimeDirectory: runtimeDirectory,
            isSupervised: isSupervised,
            aside: { await relay.run($0) }
        )
    }

    private static func run(
        _ fold: some SessionFold,
        writes: [String],
        over backends: [String: MeasuredService],
        runtimeDirectory: String,
        isSupervised: Bool,
        aside: @escaping @Sendable (any EventLog) async -> Void = { _ in }
    ) async throws {
        let process = WorkerProcess(
            name: WorkerKind.searcher.process(fold.name),
            role: "searcher",
            components: [fold.name],
            reads: fold.inputs.map(\.description),
            writes: writes,
            runtimeDirectory: runtimeDirectory,
            details: { report(backends, to: &$0) }
        )
        try await process.run([fold], isSupervised: isSupervised, aside: aside)
    }

    /// How long the engines take, and how those in other programs are, by name.
    private static func report(_ backends: [String: MeasuredService], to status: inout ProcessStatus) {
        status.searches = backends.mapValues(\.figures)
        let known = backends.compactMapValues { $0.health.map(BackendStatus.init) }
        if !known.isEmpty { status.backends = known }
    }

    private static func variable(_ name: String) throws -> String {
        guard let value = ProcessInfo.processInfo.environment[name] else {
            throw SearchBusError(
                .invalidArgument,
                "The environment variable \(name) is not set.",
                remedy: "Name this program as `run:` of a backend in an app file and start `searchbus up`."
            )
        }
        return value
    }
}
