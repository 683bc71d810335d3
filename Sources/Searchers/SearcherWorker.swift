// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import Backends
import Bus
import Components
import SearchModel
import Wire

/// Runs one searcher unit in a process of its own.
public enum SearcherWorker {
    /// Works until the process is asked to end.
    ///
    /// - Parameters:
    ///   - name: The unit: a `multi` searcher, or a searcher that is no member of one.
    ///   - app: The app.
    ///   - runtimeDirectory: Where the broker's sockets are.
    ///   - isSupervised: Whether the process ends when standard input does.
    ///   - makeBackend: Makes the engine of a backend's configuration.
    /// - Throws: `SearchBusError` for a name that is no unit, or what the bus throws.
    public static func run(
        _ name: String,
        of app: App,
        runtimeDirectory: String,
        isSupervised: Bool,
        makeBackend: (BackendConfiguration) throws -> any SearchService
    ) async throws {
        guard let searcher = app.searcherUnits.first(where: { $0.name == name }) else {
            let names = app.searcherUnits.map(\.name).joined(separator: ", ")
            throw SearchBusError(
                .unknownAddressee,
                "`\(name)` is no searcher with a process of its own.",
                remedy: "Use one of: \(names)."
            )
        }
        let unit = SearcherUnit(searcher, of: app)
        var backends: [String: any SearchService] = [:]
        for backend in Set(unit.members.map(\.backend)) {
            backends[backend] = try makeBackend(app.backend(backend) ?? .embedded)
        }
        // Nobody's first keystroke is to load an index.
        for (name, backend) in backends {
            let now = Double(Timestamp.now().microseconds) / 1_000_000
            let templates = unit.members.filter { $0.backend == name }.map { $0.template.resolved(at: now) }
            Task.detached { await backend.prepare(for: templates) }
        }
        let fold = SearcherFold(unit, backends: backends)
        let process = WorkerProcess(
            name: "searcher-\(name)",
            role: "searcher",
            components: [name],
            reads: fold.inputs.map(\.description),
            writes: unit.members.flatMap { ["results/\($0.name)/", "search/\($0.name)/"] },
            runtimeDirectory: runtimeDirectory
        )
        try await process.run([fold], isSupervised: isSupervised)
    }
}
