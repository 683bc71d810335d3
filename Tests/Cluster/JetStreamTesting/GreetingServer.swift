// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Synchronization

/// Sends the same bytes to every client, in pieces, then closes the connection or stays silent.
public final class GreetingServer: Sendable {
    public let address: String
    private let listener: Int32
    private let clients = Mutex<[Int32]>([])
    private let told = DispatchSemaphore(value: 0)

    /// Listens on a free port of this machine.
    ///
    /// - Parameters:
    ///   - pieces: The bytes to send; without any, it is silent.
    ///   - hangsUp: Whether it closes the connection afterwards.
    /// - Throws: `POSIXError` if no port is free.
    public init(_ pieces: [String], hangsUp: Bool = true) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard listener >= 0, isBound else { throw POSIXError(.EADDRNOTAVAIL) }
        self.listener = listener
        address = "nats://127.0.0.1:\(UInt16(bigEndian: name.sin_port))"
        Thread.detachNewThread { [weak self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0, let self else { return }
                self.clients.withLock { $0.append(client) }
                for piece in pieces { _ = send(client, piece, piece.utf8.count, Int32(MSG_NOSIGNAL)) }
                // The C library waits without a timeout for the rest of a server's message.
                if hangsUp, !pieces.isEmpty { shutdown(client, Int32(SHUT_WR)) }
                self.told.signal()
            }
        }
    }

    /// Waits until one more client has connected and received the bytes; returns whether one has.
    public func waitForClient() -> Bool { told.wait(timeout: .now() + 20) == .success }

    /// Closes all connections.
    public func hangUp() {
        for client in clients.withLock({ $0 }) { shutdown(client, Int32(SHUT_RDWR)) }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        for client in clients.withLock({ $0 }) { close(client) }
    }
}
