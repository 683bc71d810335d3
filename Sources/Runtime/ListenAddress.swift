// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Glibc
import Wire

/// Where the gateway listens: a loopback address and a port.
public struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
    /// The host as it stands in a URL but without brackets, such as `127.0.0.1` or `::1`.
    public let host: String
    /// The port; 0 lets the system choose one.
    public let port: Int

    /// Reads `HOST:PORT`.
    ///
    /// - Throws: `SearchBusError` for text that is no address, and for addresses that other machines could reach: the
    ///   gateway speaks plain HTTP, so it would hand its key to everybody in between.
    public init(parsing text: String) throws {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port), text[text.index(after: colon)...].allSatisfy(\.isNumber)
        else {
            throw SearchBusError(
                .invalidArgument,
                "`\(text)` is no address to listen on.",
                remedy: "Write it as 127.0.0.1:8080."
            )
        }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        guard ListenAddress.isLoopback(host) else {
            throw SearchBusError(
                .notPermitted,
                "The gateway listens on loopback only, and `\(host)` is not.",
                remedy:
                    "Listen on 127.0.0.1 and put a proxy that speaks TLS, or an SSH tunnel to the same port, before it."
            )
        }
        self.host = host
        self.port = port
    }

    /// Whether only this machine can reach a host.
    static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { part in part.allSatisfy(\.isNumber) && UInt8(part) != nil }
    }

    /// The host as it stands in a URL.
    public var urlHost: String { host.contains(":") ? "[\(host)]" : host }

    /// The port to listen on: the one asked for, or one that is free now.
    ///
    /// - Throws: `SearchBusError` where the system has no port to give.
    public func freePort() throws -> Int {
        guard port == 0 else { return port }
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(file) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                file >= 0 && bind(file, pointer, size) == 0 && getsockname(file, pointer, &size) == 0
            }
        }
        guard isBound else {
            throw SearchBusError(.addressInUse, "The system has no free port: \(String(cString: strerror(errno))).")
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    public var description: String { "\(urlHost):\(port)" }
}
