// SPDX-License-Identifier: MIT

import AppFile
import AppProposal
import Foundation
import Indexer
import SearchIndex
import Supervisor
import Wire

/// One import: files in, an index and a summary out.
struct IndexImport {
    struct Result {
        let summary: IndexSummary
        /// How many records were read, and how many of the files' records were left out.
        let read: Int
        let skipped: Int
        let time: Duration
        /// What in the records is not what it was taken for, a line each.
        let misfits: [String]

        var sentence: String {
            let seconds = Quantity.decimal(time / .seconds(1))
            let left = skipped == 0 ? "" : ", \(Quantity.count(skipped)) skipped"
            return "\(summary.name): \(Quantity.count(read)) records read in \(seconds) s\(left);"
                + " the index holds \(Quantity.count(summary.recordCount)) (\(Quantity.bytes(summary.bytes)))"
        }

        var json: JSON {
            var object = summary.json.object ?? JSONObject()
            object["read"] = JSON(read)
            object["skipped"] = JSON(skipped)
            object["seconds"] = .number(time / .seconds(1))
            if !misfits.isEmpty { object["warnings"] = JSON(misfits) }
            return .object(object)
        }
    }

    /// How many bad records are named one by one.
    private static let namedProblems = 10

    private let request: ImportRequest
    private let location: AppLocation
    private let directory: IndexDirectory
    private let staged: StagedIndex
    /// The write up to which the index had those of the log before the first record was read; `nil` where there is no log.
    ///
    /// Those after it are applied to what is imported.
    private let stamp: IndexStamp?
    private let clock = ContinuousClock()

    /// Prepares an import.
    ///
    /// - Throws: `SearchBusError` for an invalid name, settings that cannot be read, or an index that is being imported.
    init(_ command: IndexImportCommand, location: AppLocation) throws {
        try self.init(command.request(), location: location)
    }

