// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import SearchIndex
import Supervisor
import Wire

/// One import: files in, an index and a summary out.
struct IndexImport {
    /// What came of an import.
    struct Result {
        let summary: IndexSummary
        /// How many records were read, and how many of the files' records were left out.
        let read: Int
        let skipped: Int
        let time: Duration

        /// The result for people.
        var sentence: String {
            let seconds = Quantity.decimal(time / .seconds(1))
            let left = skipped == 0 ? "" : ", \(Quantity.count(skipped)) left out"
            return "\(summary.name): \(Quantity.count(read)) records read in \(seconds) s\(left);"
                + " the index holds \(Quantity.count(summary.recordCount)) (\(Quantity.bytes(summary.bytes)))"
        }

        /// The result for programs.
        var json: JSON {
            var object = summary.json.object ?? JSONObject()
            object["read"] = JSON(read)
            object["skipped"] = JSON(skipped)
            object["seconds"] = .number(time / .seconds(1))
            return .object(object)
        }
    }

    /// How many bad records are named one by one.
    private static let namedProblems = 10

    private let command: IndexImportCommand
    private let writer: IndexWriter
    private let settings: IndexSettings?
    private let clock = ContinuousClock()

    /// Prepares an import; takes the right to change the index.
    ///
    /// - Throws: `SearchBusError` for a wrong name, settings that cannot be read, or an index that is being changed.
    init(_ command: IndexImportCommand, location: AppLocation) throws {
        self.command = command
        settings = try command.settings.map(Self.readSettings)
        for file in command.files where file != "-" && !FileManager.default.isReadableFile(atPath: file) {
            throw SearchBusError(.invalidArgument, "The file \(file) cannot be read.", remedy: "Check the path.")
        }
        try RuntimeDirectory.make(location.data)
        writer = try IndexWriter(directory: IndexDirectory(path: location.indexes), name: command.name)
    }

    /// Imports everything.
    ///
    /// - Throws: `SearchBusError`; the index is then as it was.
    func run() throws -> Result {
        let began = clock.now
        var counts = ImportProgress()
        var bar = ProgressBar(
            title: command.name,
            total: totalSize,
            terminal: command.json ? nil : .error,
            began: began
        )
        var waiting = command.files[...]
        var current: (reader: RecordReader, file: FileHandle)?
        var finished = ImportProgress()

        func next() throws -> Record? {
            while true {
                if let reader = current?.reader {
                    let record = try reader.next()
                    counts = finished.adding(reader.progress)
                    bar.show(counts, now: clock.now)
                    if let record { return record }
                    finished = counts
                    try? current?.file.close()
                    current = nil
                }
                guard let path = waiting.popFirst() else {
                    bar.showWork("building the index")
                    return nil
                }
                current = try open(path)
            }
        }
        defer { bar.clear() }
        let summary =
            command.append ? try writer.add(next: next) : try writer.replaceAll(settings: settings, next: next)
        // What is not merged by then is merged by the next change.
        if command.append { try? writer.finishMerging() }
        bar.clear()
        if counts.skipped > Self.namedProblems {
            Terminal.error.print("and \(Quantity.count(counts.skipped - Self.namedProblems)) more records left out")
        }
        return Result(summary: summary, read: counts.records, skipped: counts.skipped, time: clock.now - began)
    }

    private func open(_ path: String) throws -> (RecordReader, FileHandle) {
        let isInput = path == "-"
        guard let file = isInput ? .standardInput : FileHandle(forReadingAtPath: path) else {
            throw SearchBusError(.invalidArgument, "The file \(path) cannot be read.", remedy: "Check the path.")
        }
        let reader = RecordReader(
            file: file,
            name: isInput ? "standard input" : path,
            options: .init(
                format: command.format,
                generatesIdentifiers: command.generatesIDs,
                textColumns: Set(command.textColumns)
            )
        )
        if command.skipInvalid {
            var named = 0
            reader.onInvalid = { error in
                named += 1
                guard named <= Self.namedProblems else { return }
                Terminal.error.print(Terminal.error.styled("left out: \(error.message)", .yellow))
            }
        }
        return (reader, file)
    }

    /// The size of all files together; `nil` where one of them is no file.
    private var totalSize: Int? {
        var total = 0
        for file in command.files {
            let attributes = try? FileManager.default.attributesOfItem(atPath: file)
            guard attributes?[.type] as? FileAttributeType == .typeRegular,
                let size = attributes?[.size] as? NSNumber
            else { return nil }
            total += size.intValue
        }
        return total
    }

    private static func readSettings(_ path: String) throws -> IndexSettings {
        guard let bytes = AtomicFile.read(path) else {
            throw SearchBusError(
                .invalidArgument,
                "The settings file \(path) cannot be read.",
                remedy: "Check the path."
            )
        }
        do {
            return try IndexSettings(json: JSON(parsing: bytes))
        } catch let error as JSONError {
            throw SearchBusError(
                .malformedJSON,
                "The settings file \(path) is wrong: \(error).",
                remedy: "Correct it: a JSON object with searchableAttributes, attributesForFaceting and the like."
            )
        }
    }
}
