// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import Replication

@Suite("The start of a broker that shares a journal")
struct ReplicaStartTests {
    private let whole = JournalReach()
    private let trimmed = JournalReach(first: JournalPlace(rawValue: 50))
    private let founded = JournalReach(isFounded: true)

    private func copy(_ place: UInt64) -> StoredCopy {
        StoredCopy(id: "c", place: JournalPlace(rawValue: place), size: 1, origin: "a")
    }

    private func start(
        _ found: ReplicaStart.Found,
        _ reach: JournalReach,
        _ copy: StoredCopy? = nil
    ) throws -> ReplicaStart {
        try ReplicaStart(found, reach: reach) { copy }
    }

    @Test func `A broker whose log the journal continues keeps it`() throws {
        #expect(try start(.replica(at: .init(rawValue: 49)), trimmed, copy(90)) == .goOn)
        #expect(try start(.replica(at: .init(rawValue: 1)), whole, copy(90)) == .goOn)
        #expect(try start(.replica(at: .zero), founded, copy(0)) == .goOn)
        // Opening another log reports what to do with it.
        #expect(try start(.other, trimmed) == .goOn)
    }

    @Test func `A broker with an older log, or none, starts from the snapshot`() throws {
        #expect(try start(.replica(at: .init(rawValue: 48)), trimmed, copy(60)) == .fetch(copy(60)))
        #expect(try start(.nothing, trimmed, copy(49)) == .fetch(copy(49)))
        #expect(try start(.nothing, whole, copy(7)) == .fetch(copy(7)))
        #expect(try start(.nothing, founded, copy(0)) == .fetch(copy(0)))
        #expect(try start(.origin, founded, copy(0)) == .fetch(copy(0)))
    }

    @Test
    func `A log that differs from the majority's is replaced by a snapshot, or rebuilt from the whole journal`()
        throws
    {
        #expect(try start(.outvoted, trimmed, copy(60)) == .fetch(copy(60)))
        #expect(try start(.outvoted, whole) == .beginAnew)
        #expect(throws: SearchBusError.self) { try start(.outvoted, trimmed) }
    }

    @Test func `A node whose log differs from the majority's prefers others' snapshots to its own`() {
        func copy(_ id: String, of machine: String?) -> StoredCopy {
            StoredCopy(id: id, place: JournalPlace(rawValue: 60), size: 1, origin: "", machine: machine)
        }
        func chosen(_ found: ReplicaStart.Found, _ copies: [StoredCopy], _ reach: JournalReach) -> String? {
            ReplicaStart.choice(of: copies, for: found, reach, on: "a")?.id
        }
        let own = [copy("1", of: "a"), copy("2", of: "a")]
        #expect(chosen(.outvoted, [copy("0", of: "b")] + own, trimmed) == "0")
        #expect(chosen(.outvoted, own + [copy("3", of: "b"), copy("4", of: "c")], trimmed) == "4")
        #expect(chosen(.outvoted, own, trimmed) == "1")
        #expect(chosen(.outvoted, own, whole) == nil)
        #expect(chosen(.nothing, [copy("0", of: "b")] + own, trimmed) == "2")
        #expect(ReplicaStart.choice(of: own, for: .outvoted, trimmed, on: nil)?.id == "2")
    }

    @Test func `A snapshot that another node reports as different is skipped by every node`() {
        func copy(_ id: String, of machine: String, against contradictors: Set<String> = []) -> StoredCopy {
            StoredCopy(
                id: id,
                place: JournalPlace(rawValue: 60),
                size: 1,
                origin: "",
                machine: machine,
                contradictors: contradictors
            )
        }
        func chosen(_ found: ReplicaStart.Found, _ copies: [StoredCopy], on machine: String? = "a") -> String? {
            ReplicaStart.choice(of: copies, for: found, trimmed, on: machine)?.id
        }
        let wrong = copy("9", of: "a", against: ["b"])
        for found in [.nothing, .outvoted, .origin, .replica(at: .init(rawValue: 1))] as [ReplicaStart.Found] {
            #expect(chosen(found, [wrong]) == nil)
            #expect(chosen(found, [copy("1", of: "a"), wrong]) == "1")
            #expect(chosen(found, [wrong], on: "c") == nil && chosen(found, [wrong], on: nil) == nil)
        }
        // Its own reports were about the log that it has given up.
        #expect(chosen(.nothing, [copy("1", of: "b", against: ["a"]), wrong]) == "1")
        #expect(chosen(.nothing, [copy("1", of: "b", against: ["a", "c"]), wrong]) == nil)
    }

    @Test func `Where there is nothing to begin with but a whole journal, an empty log is`() throws {
        #expect(try start(.nothing, whole) == .goOn)
        for (found, reach, copy) in [
            (.nothing, trimmed, nil), (.nothing, trimmed, copy(48)), (.nothing, founded, nil), (.origin, whole, nil),
            (.replica(at: .init(rawValue: 48)), trimmed, nil),
        ] as [(ReplicaStart.Found, JournalReach, StoredCopy?)] {
            let error = #expect(throws: SearchBusError.self) { try self.start(found, reach, copy) }
            #expect(error?.code == .trimmed)
        }
    }
}
