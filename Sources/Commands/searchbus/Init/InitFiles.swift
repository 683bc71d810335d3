// SPDX-License-Identifier: MIT

import AppProposal
import Foundation
import SearchIndex
import Wire

/// Reads the files of which an app is made: which belong together, and what is in them.
struct InitFiles {
    /// How many records tell what attributes a file has.
    private static let shapeRecords = 200

    /// Files that are one index.
    struct Group {
        let name: String
        var files: [String]
    }

    let files: [String]
    /// The name of the only index, where one was given.
    let index: String?
    let showsProgress: Bool
    /// Whether records that cannot be read are left out.
    var fileForm = RecordFileForm()
    var skipsInvalid = false
    /// The records that are looked at: none yet, with the bounds of how many.
    var sample = RecordSample()

    /// The groups of files, in the order of their first ones.
    ///
    /// - Throws: `SearchBusError` for a file that cannot be read, and for a name that no index can have.
    func groups() throws -> [Group] {
        for file in files {
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(atPath: file, isDirectory: &isFolder)
            guard exists, !isFolder.boolValue, FileManager.default.isReadableFile(atPath: file) else {
                throw SearchBusError(
                    .invalidArgument,
                    isFolder.boolValue ? "\(file) is a folder." : "The file \(file) cannot be read.",
                    remedy: isFolder.boolValue ? "Name the files in it." : "Check the path."
                )
            }
        }
        if let index { return [Group(name: index, files: files)] }
        guard files.count > 1 else { return files.map { Group(name: Self.stem($0), files: [$0]) } }
        var groups: [(shape: Set<String>, files: [String])] = []
        for file in files {
            let shape = try shape(of: file)
            if let place = groups.firstIndex(where: { Self.isAlike($0.shape, shape) }) {
                groups[place].files.append(file)
            } else {
                groups.append((shape, [file]))
            }
        }
        var known: Set<String> = []
        return groups.map { _, files in
            let base = Self.commonStem(files)
            var name = base
            var number = 1
            while !known.insert(name).inserted {
                number += 1
                name = "\(base.prefix(40))-\(number)"
            }
            return Group(name: name, files: files)
        }
    }

    /// Reads all records of a group.
    ///
    /// - Throws: `SearchBusError.invalidRecord` for an invalid record, with its file and line.
    func source(of group: Group, identifier: String?) throws -> IndexProposal.Source {
        var source = IndexProposal.Source(name: group.name, files: group.files, sample: sample)
        let check = RecordConversion(identifier: identifier)
        let clock = ContinuousClock()
        var bar = ProgressBar(
            title: "reading \(group.name)",
            total: nil,
            terminal: showsProgress ? .error : nil,
            began: clock.now
        )
        defer { bar.clear() }
        var finished = ImportProgress()
        for file in group.files {
            try read(file) { record, reader in
                do { _ = try check.convert(record) } catch let error as SearchBusError {
                    if skipsInvalid { return true }
                    throw SearchBusError(
                        error.code,
                        "\(file), line \(reader.line): \(error.message)",
                        remedy: error.remedy
                    )
                }
                let number = reader.progress.records + reader.progress.skipped
                source.add(record, file: file, number: number, line: reader.line)
                source.delimiter = reader.delimiter.map { Character(Unicode.Scalar($0)) }
                bar.show(finished.adding(reader.progress), now: clock.now)
                return true
            }
            finished.records = source.sample.count
        }
        guard source.sample.count > 0 else {
            throw SearchBusError(
                .invalidRecord,
                "\(group.files.joined(separator: ", ")) \(group.files.count == 1 ? "has" : "have") no record to look at.",
                remedy: "Name files with records: CSV with a first row of names, JSON or NDJSON."
            )
        }
        return source
    }

    /// Whether two files have the same attributes, but for few: some may be empty in one of them.
    static func isAlike(_ left: Set<String>, _ right: Set<String>) -> Bool {
        let shared = left.intersection(right).count
        return shared * 10 >= left.union(right).count * 7
    }

    /// What an index is called after a file.
    static func stem(_ file: String) -> String {
        let name = file.split(separator: "/").last ?? "records"
        return IndexProposal.indexName(for: String(name.split(separator: ".").first ?? name))
    }

    /// What an index is called after files: what their names have in common, else as the first.
    static func commonStem(_ files: [String]) -> String {
        let stems = files.map(stem)
        guard let first = stems.first else { return "records" }
        var common = stems.reduce(first) { $0.commonPrefix(with: $1) }
        while let last = common.last, !last.isLetter { common.removeLast() }
        return common.count >= 3 ? common : first
    }

    private func shape(of file: String) throws -> Set<String> {
        var (shape, count): (Set<String>, Int) = ([], 0)
        try read(file) { record, _ in
            shape.formUnion(record.json.object?.keys.filter { $0 != Record.identifierAttribute } ?? [])
            count += 1
            return count < Self.shapeRecords
        }
        return shape
    }

    private func read(_ file: String, _ take: (Record, RecordReader) throws -> Bool) throws {
        guard let handle = FileHandle(forReadingAtPath: file) else {
            throw SearchBusError(.invalidArgument, "The file \(file) cannot be read.", remedy: "Check the path.")
        }
        defer { try? handle.close() }
        let reader = RecordReader(
            file: handle,
            name: file,
            options: .init(
                generatesIdentifiers: true,
                delimiter: fileForm.delimiter?.byte,
                encoding: fileForm.encoding
            )
        )
        // The import names them.
        if skipsInvalid { reader.onInvalid = { _ in } }
        while let record = try reader.next() {
            guard try take(record, reader) else { return }
        }
    }
}
