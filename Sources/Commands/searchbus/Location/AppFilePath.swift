// SPDX-License-Identifier: MIT

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
    let path: String

    /// Whether it was not given, and is above the current folder.
    let isFoundAbove: Bool

    /// Takes a file, a folder with one of the usual names in it, or `nil` for the current folder and those above it.
    ///
    /// - Throws: `SearchBusError` where there is no app file.
    init(_ argument: String?) throws {
        let above = argument == nil ? AppFolderSearch.system.nearest(from: RuntimeDirectory.absolute(".")) : nil
        if let above, above.levels > 0, case .appFile(let name) = above.content {
            (shown, isFoundAbove) = (above.prefix + name, true)
            path = RuntimeDirectory.absolute(shown)
            return
        }
        isFoundAbove = false
        let given = argument ?? "."
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: given, isDirectory: &isFolder)
        var shown = given
        if exists, isFolder.boolValue {
            let candidates = Self.names.map { given == "." ? $0 : "\(given)/\($0)" }
            guard let found = candidates.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
                throw SearchBusError(
                    .invalidAppFile,
                    "There is no app file in \(argument == nil ? "this folder, nor above it" : given).",
                    remedy:
                        "Name one: searchbus up APP.yaml (without a name, \(Self.names[0]) is used), or create one from "
                        + "your data: searchbus init FILE."
                )
            }
            shown = found
        } else if !exists {
            throw SearchBusError(.invalidAppFile, "The app file \(given) does not exist.", remedy: "Check the path.")
        }
        self.shown = shown
        path = RuntimeDirectory.absolute(shown)
    }

    var folder: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

    /// The data directory of the app of this file: below the current folder, or beside a file that lies elsewhere, where that is there
    /// and the other is not.
    func dataDirectory(ofAppCalled name: String) -> String {
        let below = "\(AppLocation.folder)/\(AppLocation.folderName(for: name))"
        guard let slash = shown.lastIndex(of: "/") else { return below }
        let beside = "\(shown[..<slash])/\(below)"
        let isBeside = isFoundAbove || !Self.isFolder(below) && Self.isFolder(beside)
        return isBeside ? beside : below
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    func load() throws -> App { try AppFile.load(path) }

    /// Reads the app, and where its entries stand.
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
            remedy: "Correct the lines above; `searchbus check \(shown)` checks them again."
        )
    }
}
