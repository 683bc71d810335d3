// SPDX-License-Identifier: MIT

/// A form in which records come in files.
public enum RecordFormat: String, Sendable, Hashable, CaseIterable {
    /// One JSON array of objects, or objects one after the other.
    case json
    /// One JSON object a line.
    case ndjson
    /// Comma-separated values of RFC 4180, with the attributes' names in the first row; other delimiters may stand
    /// for the commas; see `CSVDialect`.
    case csv

    /// The form that a file's name tells, or `nil` where it tells none.
    public init?(fileName: String) {
        switch fileName.split(separator: "/").last?.split(separator: ".").last?.lowercased() {
        case "json": self = .json
        case "ndjson", "jsonl": self = .ndjson
        case "csv", "tsv": self = .csv
        default: return nil
        }
    }

    /// The form that the first byte tells, white space aside.
    init(firstByte: UInt8?) {
        switch firstByte {
        case UInt8(ascii: "["): self = .json
        case UInt8(ascii: "{"), nil: self = .ndjson
        default: self = .csv
        }
    }
}
