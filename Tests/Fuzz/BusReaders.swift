// SPDX-License-Identifier: MIT

import Bus
import Replication
import Wire

/// Readers of messages that processes of any language send over the bus, and brokers over a shared log.
enum BusReaders {
    /// The bytes of a peer of the broker, after a byte for the length of the pieces in which they arrive.
    ///
    /// However they are cut, the messages are the same, and within the limits.
    static var connections: ReaderTarget {
        let ready: [UInt8] = [4, 26] + Array("\u{5}READY\u{B}Socket-Type\0\0\0\u{6}DEALER".utf8)
        let opened = [3] + ZMTPStateMachine.greeting + ready
        return ReaderTarget(
            seeds: [
                opened + [1, 1, 65, 0, 2, 66, 67], opened + [3, 0, 0, 0, 0, 0, 0, 0, 2, 65, 66, 0, 0],
                opened + [4, 10] + Array("\u{4}PING\0\u{1}abc".utf8), [200] + ZMTPStateMachine.greeting,
            ],
            words: ["\u{5}READY", "\u{4}PING", "\u{5}ERROR", "Socket-Type", "DEALER", "NULL"]
        ) { bytes in
            let limits = ZMTPStateMachine.Limits(frame: 300, message: (frames: 4, bytes: 500))
            func read(in size: Int) -> (messages: [ZMTPStateMachine.Message], output: [UInt8], isOpen: Bool) {
                var machine = ZMTPStateMachine(role: .router, limits: limits)
                var rest = bytes.dropFirst()
                do {
                    while !rest.isEmpty {
                        let piece = Array(rest.prefix(size))
                        try piece.withUnsafeBytes { (bytes) throws -> Void in try machine.receive(bytes) }
                        rest = rest.dropFirst(size)
                        // A frame, and the frames before it.
                        if machine.incompleteBytes > 800 { fail("\(machine.incompleteBytes) bytes are incomplete") }
                    }
                } catch {}
                return (machine.takeMessages(), machine.output, machine.isOpen)
            }
            let whole = read(in: max(bytes.count, 1))
            let cut = read(in: Int(bytes.first ?? 0) % 16 + 1)
            guard whole == cut else { fail("in pieces: \(cut), at once: \(whole)") }
            for message in whole.messages where message.frames.count > 4 || message.bytes > 500 {
                fail("a message has \(message.frames.count) frames and \(message.bytes) bytes")
            }
        }
    }

    /// The frames of a command, one a line.
    static var commands: ReaderTarget {
        ReaderTarget(
            seeds: [
                "{\"op\":\"append\",\"topics\":[\"intent/box/s1/\"]}\n{\"id\":\"e\",\"source\":\"/t\",\"type\":\"t\",\"time\":\"2026-01-01T00:00:00Z\"}\n{\"a\":1}",
                "{\"op\":\"append\",\"topics\":[],\"append\":\"a\",\"moves\":[{\"component\":\"c\",\"from\":\"0\",\"to\":\"1\",\"folded\":1,\"incarnation\":1,\"prefixes\":[\"intent/\"]}]}",
                #"{"op":"replay","topics":["view/box/"],"after":"7","limit":10,"session":"s1"}"#,
                #"{"op":"latest","topics":[""],"after":"0","sessions":["s1","s2"]}"#,
                #"{"op":"claim","components":["c","d.3"],"nonce":"n"}"#, #"{"op":"expire","sessions":["s1"]}"#,
                #"{"op":"cursor","component":"c"}"#, #"{"op":"echo","nonce":"n"}"#,
            ],
            words: [
                "\"op\":", "\"topics\":[", "intent/", "view/", "\"moves\":[{", "\"sequence\":", "\"previous\":",
                "\"epoch\":",
                "\"data\":", "\"specversion\":\"1.0\"", "\"traceparent\":", "\\u0000", "18446744073709551615", "\n",
            ]
        ) { bytes in
            let frames = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
            guard case .append(let events, _, _) = try ReceivedCommand(frames: frames[...]) else { return }
            for received in events {
                let body = received.body(
                    sequence: SequenceNumber(rawValue: 7),
                    previous: .zero,
                    channelPrevious: .zero,
                    epoch: "e0",
                    now: "2026-01-01T00:00:00Z"
                )
                guard let event = try? Event(topic: received.topic, body: body),
                    let json = try? JSON(parsing: event.body),
                    json["specversion"] == "1.0", json["epoch"] == "e0"
                else { fail("an accepted event cannot be read: \(body.bytes.text)") }
            }
        }
    }

