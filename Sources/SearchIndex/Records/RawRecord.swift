// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What a file holds in a record's place: a JSON value, or something that is none.
struct RawRecord {
    /// The line in which it starts, from 1.
    let line: Int
    /// The value, or what is wrong with it.
    let content: Result<JSON, RawRecordError>

    /// Parses the text of a value.
    init(line: Int, text: some Collection<UInt8>) {
        self.line = line
        do {
            content = .success(try JSON(parsing: text))
        } catch let error as JSONError {
            content = .failure(RawRecordError("This is not JSON: \(error)."))
        } catch {
            content = .failure(RawRecordError("This is not JSON."))
        }
    }

    init(line: Int, value: JSON) {
        self.line = line
        content = .success(value)
    }

    init(line: Int, problem: String) {
        self.line = line
        content = .failure(RawRecordError(problem))
    }

    static func tooLong(line: Int) -> RawRecord {
        RawRecord(line: line, problem: "The record is longer than \(Record.largest >> 10) KiB.")
    }
}

/// What is wrong with one record; the ones after it can still be read.
struct RawRecordError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

/// What is wrong with a file as a whole, so that nothing after it can be read.
struct RawFileError: Error {
    let line: Int
    let message: String
}

/// Cuts the bytes of a file into records, with no more than one of them in memory.
protocol RawRecordSource {
    /// The next record, or `nil` at the end.
    mutating func next(from bytes: inout ByteReader) throws -> RawRecord?
}
