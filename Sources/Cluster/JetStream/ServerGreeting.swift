// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Wire

/// The greeting of a NATS server to every client, before authentication: its name and its version.
///
/// The C library reads it and keeps it to itself. It is sent in clear before TLS begins, unless the server is configured otherwise.
struct ServerGreeting: Sendable, Hashable {
    /// Its maximum number of bytes, and those of the name and the version.
    private static let limit = 64 << 10
    private static let longestText = 100
    private static let defaultPort = 4222

    let name: String
    let version: String

    init(name: String, version: String) { (self.name, self.version) = (name, version) }

    /// Reads the line `INFO {…}`; `nil` if invalid.
    init?(_ line: [UInt8]) {
        guard line.count <= Self.limit, line.starts(with: Array("INFO ".utf8)),
            let json = try? JSON(parsing: Array(line.dropFirst(5))), let version = json["version"]?.string
        else { return nil }
        let name = json["server_name"]?.string ?? json["server_id"]?.string ?? "?"
        self.init(name: String(name.prefix(Self.longestText)), version: String(version.prefix(Self.longestText)))
    }

    /// Connects to a server; waits at most for the timeout, besides the lookup of its address.
    ///
    /// - Parameters:
    ///   - address: Such as `nats://10.0.0.1:4222`.
    ///   - patience: How long it is waited for.
    /// - Returns: What it said; `nil` where it is not reached, or says something else first.
    static func read(from address: String, patience: Duration) -> ServerGreeting? {
        guard let (host, port) = target(address) else { return nil }
        let deadline = ContinuousClock.now + patience
        guard let descriptor = connect(host, port, deadline) else { return nil }
        defer { close(descriptor) }
        var line: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while line.count < limit, wait(descriptor, POLLIN, deadline) {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            line += buffer[..<count]
            guard let end = line.firstIndex(of: UInt8(ascii: "\n")) else { continue }
            return ServerGreeting(Array(line[..<end]))
        }
        return nil
    }

    private static func target(_ address: String) -> (host: String, port: String)? {
        guard let parts = URLComponents(string: address.contains("://") ? address : "nats://\(address)"),
            let host = parts.host?.trimmingCharacters(in: ["[", "]"]), !host.isEmpty
        else { return nil }
        return (host, "\(parts.port ?? defaultPort)")
    }

    private static func connect(_ host: String, _ port: String, _ deadline: ContinuousClock.Instant) -> Int32? {
        var wanted = addrinfo()
        wanted.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, port, &wanted, &found) == 0 else { return nil }
        defer { freeaddrinfo(found) }
        var next = found
        while let address = next?.pointee {
            next = address.ai_next
            let kind = address.ai_socktype | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            let descriptor = socket(address.ai_family, kind, address.ai_protocol)
            guard descriptor >= 0 else { continue }
            let isDone = Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) == 0
            if isDone || (errno == EINPROGRESS && wait(descriptor, POLLOUT, deadline)) { return descriptor }
            close(descriptor)
        }
        return nil
    }

    private static func wait(_ descriptor: Int32, _ events: Int32, _ deadline: ContinuousClock.Instant) -> Bool {
        var one = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        while true {
            let rest = (deadline - .now) / .milliseconds(1)
            guard rest > 0 else { return false }
            let count = poll(&one, 1, Int32(rest.rounded(.up)))
            if count < 0, errno == EINTR { continue }
            return count > 0
        }
    }
}
