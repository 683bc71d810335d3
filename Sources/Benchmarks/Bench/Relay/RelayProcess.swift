// SPDX-License-Identifier: MIT

import Bus
import CYardstick
import Wire

/// A relay that runs as a process of its own, on an empty log.
final class RelayProcess {
    let kind: RelayKind
    let endpoints: BusEndpoints
    let data: String
    private let process: ChildProcess
    private let folder: ScratchFolder

    /// Starts a relay.
    ///
    /// - Throws: `SearchBusError` where it cannot be started.
    init(_ kind: RelayKind, executables: String, arguments: [String] = []) throws {
        self.kind = kind
        folder = try ScratchFolder()
        let runtime = try folder.folder("run")
        data = try folder.folder("data")
        endpoints = try BusEndpoints(runtimeDirectory: runtime)
        let log = "\(folder.path)/log"
        switch kind {
        case .broker:
            process = try ChildProcess(
                "\(executables)/searchbus-broker",
                ["--data", data, "--runtime", runtime, "--supervised"] + arguments,
                log: log
            )
        case .yardstick:
            process = try ChildProcess(
                "\(executables)/searchbus-bench",
                ["relay", "--runtime", runtime, "--log", data],
                log: log
            )
        }
    }

    var pid: Int { Int(process.pid) }

    var logBytes: Int {
        let name = kind == .broker ? "log.sqlite" : "yardstick.sqlite"
        return ScratchFolder.size(of: "\(data)/\(name)") + ScratchFolder.size(of: "\(data)/\(name)-wal")
    }
}

public enum YardstickRelay {
    /// Works until standard input ends.
    ///
    /// - Parameters:
    ///   - runtime: The folder of its sockets.
    ///   - data: The folder of its log, which must not have one yet.
    /// - Throws: `SearchBusError` where it fails.
    public static func run(runtime: String, data: String) throws {
        let result = yardstick_relay(runtime, "\(data)/yardstick.sqlite")
        guard result != 0 else { return }
        throw SearchBusError(.internalError, "The yardstick failed: \(String(cString: yardstick_failure(result))).")
    }
}
