// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// Where an engine is and how it is reached.
public struct TransportConfiguration: Sendable {
    /// The addresses of the engine's hosts, `http` or `https`, the one to prefer first; each answers alone.
    public var hosts: [HostAddress]
    /// Headers sent with every question, such as keys.
    public var headers: [String: String]
    /// How long an answer may take in all, tries included.
    public var timeout: Duration
    /// How long a connection may take to be made.
    public var connectTimeout: Duration
    /// How often a question is asked again that met a broken connection or an engine with too much to do.
    public var retries: Int
    /// How many bytes an answer may have.
    public var largestAnswer: Int
    /// How many connections one host is asked over at the same time.
    public var connections: Int
    /// The file of the certificates to trust instead of the system's; `nil` for the system's.
    public var certificateAuthority: String?
    /// Texts that must never be part of a message, beside the headers' values.
    public var secrets: Set<String> = []

    public init(
        hosts: [HostAddress],
        headers: [String: String] = [:],
        timeout: Duration = .seconds(2),
        connectTimeout: Duration = .seconds(1),
        retries: Int = 2,
        largestAnswer: Int = 8 << 20,
        connections: Int = 8,
        certificateAuthority: String? = nil
    ) {
        self.hosts = hosts
        self.headers = headers
        self.timeout = timeout
        self.connectTimeout = connectTimeout
        self.retries = retries
        self.largestAnswer = largestAnswer
        self.connections = connections
        self.certificateAuthority = certificateAuthority
    }

    /// What must never be part of a message, the longest first, so that none is left of one that holds another.
    var hidden: [String] {
        // `Bearer KEY` holds a key that may be repeated without the word before it.
        let words = headers.values.flatMap { $0.split(separator: " ").dropFirst().map(String.init) }
        let all = secrets.union(headers.values).union(words).filter { $0.utf8.count >= 4 }
        return all.sorted { ($1.utf8.count, $1) < ($0.utf8.count, $0) }
    }
}
