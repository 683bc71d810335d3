// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Which hosts a request may name.
///
/// A page of a foreign name that resolves to this machine (DNS rebinding) sends its own name, and so is told apart.
struct HostRule: Sendable {
    /// The hosts with their ports, exactly as they must be written.
    let allowed: Set<String>

    /// Allows the names of this machine for itself, and the address that is listened on.
    init(host: String, port: Int) {
        let hosts = ["127.0.0.1", "localhost", "[::1]", host]
        // Clients leave out the port that a scheme has by default.
        allowed = Set(hosts.map { "\($0):\(port)" } + (port == 80 ? hosts : []))
    }

    /// Whether a request with these `Host` fields and this target may be looked at.
    func allows(hosts: [String], target: String) -> Bool {
        guard hosts.count == 1, allowed.contains(hosts[0]) else { return false }
        guard !target.hasPrefix("/") else { return true }
        // The absolute form names a host as well, and it must be the same.
        guard target.hasPrefix("http://") else { return false }
        let authority = target.dropFirst("http://".count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return authority == hosts[0]
    }

    /// Whether an `Origin` is the console's own, as seen by a client that names this host.
    func isOwn(origin: String, host: String) -> Bool {
        allowed.contains(host) && origin == "http://\(host)"
    }
}
