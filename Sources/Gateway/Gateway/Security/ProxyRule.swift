// SPDX-License-Identifier: MIT

import HTTPTypes
import NIOCore
import Runtime
import Wire

/// Which proxies are trusted, and whether their reports match the public URL.
struct ProxyRule: Sendable {
    let publicURL: PublicURL?
    let proxies: [NetworkRange]

    /// The header fields of the proxy that sent a request; `nil` without a trusted proxy.
    ///
    /// - Throws: `SearchBusError` with `forbidden-host` for a request with both families of header fields: a proxy writes one of
    ///   them, so the other one is the client's.
    func forwarded(_ fields: HTTPFields, from peer: SocketAddress?) throws -> Forwarded? {
        guard publicURL != nil, isTrusted(peer) else { return nil }
        guard !Forwarded.isAmbiguous(fields) else {
            throw SearchBusError(
                .forbiddenHost,
                "The request has `Forwarded` and `X-Forwarded-…`, and the proxy can have written only one of them.",
                remedy:
                    "Let the proxy remove the fields that it does not write itself, as the files in deploy/proxy do."
            )
        }
        return Forwarded(fields, proxies: proxies)
    }

    /// The client of a request: the one that a trusted proxy names, or the peer of the connection.
    ///
    /// - Returns: Its address; `nil` if the proxy names none.
    func client(_ forwarded: Forwarded?, from peer: SocketAddress?) -> NetworkAddress? {
        forwarded.map(\.client) ?? peer?.ipAddress.flatMap(NetworkAddress.init)
    }

    /// The peer of a connection, if it is a client: on this machine it may be an untrusted proxy, whose
    /// address would be that of all clients.
    func directClient(_ peer: SocketAddress?) -> NetworkAddress? {
        guard !isTrusted(peer), let address = peer?.ipAddress.flatMap(NetworkAddress.init) else { return nil }
        return publicURL != nil && address.isLoopback ? nil : address
    }

    /// Clients that can open the socket file were authorized by its mode.
    private func isTrusted(_ peer: SocketAddress?) -> Bool {
        guard let peer else { return false }
        if case .unixDomainSocket = peer { return true }
        guard let address = peer.ipAddress.flatMap(NetworkAddress.init) else { return false }
        return proxies.contains { $0.contains(address) }
    }

    /// Checks that a request reached the proxy under the public URL.
    ///
    /// - Throws: `SearchBusError` with `forbidden-host` that describes the difference.
    func check(_ forwarded: Forwarded) throws {
        guard let publicURL else { return }
        if let host = forwarded.host, !publicURL.hosts.contains(host) {
            throw SearchBusError(
                .forbiddenHost,
                "The proxy was reached as `\(host.shownInMessages)`, and the public URL is \(publicURL).",
                remedy: "Open \(publicURL), or start with --public-url for the address that users open."
            )
        }
        if let scheme = forwarded.scheme, scheme != publicURL.scheme {
            throw SearchBusError(
                .forbiddenHost,
                "The proxy was reached by \(scheme.shownInMessages), and the public URL is \(publicURL).",
                remedy: publicURL.isSecure
                    ? "Open \(publicURL), and let the proxy redirect http to https."
                    : "Start with --public-url https://\(publicURL.host) for a proxy that speaks TLS."
            )
        }
    }
}

extension GatewayReach {
    /// Which proxies are trusted, for which public URL.
    var proxyRule: ProxyRule { ProxyRule(publicURL: publicURL, proxies: proxies) }
}

extension HTTPField.Name {
    static let forwarded = proxy("Forwarded")
    static let forwardedFor = proxy("X-Forwarded-For")
    static let forwardedProto = proxy("X-Forwarded-Proto")
    static let forwardedHost = proxy("X-Forwarded-Host")

    private static func proxy(_ name: StaticString) -> HTTPField.Name {
        guard let name = HTTPField.Name("\(name)") else { preconditionFailure("\(name) is not a field name") }
        return name
    }
}

extension String {
    /// A client's text for messages: short, and of plain characters.
    var shownInMessages: String {
        String(
            decoding: utf8.prefix(100).filter { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "`") },
            as: UTF8.self
        )
    }
}
