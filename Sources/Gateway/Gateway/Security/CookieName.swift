// SPDX-License-Identifier: MIT

/// The name of a cookie of the gateway's: `searchbus-PORT`, with `-ID` where a link to a session set it.
///
/// A browser sends a host's cookies to all of its ports, so the port separates programs that share a host. Behind https
/// the name begins with `__Host-`, which browsers accept only from that host.
struct CookieName: Sendable, Hashable, CustomStringConvertible {
    private static let securePrefix = "__Host-"
    private static let prefix = "searchbus-"

    let isSecure: Bool
    let port: Int
    /// The id of the link's key: a browser can have access to several sessions.
    let link: String?

    var description: String {
        "\(isSecure ? Self.securePrefix : "")\(Self.prefix)\(port)\(link.map { "-\($0)" } ?? "")"
    }

    /// The same for a link's key.
    func forLink(_ id: String) -> CookieName { CookieName(isSecure: isSecure, port: port, link: id) }

    init(isSecure: Bool, port: Int, link: String? = nil) {
        (self.isSecure, self.port, self.link) = (isSecure, port, link)
    }

    /// - Returns: `nil` for another program's cookie, or for a name that is not in the canonical form.
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
