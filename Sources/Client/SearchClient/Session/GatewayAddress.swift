// SPDX-License-Identifier: MIT

import Wire

/// The address of a gateway: `http://127.0.0.1:8080`, with or without a path and query.
struct GatewayAddress: Sendable, Hashable {
    /// Scheme, host and port.
    let origin: String

    /// Reads an address.
    ///
    /// - Throws: `SearchBusError` with `invalid-argument` for an invalid HTTP address.
    init(_ text: String) throws {
        guard let mark = text.firstRange(of: "://") else { throw Self.invalid(text) }
        let scheme = text[..<mark.lowerBound].lowercased()
        let host = text[mark.upperBound...].prefix { !"/?#".contains($0) }
        guard scheme == "http" || scheme == "https", !host.isEmpty,
            !host.contains(where: { $0 == "@" || $0.isWhitespace })
        else { throw Self.invalid(text) }
        origin = "\(scheme)://\(host)"
    }

    /// The token in a link, or the text itself if it is a token.
    static func token(in link: String) -> String {
        guard let start = link.firstRange(of: "token=") else { return link }
        return String(link[start.upperBound...].prefix { $0 != "&" && $0 != "#" })
    }

    private static func invalid(_ text: String) -> SearchBusError {
        SearchBusError(
            .invalidArgument,
            "`\(text)` is not the address of a gateway.",
            remedy: "Write it as http://127.0.0.1:8080."
        )
    }
}
