// SPDX-License-Identifier: MIT

import Foundation
import HTTPTesting
import RandomTesting
import Synchronization

/// A server of a test's own, which runs in a new directory as long as this object lives, and no longer than the tests.
final class PrivateServer: Sendable {
    /// The reason for a missing server, from the script that starts it.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Its directory.
    let directory: String
    /// Its standard input, with which it ends.
    private let input = Pipe()

    /// Starts the server of a script and waits until it responds.
    ///
    /// - Throws: `Failure`, such as if the program is not installed.
    init(_ script: String, _ arguments: (_ directory: String) -> [String]) throws {
        directory = "/tmp/sbs-\(UUID().uuidString.prefix(8))"
        let process = Process()
        process.executableURL = Repository.root.appendingPathComponent("deploy/setup/\(script)")
        process.arguments = arguments(directory)
        let (output, errors) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
        try process.run()
        guard output.fileHandleForReading.availableData.starts(with: Data("ready".utf8)) else {
            let words = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
            throw Failure(description: "\(script): \(words)")
        }
    }

    deinit {
        try? input.fileHandleForWriting.close()
        try? FileManager.default.removeItem(atPath: directory)
    }
}

/// A port without a listener at the moment.
func freePort() throws -> UInt16 {
    let server = try LocalServer { _ in .close }
    defer { server.stop() }
    return server.port
}
