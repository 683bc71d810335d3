// SPDX-License-Identifier: MIT

import AppModel
import Wire

/// The files of one's own that processes read when they start.
extension ProcessPlan {
    /// What an interpreter is given to run; other arguments may be files that the program itself writes.
    private static let scripts = [".py", ".js", ".mjs", ".ts", ".rb", ".pl", ".php", ".lua", ".sh"]

    /// The programs and controllers of an app's widgets as they are now, by path; those that are there.
    public func stamps(of app: App) -> [String: FileStamp] {
        let programs = (app.widgets.compactMap(\.run) + app.backends.compactMap(\.run)).flatMap(programs(of:))
        let paths = programs + app.widgets.flatMap(controllers(of:))
        return Dictionary(
            paths.compactMap { path in FileStamp(path: path).map { (path, $0) } },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The program of a command, where it is named by its path, and its script.
    func programs(of run: [String]) -> [String] {
        guard let program = run.first else { return [] }
        let script = run.dropFirst().first { word in Self.scripts.contains(where: word.hasSuffix) }
        return (program.contains("/") ? [program] : []).map(path(besideApp:))
            + (script.map { [path(besideApp: $0)] } ?? [])
    }

    /// The file that draws a widget, where that is not the console's own.
    func controllers(of widget: App.Widget) -> [String] {
        widget.controller.map { [path(besideApp: $0)] } ?? []
    }

    /// Stamps as a part of what a process is configured from.
    static func texts(_ stamps: [String: FileStamp], of paths: [String]) -> JSON {
        .array(paths.compactMap { path in stamps[path].map { .string("\(path) \($0.text)") } })
    }

    private func path(besideApp path: String) -> String { path.hasPrefix("/") ? path : "\(appFolder)/\(path)" }
}
