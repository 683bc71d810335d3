// SPDX-License-Identifier: MIT

import Wire

/// How a gateway is reached: where it listens, what people open, and which proxies may say for whom they ask.
public struct GatewayReach: Sendable, Hashable {
    public let listen: ListenAddress
    /// What people open in their browsers, where that is not the address listened on.
    public let publicURL: PublicURL?
    /// The proxies whose word about a request's client, scheme and host is taken.
    public let proxies: [NetworkRange]

    public init(listen: ListenAddress, publicURL: PublicURL? = nil, proxies: [NetworkRange] = []) {
        self.listen = listen
        self.publicURL = publicURL
        self.proxies = proxies
    }

    /// Reads the options of a command line.
    ///
    /// - Throws: `SearchBusError` for what is invalid, and with `not-permitted` for a gateway that other machines would
    ///   reach without access control, or under a name that it does not know.
    public init(listen: String, publicURL: String?, trustedProxies: [String], requiresAuthorization: Bool) throws {
        self.init(
            listen: try ListenAddress(parsing: listen),
            publicURL: try publicURL.map(PublicURL.init(parsing:)),
            proxies: try trustedProxies.map(NetworkRange.init(parsing:))
        )
        if self.publicURL == nil {
            if case .socket = self.listen {
                throw SearchBusError(
                    .invalidArgument,
                    "A socket has no address that a browser can open.",
                    remedy: "Set the address that users open: --public-url https://search.example.org."
                )
            }
            guard proxies.isEmpty else {
                throw SearchBusError(
                    .invalidArgument,
                    "`--trusted-proxy` has no effect without a proxy in front of the gateway.",
                    remedy: "Set the address that users open: --public-url https://search.example.org."
                )
            }
        }
        if self.listen.isRemote { try checkRemote(requiresAuthorization) }
    }

    /// The gateway speaks plain HTTP, so a key that crosses a network without a proxy before it can be read there.
    private func checkRemote(_ requiresAuthorization: Bool) throws {
        guard publicURL != nil else {
            throw SearchBusError(
                .notPermitted,
                "Other machines can reach `\(listen)`, and the gateway does not know the address that users open.",
                remedy:
                    "Set it (--public-url https://search.example.org) and put a proxy with TLS in front, or listen on 127.0.0.1."
            )
        }
        guard requiresAuthorization else {
            throw SearchBusError(
                .notPermitted,
                "Other machines can reach `\(listen)`, and `--no-auth` would authorize all of them.",
                remedy: "Leave out --no-auth, or listen on 127.0.0.1."
            )
        }
    }
}
