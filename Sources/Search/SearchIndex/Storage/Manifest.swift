// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// What a version of an index consists of: its segments, what was deleted of each, and how it searches.
///
/// It is one small file of JSON in the index's folder, replaced by renaming: who reads it sees one whole version, and no
/// moment at which a writer may be killed leaves another.
struct Manifest: Sendable, Hashable {
    /// Rises whenever a reader of an older manifest would misread it; newer ones are refused.
    static let format = 3
    /// The lowest format that is read; an index of a lower one than `format` is rebuilt from its records when it is changed.
    static let oldestFormat = 2
    static let fileName = "manifest.json"

    struct Part: Sendable, Hashable {
        var file: String
        /// The file that tells which rows were deleted; `nil` where none was.
        var deletions: String?
        /// How many rows it has, and how many of them were deleted.
        var rows: Int
        var deleted: Int
        var bytes: Int
        /// The file of the dictionary that its records are compressed with; `nil` where they are compressed without one.
        var dictionary: String?

        var live: Int { rows - deleted }
    }

    /// The format of the manifest and of the files that it names.
    var format = Manifest.format
    /// The version of Unicode by which the words of all segments are folded; `nil` where that was not noted yet.
    var unicode: String?
    /// Rises by one with each version.
    var generation = 0
    /// Tells an index from one of the same name that was deleted.
    var epoch = ""
    /// The segments, the oldest first.
    var parts: [Part] = []
    /// The file of the dictionary that new records are compressed with, and how many records there were when it was made.
    var dictionary: String?
    var dictionaryRecords = 0
    /// The settings, with everything that was inferred, and as given by the user.
    var settings = IndexSettings()
    var given = IndexSettings()
    var extra = JSON.object(JSONObject())
    /// The write that the version comes from.
    var stamp: IndexStamp?
    /// Whether all records were replaced since the last write was applied, so that fewer writes do not make it an older one.
    var isImport = false
    var attributes = AttributeKinds()
    /// The place that the next record gets in the order of arrival, and the number of the next file.
    var nextPlace: UInt32 = 0
    var nextFile = 1

    /// Whether the index has an older format, or folds words by another version of Unicode than this program.
    var isOutdated: Bool { format < Manifest.format || unicode.map { $0 != UnicodeVersion.current } ?? false }

    var recordCount: Int { parts.reduce(0) { $0 + $1.live } }

    var files: Set<String> {
        var files = Set(parts.flatMap { [$0.file, $0.deletions, $0.dictionary].compactMap(\.self) })
        files.insert(Manifest.fileName)
        if let dictionary { files.insert(dictionary) }
        return files
    }

    /// A name for a file that no version had.
    mutating func newFile(_ kind: String) -> String {
        defer { nextFile += 1 }
        return "\(kind)-\(nextFile)"
    }
}

extension Manifest.Part {
    /// A new segment, of which nothing was deleted.
    init(_ file: String, rows: Int, bytes: Int, dictionary: String?) {
        self.init(file: file, deletions: nil, rows: rows, deleted: 0, bytes: bytes, dictionary: dictionary)
    }
}

extension Manifest {
    /// Reads the manifest of an index's folder.
    ///
    /// - Returns: `nil` if the file is missing.
    /// - Throws: `SearchBusError.indexCorrupt` for one that is damaged or newer, `.storageFailed`.
    init?(in folder: IndexFolder) throws {
        let (path, name) = (folder.file(Manifest.fileName), folder.name)
        guard let bytes = folder.disk.read(path) else {
            let error = StorageFailure.system("read the manifest of index `\(name)`")
            guard access(path, F_OK) != 0, errno == ENOENT else { throw error }
            return nil
        }
        guard let json = try? JSON(parsing: bytes) else {
            throw SegmentFile.corrupt(name, "\(Manifest.fileName) is not JSON")
        }
        let format = json["format"]?.int ?? 0
        guard (Manifest.oldestFormat...Manifest.format).contains(format) else {
            throw SearchBusError(
                .indexCorrupt,
                "Index `\(name)` has format \(format), and this program reads formats \(Manifest.oldestFormat) to"
                    + " \(Manifest.format).",
                remedy: format > Manifest.format
                    ? "A newer version wrote it: use that version, or import the index again."
                    : "Import the index again: searchbus index import \(name) FILE."
            )
        }
        guard Manifest.hasChecksum(bytes) else {
            throw SegmentFile.corrupt(name, "\(Manifest.fileName) was changed or damaged")
        }
        do { try self.init(json: json) } catch {
            throw SegmentFile.corrupt(name, "\(Manifest.fileName) does not hold together")
        }
    }

