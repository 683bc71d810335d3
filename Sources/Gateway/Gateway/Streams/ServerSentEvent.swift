// SPDX-License-Identifier: MIT

import Bus
import Glibc
import NIOCore
import Wire

/// Writes server-sent events (the line format of the HTML standard).
enum ServerSentEvent {
    /// The beginning of a stream: the delay for reconnects.
    static let opening = ByteBuffer(string: "retry: 500\n\n")

    /// An event of the bus as published, without parsing it.
    static func busEvent(_ event: Event, named name: StaticString) -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.reserveCapacity(event.body.count + 224)
        if event.sequence > .zero {
            buffer.writeString("id: \(ResumePoint(epoch: event.epoch, sequence: event.sequence))\n")
        }
        buffer.writeString("event: \(name)\ndata: {\"topic\":\"\(event.topic)\",\"event\":")
        buffer.writeSingleLine(event.body)
        buffer.writeString("}\n\n")
        return buffer
    }

    /// An event of the gateway's own.
    static func message(
        _ name: StaticString,
        _ data: some Collection<UInt8>,
        at place: ResumePoint? = nil
    ) -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.reserveCapacity(data.count + 96)
        if let place { buffer.writeString("id: \(place)\n") }
        buffer.writeString("event: \(name)\ndata: ")
        buffer.writeSingleLine(data)
        buffer.writeString("\n\n")
        return buffer
    }

    /// The result of an intent; `nil` for an event that names no intent.
    static func outcome(_ event: Event) -> ByteBuffer? {
        guard let outcome = OutcomeData(event) else { return nil }
        return message(
            "outcome",
            JSON.object(JSONObject([("to", .string(event.topic.component))]).merging(outcome.members)).bytes
        )
    }

    /// The heartbeat of a stream that may be idle otherwise.
    static func heartbeat(head: SequenceNumber) -> ByteBuffer {
        let data: JSON = ["head": .string(head.description), "time": .string(Timestamp.now().description)]
        return message("heartbeat", data.bytes)
    }

    /// A notice for the client.
    static func notice(_ error: SearchBusError) -> ByteBuffer {
        message("notice", error.json.bytes)
    }
}

/// The position of a client: the `id` of a stream's events, which comes back as `Last-Event-ID`.
struct ResumePoint: Sendable, Hashable, CustomStringConvertible {
    let epoch: String
    let sequence: SequenceNumber

    init(epoch: String, sequence: SequenceNumber) {
        self.epoch = epoch
        self.sequence = sequence
    }

    /// Reads an ID; `nil` for an invalid text.
    init?(_ text: String) {
        guard let dash = text.lastIndex(of: "-"),
            let sequence = SequenceNumber(String(text[text.index(after: dash)...])),
            Name.isValid(String(text[..<dash]))
        else { return nil }
        self.init(epoch: String(text[..<dash]), sequence: sequence)
    }

    var description: String { "\(epoch)-\(sequence)" }
}

extension ByteBuffer {
    /// Appends JSON text as one line: line breaks are only between its tokens, where a space is equivalent.
    mutating func writeSingleLine(_ bytes: some Collection<UInt8>) {
        let start = writerIndex - readerIndex
        let count = writeBytes(bytes)
        withUnsafeMutableReadableBytes { buffer in
            guard let base = buffer.baseAddress else { return }
            for lineBreak: Int32 in [0x0A, 0x0D] {
                var place = start
                while let found = memchr(base + place, lineBreak, start + count - place) {
                    found.storeBytes(of: UInt8(ascii: " "), as: UInt8.self)
                    place = found - base + 1
                }
            }
        }
    }
}
