// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Glibc
import ProcessTesting
import Runtime
import Supervisor
import Testing
import Wire

/// `searchbus up` itself, as a process, with the real broker, and shells instead of all other processes.
@Suite(.serialized, .timeLimit(.minutes(5))) struct UpProcessTests {
    /// A folder with executables and an app whose custom widget and shells hold one end of a named pipe.
    private final class Stage {
        let folder: String
        let fifo: Fifo

        init() throws {
            folder = try makeTemporaryDirectory()
            fifo = try Fifo()
            let products = try #require(Stage.products)
            // Copied by another process: a parallel test may pass its descriptor to a child,
            // and the system refuses to run a file that is open for writing.
            let copy = Process()
            copy.executableURL = URL(filePath: "/bin/cp")
            copy.arguments = ["\(products)/searchbus", "\(products)/searchbus-broker", folder]
            try copy.run()
            copy.waitUntilExit()
            for (name, words) in [("worker", "$1"), ("index-worker", "$1"), ("gateway", "gateway")] {
                let path = "\(folder)/searchbus-\(name)"
                // Ends at the end of its input, as the real ones do.
                try Files.replace(path, with: Array("#!/bin/sh\nexec 3>\(fifo.path)\necho \(words) >&3\ncat\n".utf8))
                chmod(path, 0o700)
            }
            let app = """
                name: stage
                searchers: { products: { type: hits, index: products } }
                widgets:
                  box: { type: search-box, searcher: products }
                  own: { type: of-my-own, run: [sh, -c, "exec 3>\(fifo.path); echo own >&3; sleep 1000"] }
                """
            try Files.replace("\(folder)/searchbus.yaml", with: Array(app.utf8))
        }

        deinit { removeDirectory(folder) }

        /// Where the package's executables were built: beside the tests.
        private static let products: String? = {
            let folder = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            let candidates = CommandLine.arguments + [folder ?? ""] + Bundle.allBundles.map(\.bundlePath)
            return candidates.map { URL(filePath: $0).deletingLastPathComponent().path }
                .first { FileManager.default.isExecutableFile(atPath: "\($0)/searchbus-broker") }
        }()

        func up() throws -> (process: Process, output: Pipe) {
            let process = Process()
            let output = Pipe()
            process.executableURL = URL(filePath: "\(folder)/searchbus")
            process.arguments = ["up", "--data", "\(folder)/data"]
            process.currentDirectoryURL = URL(filePath: folder)
            process.standardOutput = output
            process.standardError = output
            try process.run()
            return (process, output)
        }

        /// Reads what is written until every process is up.
        static func waitForAll(_ output: Pipe) async -> String {
            await read(output) { $0.components(separatedBy: " started (pid ").count > 7 }
        }

        /// Reads what is written until the text is enough, or nothing more comes; on a thread that may wait.
        static func read(
            _ output: Pipe,
            until isEnough: @escaping @Sendable (String) -> Bool = { _ in false }
        ) async -> String {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    let descriptor = output.fileHandleForReading.fileDescriptor
                    var text = ""
                    var buffer = [UInt8](repeating: 0, count: 4096)
                    var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                    while !isEnough(text), poll(&event, 1, 20_000) > 0 {
                        let count = Glibc.read(descriptor, &buffer, buffer.count)
                        guard count > 0 else { break }
                        text += String(decoding: buffer[..<count], as: UTF8.self)
                    }
                    continuation.resume(returning: text)
                }
            }
        }
    }

    @Test func `on SIGTERM, it stops every process and reports it`() async throws {
        let stage = try Stage()
        let (process, output) = try stage.up()
        #expect(await Stage.waitForAll(output).contains("broker started"))
        process.terminate()
        let rest = await Stage.read(output)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 0)
        #expect(rest.hasSuffix("broker stopped\n"))
        #expect(await stage.fifo.readToEnd() != nil)
        #expect(!FileManager.default.fileExists(atPath: "\(stage.folder)/data/run/supervisor.json"))
    }

    @Test func `killed, it leaves nothing behind`() async throws {
        let stage = try Stage()
        let (process, output) = try stage.up()
        _ = await Stage.waitForAll(output)
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        // Ends once every shell and the custom widget have exited.
        #expect(await stage.fifo.readToEnd() != nil)
        // The broker releases its directory when it exits.
        #expect(Self.isFreed("\(stage.folder)/data/broker.lock"))
    }

    /// Waits until no process holds a lock, up to a timeout.
    private static func isFreed(_ path: String) -> Bool {
        let isFree = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            let lock = open(path, O_RDWR | O_CLOEXEC)
            flock(lock, LOCK_EX)
            close(lock)
            isFree.signal()
        }
        return isFree.wait(timeout: .now() + 20) == .success
    }

    @Test func `a second one on the same data is refused`() async throws {
        let stage = try Stage()
        let (process, output) = try stage.up()
        _ = await Stage.waitForAll(output)
        let (second, answer) = try stage.up()
        let text = await Stage.read(answer)
        second.waitUntilExit()
        #expect(second.terminationStatus == 75)
        #expect(text.contains("Another `searchbus up` (process \(process.processIdentifier))"))
        process.terminate()
        _ = await Stage.read(output)
        process.waitUntilExit()
    }
}
