// SPDX-License-Identifier: MIT

import Wire

/// Reads server-sent events from a connection with a requested stream.
final class SSEReader {
    struct Message {
        var name = "message"
        var id: String?
        var data = ""

        func json() throws -> JSON { try JSON(parsing: data) }
    }

    let status: Int
    let fields: [(name: String, value: String)]
    private let socket: RawSocket
    private var raw: [UInt8]
    private var text: [UInt8] = []
    private var messages: [Message] = []
    private(set) var isEnded = false

    init(_ socket: RawSocket) async throws {
        self.socket = socket
        var bytes: [UInt8] = []
        while bytes.firstRange(of: Array("\r\n\r\n".utf8)) == nil {
            let more = try await socket.receive()
            guard !more.isEmpty else { throw SocketFailure(description: "closed before a header") }
            bytes += more
        }
        let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.lowerBound ?? 0
        (status, fields) = HTTPAnswer.parse(bytes[..<end])
        raw = Array(bytes[(end + 4)...])
    }

    /// Events besides those that a stream is for.
    private static let asides: Set = ["heartbeat", "app", "health", "start"]

    /// The next message, without asides unless they are requested.
    func next(_ asides: Set<String> = [], within time: Duration = .seconds(10)) async throws -> Message {
        let deadline = ContinuousClock.now + time
        while true {
            cutChunks()
            cutMessages()
            let unwanted = Self.asides.subtracting(asides)
            if let index = messages.firstIndex(where: { !unwanted.contains($0.name) }) {
                defer { messages.removeFirst(index + 1) }
                return messages[index]
            }
            guard !isEnded else { throw SocketFailure(description: "the stream ended") }
            let more = try await socket.receive(within: max(deadline - .now, .zero))
            if more.isEmpty { isEnded = true }
            raw += more
        }
    }

    /// Reads to the end of the stream.
    func readToEnd(within time: Duration = .seconds(10)) async throws {
        while !isEnded { _ = try? await next(within: time) }
    }

    private func cutChunks() {
        while let line = raw.firstRange(of: Array("\r\n".utf8)) {
            guard let size = Int(String(decoding: raw[..<line.lowerBound], as: UTF8.self), radix: 16) else { return }
            guard raw.count >= line.upperBound + size + 2 else { return }
            if size == 0 { isEnded = true }
            text += raw[line.upperBound..<(line.upperBound + size)]
            raw.removeFirst(line.upperBound + size + 2)
        }
    }

    private func cutMessages() {
        while let end = text.firstRange(of: Array("\n\n".utf8)) {
            var message = Message()
            var lines: [Substring] = []
            for line in String(decoding: text[..<end.lowerBound], as: UTF8.self).split(separator: "\n") {
                if line.hasPrefix("event: ") { message.name = String(line.dropFirst(7)) }
                if line.hasPrefix("id: ") { message.id = String(line.dropFirst(4)) }
                if line.hasPrefix("data: ") { lines.append(line.dropFirst(6)) }
            }
            text.removeFirst(end.upperBound)
            message.data = lines.joined(separator: "\n")
            if !lines.isEmpty { messages.append(message) }
        }
    }
}
