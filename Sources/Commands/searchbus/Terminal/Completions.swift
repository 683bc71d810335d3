// SPDX-License-Identifier: MIT

import AppModel
import Bus
import Glibc
import SearchIndex
import Supervisor

/// The words that a shell offers for an argument: what the app of the folder has.
///
/// There are none where no app is found.
enum Completions {
    /// The names of indexes.
    @Sendable static func indexes(_ words: [String], _ place: Int, _ prefix: String) -> [String] {
        guard let location = location(words) else { return [] }
        return ((try? IndexDirectory(path: location.indexes).list()) ?? []).map(\.name)
    }

    /// The names of widgets, searchers and filter states of a running app.
    @Sendable static func addressees(_ words: [String], _ place: Int, _ prefix: String) -> [String] {
        guard let app = location(words)?.runningApp() else { return [] }
        return app.widgets.map(\.name) + app.searchers.map(\.name) + app.filterStates.map(\.name)
    }

    /// The names that can be restarted.
    @Sendable static func processes(_ words: [String], _ place: Int, _ prefix: String) -> [String] {
        guard let location = location(words), let state = SupervisorState.running(in: location.runtime) else {
            return []
        }
        return state.processes.map(\.name) + (location.runningApp()?.widgets.map(\.name) ?? []) + ["all"]
    }

    /// The app that the words typed so far name, or that of the folder.
    private static func location(_ words: [String]) -> AppLocation? {
        func option(_ name: String) -> String? {
            guard let place = words.lastIndex(of: name), words.indices.contains(place + 1) else { return nil }
            return words[place + 1]
        }
        // The process does nothing else, and errors of an app file would be printed into the user's input.
        let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
        if nothing >= 0 { dup2(nothing, STDERR_FILENO) }
        return try? AppLocation(
            .init(data: option("--data"), runtime: option("--runtime"), app: option("--app")),
            for: .looking
        )
    }
}
