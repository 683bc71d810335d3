// SPDX-License-Identifier: MIT

import Wire

/// Where an engine is and how it is reached.
struct TransportConfiguration: Sendable {
    /// The addresses of the engine's hosts, `http` or `https`, the one to prefer first; each answers alone.
    var hosts: [HostAddress]
    var headers: [String: String] = [:]
    /// How long an answer may take in all, tries included.
    var timeout: Duration = .seconds(2)
    var connectTimeout: Duration = .seconds(1)
    /// How often a question is asked again that met a broken connection or an engine with too much to do.
    var retries: Int = 2
    var largestAnswer: Int = 8 << 20
    /// How many connections one host is asked over at the same time.
    var connections: Int = 8
    /// The file of the certificates to trust instead of the system's; `nil` for the system's.
    var certificateAuthority: String?
    /// Texts that must never be part of a message, beside the headers' values.
    var secrets: Set<String> = []

    /// What must never be part of a message, the longest first, so that none is left of one that holds another.
    var hidden: [String] {
        // `Bearer KEY` holds a key that may be repeated without the word before it.
        let words = headers.values.flatMap { $0.split(separator: " ").dropFirst().map(String.init) }
        let all = secrets.union(headers.values).union(words).filter { $0.utf8.count >= 4 }
        return all.sorted { ($1.utf8.count, $1) < ($0.utf8.count, $0) }
    }
}
