// SPDX-License-Identifier: MIT

import Bus
import RandomTesting
import Testing

@testable import Supervisor

/// Hung processes are killed, others never; as schedules.
@Suite struct LivenessTests {
    private func complaints(_ harness: MachineHarness) -> [SupervisorReport] {
        harness.reports.filter {
            switch $0 {
            case .silent, .notReady: true
            default: false
            }
        }
    }

    @Test(arguments: ["broker", "a", "gateway"])
    func `a process that falls silent is killed after five seconds and started again`(name: String) {
        var harness = MachineHarness.ready()
        harness.diesWhenKilled = true
        harness.pass(.seconds(3))
        harness.forgetActions()
        harness.frozen = [name]
        harness.pass(.milliseconds(3900))
        #expect(complaints(harness).isEmpty)
        harness.pass(.milliseconds(2100))
        #expect(complaints(harness) == [.silent(name: name, for: .seconds(5))])
        #expect(harness.reports.last.map { "\($0)" }?.contains("pid") == true, "it is started again")
        #expect(harness.spawned == [name])
        harness.hear(name)
        #expect(harness.state(name) == .running)
        harness.pass(.seconds(20))
        #expect(complaints(harness).count == 1)
    }

    @Test func `a process of an overloaded machine has more time, with a limit`() {
        var harness = MachineHarness.ready()
        harness.diesWhenKilled = true
        harness.frozen = ["broker"]
        harness.starved = ["broker"]
        harness.pass(.seconds(28))
        #expect(complaints(harness).isEmpty)
        harness.pass(.seconds(4))
        #expect(complaints(harness) == [.silent(name: "broker", for: .seconds(30))])
    }

    @Test func `one that sleeps there has not`() {
        var harness = MachineHarness.ready()
        harness.diesWhenKilled = true
        harness.frozen = ["a", "b"]
        harness.starved = ["a"]
        harness.pass(.seconds(7))
        #expect(complaints(harness) == [.silent(name: "b", for: .seconds(5))])
    }

    @Test func `the kernel's texts are read`() {
        let pressure = "some avg10=93.58 avg60=1.00 avg300=0.00 total=5\nfull avg10=2.00 avg60=0 avg300=0 total=0\n"
        #expect(Starvation.pressure(pressure) == 93.58)
        #expect(Starvation.pressure("full avg10=2.00\n") == nil)
        #expect(Starvation.pressure("") == nil)
        #expect(Starvation.state("12 (a) S (b)) R 1 12 12 0") == "R")
        #expect(Starvation.state("12") == nil)
        #expect("RD".allSatisfy(Starvation.isWaiting) && !"STtZX".contains(where: Starvation.isWaiting))
    }

    @Test func `one that hangs again and again is started after longer and longer waits`() {
        var harness = MachineHarness.ready()
        harness.diesWhenKilled = true
        var waits: [Duration] = []
        for _ in 0..<5 {
            harness.frozen = ["a"]
            harness.pass(.seconds(8))
            if case .restarting(_, _, let wait) = harness.reports.last(where: {
                if case .restarting = $0 { true } else { false }
            }) {
                waits.append(wait)
            }
            harness.hear("a")
        }
        #expect(waits == [100, 200, 400, 800, 1600].map { .milliseconds($0) })
    }

    @Test func `one that does not get ready within ten seconds is killed`() {
        var harness = MachineHarness(MachineHarness.usual)
        for name in ["broker", "b", "gateway"] { harness.hear(name) }
        harness.pass(.milliseconds(9_900))
        #expect(complaints(harness).isEmpty)
        harness.pass(.seconds(1.2))
        #expect(complaints(harness) == [.notReady(name: "a", after: .seconds(10))])
        #expect(harness.signalled(.kill) == ["a"])
        #expect(harness.state("a") == .backoff)
    }

