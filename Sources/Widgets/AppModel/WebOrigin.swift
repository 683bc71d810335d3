// SPDX-License-Identifier: MIT

import Wire

/// Where a page comes from, as browsers say it in `Origin`: `https://shop.example`.
public struct WebOrigin: ParsedText {
    /// The origin as browsers write it: in lower-case letters, without the port that the scheme has by default.
    public let description: String

    private static let remedy =
        "Write what the address bar shows up to the path: https://shop.example, or http://localhost:3000."

    /// Reads an origin; a trailing slash and the default port of its scheme are removed.
    ///
    /// - Throws: `SchemaProblem` for what browsers never say, or say of more pages than one may mean.
    public init(parsing text: String) throws(SchemaProblem) {
        if text == "*" {
            throw SchemaProblem(
                "would allow the pages of every site",
                remedy: "Name each origin: [https://shop.example, http://localhost:3000]."
            )
        }
        if text == "null" {
            throw SchemaProblem(
                "is the origin of all local files and sandboxed frames",
                remedy:
                    "Serve the page over HTTP, such as by `python3 -m http.server 3000`, and name http://localhost:3000."
            )
        }
        let lower = text.lowercased()
        guard text.utf8.count <= 300, let scheme = ["https", "http"].first(where: { lower.hasPrefix("\($0)://") })
        else {
            throw SchemaProblem("does not begin with https:// or http://", remedy: Self.remedy)
        }
        let rest = lower.dropFirst(scheme.utf8.count + 3)
        let authority = rest.prefix { !"/?#".contains($0) }
        guard ["", "/"].contains(rest.dropFirst(authority.count)) else {
            throw SchemaProblem("has a path, and an origin has none", remedy: Self.remedy)
        }
        let end = authority.last == "]" ? nil : authority.lastIndex(of: ":")
        let host = authority[..<(end ?? authority.endIndex)]
        guard Self.isHost(host) else {
            throw SchemaProblem("names no host; names of other scripts begin with xn--", remedy: Self.remedy)
        }
        guard let end else {
            description = "\(scheme)://\(host)"
            return
        }
        let digits = authority[authority.index(after: end)...]
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(digits),
            (1...65_535).contains(port)
        else { throw SchemaProblem("has an invalid port", remedy: Self.remedy) }
        description = port == (scheme == "https" ? 443 : 80) ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
    }

    private static func isHost(_ text: Substring) -> Bool {
        if text.first == "[" {
            return text.last == "]" && text.utf8.count > 3
                && text.dropFirst().dropLast().utf8.allSatisfy { byte in
                    (0x30...0x3A).contains(byte) || (0x61...0x66).contains(byte)
                }
        }
        return (1...253).contains(text.utf8.count) && text.first != "." && text.first != "-"
            && text.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E
            }
    }
}
