// SPDX-License-Identifier: MIT

import Glibc
import Wire

enum FreePorts {
    /// Finds some, all different.
    ///
    /// - Throws: `SearchBusError` where the system has none to give.
    static func find(_ count: Int) throws -> [Int] {
        var sockets: [Int32] = []
        defer { for socket in sockets { close(socket) } }
        // All are held until the last one is found, so that none comes twice.
        return try (0..<count).map { _ in
            let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            guard socket >= 0 else { throw failure() }
            sockets.append(socket)
            guard let port = bound(socket) else { throw failure() }
            return port
        }
    }

    private static func bound(_ socket: Int32) -> Int? {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(socket, pointer, length) == 0 && getsockname(socket, pointer, &length) == 0
            }
        }
        return isBound ? Int(UInt16(bigEndian: address.sin_port)) : nil
    }

    private static func failure() -> SearchBusError {
        SearchBusError(.addressInUse, "No port is available: \(String(cString: strerror(errno))).")
    }
}