    /// A topic in the first line, the body of an event after it.
    static var events: ReaderTarget {
        let start =
            #"{"specversion":"1.0","id":"e","source":"/t","type":"searchbus.intent.x","sequence":"00000000000000000007","#
        return ReaderTarget(
            seeds: [
                "intent/box/s1/\n" + start + #""time":"2026-01-01T00:00:00Z","epoch":"e0","data":{"query":"a"}}"#,
                "index/products/\n" + start + #""epoch":"e0","data":{"index":"products","generation":3,"records":5}}"#,
                "bus/heartbeat/\n" + start
                    + #""epoch":"e0","data":{"head":"7","trimmed":"0","epoch":"e0","heads":{"intent/box/":"7"}}}"#,
            ],
            words: [
                "\"correlationid\":", "\"causationid\":", "\"traceparent\":\"00-", "\"channelprevious\":",
                "\"heads\":{",
            ]
        ) { bytes in
            let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return }
            let event = try Event(topic: Topic(parsing: parts[0].text), body: Array(parts[1]))
            _ = (event.id, event.source, event.typeSuffix, event.correlationID, event.time, event.sequence, event.epoch)
            _ = IndexChange(event)
            let data = try JSON(parsing: event.body)["data"] ?? .null
            _ = try? RemovedSession(json: data)
            _ = try Heartbeat(json: data)
        }
    }

    /// Messages of a shared log, each after its length in two bytes.
    static var journal: ReaderTarget {
        let frames: JournalEntry.Frames = [Array(#"{"op":"echo","nonce":"n"}"#.utf8)]
        let entry = JournalEntry(time: Timestamp(microseconds: 1_800_000_000_000_000), commands: [frames, frames]).bytes
        let middle = entry.count / 2
        let parts = [entry[..<middle], entry[middle...]].enumerated().map { part, payload in
            JournalMessage(proposer: "a", number: 1, part: part, parts: 2, payload: payload)
        }
        let whole = JournalMessage(proposer: "b", number: 1, part: 0, parts: 1, payload: entry[...])
        let seeds = [parts, [whole], [parts[0], whole, parts[1]]].map { messages in
            messages.flatMap { message in
                [
                    UInt8(truncatingIfNeeded: message.bytes.count & 0xff),
                    UInt8(truncatingIfNeeded: message.bytes.count >> 8),
                ]
                    + message.bytes
            }
        }
        return ReaderTarget(seeds: seeds) { bytes in
            var (rest, place, assembler) = (bytes[...], UInt64(0), EntryAssembler())
            while rest.count >= 2 {
                let count = Int(rest[rest.startIndex]) | Int(rest[rest.startIndex + 1]) << 8
                let message = Array(rest.dropFirst(2).prefix(count))
                rest = rest.dropFirst(2 + count)
                place += 1
                let read = try JournalMessage(message)
                guard read.bytes == message else { fail("a message does not survive being written") }
                guard case .entry(_, _, let bytes) = assembler.take(read, at: JournalPlace(rawValue: place)) else {
                    continue
                }
                let entry = try JournalEntry(bytes)
                guard entry.bytes == bytes else { fail("an entry does not survive being written") }
                for frames in entry.commands { _ = try? ReceivedCommand(frames: frames[...]) }
            }
        }
    }
}
