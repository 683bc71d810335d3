// SPDX-License-Identifier: MIT

import Bus
import Glibc
import Runtime
import Wire

/// A descriptor that takes connections to one of the broker's sockets.
final class Listener {
    /// What is at the other end of a connection.
    struct Socket {
        let role: ZMTPStateMachine.Role
        /// Whether its peers are processes of this machine and this user.
        let isLocal: Bool
        let limits: ZMTPStateMachine.Limits
    }

    /// How many connections may wait to be taken.
    private static let backlog: Int32 = 512

    let socket: Socket
    let descriptor: Int32

    /// Listens on a file.
    ///
    /// - Throws: `SearchBusError` with `address-in-use`.
    init(_ socket: Socket, on file: SocketFile) throws(SearchBusError) {
        guard let descriptor = file.listener(backlog: Self.backlog) else { throw Self.failure("unix:\(file.path)") }
        (self.socket, self.descriptor) = (socket, descriptor)
    }

    /// Listens on a port of the loopback interface.
    ///
    /// - Throws: `SearchBusError` with `address-in-use`.
    init(_ socket: Socket, onPort port: Int) throws(SearchBusError) {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        descriptor = Glibc.socket(AF_INET, kind, 0)
        self.socket = socket
        var isReused: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard descriptor >= 0, result == 0, listen(descriptor, Self.backlog) == 0 else {
            throw Self.failure("tcp://127.0.0.1:\(port)")
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private static func failure(_ address: String) -> SearchBusError {
        let reason = String(cString: strerror(errno))
        return SearchBusError(.addressInUse, "The broker cannot listen on \(address): \(reason).")
    }

    /// Takes the next connection, which blocks unless calls have `MSG_DONTWAIT`; `nil` where none waits or none can be taken, with the reason in `errno`.
    func accept() -> Int32? {
        let connection = Glibc.accept(descriptor, nil, nil)
        guard connection >= 0 else { return nil }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        if !socket.isLocal {
            var isDirect: Int32 = 1
            setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &isDirect, socklen_t(MemoryLayout<Int32>.size))
        }
        return connection
    }
}
