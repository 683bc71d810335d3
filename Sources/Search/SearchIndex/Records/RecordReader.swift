// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// Reads records from a file or a pipe, with no more than a few of them in memory.
///
/// It belongs to one thread, but what it finds can be checked by others: see `nextBatch(maxBytes:)`. What is wrong with a
/// record is reported with the line where it starts.
public final class RecordReader {
    /// How far the reading has come.
    public private(set) var progress = Progress()
    /// The line in which the record starts that `next` gave out last; 0 before the first.
    public private(set) var line = 0
    /// What separates the columns of a file of comma-separated values; `nil` for another file, and before its first row is read.
    public private(set) var delimiter: UInt8?
    /// Called with the progress after each chunk of the file and at the end.
    public var onProgress: ((Progress) -> Void)?
    /// Called with the error of a record, which is then skipped; if it is `nil`, such a record is refused.
    public var onInvalid: ((SearchBusError) -> Void)?

    private let input: RecordInput
    private let options: Options
    private var buffer: ReadBuffer
    private var source: (any RecordSource)?
    private var form = RawBatch.Form.json
    private var recordCount = 0
    /// What is wrong with the file behind the records that were given out.
    private var failure: RawFileError?
    /// What `next` gives out from.
    private var batch: RawBatch?
    private var place = 0

    /// Reads from an open file; the caller closes it.
    ///
    /// - Parameters:
    ///   - file: An open file, pipe or terminal.
    ///   - name: The file's name, for messages and to tell the format.
    ///   - options: How records are read.
    public convenience init(file: FileHandle, name: String, options: Options = Options()) {
        self.init(RecordInput(name: name, file: file), options)
    }

    /// Reads from chunks of bytes.
    ///
    /// - Parameters:
    ///   - name: The name of where they come from, for messages and to tell the format.
    ///   - options: How records are read.
    ///   - chunk: Gives the next chunk; an empty one at the end.
    public convenience init(name: String, options: Options = Options(), chunk: @escaping () throws -> [UInt8]) {
        self.init(RecordInput(name: name, read: chunk), options)
    }

    private init(_ input: RecordInput, _ options: Options) {
        self.input = input
        input.encoding = options.encoding
        self.options = options
        buffer = ReadBuffer(input)
    }

    /// The next record, or `nil` at the end.
    ///
    /// - Throws: `SearchBusError.invalidRecord` for an invalid record, unless `onInvalid` takes it, and for a file
    ///   that is broken so that nothing after the place can be read; `.storageFailed` where reading fails.
    public func next() throws -> Record? {
        while true {
            while let batch, place < batch.count {
                place += 1
                line = batch.raw[place - 1].line
                if let record = try settle(batch[place - 1]) { return record }
            }
            batch = try nextBatch(atLeast: 1, atMost: .max)
            place = 0
            if batch == nil { return nil }
        }
    }

    /// The next records as written in the file, for other threads to check; `nil` at the end.
    ///
    /// Their results must be passed to `settle`, in order. Use either this or `next`.
    ///
    /// - Parameter maxBytes: How many bytes the records may have together, but for the last of them.
    /// - Returns: At least one record.
    /// - Throws: `SearchBusError.invalidRecord` for a file that is broken so that nothing after the place can be read, once
    ///   what comes before it was given out; `.storageFailed` where reading fails.
    public func nextBatch(maxBytes: Int) throws -> RawBatch? { try nextBatch(atLeast: maxBytes, atMost: maxBytes) }

    /// The next records: those in so many bytes at least, which are read before records are looked for, up to so many bytes
    /// of records.
    private func nextBatch(atLeast least: Int, atMost most: Int) throws -> RawBatch? {
        do {
            if let failure { throw failure }
            var source = try self.source ?? makeSource()
            defer { self.source = source }
            while buffer.available < least, !buffer.isAtEnd { try fill() }
            let records = try find(from: &source, atMost: most)
            guard !records.isEmpty else {
                report()
                return nil
            }
            defer { recordCount += records.count }
            return RawBatch(
                name: input.name,
                first: recordCount + 1,
                form: form,
                generatesIdentifiers: options.generatesIdentifiers,
                bytes: buffer.bytes,
                raw: records
            )
        } catch let error as RawFileError {
            throw SearchBusError(
                .invalidRecord,
                "\(input.name), line \(error.line): \(error.message)",
                remedy: error.remedy ?? "Correct the file; nothing after this position can be read."
            )
        }
    }

