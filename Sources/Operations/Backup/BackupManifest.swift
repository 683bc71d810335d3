// SPDX-License-Identifier: MIT

import Broker
import Bus
import Wire

/// What a backup says of itself: the file that makes a folder a backup, and is written last.
public struct BackupManifest: JSONRecord {
    /// Rises whenever a reader of an older backup would misread it; newer ones are refused.
    public static let format = 1
    public static let fileName = "backup.json"

    /// An index of the backup, whose own files carry their checksums.
    public struct Index: JSONRecord {
        public var name = ""
        public var records = 0
        public var bytes = 0

        public static let fields: [Field] = [
            Field("name", \.name, "The name."), Field("records", \.records, "How many records it has."),
            Field("bytes", \.bytes, "The size of its files."),
        ]

        public init() {}

        public init(name: String, records: Int, bytes: Int) {
            (self.name, self.records, self.bytes) = (name, records, bytes)
        }
    }

    /// Another file of the backup.
    public struct File: JSONRecord {
        public var path = ""
        public var bytes = 0
        public var checksum = ""

        public static let fields: [Field] = [
            Field("path", \.path, "Where it is in the backup: a name, or a folder and a name."),
            Field("bytes", \.bytes, "Its size."),
            Field("checksum", \.checksum, "The sum of its bytes, 16 hexadecimal digits."),
        ]

        public init() {}

        public init(path: String, bytes: Int, checksum: String) {
            (self.path, self.bytes, self.checksum) = (path, bytes, checksum)
        }
    }

    private var format = BackupManifest.format
    public var version = ""
    public var made = ""
    public var log = LogFacts()
    public var indexesReach = SequenceNumber.zero
    public var indexes: [Index] = []
    public var files: [File] = []
    public var leftOut: [String] = []

    public static let fields: [Field] = [
        Field("format", \.format, "The format of the backup."),
        Field("version", \.version, "The version of SearchBus that made the backup."),
        Field("made", \.made, "When it was made, in RFC 3339."), Field("log", \.log, "The log."),
        Field("indexesReach", \.indexesReach, "Up to where writes on the log are in the indexes for certain."),
        Field("indexes", \.indexes, "The indexes."), Field("files", \.files, "The other files."),
        Field("leftOut", \.leftOut, "What of the data directory is not in the backup."),
    ]

    public init() {}

    public init(strict json: JSON) throws(SchemaProblem) {
        try read(strict: json)
        let paths = files.map { $0.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init) }
        let names = indexes.map(\.name) + paths.joined()
        let areNames = names.allSatisfy { name in
            !name.isEmpty && !name.contains("/") && !name.hasPrefix(".") && name.utf8.count <= 255
        }
        guard areNames, paths.allSatisfy({ $0.count <= 2 }) else {
            throw SchemaProblem("has an invalid name of a file")
        }
    }

    public var json: JSON {
        .object(members.merging(JSONObject([("bytes", JSON(bytes)), ("secrets", .bool(hasSecrets))])))
    }

    public init(
        version: String,
        made: String,
        log: LogFacts,
        indexesReach: SequenceNumber,
        indexes: [Index],
        files: [File],
        leftOut: [String]
    ) {
        (self.version, self.made, self.log, self.indexesReach) = (version, made, log, indexesReach)
        (self.indexes, self.files, self.leftOut) = (indexes, files, leftOut)
    }

    public var hasSecrets: Bool { files.contains { $0.path.hasPrefix("\(BackupPlan.secrets)/") } }
    /// How many bytes all of it has.
    public var bytes: Int { files.reduce(0) { $0 + $1.bytes } + indexes.reduce(0) { $0 + $1.bytes } }

    // MARK: Bytes

    private static let checksumMark = Array(#","checksum":""#.utf8)
    private static let checksumEnd = Array("\"}\n".utf8)

    /// The written manifest, with a checksum of all bytes before it.
    public var fileBytes: [UInt8] {
        let body = Array(json.bytes.dropLast())
        return body + Self.checksumMark + Array(body.withUnsafeBytes(Checksum.of).hexadecimal(16).utf8)
            + Self.checksumEnd
    }

    /// Reads a manifest.
    ///
    /// - Throws: `SearchBusError` with `log-corrupt` for one that is damaged, or of a newer version.
    public init(fileBytes: [UInt8], path: String) throws {
        let damage = SearchBusError(.logCorrupt, "\(path) is damaged.", remedy: "Use another backup.")
        guard let json = try? JSON(parsing: fileBytes) else { throw damage }
        guard json["format"]?.int == Self.format else {
            throw SearchBusError(
                .logCorrupt,
                "\(path) has format \(json["format"]?.int ?? 0), and this program reads format \(Self.format).",
                remedy:
                    "Use the version of SearchBus that made it: \(json["version"]?.string?.prefix(40) ?? "unknown")."
            )
        }
        let length = Self.checksumMark.count + 16 + Self.checksumEnd.count
        let body = Array(fileBytes.dropLast(length))
        guard
            fileBytes.suffix(length).elementsEqual(
                Self.checksumMark + Array(body.withUnsafeBytes(Checksum.of).hexadecimal(16).utf8) + Self.checksumEnd
            ), let manifest = try? BackupManifest(json: json)
        else { throw damage }
        self = manifest
    }
}
