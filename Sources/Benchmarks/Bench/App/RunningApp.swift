// SPDX-License-Identifier: MIT

import Bus
import Foundation
import Glibc
import Runtime
import Supervisor
import Wire

/// The app, started with `searchbus up` on an empty log of its own beside the indexes there are.
final class RunningApp {
    /// How long it may take to start.
    private static let patience: Int64 = 60_000_000_000

    /// How long it took from the start of the process until it said that it is ready, in seconds.
    let secondsToReady: Double
    let port: UInt16
    /// The address with which a browser logs in.
    let link: String
    /// What programs show to the gateway.
    let key: String
    let endpoints: BusEndpoints
    let logFile: String
    private let runtime: String
    private let process: ChildProcess
    private let folder: ScratchFolder

    /// Starts the app and waits until it is ready.
    ///
    /// - Throws: `SearchBusError` where it does not get there.
    init(_ ground: AppGround, layout: Layout? = nil) throws {
        let folder = try ScratchFolder()
        self.folder = folder
        let data = try folder.folder("data")
        runtime = "\(folder.path)/run"
        logFile = "\(data)/log.sqlite"
        endpoints = try BusEndpoints(runtimeDirectory: runtime)
        guard symlink(ground.subject.indexes, "\(data)/indexes") == 0 else {
            throw SearchBusError(.dataDirectoryUnusable, "The indexes cannot be linked to.")
        }
        let file = try layout.map { try Self.copy(of: ground.subject.file, $0, in: folder.folder("app")) }
        let output = "\(folder.path)/up.log"
        let start = Stopwatch.now()
        process = try ChildProcess(
            "\(ground.executables)/searchbus",
            [
                "up", file ?? ground.subject.file, "--data", data, "--runtime", runtime, "--listen", "127.0.0.1:0",
                // Every key is looked up on the log at the end.
                "--retention", "4096",
                "--print-link",
            ],
            log: output
        )
        let line = try Self.readyLine(of: process, output: output, deadline: start + Self.patience)
        secondsToReady = Double(Stopwatch.now() - start) / 1e9
        guard let port = Self.port(in: line), let address = line.split(separator: " ").last,
            let secret = (try? Files.read("\(data)/gateway.secret")).flatMap({
                try? JSON(parsing: $0)["bearer"]?.string
            })
        else { throw SearchBusError(.componentFailed, "The app does not report its address: \(line)") }
        self.port = port
        link = String(address)
        key = secret
    }

    /// A copy of an app file with another layout, beside links to what lies beside it.
    private static func copy(of file: String, _ layout: Layout, in folder: String) throws -> String {
        guard let text = (try? Files.read(file)).map({ String(decoding: $0, as: UTF8.self) }) else {
            throw SearchBusError(.invalidAppFile, "The app file \(file) cannot be read.")
        }
        let (place, name) = ((file as NSString).deletingLastPathComponent, (file as NSString).lastPathComponent)
        for entry in try FileManager.default.contentsOfDirectory(atPath: place) where entry != name {
            symlink("\(place)/\(entry)", "\(folder)/\(entry)")
        }
        let copy = "\(folder)/\(name)"
        guard FileManager.default.createFile(atPath: copy, contents: Data(layout.applied(to: text).utf8)) else {
            throw SearchBusError(.dataDirectoryUnusable, "The file \(copy) cannot be written.")
        }
        return copy
    }

    /// Waits for the line that says where the console is; the app may write others first.
    private static func readyLine(of process: ChildProcess, output: String, deadline: Int64) throws -> Substring {
        while true {
            let text = (try? Files.read(output)).map { String(decoding: $0, as: UTF8.self) } ?? ""
            if let line = text.split(separator: "\n").first(where: { $0.hasPrefix("ready in ") }) { return line }
            guard process.isRunning, Stopwatch.now() < deadline else {
                throw SearchBusError(.componentFailed, "The app did not start:\n\(text.suffix(2000))")
            }
            Stopwatch.sleep(milliseconds: 4)
        }
    }

    /// The port in a line with an address such as `http://127.0.0.1:8080/`.
    static func port(in line: some StringProtocol) -> UInt16? {
        guard let colon = line.lastIndex(of: ":") else { return nil }
        return UInt16(line[line.index(after: colon)...].prefix { $0.isNumber })
    }

    /// The processes by name, the supervisor first.
    func processes() -> [(name: String, pid: Int)] {
        [("supervisor", Int(process.pid))]
            + (SupervisorState.read(from: runtime)?.processes ?? []).compactMap { process in
                process.pid.map { (process.name, $0) }
            }
    }

    /// The processor time that all of it takes a second, measured for a while in which it is idle.
    func secondsASecond(during seconds: Double) -> Double {
        func used() -> Double { processes().reduce(0) { $0 + (ProcessFigures.processorSeconds(of: $1.pid) ?? 0) } }
        let (start, before) = (Stopwatch.now(), used())
        Stopwatch.sleep(until: start + Int64(seconds * 1e9))
        return (used() - before) / (Double(Stopwatch.now() - start) / 1e9)
    }

    /// A connection to its gateway.
    ///
    /// - Throws: `SearchBusError` if the app does not answer.
    func connect() throws -> HTTPConnection { try HTTPConnection(port: port, key: key) }
}
