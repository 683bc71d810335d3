// SPDX-License-Identifier: MIT

import Bus
import RandomTesting
import Testing
import Wire

@testable import Replication

/// An entry of a few small frames.
private func drawEntry(_ generator: inout SeededGenerator) -> JournalEntry {
    let commands = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        (0..<Int.random(in: 1...5, using: &generator)).map { _ in
            (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                UInt8.random(in: .min ... .max, using: &generator)
            }
        }
    }
    return JournalEntry(
        time: Timestamp(microseconds: Int64.random(in: 0...1 << 52, using: &generator)),
        commands: commands
    )
}

@Suite struct JournalCodingTests {
    @Test func `What was written is read, whole and in parts`() throws {
        var generator = SeededGenerator(seed: testSeed)
        for number in 1...300 {
            let entry = drawEntry(&generator)
            #expect(try JournalEntry(entry.bytes) == entry)
            let size = Int.random(in: 8...200, using: &generator)
            guard
                let messages = try? JournalMessage.messages(
                    for: entry.bytes,
                    proposer: "a1",
                    number: UInt64(number),
                    partSize: size
                )
            else { continue }
            let read = try messages.map { try JournalMessage($0.bytes) }
            #expect(read.map(\.id) == messages.map(\.id) && Set(read.map(\.id)).count == read.count)
            #expect(try JournalEntry(Array(read.map(\.payload).joined())) == entry)
        }
    }

    @Test func `What is not ours is refused, and nothing traps`() throws {
        var generator = SeededGenerator(seed: testSeed)
        for _ in 0..<3000 {
            let entry = drawEntry(&generator)
            var bytes =
                generator.isTrue()
                ? entry.bytes : try JournalMessage.messages(for: entry.bytes, proposer: "b", number: 1)[0].bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
                let place = Int.random(in: bytes.indices, using: &generator)
                switch Int.random(in: 0...2, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
                case 1: bytes.removeSubrange(place...)
                default: bytes.insert(255, at: place)
                }
            }
            for read in [{ _ = try JournalEntry(bytes) }, { _ = try JournalMessage(bytes) }] {
                do { try read() } catch let error as SearchBusError { #expect(error.code == .journalUnreadable) }
            }
        }
        #expect(throws: SearchBusError.self) {
            try JournalEntry(Array(JournalEntry(time: .init(microseconds: 1), commands: [[[1]]]).bytes.dropLast()))
        }
    }

    @Test func `An entry of a time that no clock gives is refused`() throws {
        func read(_ microseconds: Int64) throws -> Timestamp {
            let entry = JournalEntry(time: Timestamp(microseconds: microseconds), commands: [[[1]]])
            return try JournalEntry(entry.bytes).time
        }
        #expect(try read(0).description == "1970-01-01T00:00:00.000000Z")
        #expect(try read(253_402_300_799_999_999).description == "9999-12-31T23:59:59.999999Z")
        let wrong: [Int64] = [.min, .min + 999_998, -1, 253_402_300_800_000_000, .max]
        for microseconds in wrong {
            let error = #expect(throws: SearchBusError.self) { try read(microseconds) }
            #expect(error?.code == .journalUnreadable)
        }
    }

    @Test func `A number that the log cannot keep is refused`() throws {
        func read(_ number: UInt64) throws -> UInt64 {
            let message = JournalMessage(proposer: "a", number: number, part: 0, parts: 1, payload: [1])
            return try JournalMessage(message.bytes).number
        }
        #expect(try read(UInt64(Int64.max)) == UInt64(Int64.max))
        let wrong: [UInt64] = [0, 1 << 63, .max]
        for number in wrong {
            let error = #expect(throws: SearchBusError.self) { try read(number) }
            #expect(error?.code == .journalUnreadable)
        }
    }

    @Test func `An entry that does not fit is refused`() {
        let error = #expect(throws: SearchBusError.self) {
            try JournalMessage.messages(for: [UInt8](repeating: 0, count: 65), proposer: "a", number: 1, partSize: 1)
        }
        #expect(error?.code == .tooLarge)
    }
}
