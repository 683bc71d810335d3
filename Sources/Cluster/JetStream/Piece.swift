// SPDX-License-Identifier: MIT

import CZstd
import Digests
import Glibc
import Runtime
import Wire

/// A piece of a file as it is stored: compressed where that makes it smaller.
enum Piece {
    private static let level: Int32 = 1
    private static let plain: UInt8 = 0
    private static let compressed: UInt8 = 1

    /// Makes what is stored of some bytes.
    static func pack(_ bytes: [UInt8]) -> [UInt8] {
        let packed = [UInt8](unsafeUninitializedCapacity: ZSTD_compressBound(bytes.count) + 1) { buffer, count in
            buffer[0] = compressed
            let size = ZSTD_compress(
                buffer.baseAddress.map { $0 + 1 },
                buffer.count - 1,
                bytes,
                bytes.count,
                level
            )
            count = ZSTD_isError(size) == 0 ? size + 1 : 0
        }
        return packed.isEmpty || packed.count > bytes.count ? [plain] + bytes : packed
    }

    /// Reads a piece; `nil` for one that has not so many bytes.
    static func unpack(_ bytes: [UInt8], size: Int) -> [UInt8]? {
        let body = Array(bytes.dropFirst())
        switch bytes.first {
        case plain: return body.count == size ? body : nil
        case compressed:
            let piece = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                let found = ZSTD_decompress(buffer.baseAddress, buffer.count, body, body.count)
                count = ZSTD_isError(found) == 0 ? found : 0
            }
            return piece.count == size ? piece : nil
        default: return nil
        }
    }
}

/// The SHA-256 of bytes that come one after the other.
public struct FileChecksum {
    private let hash = SHA256()

    public init() {}

    public mutating func add(_ bytes: [UInt8]) { hash.update(bytes) }

    /// 64 hexadecimal digits in lower case.
    public var text: String { hash.digest().hexadecimal }
}

extension FileStream {
    /// The SHA-256 of a file, 64 hexadecimal digits.
    ///
    /// - Throws: `SearchBusError` with `storage-failed`.
    public static func checksum(of path: String) throws -> String {
        let file = try Descriptor(path, O_RDONLY | O_NOFOLLOW)
        var (checksum, place) = (FileChecksum(), 0)
        while true {
            let bytes = try file.read(FileManifest.pieceSize, at: place)
            guard !bytes.isEmpty else { return checksum.text }
            checksum.add(bytes)
            place += bytes.count
        }
    }
}
