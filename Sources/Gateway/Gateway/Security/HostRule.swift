// SPDX-License-Identifier: MIT

import Runtime

/// The allowed hosts of a request.
///
/// A page of a foreign name that resolves to this machine (DNS rebinding) sends its own name, and is detected.
struct HostRule: Sendable {
    /// The names of this machine for itself with their ports, and the listen address, exactly as they must
    /// be written.
    let local: Set<String>
    /// The public address if there is a proxy before the gateway.
    let publicURL: PublicURL?

    /// - Parameters:
    ///   - listen: The gateway's listen address, with its port.
    ///   - publicURL: The public address, if it differs.
    init(listen: ListenAddress, publicURL: PublicURL? = nil) {
        self.publicURL = publicURL
        switch listen {
        case .socket: local = ["localhost"]
        case .address(let host, let port):
            let own = NetworkAddress(host)?.isWildcard == true ? [] : [listen.urlHost]
            let hosts = ["127.0.0.1", "localhost", "[::1]"] + own
            // Clients leave out the port that a scheme has by default.
            local = Set(hosts.map { "\($0):\(port)" } + (port == 80 ? hosts : []))
        }
    }

    /// Whether a request with these `Host` fields and this target is allowed.
    func allows(hosts: [String], target: String) -> Bool {
        guard hosts.count == 1, isOwn(host: hosts[0]) else { return false }
        guard !target.hasPrefix("/") else { return true }
        // The absolute form names a host as well, and it must be the same.
        guard target.hasPrefix("http://") else { return false }
        let authority = target.dropFirst("http://".count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return authority == hosts[0]
    }

    private func isOwn(host: String) -> Bool {
        local.contains(host) || (publicURL?.hosts.contains(host.lowercased()) ?? false)
    }

    /// Whether an `Origin` is the console's own, as seen by a client that names this host.
    ///
    /// A proxy may have put its own name into `Host`; a page of the public URL is the console nevertheless.
    func isOwn(origin: String, host: String) -> Bool {
        origin == publicURL?.description || (local.contains(host) && origin == "http://\(host)")
    }

    /// The error of a request with another host.
    func refusal(hosts: [String]) -> (message: String, remedy: String) {
        let named = hosts.count == 1 ? "`\(hosts[0].shownInMessages)`" : "\(hosts.count) hosts"
        guard let publicURL else {
            return (
                "The request is addressed to \(named), which is not a name of this gateway.",
                "Open the address that `searchbus up` printed; behind a proxy, start with --public-url and the address "
                    + "that people open."
            )
        }
        return (
            "The request is addressed to \(named), and the public URL is \(publicURL).",
            "Open \(publicURL), or start with --public-url for the address that users open. The proxy has to pass `Host` on."
        )
    }
}
