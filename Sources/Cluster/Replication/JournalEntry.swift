// SPDX-License-Identifier: MIT

import Bus
import Wire

/// Commands that are carried out together, in one transaction, by every broker of a journal.
public struct JournalEntry: Sendable, Hashable {
    /// The maximum number of commands of an entry.
    public static let maximumCommands = 1024
    /// The maximum number of frames of a command: its header, and two for each event.
    public static let maximumFrames = 1 + 2 * ReceivedCommand.maximumEvents
    private static let version: UInt8 = 1
    /// Which times an entry may have, in microseconds: those of the years 1970 to 9999.
    ///
    /// No clock that takes part gives another, and what is made of a time, such as its text, needs one with some room on both
    /// sides.
    private static let times: Range<Int64> = 0..<253_402_300_800_000_000

    /// The frames of a command, from its header on.
    public typealias Frames = [[UInt8]]

    /// When its proposer made it: the time that its events get where they name none.
    public let time: Timestamp
    public let commands: [Frames]

    public init(time: Timestamp, commands: [Frames]) {
        self.time = time
        self.commands = commands
    }

    /// The entry as it is cut into messages.
    public var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.append(Self.version)
        writer.append(UInt64(bitPattern: time.microseconds))
        writer.append(UInt32(clamping: commands.count))
        for frames in commands {
            writer.append(UInt32(clamping: frames.count))
            for frame in frames {
                writer.append(UInt32(clamping: frame.count))
                writer.append(frame)
            }
        }
        return writer.bytes
    }

    /// Reads an entry.
    ///
    /// - Throws: `SearchBusError` with `journal-unreadable`.
    public init(_ bytes: [UInt8]) throws {
        var reader = ByteReader(bytes[...])
        do {
            guard try reader.takeByte() == Self.version else { throw ByteReader.Failure.wrong }
            let microseconds = Int64(bitPattern: try reader.takeNumber())
            guard Self.times.contains(microseconds) else { throw ByteReader.Failure.wrong }
            time = Timestamp(microseconds: microseconds)
            let count = Int(try reader.takeShortNumber())
            guard count <= Self.maximumCommands else { throw ByteReader.Failure.wrong }
            var commands: [Frames] = []
            for _ in 0..<count {
                let frames = Int(try reader.takeShortNumber())
                guard (1...Self.maximumFrames).contains(frames) else { throw ByteReader.Failure.wrong }
                var command: Frames = []
                for _ in 0..<frames { command.append(Array(try reader.take(Int(try reader.takeShortNumber())))) }
                commands.append(command)
            }
            guard reader.rest.isEmpty else { throw ByteReader.Failure.wrong }
            self.commands = commands
        } catch {
            throw SearchBusError(.journalUnreadable, "Unsupported format of an entry of the journal.")
        }
    }
}
