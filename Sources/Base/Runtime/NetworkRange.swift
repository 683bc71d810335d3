// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// Addresses that begin alike: one machine, or a network such as `10.0.0.0/8`.
public struct NetworkRange: Sendable, Hashable {
    private let bytes: [UInt8]
    private let bits: Int

    /// Reads `ADDRESS` or `ADDRESS/BITS`.
    ///
    /// - Throws: `SearchBusError` with `invalid-argument`.
    public init(parsing text: String) throws {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = NetworkAddress(String(parts[0])),
            let bits = parts.count > 1 ? Int(parts[1]) : (address.isFour ? 32 : 128),
            (0...(address.isFour ? 32 : 128)).contains(bits), parts.count < 2 || parts[1].allSatisfy(\.isNumber)
        else {
            throw SearchBusError(
                .invalidArgument,
                "`\(text.prefix(100))` is not a valid proxy address.",
                remedy: "Write --trusted-proxy 192.0.2.1, or a network as 10.0.0.0/8."
            )
        }
        bytes = address.bytes
        self.bits = address.isFour ? 96 + bits : bits
    }

    public func contains(_ address: NetworkAddress) -> Bool {
        let (whole, rest) = (bits / 8, bits % 8)
        guard bytes[..<whole] == address.bytes[..<whole] else { return false }
        return rest == 0 || (bytes[whole] ^ address.bytes[whole]) >> (8 - rest) == 0
    }
}
