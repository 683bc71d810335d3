// SPDX-License-Identifier: MIT

import Wire

/// A response as received over a socket.
struct HTTPAnswer: Sendable {
    let status: Int
    let fields: [(name: String, value: String)]
    let body: [UInt8]

    /// The value of a header field.
    subscript(name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The body as JSON.
    func json() throws -> JSON { try JSON(parsing: body) }

    /// The code of the problem that this is.
    var code: String? { (try? json())?["code"]?.string }

    /// Reads one response from a connection.
    static func read(from socket: RawSocket, isHead: Bool = false) async throws -> HTTPAnswer {
        var bytes: [UInt8] = []
        var end: Int?
        while end == nil {
            let more = try await socket.receive()
            guard !more.isEmpty else {
                throw SocketFailure(description: "closed before a header: \(bytes.count) bytes")
            }
            bytes += more
            end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.lowerBound
        }
        let headEnd = end ?? 0
        let (status, fields) = parse(bytes[..<headEnd])
        let length = fields.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) } ?? 0
        var body = Array(bytes[(headEnd + 4)...])
        while !isHead, body.count < length {
            let more = try await socket.receive()
            guard !more.isEmpty else { throw SocketFailure(description: "closed within a body") }
            body += more
        }
        return HTTPAnswer(status: status, fields: fields, body: body)
    }

    static func parse(_ head: ArraySlice<UInt8>) -> (status: Int, fields: [(name: String, value: String)]) {
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let fields = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            return (String(parts[0]), String(parts[1].drop { $0 == " " }))
        }
        return (status, fields)
    }
}