    /// The text before the checksum of all bytes before it, which ends the file.
    private static let checksumMark = Array(#","checksum":""#.utf8)
    private static let checksumEnd = Array(#""}"#.utf8)

    /// The manifest as it is written, with a checksum.
    var bytes: [UInt8] {
        let body = Array(json.bytes.dropLast())
        return body + Manifest.checksumMark + Manifest.checksum(of: body[...]) + Manifest.checksumEnd
    }

    private static func hasChecksum(_ bytes: [UInt8]) -> Bool {
        let length = checksumMark.count + 16 + checksumEnd.count
        guard bytes.count > length else { return false }
        let body = bytes.dropLast(length)
        return bytes.suffix(length).elementsEqual(checksumMark + checksum(of: body) + checksumEnd)
    }

    private static func checksum(of bytes: ArraySlice<UInt8>) -> [UInt8] {
        let text = String(bytes.withUnsafeBytes(Checksum.of), radix: 16)
        return Array((String(repeating: "0", count: 16 - text.utf8.count) + text).utf8)
    }

    private init(json: JSON) throws {
        format = try Manifest.number(json, "format")
        unicode = json["unicode"]?.string
        generation = try Manifest.number(json, "generation")
        epoch = try json.requiredString("epoch")
        parts = try json.list("segments").map { part in
            let file = try part.requiredString("file")
            let deletions = part["deletions"]?.string
            let dictionary = part["dictionary"]?.string
            guard [file, deletions, dictionary].compactMap(\.self).allSatisfy(Manifest.isFileName) else {
                throw JSONError("a file's name is a path")
            }
            return Part(
                file: file,
                deletions: deletions,
                rows: try Manifest.number(part, "rows"),
                deleted: try Manifest.number(part, "deleted"),
                bytes: try Manifest.number(part, "bytes"),
                dictionary: dictionary
            )
        }
        dictionary = json["dictionary"]?.string
        guard dictionary.map(Manifest.isFileName) ?? true else { throw JSONError("the dictionary's name is a path") }
        dictionaryRecords = json["dictionaryRecords"]?.int ?? 0
        settings = try IndexSettings(json: json["settings"] ?? [:])
        given = try IndexSettings(json: json["given"] ?? [:])
        extra = json["extra"] ?? [:]
        stamp = json["stamp"]?.string.flatMap(IndexStamp.init(text:))
        isImport = json["isImport"]?.bool ?? false
        attributes = AttributeKinds(json: json["attributes"] ?? [:])
        nextPlace = UInt32(clamping: try Manifest.number(json, "nextPlace"))
        nextFile = try Manifest.number(json, "nextFile")
    }

    private static func number(_ json: JSON, _ name: String) throws -> Int {
        guard let number = json[name]?.int, number >= 0, number < 1 << 52 else {
            throw JSONError("`\(name)` is missing")
        }
        return number
    }

    static func isFileName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x7A) || $0 == 0x2D }
    }

    var json: JSON {
        [
            "format": JSON(format), "unicode": JSON(unicode), "generation": JSON(generation), "epoch": .string(epoch),
            "segments": .array(
                parts.map { part in
                    [
                        "file": .string(part.file), "deletions": JSON(part.deletions), "rows": JSON(part.rows),
                        "deleted": JSON(part.deleted), "bytes": JSON(part.bytes),
                        "dictionary": JSON(part.dictionary),
                    ]
                }
            ),
            "dictionary": JSON(dictionary), "dictionaryRecords": JSON(dictionaryRecords), "settings": settings.json,
            "given": given.json, "extra": extra, "stamp": JSON(stamp?.text),
            "isImport": .bool(isImport), "attributes": attributes.json, "nextPlace": JSON(Int(nextPlace)),
            "nextFile": JSON(nextFile),
        ]
    }
}
