// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import Wire

/// Reads records from a file or a pipe, one after the other, with no more than one of them in memory.
///
/// It belongs to one thread. What is wrong with a record is told with the line where it starts.
public final class RecordReader {
    /// How records are read.
    public struct Options: Sendable {
        /// The form of the file; `nil` goes by its name, and by its first byte where the name tells nothing.
        public var format: RecordFormat?
        /// Whether a record without an `objectID` gets one made of the file's name and its place in the file, which
        /// stays the same as long as the file does.
        ///
        /// Such a record is refused otherwise.
        public var generatesIdentifiers: Bool
        /// The columns of a CSV file whose fields stay text, also where they look like numbers.
        public var textColumns: Set<String>

        public init(format: RecordFormat? = nil, generatesIdentifiers: Bool = false, textColumns: Set<String> = []) {
            self.format = format
            self.generatesIdentifiers = generatesIdentifiers
            self.textColumns = textColumns
        }
    }

    /// How far the reading has come.
    public struct Progress: Sendable, Hashable {
        /// How many bytes were read.
        public var bytes = 0
        /// How many records were given out.
        public var records = 0
        /// How many records were left out because something is wrong with them.
        public var skipped = 0
    }

    /// How far the reading has come.
    public private(set) var progress = Progress()
    /// Is told the progress after each chunk of the file and at the end.
    public var onProgress: ((Progress) -> Void)?
    /// Is told what is wrong with a record, which is then left out; where it is `nil`, such a record is refused.
    public var onInvalid: ((SearchBusError) -> Void)?

    private let name: String
    private let options: Options
    private var bytes: ByteReader
    private let counter: Counter
    private var source: (any RawRecordSource)?
    private var place = 0

    private final class Counter {
        var bytes = 0
        var hasChanged = false
    }

    /// Reads from an open file; the caller closes it.
    ///
    /// - Parameters:
    ///   - file: An open file, pipe or terminal.
    ///   - name: The file's name, for messages and to tell the format.
    ///   - options: How records are read.
    public convenience init(file: FileHandle, name: String, options: Options = Options()) {
        let descriptor = file.fileDescriptor
        self.init(name: name, options: options) {
            try withExtendedLifetime(file) { try RecordReader.chunk(of: descriptor, name: name) }
        }
    }

    /// Reads from chunks of bytes.
    ///
    /// - Parameters:
    ///   - name: The name of where they come from, for messages and to tell the format.
    ///   - options: How records are read.
    ///   - chunk: Gives the next chunk; an empty one at the end.
    public init(name: String, options: Options = Options(), chunk: @escaping () throws -> [UInt8]) {
        let counter = Counter()
        self.name = name
        self.options = options
        self.counter = counter
        bytes = ByteReader(read: chunk) { count in
            counter.bytes = count
            counter.hasChanged = true
        }
    }

    /// The next record, or `nil` at the end.
    ///
    /// - Throws: `SearchBusError.invalidRecord` for a record that is none, unless `onInvalid` takes it, and for a file
    ///   that
    ///   is broken so that nothing after the place can be read; `.storageFailed` where reading fails.
    public func next() throws -> Record? {
        do {
            var source = try self.source ?? makeSource()
            defer { self.source = source }
            while let raw = try source.next(from: &bytes) {
                place += 1
                report()
                do {
                    let record = try record(from: raw)
                    progress.records += 1
                    return record
                } catch let error as SearchBusError {
                    guard let onInvalid else { throw error }
                    progress.skipped += 1
                    onInvalid(error)
                }
            }
            counter.hasChanged = true
            report()
            return nil
        } catch let error as RawFileError {
            throw SearchBusError(
                .invalidRecord,
                "\(name), line \(error.line): \(error.message)",
                remedy: "Correct the file; nothing after this place can be read."
            )
        }
    }

    private func makeSource() throws -> any RawRecordSource {
        var format = options.format ?? RecordFormat(fileName: name)
        if format == nil {
            try bytes.skipSpace()
            format = RecordFormat(firstByte: try bytes.peek())
        }
        return switch format {
        case .json: ValueSource()
        case .csv: CSVSource(textColumns: options.textColumns)
        case .ndjson, nil: LineSource()
        }
    }

    private func record(from raw: RawRecord) throws -> Record {
        do {
            let value = try raw.content.get()
            guard options.generatesIdentifiers, let object = value.object,
                object[Record.identifierAttribute] ?? .null == .null
            else { return try Record(value) }
            var identified = JSONObject([(Record.identifierAttribute, .string("\(name):\(place)"))])
            for member in object.members where member.key != Record.identifierAttribute {
                identified[member.key] = member.value
            }
            return try Record(.object(identified))
        } catch let error as RawRecordError {
            throw SearchBusError(.invalidRecord, "\(name), line \(raw.line), record \(place): \(error.message)")
        } catch let error as SearchBusError {
            let message = "\(name), line \(raw.line), record \(place): \(error.message)"
            throw SearchBusError(error.code, message, remedy: error.remedy)
        }
    }

    private func report() {
        guard counter.hasChanged else { return }
        counter.hasChanged = false
        progress.bytes = counter.bytes
        onProgress?(progress)
    }

    private static let chunkSize = 64 << 10

    private static func chunk(of descriptor: Int32, name: String) throws -> [UInt8] {
        var failed = false
        let chunk = [UInt8](unsafeUninitializedCapacity: chunkSize) { buffer, count in
            var result = read(descriptor, buffer.baseAddress, buffer.count)
            while result < 0, errno == EINTR { result = read(descriptor, buffer.baseAddress, buffer.count) }
            failed = result < 0
            count = max(0, result)
        }
        if failed { throw StorageFailure.system("read \(name)") }
        return chunk
    }
}
