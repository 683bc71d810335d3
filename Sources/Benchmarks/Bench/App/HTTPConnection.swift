// SPDX-License-Identifier: MIT

import Glibc
import Wire

/// A connection to the gateway that is kept open: as little as a load generator on the same two processors can do with.
final class HTTPConnection {
    private let head: String
    let descriptor: Int32

    /// Connects.
    ///
    /// - Throws: `SearchBusError` if no server listens.
    init(port: UInt16, key: String) throws {
        head = "Host: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(key)\r\n"
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var time = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Self.failure }
    }

    deinit { close(descriptor) }

    /// A request as it goes over the wire.
    func request(_ method: String, _ path: String, body: String? = nil) -> [UInt8] {
        let content = body.map { "Content-Type: application/json\r\nContent-Length: \($0.utf8.count)\r\n" } ?? ""
        let accept = path.hasSuffix("/events") ? "Accept: text/event-stream\r\n" : ""
        return Array("\(method) \(path) HTTP/1.1\r\n\(head)\(accept)\(content)\r\n\(body ?? "")".utf8)
    }

    /// Sends a request without waiting for its answer.
    ///
    /// - Throws: `SearchBusError` if the connection is closed.
    func send(_ request: [UInt8]) throws {
        var rest = request[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw Self.failure }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends a request and reads its answer, which has a length.
    ///
    /// - Throws: `SearchBusError` if the connection ends before the answer is complete.
    func answer(to request: [UInt8]) throws -> (status: Int, body: [UInt8]) {
        try send(request)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let answer = Self.answer(in: bytes) { return answer }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { throw Self.failure }
            bytes += buffer[..<count]
        }
    }

    /// The answer that bytes hold; `nil` where it is not whole.
    static func answer(in bytes: [UInt8]) -> (status: Int, body: [UInt8])? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        let length = lines.first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { $0.split(separator: " ").last }.flatMap { Int($0) }
        guard let status, let length, bytes.count >= end.upperBound + length else { return nil }
        return (status, Array(bytes[end.upperBound..<(end.upperBound + length)]))
    }

    private static var failure: SearchBusError {
        SearchBusError(.componentFailed, "The gateway does not answer: \(String(cString: strerror(errno))).")
    }
}
