// SPDX-License-Identifier: MIT

import Wire

/// An entry, or a part of one that is too large for one message.
public struct JournalMessage: Sendable, Hashable {
    /// How many bytes of an entry one message carries: servers accept messages of 1 MiB by default.
    public static let partSize = 512 << 10
    /// The maximum number of parts of an entry.
    public static let maximumParts = 64
    private static let magic = Array("SBJ1".utf8)

    /// The broker that handed it in, in this life of its process: 1 to 64 letters and digits.
    public let proposer: String
    /// The number of the entry among those of its proposer, from 1 on without a gap.
    public let number: UInt64
    /// Which part of the entry it is, from 0.
    public let part: Int
    /// How many parts the entry has.
    public let parts: Int
    /// The bytes of the part.
    public let payload: ArraySlice<UInt8>

    public init(proposer: String, number: UInt64, part: Int, parts: Int, payload: ArraySlice<UInt8>) {
        self.proposer = proposer
        self.number = number
        self.part = part
        self.parts = parts
        self.payload = payload
    }

    /// What tells the message from every other: it is the same when it is handed in again.
    public var id: String { "\(proposer)-\(number)-\(part)" }

    /// Cuts an entry into messages.
    ///
    /// - Throws: `SearchBusError` with `too-large` where it needs more than 64.
    public static func messages(
        for entry: [UInt8],
        proposer: String,
        number: UInt64,
        partSize: Int = JournalMessage.partSize
    ) throws -> [JournalMessage] {
        let parts = max(1, (entry.count + partSize - 1) / partSize)
        guard parts <= maximumParts else {
            throw SearchBusError(.tooLarge, "An entry of \(entry.count) bytes does not fit the journal.")
        }
        return (0..<parts).map { part in
            let payload = entry[(part * partSize)..<min((part + 1) * partSize, entry.count)]
            return JournalMessage(proposer: proposer, number: number, part: part, parts: parts, payload: payload)
        }
    }

    /// The message as it is handed in.
    public var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.append(Self.magic)
        writer.append(UInt8(clamping: proposer.utf8.count))
        writer.append(Array(proposer.utf8))
        writer.append(number)
        writer.append(UInt8(clamping: part))
        writer.append(UInt8(clamping: parts))
        writer.append(payload)
        return writer.bytes
    }

    /// Reads a message.
    ///
    /// - Throws: `SearchBusError` with `journal-unreadable`.
    public init(_ bytes: [UInt8]) throws {
        var reader = ByteReader(bytes[...])
        do {
            guard try reader.take(4).elementsEqual(Self.magic) else { throw ByteReader.Failure.wrong }
            let name = try reader.take(Int(try reader.takeByte()))
            let number = try reader.takeNumber()
            let part = Int(try reader.takeByte())
            let parts = Int(try reader.takeByte())
            let proposer = String(decoding: name, as: UTF8.self)
            // The log keeps the number as SQLite does, with a sign.
            guard Name.isPlain(proposer), (1...UInt64(Int64.max)).contains(number),
                (1...Self.maximumParts).contains(parts), part < parts
            else {
                throw ByteReader.Failure.wrong
            }
            self.init(proposer: proposer, number: number, part: part, parts: parts, payload: reader.rest)
        } catch {
            throw SearchBusError(.journalUnreadable, "Unsupported format of a message of the journal.")
        }
    }

    private enum Name {
        static func isPlain(_ text: String) -> Bool {
            (1...64).contains(text.utf8.count)
                && text.utf8.allSatisfy { byte in
                    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                }
        }
    }
}
