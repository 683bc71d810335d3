// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppFile
import AppModel
import SearchModel
import Wire

/// The processes of a name in a request to restart.
struct RestartTargets {
    /// The names of the processes that there are.
    let processes: [String]
    /// The app that runs, where it is known: it tells which process a widget shares.
    let app: App?

    /// The processes: that of the name, that of the widget, searcher or backend of the name, or for `all` every one but the broker.
    ///
    /// - Throws: `SearchBusError.unknownAddressee`, with the nearest name.
    func names(for word: String) throws -> [String] {
        if processes.contains(word) { return [word] }
        if word == "all" { return processes.filter { $0 != "broker" } }
        let worker = app?.interactorWorkers.first { $0.widgets.contains(word) }?.name
        let part = app?.searcherParts.first { $0.unit == word || $0.members.contains(word) }?.component
        let candidates = [worker, WorkerKind.ownWidget.process(word), part.map(WorkerKind.searcher.process)].compactMap(
            \.self
        )
        if let found = candidates.first(where: processes.contains) { return [found] }
        let known = processes + (app?.widgets.map(\.name) ?? []) + (app?.searchers.map(\.name) ?? [])
        throw SearchBusError(
            .unknownAddressee,
            "The app has no process, widget or searcher `\(word)`.",
            remedy: Spelling.closest(to: word, among: known + ["all"]).map { "Did you mean `\($0)`?" }
                ?? "There are: all, \(processes.joined(separator: ", "))."
        )
    }
}
