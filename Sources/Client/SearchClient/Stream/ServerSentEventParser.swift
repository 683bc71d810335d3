// SPDX-License-Identifier: MIT

import Wire

/// Reads server-sent events (the line format of the HTML standard) from bytes in any pieces.
///
/// It is a value: the same bytes give the same events, however they are cut. It never holds more than one event.
struct ServerSentEventParser: Sendable, Hashable {
    /// The maximum size of one event in bytes, with its names and line ends.
    let limit: Int

    /// The server's delay for reconnects.
    private(set) var retry: Duration?
    /// The last received ID, also from an event that is not complete.
    private(set) var lastID: String

    private var line: [UInt8] = []
    private var name = ""
    private var data: [UInt8] = []
    private var hasData = false
    private var count = 0
    private var isAfterReturn = false
    private var marksSeen: Int? = 0

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// A parser at the beginning of a stream.
    ///
    /// - Parameters:
    ///   - limit: The maximum size of one event in bytes.
    ///   - lastID: The ID with which the stream was requested.
    init(limit: Int = 16 << 20, lastID: String = "") {
        self.limit = limit
        self.lastID = lastID
    }

    /// Parses the next bytes, and returns the events that they complete.
    ///
    /// - Throws: `SearchBusError` with `too-large` for an event beyond the limit; the stream must be closed then.
    mutating func feed(_ bytes: some Sequence<UInt8>) throws -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes where !isOfByteOrderMark(byte) {
            switch byte {
            case UInt8(ascii: "\n") where isAfterReturn:
                isAfterReturn = false
                continue
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                isAfterReturn = byte == UInt8(ascii: "\r")
                if let event = endLine() { events.append(event) }
            default:
                isAfterReturn = false
                line.append(byte)
            }
            count += 1
            guard count <= limit else {
                throw SearchBusError(.tooLarge, "An event of the stream has more than \(limit) bytes.")
            }
        }
        return events
    }

    /// Whether a byte belongs to the mark that a stream may begin with; a mark that is cut short is text.
    private mutating func isOfByteOrderMark(_ byte: UInt8) -> Bool {
        guard let seen = marksSeen else { return false }
        if byte == Self.byteOrderMark[seen] {
            marksSeen = seen + 1 == Self.byteOrderMark.count ? nil : seen + 1
            return true
        }
        marksSeen = nil
        line.append(contentsOf: Self.byteOrderMark.prefix(seen))
        return false
    }

    private mutating func endLine() -> ServerSentEvent? {
        defer {
            line.removeAll(keepingCapacity: true)
            // Comments of an idle stream must not accumulate.
            if !hasData, name.isEmpty { count = 0 }
        }
        guard !line.isEmpty else { return endEvent() }
        let colon = line.firstIndex(of: UInt8(ascii: ":"))
        let field = line[..<(colon ?? line.endIndex)]
        var value = line[(colon.map { $0 + 1 } ?? line.endIndex)...]
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        switch String(decoding: field, as: UTF8.self) {
        case "event": name = String(decoding: value, as: UTF8.self)
        case "data":
            if hasData { data.append(UInt8(ascii: "\n")) }
            data.append(contentsOf: value)
            hasData = true
        case "id" where !value.contains(0): lastID = String(decoding: value, as: UTF8.self)
        case "retry":
            retry = Int(String(decoding: value, as: UTF8.self)).map { .milliseconds(min(max($0, 0), 60_000)) } ?? retry
        default: break
        }
        return nil
    }

    private mutating func endEvent() -> ServerSentEvent? {
        defer {
            name = ""
            data = []
            hasData = false
            count = 0
        }
        guard hasData else { return nil }
        return ServerSentEvent(name: name.isEmpty ? "message" : name, data: data, lastID: lastID)
    }
}

/// One event of a stream: its name, its data, and the ID to resume from.
struct ServerSentEvent: Sendable, Hashable {
    /// The kind of event; by default `message`.
    var name: String
    /// The lines of data, joined by line feeds.
    var data: [UInt8]
    /// The last ID of the stream, in this event or before it; empty without one.
    var lastID: String
}
