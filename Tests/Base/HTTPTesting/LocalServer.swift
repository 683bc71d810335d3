// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import Wire

/// A small HTTP server on the loopback address, in this process, whose responses a test determines.
///
/// One thread per connection.
public final class LocalServer: Sendable {
    /// What the server does with a request.
    public enum Reply: Sendable {
        case answer(status: Int, body: String, headers: [String: String] = [:])
        /// Receives the request and does not respond.
        case silence
        /// Sends the beginning of a response and then nothing, or closes the connection.
        case beginning(String, closes: Bool = false)
        /// Closes the connection without a response.
        case close
    }

    /// A request as received.
    public struct Request: Sendable {
        public let head: String
        public let body: String
    }

    public let port: UInt16
    private let listener: Int32
    private let state = Mutex<(connections: [Int32], requests: [Request])>(([], []))
    private let reply: @Sendable (Request) -> Reply
    /// One element for each connection that got no response and that the client has closed.
    public let ended: AsyncStream<Void>
    private let ending: AsyncStream<Void>.Continuation

    public struct Failure: Error {}

    /// Listens on a free port.
    public init(reply: @escaping @Sendable (Request) -> Reply) throws {
        self.reply = reply
        (ended, ending) = AsyncStream.makeStream()
        listener = socket(AF_INET, LocalServer.stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(descriptor, generic, length) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, generic, &length) == 0
            }
        }
        guard descriptor >= 0, bound else { throw Failure() }
        port = UInt16(bigEndian: address.sin_port)
        Thread { [self] in serve() }.start()
    }

    #if canImport(Darwin)
        private static let stream = SOCK_STREAM
    #else
        private static let stream = Int32(SOCK_STREAM.rawValue)
    #endif

    public var url: String { "http://127.0.0.1:\(port)" }

    /// The requests received so far.
    public var requests: [Request] { state.withLock { $0.requests } }

    /// Closes everything; later connections are refused.
    public func stop() {
        // The thread that accepts closes it: closed here, its number could be another server's before that thread looks.
        shutdown(listener, Int32(SHUT_RDWR))
        let connections = state.withLock { state in
            defer { state.connections = [] }
            return state.connections
        }
        for connection in connections { shutdown(connection, Int32(SHUT_RDWR)) }
    }

    private func serve() {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else {
                close(listener)
                return
            }
            state.withLock { $0.connections.append(connection) }
            Thread { [self] in handle(connection) }.start()
        }
    }

    private func handle(_ connection: Int32) {
        defer {
            state.withLock { state in state.connections.removeAll { $0 == connection } }
            close(connection)
        }
        guard let request = LocalServer.receive(connection) else { return }
        state.withLock { $0.requests.append(request) }
        switch reply(request) {
        case .answer(let status, let body, let headers):
            let more = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
            let head = "HTTP/1.1 \(status) X\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\(more)\r\n"
            LocalServer.send(head + body, connection)
        case .beginning(let text, let closes):
            LocalServer.send(text, connection)
            if !closes { LocalServer.waitForEnd(connection) }
        case .silence:
            LocalServer.waitForEnd(connection)
            ending.yield()
        case .close:
            break
        }
    }

    private static func waitForEnd(_ connection: Int32) {
        var byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) > 0 {}
    }

    private static func receive(_ connection: Int32) -> Request? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if let end = text.range(of: "\r\n\r\n") {
                let head = String(text[..<end.lowerBound])
                let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
                let length = line.flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
                let body = text[end.upperBound...]
                if body.utf8.count >= length { return Request(head: head, body: String(body)) }
            }
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
        }
    }

    private static func send(_ text: String, _ connection: Int32) {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            #if canImport(Darwin)
                let flags: Int32 = 0
            #else
                let flags = Int32(MSG_NOSIGNAL)
            #endif
            let count = bytes[sent...].withUnsafeBytes { Foundation.send(connection, $0.baseAddress, $0.count, flags) }
            guard count > 0 else { return }
            sent += count
        }
    }
}
