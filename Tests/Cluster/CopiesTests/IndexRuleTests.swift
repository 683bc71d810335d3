// SPDX-License-Identifier: MIT

import RandomTesting
import SearchIndex
import Testing
import Wire

@testable import Copies

@Suite("Indexes that nodes share")
struct IndexRuleTests {
    private func known(_ version: String, _ number: UInt64) -> IndexRule.Known {
        .init(version: version, number: number)
    }

    private func step(
        _ local: String?,
        isDeleted: Bool = false,
        _ known: IndexRule.Known?,
        newest: UInt64?
    ) -> IndexRule.Step {
        IndexRule.step(local: local, isDeleted: isDeleted, known: known, newest: newest.map { .init(number: $0) })
    }

    private func step(_ local: String?, _ known: IndexRule.Known?, deleted: UInt64) -> IndexRule.Step {
        IndexRule.step(local: local, known: known, newest: .init(number: deleted, isDeletion: true))
    }

    @Test func `A node's changes are uploaded, others' changes are fetched`() {
        #expect(step("a", nil, newest: nil) == .put)
        #expect(step("b", known("a", 1), newest: 1) == .put)
        #expect(step("a", known("a", 1), newest: 1) == .nothing)
        #expect(step("a", known("a", 1), newest: 2) == .fetch)
        #expect(step(nil, nil, newest: 2) == .fetch)
        #expect(step(nil, nil, newest: nil) == .nothing)
    }

    @Test func `A new node fetches the stored version, whatever it has itself`() {
        #expect(step("a", nil, newest: 7) == .fetch)
    }

    @Test func `An index that is deleted on one node is deleted on all`() {
        // The deletion is stored as a version.
        #expect(step("deletion", isDeleted: true, known("a", 3), newest: 3) == .put)
        #expect(step("a", known("a", 3), deleted: 4) == .delete)
        #expect(step("deletion", known("deletion", 4), deleted: 4) == .nothing)
        #expect(step(nil, known("deletion", 4), deleted: 4) == .nothing)
        // A node without the index has nothing to delete, and notes the deletion.
        #expect(step(nil, nil, deleted: 4) == .delete)
        // A later change wins.
        #expect(step("b", known("a", 3), deleted: 4) == .put)
        #expect(step("deletion", known("deletion", 4), newest: 5) == .fetch)
    }

