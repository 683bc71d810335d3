// SPDX-License-Identifier: MIT

import Wire

/// The address of the console for users, if a proxy is in front of the gateway: `https://search.example.org`.
public struct PublicURL: Sendable, Hashable, CustomStringConvertible {
    public let scheme: String
    /// The host in lower-case letters; an IPv6 address in brackets.
    public let host: String
    public let port: Int

    /// Reads an address.
    ///
    /// - Throws: `SearchBusError` with `invalid-argument` for an invalid HTTP address, or one with more than a name and a
    ///   port: the console's files are at the root of their host.
    public init(parsing text: String) throws {
        func invalid(_ what: String) -> SearchBusError {
            SearchBusError(
                .invalidArgument,
                "`\(text.prefix(200))` is not a valid public URL: \(what).",
                remedy: "Write what people type, such as --public-url https://search.example.org."
            )
        }
        let lower = text.lowercased()
        guard let scheme = ["https", "http"].first(where: { lower.hasPrefix("\($0)://") }) else {
            throw invalid("it does not begin with https:// or http://")
        }
        let rest = lower.dropFirst(scheme.utf8.count + 3)
        let authority = rest.prefix { !"/?#".contains($0) }
        guard ["", "/"].contains(rest.dropFirst(authority.count)) else {
            throw invalid("it has a path, and the console needs a host name, or a port, of its own")
        }
        let end = authority.last == "]" ? nil : authority.lastIndex(of: ":")
        let host = authority[..<(end ?? authority.endIndex)]
        let digits = end.map { authority[authority.index(after: $0)...] }
        guard Self.isHost(host) else {
            throw invalid("`\(host)` is not a valid host name; names of other scripts begin with xn--")
        }
        guard let port = digits.map({ Int($0) }) ?? (scheme == "https" ? 443 : 80), (1...65_535).contains(port),
            digits?.allSatisfy(\.isNumber) ?? true
        else { throw invalid("its port is invalid") }
        self.scheme = scheme
        self.host = String(host)
        self.port = port
    }

    /// Whether browsers reach it over TLS.
    public var isSecure: Bool { scheme == "https" }

    /// Host and port as browsers write them: without the port that the scheme has by default.
    public var authority: String { port == (isSecure ? 443 : 80) ? host : "\(host):\(port)" }

    /// What a `Host` field may say that means this address.
    public var hosts: Set<String> { [authority, "\(host):\(port)"] }

    public var description: String { "\(scheme)://\(authority)" }

    private static func isHost(_ text: Substring) -> Bool {
        if text.first == "[", text.last == "]" { return NetworkAddress(String(text.dropFirst().dropLast())) != nil }
        return (1...253).contains(text.utf8.count) && text.first != "." && text.first != "-"
            && text.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E
            }
    }
}
