// SPDX-License-Identifier: MIT

import ArgumentParser
import SearchIndex

/// How files of records are written, as far as the files do not say it themselves.
struct RecordFileOptions: ParsableArguments {
    /// A character that separates the fields of CSV files.
    struct Delimiter: ExpressibleByArgument {
        let byte: UInt8

        init?(argument: String) {
            if argument == "tab" {
                byte = UInt8(ascii: "\t")
            } else {
                guard argument.utf8.count == 1, let byte = argument.utf8.first, byte != UInt8(ascii: "\"") else {
                    return nil
                }
                self.byte = byte
            }
        }

        var word: String { byte == UInt8(ascii: "\t") ? "tab" : String(UnicodeScalar(byte)) }
    }

    @Option(help: "The delimiter of CSV files: a character, or tab (default: guessed from the first rows).")
    var delimiter: Delimiter?
    @Option(
        help:
            "The encoding of the files: utf-8, utf-16 or windows-1252 (default: UTF-8, or UTF-16 with a byte order mark)."
    )
    var encoding: TextEncoding?

    var form: RecordFileForm { RecordFileForm(delimiter: delimiter, encoding: encoding) }
}

/// How files of records are written; `nil` where they say it themselves.
struct RecordFileForm {
    var delimiter: RecordFileOptions.Delimiter?
    var encoding: TextEncoding?

    var arguments: [String] {
        (delimiter.map { ["--delimiter", $0.word] } ?? []) + (encoding.map { ["--encoding", $0.rawValue] } ?? [])
    }
}

extension TextEncoding: ExpressibleByArgument {}
