// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import Cases
import Foundation
import Runtime
import Supervisor
import Wire

/// Runs cases: those of one app in one running app, each in a session of its own.
struct CaseSuite {
    /// The cases that one running app serves.
    private struct Group {
        let app: App
        let text: String
        let folder: String
        let data: String
        var members: [(place: Int, path: String)]
    }

    private let command: TestCommand
    private let files: [String]
    private let named: (app: App, text: String, file: AppFilePath)?

    /// - Throws: `SearchBusError` for an app file that cannot be used; its problems are printed.
    init(_ command: TestCommand, _ files: [String]) throws {
        (self.command, self.files) = (command, files)
        named = try command.app.map { path in
            let file = try AppFilePath(path)
            let text = String(decoding: try Files.read(file.path), as: UTF8.self)
            return (try CaseApp.load(file), text, file)
        }
    }

    /// Runs all cases; one that cannot be run has a report that says why.
    ///
    /// If the task is cancelled, the app ends, and nothing is left of it.
    func run() async throws -> [CaseReport] {
        var reports = files.map { CaseReport(name: $0) }
        for group in groups(&reports) where !Task.isCancelled {
            for (place, report) in try await run(group) { reports[place] = report }
        }
        return reports
    }

    private func groups(_ reports: inout [CaseReport]) -> [Group] {
        var groups: [Group] = []
        for (place, path) in files.enumerated() {
            do {
                let recorded = try CaseFiles.read(path)
                let folder = named?.file.folder ?? Self.folder(of: path)
                let text = named?.text ?? recorded.app
                if let known = groups.firstIndex(where: { $0.text == text && $0.folder == folder }) {
                    groups[known].members.append((place, path))
                    continue
                }
                let app = try (named?.app ?? CaseApp.read(text, folder: folder, name: path)).searching(command.engine)
                let data =
                    command.data ?? named?.file.dataDirectory(ofAppCalled: app.name)
                    ?? "\(AppLocation.folder)/\(AppLocation.folderName(for: app.name))"
                groups.append(
                    Group(
                        app: app,
                        text: text,
                        folder: folder,
                        data: RuntimeDirectory.absolute(data),
                        members: [(place, path)]
                    )
                )
            } catch {
                reports[place].error = error as? SearchBusError ?? SearchBusError(.internalError, "\(error)")
            }
        }
        return groups
    }

    private func run(_ group: Group) async throws -> [(Int, CaseReport)] {
        let digests: [String: String]
        let app: PrivateApp
        do {
            digests = try group.app.recordsDigests(in: group.data)
            app = try await PrivateApp(group.app, appFolder: group.folder, data: group.data)
        } catch let error as SearchBusError {
            return group.members.map { member in
                var report = CaseReport(name: member.path)
                report.error = error
                return (member.place, report)
            }
        }
        let sessions = SessionScreens()
        let following = try await sessions.follow(app.log)
        let run = CaseRun(app: app, sessions: sessions, timeout: .seconds(command.timeout))
        var found: [(Int, CaseReport)] = []
        await withTaskGroup(of: (Int, CaseReport).self) { tasks in
            var waiting = group.members[...]
            for _ in 0..<command.jobs {
                guard let member = waiting.popFirst() else { break }
                tasks.addTask { (member.place, await report(of: member.path, group, digests, run)) }
            }
            while let done = await tasks.next() {
                found.append(done)
                guard !Task.isCancelled, let member = waiting.popFirst() else { continue }
                tasks.addTask { (member.place, await report(of: member.path, group, digests, run)) }
            }
        }
        following.cancel()
        await app.close()
        return found
    }

    private func report(
        of path: String,
        _ group: Group,
        _ digests: [String: String],
        _ run: CaseRun
    ) async -> CaseReport {
        var report = CaseReport(name: path)
        do {
            let recorded = try CaseFiles.read(path)
            try check(recorded, group, digests, path)
            var (found, now) = await run.run(recorded, name: path)
            report = found
            report.notes = notes(on: recorded, group, digests) + run.app.watch.notes
            report.error = report.error ?? run.app.watch.failure
            guard command.update, report.error == nil, !Task.isCancelled else { return report }
            (now.app, now.indexes, now.version) = (group.text, digests, Release.version)
            try Files.replace(RuntimeDirectory.absolute(path), with: try CaseFile.bytes(now), isPrivate: false)
        } catch {
            report.error = error as? SearchBusError ?? SearchBusError(.internalError, "\(error)")
        }
        return report
    }

    private func check(_ recorded: Case, _ group: Group, _ digests: [String: String], _ path: String) throws {
        if command.update, recorded.isRedacted {
            throw SearchBusError(
                .invalidArgument,
                "\(path) is redacted, and cannot be updated.",
                remedy: "Export the session again, with --redact."
            )
        }
        let wanted = group.app.embeddedIndexes
        guard let missing = recorded.indexes.keys.sorted().first(where: { wanted.contains($0) && digests[$0] == nil })
        else { return }
        throw SearchBusError(
            .unknownIndex,
            "The index `\(missing)` of the case is missing in \(group.data).",
            remedy: "Import it first: searchbus index import \(missing) FILE; or name the data directory with --data."
        )
    }

    private func notes(on recorded: Case, _ group: Group, _ digests: [String: String]) -> [String] {
        let others = recorded.indexes.filter { digests[$0.key, default: $0.value] != $0.value }.keys.sorted()
        var notes = others.map { "the index `\($0)` has other records than when the case was recorded" }
        if let named, named.text != recorded.app {
            notes.append("\(named.file.shown) is not the app file that the case was recorded with")
        }
        if recorded.isRedacted {
            notes.append("the case is redacted: only outcomes, widgets, phases and the kinds of values are compared")
        }
        return notes
    }

    private static func folder(of path: String) -> String {
        let whole = RuntimeDirectory.absolute(path)
        return String(whole[..<(whole.lastIndex(of: "/") ?? whole.startIndex)])
    }
}
