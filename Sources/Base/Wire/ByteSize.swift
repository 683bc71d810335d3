// SPDX-License-Identifier: MIT

/// A number of bytes as messages show it: `64 KiB`, `10 MiB`, or in bytes if that is not a multiple of either.
public struct ByteSize: Sendable, Hashable, CustomStringConvertible {
    public let bytes: Int

    public init(_ bytes: Int) { self.bytes = bytes }

    public var description: String {
        guard bytes > 0 else { return "\(bytes) bytes" }
        if bytes % (1 << 20) == 0 { return "\(bytes >> 20) MiB" }
        return bytes % (1 << 10) == 0 ? "\(bytes >> 10) KiB" : "\(bytes) bytes"
    }
}
