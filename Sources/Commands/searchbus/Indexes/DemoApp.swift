// SPDX-License-Identifier: MIT

import AppModel
import Glibc
import SearchIndex
import Wire

/// A demo app that comes with SearchBus: an app file, and for each of its indexes `INDEX.ndjson` and `INDEX.settings.json`.
struct DemoApp {
    let file: AppFilePath
    private let folder: String

    /// Finds a demo.
    ///
    /// - Throws: `SearchBusError` where there are no demos, or none of the name.
    init(_ name: String, folder: String?) throws {
        guard let folder else {
            throw SearchBusError(
                .libraryMissing,
                "The demo apps are not installed with this executable.",
                remedy: "Install all of SearchBus, or run the executable of a checked-out repository."
            )
        }
        let path = "\(folder)/\(name).yaml"
        guard !name.contains("/"), access(path, R_OK) == 0 else {
            throw SearchBusError(
                .invalidArgument,
                "Unknown demo app `\(name)`.",
                remedy: "See: searchbus demo --help."
            )
        }
        self.folder = folder
        file = try AppFilePath(path)
    }

    /// The embedded indexes that the app asks and a data directory lacks, in the order of its searchers.
    ///
    /// - Throws: `SearchBusError` where the app file cannot be read.
    func missingIndexes(in data: String) throws -> [String] {
        let app = try file.load()
        let names = app.searchers.compactMap { searcher -> String? in
            app.backend(searcher.backend)?.type == BackendConfiguration.embedded.type ? searcher.index : nil
        }
        var there = Set(try IndexDirectory(path: "\(data)/indexes").list().map(\.name))
        return names.filter { there.insert($0).inserted }
    }

    /// The arguments with which an index is imported.
    ///
    /// - Throws: `SearchBusError` where its records do not come with SearchBus.
    func importArguments(_ index: String) throws -> [String] {
        let (records, settings) = ("\(folder)/\(index).ndjson", "\(folder)/\(index).settings.json")
        guard access(records, R_OK) == 0 else {
            throw SearchBusError(
                .invalidArgument,
                "The records of the demo's index `\(index)` are not in \(folder).",
                remedy: "In the repository `make data` imports them, or `make run` does and starts the demo."
            )
        }
        return [index, records, "--settings", settings]
    }
}
