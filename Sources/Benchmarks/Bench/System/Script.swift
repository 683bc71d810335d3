// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// Runs a program that prints what it found out and ends.
enum Script {
    struct Result {
        let code: Int32
        let output: String
        /// What it said was wrong.
        let complaint: String

        /// Why there is no report.
        func failure(of script: String) -> String {
            let last = complaint.split(separator: "\n").last.map(String.init) ?? "it said nothing"
            let remedy = last.hasPrefix("ModuleNotFoundError") ? "; `make setup-tests` installs what is missing" : ""
            return "\(script) ended with code \(code): \(last)\(remedy)."
        }
    }

    /// Runs a program and waits for its end.
    ///
    /// - Throws: `SearchBusError` where it cannot be started.
    static func run(_ executable: String, _ arguments: [String], environment: [String: String] = [:]) throws -> Result {
        let folder = try ScratchFolder()
        let complaints = "\(folder.path)/complaints"
        _ = FileManager.default.createFile(atPath: complaints, contents: nil)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = Pipe()
        process.standardOutput = output
        // A program with `--supervised` ends when we do, whatever the reason.
        let input = Pipe()
        process.standardInput = input
        defer { try? input.fileHandleForWriting.close() }
        process.standardError = FileHandle(forWritingAtPath: complaints)
        do {
            try process.run()
        } catch {
            throw SearchBusError(.libraryMissing, "\(executable) cannot be started: \(error.localizedDescription).")
        }
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let complaint = FileManager.default.contents(atPath: complaints) ?? Data()
        return Result(
            code: process.terminationStatus,
            output: String(decoding: bytes, as: UTF8.self),
            complaint: String(decoding: complaint.suffix(2000), as: UTF8.self)
        )
    }
}
