// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Broker
import Bus
import Wire

/// What a backup says of itself: the file that makes a folder a backup, and is written last.
public struct BackupManifest: Sendable, Hashable {
    /// Rises whenever a reader of an older backup would misread it; newer ones are refused.
    public static let format = 1
    /// The name of its file.
    public static let fileName = "backup.json"

    /// An index of the backup, whose own files carry their checksums.
    public struct Index: Sendable, Hashable {
        public let name: String
        public let records: Int
        public let bytes: Int

        public init(name: String, records: Int, bytes: Int) {
            (self.name, self.records, self.bytes) = (name, records, bytes)
        }
    }

    /// Another file of the backup.
    public struct File: Sendable, Hashable {
        /// Where it is in the backup: a name, or a folder and a name.
        public let path: String
        public let bytes: Int
        /// The sum of its bytes, 16 hexadecimal digits.
        public let checksum: String

        public init(path: String, bytes: Int, checksum: String) {
            (self.path, self.bytes, self.checksum) = (path, bytes, checksum)
        }
    }

    /// The version of SearchBus that made the backup.
    public let version: String
    /// When it was made, in RFC 3339.
    public let made: String
    /// What the log says of itself.
    public let log: LogFacts
    /// Up to where writes on the log are in the indexes for certain.
    public let indexesReach: SequenceNumber
    public let indexes: [Index]
    public let files: [File]
    /// What of the data directory is not in the backup.
    public let leftOut: [String]

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

    /// Whether keys and secrets are in the backup.
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

extension BackupManifest: JSONConvertible {
    public init(json: JSON) throws {
        guard let reach = SequenceNumber(try json.requiredString("indexesReach")) else {
            throw JSONError("`indexesReach` is not a sequence number")
        }
        self.init(
            version: try json.requiredString("version"),
            made: try json.requiredString("made"),
            log: try LogFacts(json: try json.required("log")),
            indexesReach: reach,
            indexes: try json.list("indexes").map { index in
                Index(
                    name: try Self.name(index.requiredString("name")),
                    records: try index.requiredInt("records"),
                    bytes: try index.requiredInt("bytes")
                )
            },
            files: try json.list("files").map { file in
                let path = try file.requiredString("path")
                let parts = path.split(separator: "/", omittingEmptySubsequences: false)
                guard parts.count <= 2 else { throw JSONError("a path is too long") }
                for part in parts { _ = try Self.name(String(part)) }
                return File(
                    path: path,
                    bytes: try file.requiredInt("bytes"),
                    checksum: try file.requiredString("checksum")
                )
            },
            leftOut: try json.strings("leftOut")
        )
    }

    /// A text that may be the name of a file.
    private static func name(_ text: String) throws -> String {
        guard !text.isEmpty, !text.contains("/"), !text.hasPrefix("."), text.utf8.count <= 255 else {
            throw JSONError("a name is invalid")
        }
        return text
    }

    public var json: JSON {
        [
            "format": JSON(Self.format), "version": .string(version), "made": .string(made), "log": log.json,
            "indexesReach": .string(indexesReach.description),
            "indexes": .array(
                indexes.map { ["name": .string($0.name), "records": JSON($0.records), "bytes": JSON($0.bytes)] }
            ),
            "files": .array(
                files.map { ["path": .string($0.path), "bytes": JSON($0.bytes), "checksum": .string($0.checksum)] }
            ),
            "leftOut": JSON(leftOut), "bytes": JSON(bytes), "secrets": .bool(hasSecrets),
        ]
    }
}
