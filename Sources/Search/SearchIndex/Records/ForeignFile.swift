// SPDX-License-Identifier: MIT

/// A kind of file that holds no text of records, as its first bytes tell.
///
/// Sources: the formats' own documentation; https://en.wikipedia.org/wiki/List_of_file_signatures
struct ForeignFile {
    let name: String
    let remedy: String

    private static let export = "Save the table as CSV in UTF-8 and import that."
    private static let kinds: [(start: [UInt8], name: String, remedy: String)] = [
        ([0x50, 0x4B, 0x03, 0x04], "a workbook of Excel or another ZIP archive", export),
        ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], "an old workbook of Excel", export),
        (Array("%PDF-".utf8), "a PDF document", export),
        (Array("SQLite format 3\0".utf8), "a database of SQLite", export),
        (Array("PAR1".utf8), "a Parquet file", export),
        ([0x1F, 0x8B], "compressed by gzip", "Unpack it with gunzip and import that."),
        ([0x28, 0xB5, 0x2F, 0xFD], "compressed by zstd", "Unpack it with unzstd and import that."),
    ]
    private static let markup = ["<!doctype", "<html", "<?xml"]

    /// Looks at the first bytes of a file.
    init?(first: [UInt8]) {
        if let kind = Self.kinds.first(where: { first.starts(with: $0.start) }) {
            (name, remedy) = (kind.name, kind.remedy)
            return
        }
        let text = String(decoding: first.prefix(64), as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
            .lowercased()
        guard Self.markup.contains(where: text.hasPrefix) else { return nil }
        name = "a page of HTML or XML"
        remedy = "Check where it comes from: a failed download often is such a page. Import JSON, NDJSON or CSV."
    }
}
