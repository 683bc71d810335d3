// SPDX-License-Identifier: MIT

import Glibc
import Wire

/// An address of a machine.
///
/// One of IPv4 is the same whether it comes as such or within IPv6.
public struct NetworkAddress: Sendable, Hashable, CustomStringConvertible {
    /// Sixteen bytes; IPv4 as IPv6 writes it, `::ffff:192.0.2.1`.
    let bytes: [UInt8]
    public let description: String

    /// Reads an address such as `192.0.2.1` or `2001:db8::1`; `nil` for other text.
    public init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = Self.prefix + withUnsafeBytes(of: &four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            bytes = withUnsafeBytes(of: &six) { Array($0) }
        } else {
            return nil
        }
        description = text
    }

    private static let prefix: [UInt8] = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    /// What all addresses of one subscriber begin with: an address of IPv4 as a whole, the first 64 bits of one of IPv6.
    public var network: [UInt8] { isFour ? bytes : Array(bytes.prefix(8)) }

    var isFour: Bool { bytes.starts(with: Self.prefix) }

    /// Whether only this machine can reach it.
    public var isLoopback: Bool { isFour ? bytes[12] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1] }

    /// Whether it stands for every address of this machine.
    public var isWildcard: Bool { bytes.suffix(isFour ? 4 : 16).allSatisfy { $0 == 0 } }

    public static func == (left: NetworkAddress, right: NetworkAddress) -> Bool { left.bytes == right.bytes }

    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

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