    @Test func `a broker may look through its log for a minute`() {
        var harness = MachineHarness(MachineHarness.usual)
        harness.pass(.seconds(59))
        #expect(complaints(harness).isEmpty)
        harness.pass(.seconds(2))
        #expect(complaints(harness) == [.notReady(name: "broker", after: .seconds(60))])
    }

    @Test func `while the broker is down, no other process is killed`() {
        var harness = MachineHarness.ready()
        harness.frozen = ["broker"]
        harness.diesWhenKilled = true
        harness.pass(.seconds(8))
        #expect(complaints(harness) == [.silent(name: "broker", for: .seconds(5))])
        harness.pass(.seconds(30))
        #expect(complaints(harness).count == 1, "the others' reports cannot arrive before it is back")
        harness.hear("broker")
        harness.pass(.seconds(30))
        #expect(complaints(harness).count == 1)
    }

    @Test func `with a broker that receives and stores nothing, no process is killed`() {
        var harness = MachineHarness.ready()
        harness.frozen = ["a", "b", "gateway"]
        harness.pass(.seconds(60))
        harness.frozen = []
        harness.pass(.seconds(60))
        #expect(complaints(harness).isEmpty)
    }

    @Test func `after the machine slept, no process is killed`() {
        var harness = MachineHarness.ready()
        harness.sleep(.seconds(3600))
        harness.pass(.seconds(60))
        #expect(complaints(harness).isEmpty)
    }

    @Test func `a custom program need not report, but one that did must continue to`() {
        let foreign = MachineHarness.definition("c", readiness: .statusOrAge(.seconds(1)))
        var harness = MachineHarness(MachineHarness.usual + [foreign])
        for name in ["broker", "a", "b", "gateway"] { harness.hear(name) }
        harness.pass(.seconds(60))
        #expect(complaints(harness).isEmpty)
        harness.hear("c")
        harness.pass(.seconds(3))
        harness.frozen = ["c"]
        harness.pass(.seconds(7))
        #expect(complaints(harness) == [.silent(name: "c", for: .seconds(5))])
    }

    @Test func `no process is killed for silence while everything stops`() {
        var harness = MachineHarness.ready()
        harness.take(harness.machine.stop(now: harness.now))
        harness.frozen = ["a"]
        harness.pass(.seconds(2))
        harness.exit("gateway", .code(0))
        harness.pass(.seconds(2.5))
        #expect(complaints(harness).isEmpty)
    }

    @Test(arguments: 0..<200)
    func `in any schedule only hung processes are replaced, and in time`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let names = ["broker", "a", "b", "gateway"]
        var harness = MachineHarness.ready()
        harness.diesWhenKilled = true
        for step in 0..<30 {
            harness.forgetActions()
            switch Int.random(in: 0..<5, using: &random) {
            case 0:
                let name = names.randomElement(using: &random) ?? "a"
                harness.frozen = [name]
                harness.pass(.milliseconds(7_000))
                let expected = complaints(harness)
                #expect(expected == [.silent(name: name, for: .seconds(5))], "seed \(seed), step \(step)")
                harness.pass(.seconds(31))
            case 1:
                let name = names.randomElement(using: &random) ?? "a"
                harness.frozen = [name]
                harness.pass(.milliseconds(Int.random(in: 0..<3_000, using: &random)))
                harness.frozen = []
            case 2: harness.sleep(.milliseconds(Int.random(in: 0..<100_000, using: &random)))
            case 3: harness.exit(names.randomElement(using: &random) ?? "a", .signal(9))
            default: harness.pass(.milliseconds(Int.random(in: 0..<20_000, using: &random)))
            }
            // A started process works, and a moment passes.
            for name in names where harness.pids[name] != nil { harness.hear(name) }
            if case .silent = complaints(harness).first {
            } else {
                #expect(complaints(harness).isEmpty, "seed \(seed), step \(step)")
            }
            harness.pass(.seconds(1))
            for name in names where harness.pids[name] != nil { harness.hear(name) }
        }
    }
}