    /// Counts a record that was checked.
    ///
    /// - Parameter result: The record, or what is wrong with it.
    /// - Returns: The record; `nil` for one that is skipped, for which `onInvalid` was called.
    /// - Throws: What is wrong with the record, where there is no `onInvalid`.
    public func settle(_ result: Result<Record, SearchBusError>) throws -> Record? {
        switch result {
        case .success(let record):
            progress.records += 1
            return record
        case .failure(let error):
            guard let onInvalid else { throw error }
            progress.skipped += 1
            onInvalid(error)
            return nil
        }
    }

    /// The records that were read whole; where there is none, more is read.
    private func find(from source: inout any RecordSource, atMost most: Int) throws -> [RawRecord] {
        var records: [RawRecord] = []
        var size = 0
        do {
            while size < most || records.isEmpty {
                switch try source.next(in: &buffer) {
                case .record(let record):
                    records.append(record)
                    size += record.range.count
                case .more:
                    guard records.isEmpty else { return records }
                    try fill()
                case .end: return records
                }
            }
        } catch let error as RawFileError {
            guard !records.isEmpty else { throw error }
            failure = error
        }
        return records
    }

    private func fill() throws {
        try buffer.fill()
        if !buffer.isAtEnd { report() }
    }

    private func report() {
        progress.bytes = buffer.byteCount
        onProgress?(progress)
    }

    private func makeSource() throws -> any RecordSource {
        var format = options.format ?? RecordFormat(fileName: input.name)
        while format == nil {
            buffer.takeSpace()
            if buffer.available > 0 || buffer.isAtEnd {
                format = RecordFormat(firstByte: buffer.next)
            } else {
                try fill()
            }
        }
        switch format {
        case .json: return ValueSource()
        case .csv: return try makeTableSource()
        case .ndjson, nil: return LineSource()
        }
    }

    /// Reads a whole file of comma-separated values for what its columns are, and goes back.
    private func makeTableSource() throws -> any RecordSource {
        guard let dialect = try readDialect() else { return LineSource() }
        let start = buffer
        try input.keep(from: start.bytes[start.position...])
        guard let table = try CSVTable.reading(&buffer, dialect, textColumns: options.textColumns) else {
            return LineSource()
        }
        let names = Set(table.columns.map(\.name))
        if let missing = options.textColumns.subtracting(names).min() {
            throw SearchBusError(
                .invalidArgument,
                "\(input.name) has no column `\(missing)` that could stay text.",
                remedy: "Name columns as the first row of the file does."
            )
        }
        try input.rewind()
        buffer = start.restarted()
        form = .csv(table)
        return CSVSource(table)
    }

    /// Finds out how a file of comma-separated values separates its fields, from its first bytes, and takes a line `sep=;`, which
    /// spreadsheets write before the first row; `nil` for an empty file.
    private func readDialect() throws -> CSVDialect? {
        while buffer.available < RecordInput.chunkSize, !buffer.isAtEnd { try fill() }
        buffer.take { $0 == 0x0A || $0 == 0x0D || $0 == 0x20 }
        guard buffer.available > 0 else { return nil }
        var delimiter = options.delimiter
        let line = buffer.bytes[buffer.position...].prefix { $0 != 0x0A && $0 != 0x0D }
        if line.count == 5, line.starts(with: "sep=".utf8), let given = line.last {
            delimiter = delimiter ?? given
            buffer.take(to: line.endIndex)
            buffer.take { $0 == 0x0A || $0 == 0x0D }
        }
        guard buffer.available > 0 else { return nil }
        let dialect = CSVDialect(
            guessing: buffer.bytes[buffer.position...],
            isWhole: buffer.isAtEnd,
            delimiter: delimiter
        )
        self.delimiter = dialect.delimiter
        return dialect
    }
}
