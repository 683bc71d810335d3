// SPDX-License-Identifier: MIT

import Wire

/// A version of NATS's server, such as 2.10.22.
struct ServerVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    let major: Int
    let minor: Int
    let patch: Int

    init(_ major: Int, _ minor: Int, _ patch: Int) { (self.major, self.minor, self.patch) = (major, minor, patch) }

    /// Reads a server's version; `nil` if invalid.
    ///
    /// What follows `-` or `+` is not looked at.
    init?(_ text: String) {
        let numbers = text.prefix { $0 != "-" && $0 != "+" }.split(separator: ".", omittingEmptySubsequences: false)
        let parts = numbers.compactMap { $0.utf8.count <= 6 ? Int($0) : nil }.filter { $0 >= 0 }
        guard numbers.count == 3, parts.count == 3 else { return nil }
        self.init(parts[0], parts[1], parts[2])
    }

    static func < (left: ServerVersion, right: ServerVersion) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }

    var description: String { "\(major).\(minor).\(patch)" }
}

extension ServerVersion {
    /// Older ones do not tell the order of a stream by themselves (`republish`).
    static let oldest = ServerVersion(2, 9, 0)
    /// With older ones, a partitioned leader may keep messages that the others lack; see docs/cluster.md.
    static let faithful = ServerVersion(2, 10, 22)

    /// Why servers cannot keep a journal; `nil` where they can, or do not say what they are.
    static func problem(_ greetings: [ServerGreeting]) -> SearchBusError? {
        for server in greetings {
            guard let version = ServerVersion(server.version), version < oldest else { continue }
            return SearchBusError(
                .journalUnreadable,
                "The log's server \(server.name) runs NATS \(version), which is too old.",
                remedy: "Install NATS \(faithful) or newer on it; \(oldest) is the least that does."
            )
        }
        return nil
    }

    /// What people are to know of servers that can keep a journal; `nil` where there is nothing.
    ///
    /// - Parameters:
    ///   - greetings: What servers said of themselves.
    ///   - replicas: On how many servers each entry is kept.
    /// - Returns: A sentence or two.
    static func advice(_ greetings: [ServerGreeting], replicas: Int) -> String? {
        guard replicas > 1 else { return nil }
        let old = greetings.filter { ServerVersion($0.version).map { $0 < faithful } ?? false }
        guard !old.isEmpty else { return nil }
        let names = Set(old.map { "\($0.name) (\($0.version))" }).sorted().joined(separator: ", ")
        return """
            NATS before \(faithful) is on \(names): a partitioned leader may keep messages that the others lack. Install a newer version.
            """
    }
}
