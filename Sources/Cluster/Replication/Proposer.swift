// SPDX-License-Identifier: MIT

import Bus
import Wire

/// What a broker hands in: one entry at a time, made of the commands that came while the one before had no place yet.
///
/// Pure: the times are given. Entries of one broker are ordered as it made them, since the next is submitted only when the
/// one before was ordered; while that is applied, the next is in flight. A ticket identifies the sender of a command.
public struct Proposer<Ticket> {
    /// A command that waits.
    private struct Waiting {
        let frames: JournalEntry.Frames
        let size: Int
        var ticket: Ticket?
        let since: ContinuousClock.Instant
    }

    /// How many bytes an entry has before it is closed.
    public static var entryLimit: Int { 16 << 20 }
    /// How many bytes may wait before no more commands are read.
    public static var waitingLimit: Int { 32 << 20 }
    /// How long a command waits before its sender gets the error that nothing can be ordered.
    public static var patience: Duration { .seconds(3) }

    /// The broker, in this life of its process.
    public let name: String
    private var number: UInt64 = 0
    private var waiting: ArraySlice<Waiting> = []
    private var waitingBytes = 0
    /// Whose commands are in the entries that were handed in and not carried out yet: one or two, in order.
    ///
    /// A ticket is removed when its owner got a result.
    private var underWay: [(number: UInt64, commands: [Waiting])] = []
    /// Whether the last of them has no place yet.
    private var lacksPlace = false

    /// - Parameter name: 1 to 64 small letters and digits that no broker had before.
    public init(name: String) { self.name = name }

    /// Whether reading commands must pause.
    public var isFull: Bool { waitingBytes >= Self.waitingLimit }

    /// Whether a command waits.
    public var isIdle: Bool { waiting.isEmpty && underWay.isEmpty }

    /// Takes a command in.
    public mutating func add(_ frames: JournalEntry.Frames, ticket: Ticket, at now: ContinuousClock.Instant) {
        let size = frames.reduce(8) { $0 + $1.count + 4 }
        waiting.append(Waiting(frames: frames, size: size, ticket: ticket, since: now))
        waitingBytes += size
    }

    /// The next entry, where there is something to hand in and nothing that has no place yet.
    ///
    /// - Parameter time: What its events get for a time.
    /// - Returns: Its messages, or none.
    public mutating func next(time: Timestamp) -> [JournalMessage] {
        guard !lacksPlace, !waiting.isEmpty else { return [] }
        var size = 0
        var count = 0
        for command in waiting.prefix(JournalEntry.maximumCommands) {
            // One command always fits: the socket takes none that is larger than an entry.
            guard count == 0 || size + command.size <= Self.entryLimit else { break }
            size += command.size
            count += 1
        }
        let commands = Array(waiting.prefix(count))
        waiting = waiting.dropFirst(count)
        waitingBytes -= size
        return handIn(commands, time)
    }

    /// Submits an entry again of which a message was ordered but not the whole.
    ///
    /// Where others had so many places between its parts that everybody has given up the first, it never becomes whole.
    ///
    /// - Parameters:
    ///   - message: One that has its place.
    ///   - time: What the events get for a time.
    /// - Returns: The messages of the same commands under the next number; none where that was not the last part.
    public mutating func again(after message: JournalMessage, time: Timestamp) -> [JournalMessage] {
        guard lacksPlace, message.proposer == name, message.number == number, message.part == message.parts - 1,
            let entry = underWay.popLast()
        else { return [] }
        return handIn(entry.commands, time)
    }

    private mutating func handIn(_ commands: [Waiting], _ time: Timestamp) -> [JournalMessage] {
        number += 1
        underWay.append((number, commands))
        lacksPlace = true
        let entry = JournalEntry(time: time, commands: commands.map(\.frames))
        // What does not fit 64 parts is more than twice what an entry may have.
        return (try? JournalMessage.messages(for: entry.bytes, proposer: name, number: number)) ?? []
    }

    /// An entry has its place: the next may be handed in.
    public mutating func hasPlace(proposer: String, number: UInt64) {
        if proposer == name, number == self.number { lacksPlace = false }
    }

    /// An entry was applied: the owners of its commands, none if the owner got another result before.
    ///
    /// - Returns: `nil` for an entry of another broker.
    public mutating func carriedOut(proposer: String, number: UInt64) -> [Ticket?]? {
        guard proposer == name, let first = underWay.first, first.number == number else { return nil }
        underWay.removeFirst()
        return first.commands.map(\.ticket)
    }

    /// Who has waited too long.
    ///
    /// Their commands in flight may still be applied; the others never will.
    public mutating func overdue(at now: ContinuousClock.Instant) -> [Ticket] {
        var tickets: [Ticket] = []
        for entry in underWay.indices {
            for index in underWay[entry].commands.indices
            where now - underWay[entry].commands[index].since >= Self.patience {
                if let ticket = underWay[entry].commands[index].ticket { tickets.append(ticket) }
                underWay[entry].commands[index].ticket = nil
            }
        }
        while let first = waiting.first, now - first.since >= Self.patience {
            if let ticket = first.ticket { tickets.append(ticket) }
            waitingBytes -= first.size
            waiting.removeFirst()
        }
        return tickets
    }
}
