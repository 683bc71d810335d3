// SPDX-License-Identifier: MIT

import Replication
import Testing

@testable import Copies

@Suite("Nodes that report")
struct HeardMachinesTests {
    private let start = ContinuousClock.now
    private let a = HeardMachines.Member(machine: "a", process: 9)
    private let b = HeardMachines.Member(machine: "b", process: 1)

    private func place(_ number: UInt64) -> JournalPlace { JournalPlace(rawValue: number) }

    @Test func `The first node by name acts for all, until it is silent`() {
        var machines = HeardMachines()
        machines.note(b, at: place(5), now: start)
        #expect(machines.isFirst(b, now: start))
        machines.note(a, at: place(7), now: start)
        #expect(!machines.isFirst(b, now: start) && machines.isFirst(a, now: start))
        #expect(machines.isFirst(b, now: start + HeardMachines.patience + .milliseconds(1)))
    }

    @Test func `A node whose log differs from the others' acts for none, and the next by name acts for all`() {
        var machines = HeardMachines()
        machines.note(a, at: place(7), mayCopy: false, now: start)
        machines.note(b, at: place(5), now: start)
        #expect(!machines.isFirst(a, now: start) && machines.isFirst(b, now: start))
        #expect(machines.oldestPlace(now: start) == place(5))
        machines.note(b, at: place(5), mayCopy: false, now: start)
        #expect(!machines.isFirst(a, now: start) && !machines.isFirst(b, now: start))
        machines.note(a, at: place(7), now: start)
        #expect(machines.isFirst(a, now: start))
    }

    @Test func `Of two nodes with the same name the process ID decides`() {
        var machines = HeardMachines()
        let other = HeardMachines.Member(machine: "b", process: 2)
        machines.note(b, at: place(1), now: start)
        machines.note(other, at: place(1), now: start)
        #expect(machines.isFirst(b, now: start) && !machines.isFirst(other, now: start))
    }

    @Test func `The oldest position counts for some minutes after its node's last report`() {
        var machines = HeardMachines()
        #expect(machines.oldestPlace(now: start) == nil)
        machines.note(a, at: place(7), now: start)
        machines.note(b, at: place(5), now: start + .seconds(60))
        #expect(machines.oldestPlace(now: start + .seconds(60)) == place(5))
        machines.note(a, at: place(9), now: start + HeardMachines.memory + .seconds(61))
        #expect(machines.oldestPlace(now: start + HeardMachines.memory + .seconds(61)) == place(9))
    }
}
