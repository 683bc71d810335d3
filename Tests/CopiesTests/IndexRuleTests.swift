// SPDX-License-Identifier: MIT
// Part of SearchBus.

import RandomTesting
import Testing
import Wire

@testable import Copies

@Suite("Indexes that machines share")
struct IndexRuleTests {
    private func known(_ version: String, _ number: UInt64) -> IndexRule.Known {
        .init(version: version, number: number)
    }

    @Test func `What a machine changes is put there, what others put there is fetched`() {
        #expect(IndexRule.step(local: "a", known: nil, newest: nil) == .put)
        #expect(IndexRule.step(local: "b", known: known("a", 1), newest: 1) == .put)
        #expect(IndexRule.step(local: "a", known: known("a", 1), newest: 1) == .nothing)
        #expect(IndexRule.step(local: "a", known: known("a", 1), newest: 2) == .fetch)
        #expect(IndexRule.step(local: nil, known: nil, newest: 2) == .fetch)
        #expect(IndexRule.step(local: nil, known: nil, newest: nil) == .nothing)
    }

    @Test func `A machine that comes new takes what is there, whatever it has itself`() {
        #expect(IndexRule.step(local: "a", known: nil, newest: 7) == .fetch)
    }

    @Test func `An index that was deleted here does not come back by itself`() {
        #expect(IndexRule.step(local: nil, known: known("a", 3), newest: 3) == .nothing)
        #expect(IndexRule.step(local: nil, known: known("a", 3), newest: 4) == .fetch)
    }

    /// Machines change an index and look at what is there, in any order.
    @Test func `When nobody changes anything any more, all machines have the version that was put there last`() {
        struct Machine {
            var content: Int?
            var version = 0
            var known: IndexRule.Known?
        }
        var generator = SeededGenerator(seed: testSeed)
        for _ in 0..<500 {
            var machines = [Machine](repeating: Machine(), count: 3)
            var versions: [Int] = []
            func look(_ number: Int) -> Bool {
                let machine = machines[number]
                let local = machine.content.map { _ in "v\(machine.version)" }
                let newest = versions.isEmpty ? nil : UInt64(versions.count)
                switch IndexRule.step(local: local, known: machine.known, newest: newest) {
                case .nothing: return false
                case .put:
                    guard let content = machine.content else { return false }
                    versions.append(content)
                    machines[number].known = .init(version: "v\(machine.version)", number: UInt64(versions.count))
                case .fetch:
                    machines[number].content = versions.last
                    machines[number].version += 1
                    machines[number].known = .init(
                        version: "v\(machines[number].version)",
                        number: UInt64(versions.count)
                    )
                }
                return true
            }
            for step in 0..<20 {
                let number = Int.random(in: 0..<3, using: &generator)
                if Bool.random(using: &generator) {
                    machines[number].content = step
                    machines[number].version += 1
                } else {
                    _ = look(number)
                }
            }
            let rounds = (0..<6).filter { _ in (0..<3).map(look).contains(true) }.count
            #expect(rounds < 6, "seed \(testSeed)")
            #expect(machines.allSatisfy { $0.content == versions.last }, "seed \(testSeed)")
        }
    }

    @Test func `What a version consists of is read as it was written, and nothing else is`() throws {
        let sum = String(repeating: "a", count: 64)
        let version = IndexParts(
            parts: ["manifest.json", "seg-1"].map { .init(name: $0, size: 3, checksum: sum) },
            records: 5,
            origin: "a"
        )
        #expect(IndexParts(version.facts) == version)
        for name in ["../x", "a/b", ".hidden", "", "A", "x\u{0}"] {
            let wrong = IndexParts(parts: [.init(name: name, size: 1, checksum: sum)], records: 0, origin: "")
            #expect(IndexParts(wrong.facts) == nil, "\(name)")
        }
        #expect(IndexParts(JSONObject()) == nil)
    }
}