    @Test func `A node does not delete a version that it has not fetched`() {
        #expect(step("deletion", isDeleted: true, known("a", 3), newest: 4) == .fetch)
        #expect(
            IndexRule.step(
                local: "deletion",
                isDeleted: true,
                known: known("a", 3),
                newest: .init(number: 4, isDeletion: true)
            ) == .delete
        )
    }

    @Test func `A version with more writes of the log replaces one with fewer`() {
        func step(_ local: IndexStamp?, _ newest: IndexStamp?, number: UInt64 = 4) -> IndexRule.Step {
            IndexRule.step(
                local: "b",
                stamp: local,
                known: known("a", 3),
                newest: .init(number: number, stamp: newest)
            )
        }
        let (earlier, later) = (IndexStamp(epoch: "e", sequence: 6), IndexStamp(epoch: "e", sequence: 7))
        #expect(step(earlier, later) == .fetch)
        #expect(step(later, earlier) == .put && step(later, later) == .put)
        #expect(step(earlier, IndexStamp(epoch: "f", sequence: 7)) == .put)
        #expect(step(nil, later) == .put && step(earlier, nil) == .put)
        // This node had that version, and another program has replaced it with an earlier one.
        #expect(step(earlier, later, number: 3) == .put)
    }

    @Test func `An import that ends after a write on another node is kept`() {
        let (begin, later) = (IndexStamp(epoch: "e", sequence: 6), IndexStamp(epoch: "e", sequence: 7))
        func step(isImport: Bool, _ known: IndexRule.Known?) -> IndexRule.Step {
            let newest = IndexRule.Newest(number: 4, stamp: later)
            return IndexRule.step(local: "b", stamp: begin, isImport: isImport, known: known, newest: newest)
        }
        #expect(step(isImport: true, known("a", 3)) == .put && step(isImport: false, known("a", 3)) == .fetch)
        // Once others have it, it is replaced like any version, and so is the version of a new node.
        #expect(step(isImport: true, known("b", 3)) == .fetch && step(isImport: true, nil) == .fetch)
    }

    @Test func `A node that joins keeps an index of a name that the cluster has deleted`() {
        #expect(step("own", nil, deleted: 4) == .put)
    }

    @Test func `An index whose files are lost comes back, and is not deleted on other nodes`() {
        #expect(step(nil, known("a", 3), newest: 3) == .fetch)
        #expect(step(nil, known("a", 3), newest: 4) == .fetch)
        // If the cluster's files are lost, nodes keep their indexes.
        #expect(step("a", known("a", 3), newest: nil) == .nothing)
        #expect(step(nil, known("a", 3), newest: nil) == .nothing)
    }

    /// Nodes change, delete and compare an index in any order.
    @Test func `After the last change, all nodes get the version that was uploaded last`() {
        struct Machine {
            var content: Int?
            /// Distinguishes versions and deletions on the node.
            var version: Int?
            var known: IndexRule.Known?

            mutating func change(to content: Int?) {
                (self.content, version) = (content, (version ?? 0) + 1)
            }
        }
        var generator = SeededGenerator(seed: testSeed)
        for _ in 0..<500 {
            var machines = [Machine](repeating: Machine(), count: 3)
            // A deletion is a version without content.
            var versions: [Int?] = []
            func look(_ number: Int) -> Bool {
                let machine = machines[number]
                let local =
                    machine.content == nil && machine.known == nil ? nil : machine.version.map { "v\($0)" }
                let newest = versions.last.map {
                    IndexRule.Newest(number: UInt64(versions.count), isDeletion: $0 == nil)
                }
                let isDeleted = machine.content == nil
                switch IndexRule.step(local: local, isDeleted: isDeleted, known: machine.known, newest: newest) {
                case .nothing: return false
                case .put: versions.append(machine.content)
                case .fetch, .delete: machines[number].change(to: versions.last ?? nil)
                }
                machines[number].known = .init(
                    version: "v\(machines[number].version ?? 0)",
                    number: UInt64(versions.count)
                )
                return true
            }
            for step in 0..<20 {
                let number = Int.random(in: 0..<3, using: &generator)
                switch Int.random(in: 0..<6, using: &generator) {
                case 0..<2: machines[number].change(to: step)
                case 2 where machines[number].content != nil: machines[number].change(to: nil)
                default: _ = look(number)
                }
            }
            let rounds = (0..<6).filter { _ in (0..<3).map(look).contains(true) }.count
            #expect(rounds < 6, "seed \(testSeed)")
            #expect(machines.allSatisfy { $0.content == versions.last ?? nil }, "seed \(testSeed)")
        }
    }

    @Test func `A deletion survives encoding and decoding, and is kept for a week`() {
        let deletion = IndexDeletion(origin: "a", time: 1_000)
        #expect(IndexDeletion(deletion.facts) == deletion)
        #expect(IndexParts(deletion.facts) == nil && IndexDeletion(JSONObject()) == nil)
        #expect(!deletion.isOver(at: 1_000 + IndexDeletion.memory) && deletion.isOver(at: 1_001 + IndexDeletion.memory))
    }

    @Test func `The parts of a version survive encoding and decoding, and invalid parts are refused`() throws {
        let sum = String(repeating: "a", count: 64)
        let version = IndexParts(
            parts: ["manifest.json", "seg-1"].map { .init(name: $0, size: 3, checksum: sum) },
            records: 5,
            origin: "a"
        )
        #expect(IndexParts(version.facts) == version)
        let stamped = IndexParts(
            parts: version.parts,
            records: 5,
            origin: "a",
            stamp: IndexStamp(epoch: "e", sequence: .max)
        )
        #expect(IndexParts(stamped.facts) == stamped && stamped != version)
        for name in ["../x", "a/b", ".hidden", "", "A", "x\u{0}"] {
            let wrong = IndexParts(parts: [.init(name: name, size: 1, checksum: sum)], records: 0, origin: "")
            #expect(IndexParts(wrong.facts) == nil, "\(name)")
        }
        #expect(IndexParts(JSONObject()) == nil)
    }
}
