// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import Bus
import Foundation
import Glibc
import Supervisor
import Wire

/// Where an app keeps its data and its sockets.
struct AppLocation: Sendable, Hashable {
    /// What a command is about to do with what it finds, and how sure it must be.
    enum Purpose: Sendable, Hashable {
        /// Look: where nothing is said, the only app that has data here will do.
        case looking
        /// Change what lies there: the place must have been said, by an option or by an app file.
        case changing
    }

    /// What is said of a place.
    struct Words: Sendable, Hashable {
        var data: String?
        var runtime: String?
        /// The app file, or its folder; without it the one in the current folder counts, where there is one.
        var app: String?
    }

    /// The folder, below the current one, of the data directories.
    static let folder = ".searchbus"

    let data: String
    let runtime: String
    /// A note on the location, if it was not given.
    let note: String?

    /// Finds an app.
    ///
    /// - Throws: `SearchBusError` where the words leave a choice, or more of one than the purpose allows; for an app file
    ///   that is named and cannot be used.
    init(_ words: Words, for purpose: Purpose) throws {
        if let data = words.data {
            self.data = RuntimeDirectory.absolute(data)
            runtime = words.runtime.map(RuntimeDirectory.absolute) ?? RuntimeDirectory.path(forData: data)
            note = nil
        } else if let runtime = words.runtime {
            self.runtime = RuntimeDirectory.absolute(runtime)
            let recorded = SupervisorState.read(from: self.runtime)?.data
            data = recorded ?? String(self.runtime[..<(self.runtime.lastIndex(of: "/") ?? self.runtime.startIndex)])
            note = nil
        } else {
            let found = try Self.find(words.app, for: purpose)
            data = RuntimeDirectory.absolute(found.path)
            runtime = RuntimeDirectory.path(forData: data)
            note = found.note
        }
    }

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
        try checkReachable()
        return try BusClient(endpoints: try endpoints, requestTimeout: timeout)
    }

    /// Checks that the broker's sockets exist.
    ///
    /// - Throws: `SearchBusError` with `broker-unavailable`, which tells an app that does not run from one whose sockets are
    ///   missing or may not be used.
    func checkReachable() throws {
        guard let obstacle = try endpoints.obstacle else { return }
        if access(runtime, X_OK) != 0, errno == EACCES {
            throw SearchBusError(
                .brokerUnavailable,
                "The runtime directory \(runtime) is not accessible: \(String(cString: strerror(EACCES))).",
                remedy: "Run the command as the user who runs the app."
            )
        }
        guard isSupervised else { throw notRunning }
        throw SearchBusError(
            .brokerUnavailable,
            "The app on \(data) runs, but \(obstacle).",
            remedy:
                "The broker creates its sockets again within a second: try again. `searchbus up` prints what prevents it "
                + "from that."
        )
    }

    /// Checks that an app runs and that its broker can be reached.
    ///
    /// - Throws: As `checkReachable`.
    func checkRunning() throws {
        try checkReachable()
        // The sockets of a supervisor that was killed stay; an app that was started by hand has no supervisor.
        guard isSupervised || SupervisorState.read(from: runtime) == nil else { throw notRunning }
    }

    /// Whether `searchbus up` runs the app.
    var isSupervised: Bool { SupervisorLock.isHeld(in: runtime) || SupervisorLock.isHeld(in: data) }

    private var notRunning: SearchBusError {
        SearchBusError(
            .brokerUnavailable,
            "No app runs on \(data).",
            remedy: "Start it with `searchbus up`, or name another one with --data or --runtime."
        )
    }

    /// The folder's name for an app; an invalid file name is converted.
    static func folderName(for app: String) -> String {
        let name = String(app.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "-" })
        return name.isEmpty || name.allSatisfy { $0 == "." } ? "app" : name
    }
}

// MARK: - Finding

extension AppLocation {
    /// A data directory, and a note if it was not given.
    private typealias Choice = (path: String, note: String?)

    private static func find(_ app: String?, for purpose: Purpose) throws -> Choice {
        if let app { return (try path(of: AppFilePath(app)), nil) }
        let base = AppFolderSearch.system.nearest(from: RuntimeDirectory.absolute("."))?.prefix ?? ""
        let known = knownFolders(in: base)
        if let file = try? AppFilePath(nil) {
            // A file that cannot be read must not send a change elsewhere.
            let path = purpose == .changing ? try path(of: file) : try? path(of: file)
            if let path, purpose == .changing || known.isEmpty || known.contains(path) {
                return (path, file.isFoundAbove ? "app file: \(file.shown)" : nil)
            }
        }
        guard purpose == .looking else { throw isUnsaid(known) }
        guard known.count == 1 else { throw known.isEmpty ? isEmpty : leavesChoice(known) }
        return (known[0], "the only app with data here: \(known[0])")
    }

    /// The data directory of an app file's app; other parts of the file may have mistakes.
    private static func path(of file: AppFilePath) throws -> String {
        do {
            return file.dataDirectory(ofAppCalled: try AppFile.name(ofAppAt: file.path))
        } catch let error as AppFileError {
            for problem in error.problems { Terminal.error.print(file.line(problem)) }
            throw file.summary(of: error)
        }
    }

    private static func knownFolders(in base: String) -> [String] {
        let folder = base + Self.folder
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().map { "\(folder)/\($0)" }
            .filter { path in
                var isFolder: ObjCBool = false
                return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
            }
    }

    private static func isUnsaid(_ known: [String]) -> SearchBusError {
        let example = known.first ?? "\(folder)/NAME"
        return SearchBusError(
            .dataDirectoryUnusable,
            "No app file found in this folder or its parents"
                + (known.isEmpty ? "." : ", and \(known.joined(separator: ", ")) may belong to another app."),
            remedy: "Name the app file with --app APP.yaml, or its data directory with --data, for example "
                + "--data \(example)." + (known.isEmpty ? " `searchbus init FILE` creates an app from data." : "")
        )
    }

    private static func leavesChoice(_ known: [String]) -> SearchBusError {
        SearchBusError(
            .invalidArgument,
            "Several apps have data in this folder: \(known.joined(separator: ", ")).",
            remedy: "Choose one with --data \(known[0])."
        )
    }

    private static var isEmpty: SearchBusError {
        SearchBusError(
            .dataDirectoryUnusable,
            "No app found: neither an app file nor data in \(folder), in this folder or its parents.",
            remedy: "Go to the folder of the app, or name the app file with --app or the data directory with --data; "
                + "`searchbus init FILE` creates an app from data."
        )
    }
}

extension SupervisorState {
    /// What a supervisor that lives has written into a runtime directory; `nil` where none does.
    static func running(in runtime: String) -> SupervisorState? {
        SupervisorLock.isHeld(in: runtime) ? read(from: runtime) : nil
    }
}
