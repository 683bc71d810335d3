// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Bus
import BusTesting
import SearchIndex
import Testing
import Wire

@testable import Indexer

/// The decisions of an indexer that takes over, for each write.
@Suite("The missing writes of a node's indexes")
struct CatchUpPlanTests {
    private func event(_ sequence: UInt64, _ index: String, _ operation: AlgoliaWrite) throws -> Event {
        let type = operation.concernsOneIndex ? "searchbus.write.batch" : "searchbus.write.transfer"
        let data: JSON = ["operations": .array([operation.json])]
        return try .made(.write, index, session: nil, type: type, data: data, at: sequence)
    }

    private func put(_ sequence: UInt64, _ index: String) throws -> Event {
        try event(sequence, index, .put(JSONObject([("objectID", .string("\(sequence)"))])))
    }

    /// A plan that has read events.
    private func plan(
        _ stamps: [String: UInt64?],
        epoch: String = "test",
        _ events: [Event],
        presence: @escaping (String) -> IndexPresence = { _ in .lacking }
    ) -> CatchUpPlan {
        var plan = CatchUpPlan(
            stamps: stamps.map { name, place in (name, place.map { IndexStamp(epoch: epoch, sequence: $0) }) },
            epoch: "test",
            cursor: SequenceNumber(rawValue: 100),
            memory: "",
            presence: presence
        )
        for event in events { plan.look(at: event) }
        return plan
    }

    private func steps(_ plan: CatchUpPlan, _ events: [Event]) -> [CatchUpPlan.Step] {
        events.map { plan.step(for: $0) }
    }

    @Test func `A copy is made of its source's state at that time, and is reported if the source is newer`() throws {
        for operation in [AlgoliaWrite.copy(destination: "k", scope: []), .move(destination: "k")] {
            let events = [try put(10, "i"), try event(20, "i", operation), try put(30, "i")]
            #expect(steps(plan(["i": 5, "k": 10], events), events) == [.apply, .apply, .apply])
            #expect(steps(plan(["i": 10, "k": 10], events), events) == [.leave, .apply, .apply])
            #expect(steps(plan(["i": 30, "k": 10], events), events) == [.leave, .tell, .leave])
            #expect(steps(plan(["i": 30, "k": 20], events), events) == [.leave, .leave, .leave])
            // Its source is missing here; a later deletion is known.
            let gone = plan(["k": 10], events) { _ in .deleted(at: "2027-01-01T00:00:00.000000Z") }
            #expect(gone.step(for: events[1]) == .tell)
        }
    }

    @Test func `A copy that was replaced since is not reported`() throws {
        let copy = try event(20, "i", .copy(destination: "k", scope: []))
        let later = [
            try event(40, "k", .deleteIndex), try event(40, "x", .copy(destination: "k", scope: [])),
            try event(40, "k", .move(destination: "z")),
        ]
        for last in later {
            let events = [copy, try put(30, "i"), last]
            #expect(plan(["i": 30, "k": 10, "x": 35], events).step(for: copy) == .leave)
        }
        let events = [copy, try put(30, "i"), try event(40, "k", .clear)]
        #expect(plan(["i": 30, "k": 10], events).step(for: copy) == .tell, "its settings are there still")
    }

    @Test func `A source of another log is copied where nothing was written to it after the copy`() throws {
        let copy = try event(20, "i", .copy(destination: "k", scope: []))
        // The index that it is copied to has no known write.
        #expect(plan(["i": 3], epoch: "other", [try put(10, "i"), copy]).step(for: copy) == .apply)
        #expect(plan(["i": 3], epoch: "other", [copy, try put(30, "i")]).step(for: copy) == .tell)
    }

    @Test func `A copy of parts that indexes here do not have changes nothing`() throws {
        let copy = try event(20, "i", .copy(destination: "k", scope: ["rules"]))
        #expect(plan(["i": 30, "k": 10], [copy]).step(for: copy) == .leave)
        let settings = try event(20, "i", .copy(destination: "k", scope: ["settings"]))
        #expect(plan(["i": 30, "k": 10], [settings]).step(for: settings) == .tell)
    }

    @Test func `The indexes that writes concern are known, and those that others have`() throws {
        let events = [try put(1, "i"), try event(2, "i", .copy(destination: "k", scope: [])), try put(3, "z")]
        let looked = plan(["i": 1], events) { name in name == "z" ? .elsewhere : .lacking }
        #expect(looked.concerned == ["i", "k", "z"] && looked.elsewhere == ["z"])
        #expect(looked.step(for: events[2]) == .leave)
        #expect(IndexerWork.names(of: Array(events[1...])) == ["i", "k", "z"])
    }

    @Test func `An index that comes while it is asked for is not taken for one that there never was`() {
        for arrival in 0...2 {
            var asked = 0
            func hasCome() -> Bool {
                asked += 1
                return asked > arrival
            }
            let isElsewhere = IndexPresence.isElsewhere(isNoted: { !hasCome() }, isHere: { hasCome() })
            #expect(isElsewhere, "\(arrival)")
        }
    }
}
