// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Glibc
import Runtime
import Wire

/// One request to a server on this machine, over a plain socket: too little to need a client library.
struct LoopbackRequest {
    /// What came back.
    struct Response: Hashable {
        let status: Int
        let body: [UInt8]

        /// Reads an answer of a server that closes the connection after it.
        ///
        /// - Throws: `SearchBusError` for an invalid HTTP/1.1 response.
        init(_ bytes: [UInt8]) throws {
            guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { throw Self.malformed }
            let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
            let words = lines.first?.split(separator: " ") ?? []
            guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
                throw Self.malformed
            }
            self.status = status
            let isChunked = lines.contains {
                $0.lowercased().hasPrefix("transfer-encoding:") && $0.lowercased().hasSuffix("chunked")
            }
            let rest = bytes[end.upperBound...]
            body = isChunked ? try Self.joined(rest) : Array(rest)
        }

        init(status: Int, body: [UInt8]) {
            self.status = status
            self.body = body
        }

        private static func joined(_ bytes: ArraySlice<UInt8>) throws -> [UInt8] {
            var rest = bytes
            var body: [UInt8] = []
            while let line = rest.firstRange(of: Array("\r\n".utf8)) {
                let size = String(decoding: rest[..<line.lowerBound], as: UTF8.self).prefix { $0.isHexDigit }
                guard let count = Int(size, radix: 16), count <= rest.endIndex - line.upperBound else {
                    throw malformed
                }
                if count == 0 { return body }
                body += rest[line.upperBound..<(line.upperBound + count)]
                rest = rest[(line.upperBound + count)...].dropFirst(2)
            }
            throw malformed
        }

        private static var malformed: SearchBusError {
            SearchBusError(.backendFailed, "The server at this address is not a SearchBus gateway.")
        }
    }

    private static let patience = 5
    private static let largestAnswer = 1 << 20

    let address: ListenAddress
    let path: String
    let bearer: String?
    var method = "POST"
    /// What is asked for, as JSON.
    var body: JSON = .object(JSONObject())

    /// The request as it goes over the wire.
    var bytes: [UInt8] {
        let body = body.bytes
        let authorization = bearer.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        return Array(
            ("\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n\(authorization)Content-Type: application/json\r\n"
                + "Accept: application/json\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\r\n").utf8
        ) + body
    }

    /// Sends the request and reads the whole answer.
    ///
    /// - Throws: `SearchBusError` without a response.
    func send() throws -> Response {
        let descriptor = try connected()
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { throw unreachable }
            rest = rest.dropFirst(count)
        }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while answer.count < Self.largestAnswer {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count >= 0 else { throw unreachable }
            if count == 0 { break }
            answer += buffer[..<count]
        }
        return try Response(answer)
    }

    /// The address to connect to; one that stands for all of this machine's is reached by loopback.
    private var reached: ListenAddress {
        guard case .address(let host, let port) = address, let known = NetworkAddress(host), known.isWildcard else {
            return address
        }
        return .address(host: host.contains(":") ? "::1" : "127.0.0.1", port: port)
    }

    private var host: String {
        if case .socket = address { return "localhost" }
        return "\(reached)"
    }

    private func connected() throws -> Int32 {
        switch reached {
        case .address(let host, let port): try connected(to: host, port: port)
        case .socket(let path): try connected(to: path)
        }
    }

    private func connected(to path: String) throws -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { place in
            // One byte stays zero and ends the path.
            place.copyBytes(from: Array(path.utf8).prefix(place.count - 1))
        }
        let descriptor = opened(AF_UNIX, Int32(SOCK_STREAM.rawValue))
        guard descriptor >= 0 else { throw unreachable }
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isConnected else {
            close(descriptor)
            throw unreachable
        }
        return descriptor
    }

    /// A socket that is given up where nothing comes or goes for a while; negative where there is none.
    private func opened(_ family: Int32, _ kind: Int32) -> Int32 {
        let descriptor = socket(family, kind | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return descriptor }
        var time = timeval(tv_sec: Self.patience, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
        return descriptor
    }

    private func connected(to host: String, port: Int) throws -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &first) == 0 else { throw unreachable }
        defer { freeaddrinfo(first) }
        var next = first
        while let address = next?.pointee {
            next = address.ai_next
            let descriptor = opened(address.ai_family, address.ai_socktype)
            guard descriptor >= 0 else { continue }
            if connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return descriptor }
            close(descriptor)
        }
        throw unreachable
    }

    private var unreachable: SearchBusError {
        SearchBusError(.brokerUnavailable, "The gateway at \(reached) does not respond.")
    }
}
