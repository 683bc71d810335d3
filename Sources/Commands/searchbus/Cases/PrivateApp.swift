// SPDX-License-Identifier: MIT

import AppModel
import Bus
import Foundation
import SearchIndex
import Supervisor
import Wire

/// An app that runs for a test: the same processes on a log and copies of the indexes of its own, without a gateway.
final class PrivateApp: Sendable {
    /// What the folders' names begin with.
    private static let prefix = "test-"
    private static let startTime: Duration = .seconds(60)

    let app: App
    let log: BusClient
    let watch = AppWatch()
    private let folder: String
    private let runtime: String
    private let supervisor: Supervisor
    private let running: Task<Void, any Error>

    /// Starts an app, and returns when all its processes work.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - appFolder: Where its own programs are.
    ///   - data: The data directory whose indexes are copied; the copies share files with them.
    /// - Throws: `SearchBusError` where it cannot be started; nothing is then left.
    init(_ app: App, appFolder: String, data: String) async throws {
        var app = app
        // Neither is part of a screen.
        (app.servesAlgolia, app.countsInsights, app.log) = (false, false, .sqlite)
        self.app = app
        folder = try Self.makeFolder(in: data)
        runtime = RuntimeDirectory.path(forData: folder)
        do {
            try Self.copyIndexes(from: "\(data)/indexes", to: "\(folder)/indexes")
            try RuntimeDirectory.makePrivate(runtime)
            let plan = ProcessPlan(
                executables: try ExecutableFolder.current(),
                appFolder: appFolder,
                dataDirectory: folder,
                runtimeDirectory: runtime,
                roles: [.workers]
            )
            let keeper = RuntimeKeeper(directory: runtime)
            try keeper.write(app.json.bytes, to: ProcessPlan.appFileName)
            let definitions = plan.processes(of: app, stamps: plan.stamps(of: app))
            try ExecutableFolder.check(definitions)
            let watch = watch
            let endpoints = try BusEndpoints(runtimeDirectory: runtime)
            let supervisor = Supervisor(
                app: app.name,
                definitions: definitions,
                dataDirectory: folder,
                keeper: keeper,
                launcher: SystemLauncher(),
                listener: BusStatusListener(endpoints: endpoints),
                show: watch.took
            )
            self.supervisor = supervisor
            running = Task {
                defer { watch.end() }
                try await supervisor.run()
            }
            do {
                try await watch.waitUntilReady(within: Self.startTime)
                log = try BusClient(endpoints: endpoints, requestTimeout: .seconds(10))
            } catch {
                await supervisor.stop()
                // What the processes ended for says more than that they did.
                do { try await running.value } catch let cause as SearchBusError { throw cause }
                throw error
            }
        } catch {
            Self.remove(folder, runtime)
            throw error
        }
    }

    /// Ends its processes, and removes its folder.
    func close() async {
        log.close()
        await supervisor.stop()
        _ = try? await running.value
        Self.remove(folder, runtime)
    }

    // MARK: Folders

    /// A folder beside the indexes, so that copies share the disk with them.
    private static func makeFolder(in data: String) throws -> String {
        let hasData = FileManager.default.fileExists(atPath: data)
        let place = hasData ? data : NSTemporaryDirectory()
        if hasData { clear(data) }
        let folder = RuntimeDirectory.absolute("\(place)/\(prefix)\(getpid())-\(Identifier.make())")
        try RuntimeDirectory.makePrivate(folder)
        return folder
    }

    private static func copyIndexes(from source: String, to target: String) throws {
        let indexes = IndexDirectory(path: source)
        let names = try FileManager.default.fileExists(atPath: source) ? indexes.list().map(\.name) : []
        guard !names.isEmpty else { return }
        try RuntimeDirectory.makePrivate(target)
        for name in names { _ = try indexes.backUp(name, to: "\(target)/\(name)") }
    }

    /// Removes what processes that were killed have left.
    private static func clear(_ data: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: data)) ?? [] where name.hasPrefix(prefix) {
            guard let process = name.dropFirst(prefix.count).split(separator: "-").first.flatMap({ Int32($0) }),
                kill(process, 0) != 0, errno == ESRCH
            else { continue }
            try? FileManager.default.removeItem(atPath: "\(data)/\(name)")
        }
    }

    private static func remove(_ folder: String, _ runtime: String) {
        try? FileManager.default.removeItem(atPath: folder)
        try? FileManager.default.removeItem(atPath: runtime)
    }
}
