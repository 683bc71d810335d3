// SPDX-License-Identifier: MIT

import Glibc
import Wire

/// Where the gateway listens: an address and a port of this machine, or a socket file.
public enum ListenAddress: Sendable, Hashable, CustomStringConvertible {
    /// The host as in a URL but without brackets, such as `127.0.0.1` or `::1`; port 0 lets the system choose.
    case address(host: String, port: Int)
    case socket(path: String)

    /// The longest path that a socket can have, in bytes.
    private static let pathLimit = 107

    /// Reads `HOST:PORT`, or `unix:/PATH`.
    ///
    /// - Throws: `SearchBusError` with `invalid-argument`.
    public init(parsing text: String) throws {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst("unix:".count))
            guard path.hasPrefix("/"), !path.hasSuffix("/"), path.utf8.count <= Self.pathLimit, !path.contains("\0")
            else {
                throw Self.invalid(
                    text,
                    "Write an absolute path of up to \(Self.pathLimit) bytes: unix:/run/searchbus/http.sock."
                )
            }
            self = .socket(path: path)
            return
        }
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port), text[text.index(after: colon)...].allSatisfy(\.isNumber)
        else { throw Self.invalid(text, "Write it as 127.0.0.1:8080, or as unix:/run/searchbus/http.sock.") }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        guard host == "localhost" || NetworkAddress(host) != nil else {
            throw Self.invalid(text, "Write an address of this machine in digits, such as 127.0.0.1:8080.")
        }
        self = .address(host: host, port: port)
    }

    private static func invalid(_ text: String, _ remedy: String) -> SearchBusError {
        SearchBusError(.invalidArgument, "`\(text)` is not a valid address to listen on.", remedy: remedy)
    }

    /// Whether other machines can reach it.
    public var isRemote: Bool {
        switch self {
        case .address("localhost", _), .socket: false
        case .address(let host, _): !(NetworkAddress(host)?.isLoopback ?? false)
        }
    }

    /// The address with the port to listen on: the one asked for, or one that is free now.
    ///
    /// - Throws: `SearchBusError` where the system has no port to give.
    public func withFreePort() throws -> ListenAddress {
        guard case .address(let host, 0) = self else { return self }
        let file = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
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
        return .address(host: host, port: Int(UInt16(bigEndian: address.sin_port)))
    }

    /// Checks that no other program listens there; where it is a socket file, `SocketFile` checks.
    ///
    /// - Throws: `SearchBusError` with `address-in-use`.
    public func checkFree() throws {
        guard case .address(let host, let port) = self, port != 0 else { return }
        var hints = addrinfo()
        (hints.ai_flags, hints.ai_socktype) = (AI_PASSIVE, Int32(SOCK_STREAM.rawValue))
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &found) == 0, let found else { return }
        defer { freeaddrinfo(found) }
        let file = Glibc.socket(found.pointee.ai_family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard file >= 0 else { return }
        defer { close(file) }
        // As the gateway does: a connection that ended just now does not count.
        var on: Int32 = 1
        setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        guard bind(file, found.pointee.ai_addr, found.pointee.ai_addrlen) != 0, errno == EADDRINUSE else { return }
        throw SearchBusError(.addressInUse, "Another program listens on \(self) already.")
    }

    public var port: Int? {
        guard case .address(_, let port) = self else { return nil }
        return port
    }

    /// The host as in a URL; a socket has none of its own.
    public var urlHost: String {
        switch self {
        case .address(let host, _): host.contains(":") ? "[\(host)]" : host
        case .socket: "localhost"
        }
    }

    public var description: String {
        switch self {
        case .address(_, let port): "\(urlHost):\(port)"
        case .socket(let path): "unix:\(path)"
        }
    }

    /// The name of the file in the runtime directory that says where the gateway listens.
    private static let fileName = "gateway.address"

    /// Leaves word in the runtime directory, for commands on this machine.
    ///
    /// - Throws: `SearchBusError` where the directory cannot be written to.
    public func write(to runtimeDirectory: String) throws {
        try PrivateFile.write(Array("\(self)\n".utf8), to: "\(runtimeDirectory)/\(Self.fileName)")
    }

    /// Where the gateway of a runtime directory listens; `nil` where it has not said so.
    public static func read(from runtimeDirectory: String) -> ListenAddress? {
        guard case .contents(let bytes) = PrivateFile.read("\(runtimeDirectory)/\(fileName)", limit: 256) else {
            return nil
        }
        return try? ListenAddress(parsing: String(String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" }))
    }
}
