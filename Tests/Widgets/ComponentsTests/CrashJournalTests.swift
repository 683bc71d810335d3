// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Foundation
import Testing
import Wire

@testable import Components

@Suite("Crash journal")
struct CrashJournalTests {
    private let path = "/tmp/searchbus-journal-\(Identifier.make(length: 8))"

    private func event(_ sequence: UInt64) throws -> Event {
        try Event.made(.intent, "box", session: "s", type: "searchbus.intent.x", data: [:], at: sequence)
    }

    /// The journal of a process whose predecessor failed, or was killed from outside.
    private func opened(hasFailed: Bool = true) throws -> CrashJournal {
        try CrashJournal(after: CrashJournal.Predecessor(journalPath: path, hasFailed: hasFailed))
    }

    /// A process that ends while it folds; returns whether it would have skipped the event.
    private func die(over event: Event, in component: String, hasFailed: Bool = true) throws -> Bool {
        let journal = try opened(hasFailed: hasFailed)
        let note = journal.note(of: event, in: component)
        guard !journal.mustSetAside(note) else { return true }
        journal.begin(note)
        return false
    }

    @Test func `An event that has killed the process three times is skipped in the component that it killed`() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        for _ in 0..<3 { #expect(try !die(over: event(7), in: "box")) }
        let journal = try opened()
        #expect(journal.mustSetAside(journal.note(of: try event(7), in: "box")))
        #expect(!journal.mustSetAside(journal.note(of: try event(7), in: "hits")))
        #expect(!journal.mustSetAside(journal.note(of: try event(8), in: "box")))
    }

    @Test func `An event over which the process was killed from outside is skipped after ten kills, not after three`()
        throws
    {
        defer { try? FileManager.default.removeItem(atPath: path) }
        for _ in 0..<10 { #expect(try !die(over: event(7), in: "box", hasFailed: false)) }
        #expect(try die(over: event(7), in: "box", hasFailed: false))
    }

    @Test func `Kills between failures do not make them forgotten`() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        for hasFailed in [true, true, false, true] {
            #expect(try !die(over: event(7), in: "box", hasFailed: hasFailed))
        }
        #expect(try die(over: event(7), in: "box"))
    }

    @Test func `The same sequence number of another log is another event`() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        for _ in 0..<3 { _ = try die(over: event(7), in: "box") }
        let known = try event(7)
        let body = String(decoding: known.body, as: UTF8.self)
        let other = try Event(
            topic: known.topic,
            body: Array(body.replacingOccurrences(of: #""epoch":"test""#, with: #""epoch":"other""#).utf8)
        )
        #expect(other.epoch == "other")
        let journal = try opened()
        #expect(!journal.mustSetAside(journal.note(of: other, in: "box")))
    }

    @Test func `A completed fold does not count as a death`() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        for _ in 0..<5 {
            let journal = try opened()
            let note = journal.note(of: try event(7), in: "box")
            #expect(!journal.mustSetAside(note))
            journal.begin(note)
            journal.end()
        }
    }

    @Test func `What the last process died over is under suspicion until another one has survived`() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        func isSuspect(_ sequence: UInt64) throws -> Bool {
            let journal = try opened()
            return journal.isSuspect(journal.note(of: try event(sequence), in: "box"))
        }
        #expect(try !isSuspect(7))
        _ = try die(over: event(7), in: "box")
        #expect(try isSuspect(7))
        #expect(try !isSuspect(7))
        _ = try die(over: event(7), in: "box")
        #expect(try !isSuspect(8))
    }

    @Test func `Two poison events are both skipped, although they arrive again together`() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        var deaths = 0
        while try die(over: event(7), in: "box") == false || die(over: event(8), in: "box") == false {
            deaths += 1
            try #require(deaths <= 6, "one makes the other forgotten")
        }
        #expect(deaths == 6)
    }
}
