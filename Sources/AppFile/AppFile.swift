// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import Foundation
import Wire

/// The YAML file that describes an app.
public enum AppFile {
    /// How large an app file may be, in bytes.
    private static let maximumSize = 1_048_576

    /// Reads an app file.
    ///
    /// - Parameters:
    ///   - text: The YAML text.
    ///   - environment: The variables that `${NAME}` may stand for; they are only looked for, their values go nowhere.
    ///   - fileExists: Says whether there is a file of a path relative to the app file.
    /// - Returns: The app, in which nothing is left to check.
    /// - Throws: `AppFileError` with everything that is wrong.
    public static func read(
        _ text: String,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        fileExists: @escaping (String) -> Bool = { _ in true }
    ) throws -> App {
        let problems = ProblemList()
        do {
            guard text.utf8.count <= maximumSize else {
                throw AppFileProblem(line: 1, message: "the file is larger than 1 MiB", remedy: "Split the app.")
            }
            let root = try YAMLReader.read(text)
            let reader = AppReader(environment: environment, fileExists: fileExists, problems: problems)
            if let app = reader.app(root), problems.problems.isEmpty { return app }
        } catch let problem as AppFileProblem {
            throw AppFileError(problems: [problem])
        }
        throw AppFileError(problems: problems.sorted)
    }

    /// Reads the app file at a path; the paths in it are relative to its directory.
    ///
    /// - Throws: `AppFileError` with everything that is wrong, `SearchBusError` where the file cannot be read.
    public static func load(
        _ path: String,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> App {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw SearchBusError(
                .invalidAppFile,
                "the app file \(path) cannot be read",
                remedy: "Check the path and the file's permissions."
            )
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw SearchBusError(.invalidAppFile, "the app file \(path) is not UTF-8", remedy: "Save it as UTF-8.")
        }
        let directory = URL(fileURLWithPath: path).deletingLastPathComponent()
        return try read(text, environment: environment) { relative in
            FileManager.default.fileExists(atPath: directory.appendingPathComponent(relative).path)
        }
    }
}
