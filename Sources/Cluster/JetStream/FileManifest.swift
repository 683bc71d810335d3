// SPDX-License-Identifier: MIT

import Wire

/// What a file of the cluster says of itself; only a file that has this was put there whole.
public struct FileManifest: Sendable, Hashable {
    /// Rises whenever a reader of an older manifest would misread it; newer ones are refused.
    static let format = 1
    /// How many bytes of a file one message carries, before they are compressed.
    static let pieceSize = 512 << 10
    /// The maximum number of bytes of a file.
    public static let largest = 64 << 30

    public let key: FileKey
    /// How many bytes it has.
    public let size: Int
    /// Its SHA-256, 64 hexadecimal digits.
    public let checksum: String
    /// The description by its sender.
    public let facts: JSONObject
    /// Its place among all manifests: the later of two has the higher one.
    public let number: UInt64

    /// How many pieces it was cut into.
    var pieces: Int { (size + Self.pieceSize - 1) / Self.pieceSize }

    /// How many bytes a piece has.
    func size(ofPiece piece: Int) -> Int { min(Self.pieceSize, size - piece * Self.pieceSize) }
}

extension FileManifest {
    /// Reads a manifest.
    ///
    /// - Throws: `SearchBusError` with `journal-unreadable`.
    init(_ bytes: [UInt8], of key: FileKey, number: UInt64) throws {
        guard let json = try? JSON(parsing: bytes), json["format"]?.int == Self.format,
            json["pieceSize"]?.int == Self.pieceSize, let size = json["size"]?.int, (0...Self.largest).contains(size),
            let checksum = json["sha256"]?.string, checksum.utf8.count == 64, let facts = json["facts"]?.object
        else {
            throw SearchBusError(
                .journalUnreadable,
                "Unsupported format of the cluster's file \(key.subject)."
            )
        }
        self.init(key: key, size: size, checksum: checksum, facts: facts, number: number)
    }

    /// The manifest as it is stored.
    static func bytes(size: Int, checksum: String, facts: JSONObject) -> [UInt8] {
        let json: JSON = [
            "format": JSON(format), "size": JSON(size), "pieceSize": JSON(pieceSize), "sha256": .string(checksum),
            "facts": .object(facts),
        ]
        return json.bytes
    }
}
