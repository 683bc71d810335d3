// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Remembers what was published last, so that what did not change is not published again.
public struct Published: Sendable {
    private var digest: UInt64?

    public init() {}

    /// Remembers bytes that are on the log already.
    public init(_ bytes: some Collection<UInt8>) {
        digest = Digest.number(of: bytes)
    }

    public var isEmpty: Bool { digest == nil }

    /// Remembers the bytes as published; answers whether they differ from those before.
    public mutating func update(_ bytes: [UInt8]) -> Bool {
        let new = Digest.number(of: bytes)
        guard new != digest else { return false }
        digest = new
        return true
    }
}