    /// Prepares an import.
    ///
    /// - Throws: `SearchBusError` for an invalid name, a file that cannot be read, or an index that is being imported.
    init(_ request: ImportRequest, location: AppLocation) throws {
        self.request = request
        for file in request.files where file != "-" {
            var isFolder: ObjCBool = false
            guard FileManager.default.isReadableFile(atPath: file) else {
                throw SearchBusError(.invalidArgument, "The file \(file) cannot be read.", remedy: "Check the path.")
            }
            guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), !isFolder.boolValue else {
                throw SearchBusError(.invalidArgument, "\(file) is a folder.", remedy: "Name the files in it.")
            }
        }
        try RuntimeDirectory.make(location.data)
        self.location = location
        directory = IndexDirectory(path: location.indexes)
        // Before the index is looked at: what it has beyond this place is in its own stamp.
        let applied = location.appliedWrites
        let staged = try StagedIndex(of: request.name, in: directory)
        self.staged = staged
        stamp = applied.map { $0.orLater(staged.origin) } ?? staged.origin
    }

    /// Imports everything.
    ///
    /// - Throws: `SearchBusError`; the index then has no record of the import.
    func run() throws -> Result {
        let began = clock.now
        var counts = ImportProgress()
        var bar = ProgressBar(
            title: request.name,
            total: totalSize,
            terminal: request.showsProgress ? .error : nil,
            began: began
        )
        var waiting = request.files[...]
        var current: (reader: RecordReader, file: FileHandle, name: String)?
        var finished = ImportProgress()
        var misfits = MisfitCount()
        var repeats = RepeatCount()
        var left = 0

        func next() throws -> Record? {
            while true {
                if let (reader, _, name) = current {
                    let record = try reader.next()
                    counts = finished.adding(reader.progress)
                    bar.show(counts, now: clock.now)
                    if let record {
                        guard !request.conversion.isEmpty else { return record }
                        let place = "\(name), line \(reader.line)"
                        do {
                            return try request.conversion.convert(record) { misfits.add($0, at: place) }
                        } catch let error as SearchBusError where error.code == .invalidRecord {
                            let error = SearchBusError(error.code, "\(place): \(error.message)", remedy: error.remedy)
                            guard let onInvalid = reader.onInvalid else { throw error }
                            left += 1
                            onInvalid(error)
                            continue
                        }
                    }
                    finished = counts
                    try? current?.file.close()
                    current = nil
                }
                guard let path = waiting.popFirst() else {
                    try checkCount(counts.records - left, skipped: counts.skipped + left)
                    bar.showWork("building the index")
                    return nil
                }
                current = try open(path)
            }
        }
        defer { bar.clear() }
        let summary: IndexSummary
        var warnings: [String] = []
        if request.append { summary = try add(next) } else { (summary, warnings) = try replace(next, &repeats) }
        bar.clear()
        let skipped = counts.skipped + left
        if skipped > Self.namedProblems {
            Terminal.error.print("and \(Quantity.count(skipped - Self.namedProblems)) more records skipped")
        }
        return Result(
            summary: summary,
            read: counts.records - left,
            skipped: skipped,
            time: clock.now - began,
            misfits: misfits.lines + repeats.lines + strangers + warnings
        )
    }

    /// Refuses to replace an index with no records, as for a truncated or unreadable file.
    private func checkCount(_ records: Int, skipped: Int) throws {
        guard records == 0, !request.append, !request.allowsEmpty else { return }
        let files = request.files.map { $0 == "-" ? "standard input" : $0 }.joined(separator: ", ")
        let reason = skipped == 0 ? "" : " (\(Quantity.count(skipped)) skipped as invalid)"
        throw SearchBusError(
            .invalidRecord,
            "No records in \(files)\(reason). The index was not changed.",
            remedy: "Check the file. To replace the index with an empty one, add --allow-empty."
        )
    }

    /// Replaces the records of the index; others may change it until the version is ready.
    private func replace(
        _ next: () throws -> Record?,
        _ repeats: inout RepeatCount
    ) throws -> (IndexSummary, warnings: [String]) {
        var repeated = RepeatCount()
        try staged.build(
            settings: request.settings,
            stamp: stamp,
            onRepeated: { repeated.add($0) },
            next: next
        )
        repeats = repeated
        var catchUp = ImportCatchUp(staged, of: directory, from: stamp, read: location.writes(after:))
        // Most of the writes are applied before the others have to wait.
        try catchUp.run(applied: location.appliedWrites)
        let writer = try IndexWriter(directory: directory, name: request.name, isWaiting: true)
        try catchUp.run(applied: location.appliedWrites)
        return (try staged.publish(by: writer, stamp: catchUp.position), catchUp.warnings)
    }

    /// Adds records to the index, as one write at the moment when all are read.
    private func add(_ next: () throws -> Record?) throws -> IndexSummary {
        let records = try staged.spool(next: next)
        let writer = try IndexWriter(directory: directory, name: request.name, isWaiting: true)
        let summary = try writer.add(stamp: location.appliedWrites ?? stamp, next: records)
        // What is not merged by then is merged by the next change.
        try? writer.finishMerging()
        return summary
    }

    /// Attributes of conversions that no record has: they may be misspelt.
    private var strangers: [String] {
        guard !request.conversion.isEmpty, let index = try? directory.describe(index: request.name), index.isComplete,
            index.recordCount > 0
        else { return [] }
        let place = request.conversion.place.map { [$0.latitude, $0.longitude] } ?? []
        let known = index.attributes.map(\.name)
        return (request.conversion.rules.map(\.attribute) + place).filter { !known.contains($0) }.map { attribute in
            let meant = Spelling.closest(to: attribute, among: known).map { "; did you mean `\($0)`?" } ?? ""
            return "no record has `\(attribute)`, which --convert names\(meant)"
        }
    }

    private func open(_ path: String) throws -> (RecordReader, FileHandle, String) {
        let isInput = path == "-"
        guard let file = isInput ? .standardInput : FileHandle(forReadingAtPath: path) else {
            throw SearchBusError(.invalidArgument, "The file \(path) cannot be read.", remedy: "Check the path.")
        }
        let name = isInput ? "standard input" : path
        let reader = RecordReader(
            file: file,
            name: name,
            options: .init(
                format: request.format,
                // An identifier that is made of an attribute takes the place of this one.
                generatesIdentifiers: request.generatesIDs || request.conversion.identifier != nil,
                textColumns: request.textColumns,
                delimiter: request.fileForm.delimiter?.byte,
                encoding: request.fileForm.encoding
            )
        )
        if request.skipInvalid {
            var named = 0
            reader.onInvalid = { error in
                named += 1
                guard named <= Self.namedProblems else { return }
                Terminal.error.print(Terminal.error.styled("skipped: \(error.message)", .yellow))
            }
        }
        return (reader, file, name)
    }

    /// The size of all files together; `nil` if one of them is not a file.
    private var totalSize: Int? {
        var total = 0
        for file in request.files {
            let attributes = try? FileManager.default.attributesOfItem(atPath: file)
            guard attributes?[.type] as? FileAttributeType == .typeRegular,
                let size = attributes?[.size] as? NSNumber
            else { return nil }
            total += size.intValue
        }
        return total
    }
}
