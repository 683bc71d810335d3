// SPDX-License-Identifier: MIT

import AppFile
import AppProposal
import Foundation
import Runtime
import SearchIndex
import Supervisor
import Wire

/// One `searchbus init`: looks at the data, proposes, imports, writes, checks.
struct AppInit {
    private let command: InitCommand
    /// The folder of the app file as given; empty for the current one.
    private let folder: String

    /// Receives the output, a line or more at a time.
    private let say: (String) -> Void
    /// Takes what people should look at.
    private let alert: (String) -> Void
    private let sample: RecordSample

    init(
        _ command: InitCommand,
        sample: RecordSample = RecordSample(),
        say: @escaping (String) -> Void = { Terminal.output.print($0) },
        alert: @escaping (String) -> Void = { Terminal.error.print(Terminal.error.styled($0, .yellow)) }
    ) {
        self.command = command
        (self.say, self.alert, self.sample) = (say, alert, sample)
        let slash = command.output.lastIndex(of: "/")
        folder = slash.map { String(command.output[...$0]) } ?? ""
    }

    /// Does everything, or leaves nothing.
    func run() throws {
        let files = InitFiles(
            files: command.files,
            index: command.index,
            showsProgress: !command.json,
            fileForm: command.fileOptions.form,
            skipsInvalid: command.skipInvalid,
            sample: sample
        )
        let groups = try files.groups()
        // Conflicts are reported before anything is read.
        let name = command.name ?? Self.name(for: groups.map(\.name))
        let location = try AppLocation(
            .init(data: "\(folder)\(AppLocation.folder)/\(AppLocation.folderName(for: name))"),
            for: .changing
        )
        if !command.dryRun { try checkNothingIsThere(groups.map(\.name), location) }
        let proposals = try groups.map { group in
            try IndexProposal(files.source(of: group, identifier: command.identifier), identifier: command.identifier)
        }
        let app = ProposedApp(name: name, indexes: proposals)
        try check(app)
        let report = InitReport(app: app, output: command.output, say: say, alert: alert)
        guard !command.dryRun else {
            report.show(json: command.json, yaml: yaml(app), results: [], warnings: [])
            return
        }
        if !command.json { report.tell() }
        let (imported, results) = try make(app, location)
        let warnings = try AppFilePath(command.output).load(against: location.data, looksInside: true).warnings
        report.show(json: command.json, of: imported, results: results, warnings: warnings)
    }

    // MARK: - Names and places

    /// What an app is called after its only index, or else after its folder.
    private static func name(for indexes: [String]) -> String {
        guard indexes.count != 1 else { return indexes[0] }
        let folder = RuntimeDirectory.absolute(".").split(separator: "/").last.map(String.init) ?? "app"
        return IndexProposal.indexName(for: folder)
    }

    private func settingsFile(_ index: String) -> String { "\(folder)\(index).settings.json" }

    private func checkNothingIsThere(_ indexes: [String], _ location: AppLocation) throws {
        guard !command.force else { return }
        for file in [command.output] + indexes.map(settingsFile) where FileManager.default.fileExists(atPath: file) {
            throw SearchBusError(
                .invalidArgument,
                "The file \(file) exists already; nothing was changed.",
                remedy:
                    "Name another app file with --output, in another folder, or replace the existing one with --force."
            )
        }
        let directory = IndexDirectory(path: location.indexes)
        for index in indexes where directory.exists(index) {
            throw SearchBusError(
                .invalidArgument,
                "The app `\(command.name ?? index)` has an index `\(index)` already, in \(location.data); nothing was changed.",
                remedy: "Name another one with --index, another app with --name, or replace it with --force."
            )
        }
    }

    // MARK: - Making

    private func request(_ index: IndexProposal) -> ImportRequest {
        ImportRequest(
            name: index.name,
            files: index.files,
            fileForm: command.fileOptions.form,
            settings: index.settings,
            conversion: index.conversion,
            skipInvalid: command.skipInvalid,
            generatesIDs: index.identifier.isGenerated,
            showsProgress: !command.json
        )
    }

    private func yaml(_ app: ProposedApp) -> String {
        let commands = app.indexes.map { ($0.name, request($0).command(settings: settingsFile($0.name))) }
        return app.yaml(commands: Dictionary(commands, uniquingKeysWith: { first, _ in first }))
    }

    /// An invalid app is a fault of ours, and is reported before anything is written.
    private func check(_ app: ProposedApp) throws {
        do { _ = try AppFile.read(yaml(app)) } catch let error as AppFileError {
            let problem = error.problems.first.map { "line \($0.line): \($0.message)" } ?? ""
            throw SearchBusError(
                .internalError,
                "The proposed app has a problem: \(problem). Nothing was written."
            )
        }
    }

    /// Imports the indexes and writes the files; takes everything away again where something fails.
    private func make(_ app: ProposedApp, _ location: AppLocation) throws -> (ProposedApp, [IndexImport.Result]) {
        let directory = IndexDirectory(path: location.indexes)
        let hadData = FileManager.default.fileExists(atPath: location.data)
        let isNew = app.indexes.map { !directory.exists($0.name) }
        let newFiles = ([command.output] + app.indexes.map { settingsFile($0.name) }).filter {
            !FileManager.default.fileExists(atPath: $0)
        }
        var made: [String] = []
        do {
            var (indexes, results): ([IndexProposal], [IndexImport.Result]) = ([], [])
            for (index, isNew) in zip(app.indexes, isNew) {
                if isNew { made.append(index.name) }
                let (imported, result) = try fill(index, location)
                indexes.append(imported)
                results.append(result)
            }
            let app = ProposedApp(name: app.name, indexes: indexes)
            for index in indexes { try write(index.settings.json.prettyText + "\n", to: settingsFile(index.name)) }
            try write(yaml(app), to: command.output)
            return (app, results)
        } catch {
            for index in made { try? directory.delete(index) }
            if !hadData { try? FileManager.default.removeItem(atPath: location.data) }
            for file in newFiles { try? FileManager.default.removeItem(atPath: file) }
            throw error
        }
    }

    /// Imports an index; where an identifier that was found is not each record's own after all, they get one.
    private func fill(_ index: IndexProposal, _ location: AppLocation) throws -> (IndexProposal, IndexImport.Result) {
        func run(_ index: IndexProposal) throws -> IndexImport.Result {
            let result = try IndexImport(request(index), location: location).run()
            IndexAnnouncement(result.summary).send(to: location)
            return result
        }
        let result = try run(index)
        guard result.summary.recordCount < result.read, command.identifier == nil, index.identifier.attribute != nil
        else {
            return (index, result)
        }
        let other = index.generatingIdentifiers()
        return (other, try run(other))
    }

    private func write(_ text: String, to path: String) throws {
        do { try Files.replace(path, with: Array(text.utf8), isPrivate: false) } catch let error as SearchBusError {
            throw SearchBusError(
                error.code,
                error.message,
                remedy: "Check that its folder exists and is writable, and that the disk has free space."
            )
        }
    }
}
