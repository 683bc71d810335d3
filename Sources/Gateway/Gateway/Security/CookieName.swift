// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// The name of a cookie of the gateway's: `searchbus-PORT`, with `-ID` where a link to a session set it.
///
/// A browser sends a host's cookies to all of its ports, so the port keeps programs apart that share a host. Behind https
/// the name begins with `__Host-`, which browsers take from that host alone.
struct CookieName: Sendable, Hashable, CustomStringConvertible {
    private static let securePrefix = "__Host-"
    private static let prefix = "searchbus-"

    let isSecure: Bool
    let port: Int
    /// The id of the link's key: a browser can be let into several sessions.
    let link: String?

    var description: String {
        "\(isSecure ? Self.securePrefix : "")\(Self.prefix)\(port)\(link.map { "-\($0)" } ?? "")"
    }

    /// The same for a link's key.
    func forLink(_ id: String) -> CookieName { CookieName(isSecure: isSecure, port: port, link: id) }

    init(isSecure: Bool, port: Int, link: String? = nil) {
        (self.isSecure, self.port, self.link) = (isSecure, port, link)
    }

    /// - Returns: `nil` for the cookie of something else, or for a name that is written in another way than ours.
    init?(_ text: Substring) {
        isSecure = text.hasPrefix(Self.securePrefix)
        let rest = isSecure ? text.dropFirst(Self.securePrefix.count) : text
        guard rest.hasPrefix(Self.prefix) else { return nil }
        let parts = rest.dropFirst(Self.prefix.count).split(
            separator: "-",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        guard let port = UInt16(parts[0]) else { return nil }
        self.port = Int(port)
        link = parts.count == 2 ? String(parts[1]) : nil
        guard description == String(text) else { return nil }
    }
}
