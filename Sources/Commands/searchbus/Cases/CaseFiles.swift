// SPDX-License-Identifier: MIT

import Cases
import Foundation
import Runtime
import Supervisor
import Wire

/// The cases that a command names.
enum CaseFiles {
    private static let maxCases = 100_000

    /// The files: those that are named, and those in folders that are named, by name.
    ///
    /// - Throws: `SearchBusError` for a path that does not exist, or a folder without cases.
    static func find(_ paths: [String]) throws -> [String] {
        var found: [String] = []
        for path in paths {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw missing("There is no case \(path).")
            }
            guard isFolder.boolValue else {
                found.append(path)
                continue
            }
            let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
            let cases = names.filter { $0.hasSuffix(CaseFile.ending) }.sorted()
            guard !cases.isEmpty else { throw missing("\(path) has no file that ends with `\(CaseFile.ending)`.") }
            found += cases.map { "\(path)/\($0)" }
        }
        guard found.count <= maxCases else {
            throw SearchBusError(
                .tooLarge,
                "\(found.count) cases are too many.",
                remedy: "Run at most \(maxCases) at once."
            )
        }
        return found
    }

    /// Reads a case.
    ///
    /// - Throws: `SearchBusError` for a file that cannot be read, or is not a case.
    static func read(_ path: String) throws -> Case {
        try CaseFile.read(try Files.read(RuntimeDirectory.absolute(path), limit: Case.maxBytes + 1), name: path)
    }

    private static func missing(_ message: String) -> SearchBusError {
        SearchBusError(
            .dataDirectoryUnusable,
            message,
            remedy: "Record one: searchbus session export SESSION --case FILE\(CaseFile.ending)."
        )
    }
}
