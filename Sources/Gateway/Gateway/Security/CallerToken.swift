// SPDX-License-Identifier: MIT

import Glibc
import NIOCore
import Runtime

/// The name under which a caller gets its share of searches: its key or browser, and its address.
///
/// Searches of one caller wait for each other before they delay those of others. The name differs with each start of the gateway,
/// so that no address can be read from it.
struct CallerToken: Sendable, Hashable {
    /// The name, 1 to 16 hexadecimal digits.
    let text: String

    /// Makes the name of a caller.
    ///
    /// - Parameters:
    ///   - right: The key or browser by which the caller asks.
    ///   - context: The request's context, which has the address.
    init(_ right: some Hashable, _ context: GatewayContext) {
        let client = context.client.flatMap { try? SocketAddress(ipAddress: $0.description, port: 0) }
        self.init(right, at: client ?? context.channel.remoteAddress)
    }

    init(_ right: some Hashable, at address: SocketAddress?) {
        // Hasher has a random seed in each process.
        var hasher = Hasher()
        hasher.combine(right)
        hasher.combine(address.map(Self.network))
        text = String(UInt(bitPattern: hasher.finalize()), radix: 16)
    }

    /// The part of an address that a client cannot choose: of IPv6 the first 64 bits.
    private static func network(of address: SocketAddress) -> String {
        let text = address.ipAddress ?? ""
        var bytes = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, text, &bytes) == 1 else { return text }
        let isFour = bytes.starts(with: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF])
        return isFour ? bytes.suffix(4).map(String.init).joined(separator: ".") : "\(bytes.prefix(8))"
    }
}
