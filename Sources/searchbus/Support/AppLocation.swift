// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import Bus
import Foundation
import Supervisor
import Wire

/// Where an app keeps its data and its sockets.
struct AppLocation: Sendable, Hashable {
    /// The folder, below the current one, of the data directories.
    static let folder = ".searchbus"

    /// The data directory.
    let data: String
    /// The runtime directory.
    let runtime: String

    /// Finds an app.
    ///
    /// - Parameters:
    ///   - data: The data directory, where it is given.
    ///   - runtime: The runtime directory, where it is given.
    ///   - canBeNew: Whether the app may never have run: the app file of the current folder then tells its name.
    /// - Throws: `SearchBusError` where nothing is given and the current folder leaves a choice.
    init(data: String?, runtime: String?, canBeNew: Bool = false) throws {
        if let data {
            self.data = RuntimeDirectory.absolute(data)
            self.runtime = runtime.map(RuntimeDirectory.absolute) ?? RuntimeDirectory.path(forData: data)
        } else if let runtime {
            self.runtime = RuntimeDirectory.absolute(runtime)
            let told = SupervisorState.read(from: self.runtime)?.data
            self.data = told ?? String(self.runtime[..<(self.runtime.lastIndex(of: "/") ?? self.runtime.startIndex)])
        } else {
            self.data = RuntimeDirectory.absolute(try Self.onlyFolder(canBeNew: canBeNew))
            self.runtime = RuntimeDirectory.path(forData: self.data)
        }
    }

    /// Where the indexes are.
    var indexes: String { "\(data)/indexes" }

    /// The endpoints of the broker.
    ///
    /// - Throws: `SearchBusError` for a directory whose path is too long.
    var endpoints: BusEndpoints {
        get throws { try BusEndpoints(runtimeDirectory: runtime) }
    }

    /// Whether a broker has been listening there; it may have ended without clearing up.
    var hasSocket: Bool { FileManager.default.fileExists(atPath: "\(runtime)/commands") }

    /// A connection to the broker, whose answers are waited for a few seconds.
    ///
    /// - Throws: `SearchBusError` where nothing runs.
    func connect(timeout: Duration = .seconds(3)) throws -> BusClient {
        guard hasSocket else {
            throw SearchBusError(
                .brokerUnavailable,
                "No app runs on \(data).",
                remedy: "Start it with `searchbus up`, or name another one with --data or --runtime."
            )
        }
        return try BusClient(endpoints: try endpoints, requestTimeout: timeout)
    }

    /// The folder's name for an app; a name that is no file name becomes one.
    static func folderName(for app: String) -> String {
        let name = String(app.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "-" })
        return name.isEmpty || name.allSatisfy { $0 == "." } ? "app" : name
    }

    private static func onlyFolder(canBeNew: Bool) throws -> String {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder)
                && isFolder.boolValue
        }
        if names.count == 1 { return "\(folder)/\(names[0])" }
        if canBeNew, let file = try? AppFilePath(nil), let app = try? file.load() {
            return "\(folder)/\(folderName(for: app.name))"
        }
        guard names.isEmpty else {
            throw SearchBusError(
                .invalidArgument,
                "Several apps have data in \(folder): \(names.joined(separator: ", ")).",
                remedy: "Choose one with --data \(folder)/\(names[0])."
            )
        }
        throw SearchBusError(
            .dataDirectoryUnusable,
            "No app has data in \(folder) of this folder.",
            remedy: "Run this where `searchbus up` was started, or name the data directory with --data."
        )
    }
}

extension SupervisorState {
    /// Reads the state file of a runtime directory; `nil` where there is none.
    static func read(from runtime: String) -> SupervisorState? {
        AtomicFile.read("\(runtime)/\(fileName)").flatMap { try? SupervisorState(json: JSON(parsing: $0)) }
    }

    /// Whether the supervisor still lives.
    var isAlive: Bool { kill(Int32(pid), 0) == 0 || errno == EPERM }
}
