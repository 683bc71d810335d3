// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import Foundation
import SearchIndex
import SearchModel
import Wire

/// The apps of cases: from a file, or from the text in a case.
enum CaseApp {
    /// Reads an app file; its problems are printed.
    ///
    /// - Throws: `SearchBusError` for a file with problems.
    static func load(_ file: AppFilePath) throws -> App {
        do {
            return try file.load()
        } catch let error as AppFileError {
            for problem in error.problems { Terminal.error.print(file.line(problem)) }
            throw file.summary(of: error)
        }
    }

    /// Reads the app of a case.
    ///
    /// - Parameters:
    ///   - text: The text of the app file.
    ///   - folder: Where its programs are.
    ///   - name: What messages call the case.
    /// - Returns: The app.
    /// - Throws: `SearchBusError` for a text with problems.
    static func read(_ text: String, folder: String, name: String) throws -> App {
        do {
            return try AppFile.read(text) { FileManager.default.fileExists(atPath: "\(folder)/\($0)") }
        } catch let error as AppFileError {
            let first = error.problems.first.map { "line \($0.line): \($0.message)" } ?? ""
            throw SearchBusError(
                .invalidAppFile,
                "The app file in \(name) cannot be used: \(first).",
                remedy: "Test another one with --app, or set what it needs: \(error.problems.first?.remedy ?? "")"
            )
        }
    }
}

extension App {
    /// The app with one engine for all searchers.
    ///
    /// - Throws: `SearchBusError` for an engine that the app does not have.
    func searching(_ engine: String?) throws -> App {
        guard let engine else { return self }
        guard backend(engine) != nil else {
            throw SearchBusError(
                .invalidArgument,
                "The app has no backend `\(engine)`.",
                remedy: "It has: \(backends.map(\.name).joined(separator: ", "))."
            )
        }
        var app = self
        for place in app.searchers.indices where !app.searchers[place].isMulti { app.searchers[place].backend = engine }
        return app
    }

    /// The indexes of the data directory that its searchers may search.
    var embeddedIndexes: Set<String> {
        let own = Set(backends.filter { $0.type == BackendType.embedded.name }.map(\.name))
        return Set(searchers.filter { own.contains($0.backend) }.flatMap { reach(of: $0.name).indexes } + indexes)
    }

    /// The digests of the records of those indexes that a data directory has.
    ///
    /// - Throws: `SearchBusError` for an index that cannot be read.
    func recordsDigests(in data: String) throws -> [String: String] {
        let directory = IndexDirectory(path: "\(data)/indexes")
        var digests: [String: String] = [:]
        for name in embeddedIndexes where directory.exists(name) {
            digests[name] = try directory.recordsDigest(of: name)
        }
        return digests
    }
}
