// SPDX-License-Identifier: MIT

import AppModel
import Foundation
import Wire

/// The YAML file that describes an app.
public enum AppFile {
    /// How large an app file may be, in bytes.
    private static let maximumSize = 1_048_576
    private static let tooLarge = AppFileProblem(
        line: 1,
        message: "the file is larger than \(ByteSize(maximumSize))",
        remedy: "Split it."
    )

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
        try readWithPlaces(text, environment: environment, fileExists: fileExists).app
    }

    /// Reads an app file as `read` does, and tells where its parts stand.
    ///
    /// - Throws: `AppFileError` with everything that is wrong.
    public static func readWithPlaces(
        _ text: String,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        fileExists: @escaping (String) -> Bool = { _ in true }
    ) throws -> (app: App, places: AppFilePlaces) {
        let problems = ProblemList()
        do {
            guard text.utf8.count <= maximumSize else { throw tooLarge }
            let root = try YAMLReader.read(text)
            let reader = AppReader(environment: environment, fileExists: fileExists, problems: problems)
            if let app = reader.app(root), problems.problems.isEmpty { return (app, AppFilePlaces(root)) }
        } catch let problem as AppFileProblem {
            throw AppFileError(problems: [problem])
        }
        throw AppFileError(problems: problems.sorted)
    }

    /// Reads only what the app of a file is called; everything else in it may be wrong.
    ///
    /// - Throws: `AppFileError` if the file is not YAML or has no name, `SearchBusError` if it cannot be read.
    public static func name(ofAppAt path: String) throws -> String {
        let problems = ProblemList()
        do {
            let root = try YAMLReader.read(text(at: path))
            if let name = Fields(root, owner: "the app file", problems: problems)?.requiredText("name") { return name }
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
        try loadWithPlaces(path, environment: environment).app
    }

    /// Reads the app file at a path as `load` does, and tells where its parts stand.
    ///
    /// - Throws: What `load` throws.
    public static func loadWithPlaces(
        _ path: String,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> (app: App, places: AppFilePlaces) {
        let directory = URL(fileURLWithPath: path).deletingLastPathComponent()
        return try readWithPlaces(text(at: path), environment: environment) { relative in
            FileManager.default.fileExists(atPath: directory.appendingPathComponent(relative).path)
        }
    }

    private static func text(at path: String) throws -> String {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw SearchBusError(
                .invalidAppFile,
                "the app file \(path) cannot be read",
                remedy: "Check the path and the file's permissions."
            )
        }
        guard data.count <= maximumSize else {
            throw AppFileError(problems: [tooLarge])
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw SearchBusError(.invalidAppFile, "the app file \(path) is not UTF-8", remedy: "Save it as UTF-8.")
        }
        return text
    }
}
