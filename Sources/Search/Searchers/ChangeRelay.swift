// SPDX-License-Identifier: MIT

import AppModel
import Backends
import Bus
import Components
import Runtime
import Wire

/// Tells the bus what engines tell of indexes that change, so that live searches run again.
///
/// Of all searchers of an engine the first one of the app listens, so that nothing is announced twice.
struct ChangeRelay: Sendable {
    private let unit: String
    private let app: App
    /// What the backends tell to which this searcher listens.
    private let changes: [(backend: String, indexes: AsyncStream<String>)]

    init(_ unit: String, of app: App, backends: [String: any SearchService]) {
        self.unit = unit
        self.app = app
        changes = backends.sorted { $0.key < $1.key }.compactMap { name, service in
            guard ChangeRelay.listener(to: name, in: app) == unit else { return nil }
            return service.changes.map { (name, $0) }
        }
    }

    /// The searcher that listens to a backend; `nil` where none asks it.
    static func listener(to backend: String, in app: App) -> String? {
        app.searcherUnits.first { unit in app.members(of: unit).contains { $0.backend == backend } }?.name
    }

    /// What may be written, for the picture of the system.
    var topics: [String] { changes.isEmpty ? [] : ["index/"] }

    /// Listens until the task is cancelled; at once over where no engine tells anything.
    func run(_ log: any EventLog) async {
        await withTaskGroup(of: Void.self) { group in
            for (backend, indexes) in changes {
                group.addTask {
                    for await index in indexes { await tell(index, of: backend, log) }
                }
            }
        }
    }

    /// Appends an event for an index; for an empty name one for each index of the backend that the app searches.
    private func tell(_ index: String, of backend: String, _ log: any EventLog) async {
        let known = app.searchers.filter { $0.backend == backend }.compactMap(\.index)
        for name in index.isEmpty ? Array(Set(known)).sorted() : [index] {
            let change = try? IndexChange(of: name).draft(id: Identifier.make(), source: "/searcher/\(unit)")
            // A name that no app file can have is of no index that is searched.
            guard let change else { continue }
            // A change that is not announced leaves old results on screens.
            try? await log.appendRetrying([change], id: change.id, moving: [], problems: ProblemBoard())
        }
    }
}
