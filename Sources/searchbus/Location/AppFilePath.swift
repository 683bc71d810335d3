// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppFile
import AppModel
import Foundation
import SearchIndex
import Supervisor
import Wire

/// Where an app file is, and what is wrong with it in words.
struct AppFilePath: Sendable, Hashable {
    /// The names that are looked for where only a folder is given.
    static let names = ["searchbus.yaml", "searchbus.yml", "app.yaml"]

    /// The path as messages show it.
    let shown: String
    /// The whole path.
    let path: String

    /// Takes a file, a folder with one of the usual names in it, or `nil` for the current folder.
    ///
    /// - Throws: `SearchBusError` where there is no app file.
    init(_ argument: String?) throws {
        let given = argument ?? "."
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: given, isDirectory: &isFolder)
        var shown = given
        if exists, isFolder.boolValue {
            let candidates = Self.names.map { given == "." ? $0 : "\(given)/\($0)" }
            guard let found = candidates.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
                throw SearchBusError(
                    .invalidAppFile,
                    "There is no app file in \(given == "." ? "this folder" : given).",
                    remedy: "Name one: searchbus up APP.yaml (without a name, \(Self.names[0]) is looked for)."
                )
            }
            shown = found
        } else if !exists {
            throw SearchBusError(.invalidAppFile, "There is no app file \(given).", remedy: "Check the path.")
        }
        self.shown = shown
        path = RuntimeDirectory.absolute(shown)
    }

    /// The folder of the file.
    var folder: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

    /// Reads the app.
    ///
    /// - Throws: `AppFileError` or `SearchBusError`.
    func load() throws -> App { try AppFile.load(path) }

    /// Reads the app, and where its entries stand.
    ///
    /// - Throws: `AppFileError` or `SearchBusError`.
    func loadWithPlaces() throws -> (app: App, places: AppFilePlaces) { try AppFile.loadWithPlaces(path) }

    /// Reads the app, and what it asks of the indexes of a data directory in vain.
    ///
    /// Looking inside reads whole indexes. Without a data directory there is nothing to say.
    ///
    /// - Throws: What `load` throws.
    func load(against data: String, looksInside: Bool) throws -> (app: App, warnings: [AppFileProblem]) {
        let (app, places) = try AppFile.loadWithPlaces(path)
        guard FileManager.default.fileExists(atPath: data) else { return (app, []) }
        let indexes = IndexDirectory(path: "\(data)/indexes")
        return (app, IndexCheck(app, places, indexes: indexes, looksInside: looksInside).warnings)
    }

    /// A warning on one line, as for a problem.
    func line(warning problem: AppFileProblem) -> String {
        "\(shown):\(problem.line): warning: \(problem.message) — \(problem.remedy)"
    }

    /// A problem on one line: `file:line: message — remedy`.
    func line(_ problem: AppFileProblem) -> String {
        "\(shown):\(problem.line): \(problem.message) — \(problem.remedy)"
    }

    /// What to end with when problems were shown.
    func summary(of error: AppFileError) -> SearchBusError {
        let count = error.problems.count
        return SearchBusError(
            .invalidAppFile,
            "\(shown) has \(count == 1 ? "a problem" : "\(count) problems").",
            remedy: "Correct the lines above; `searchbus check \(shown)` looks again."
        )
    }
}
