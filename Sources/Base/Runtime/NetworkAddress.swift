// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Glibc

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
