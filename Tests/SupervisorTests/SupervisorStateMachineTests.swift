// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Testing

@testable import Supervisor

@Suite struct SupervisorStateMachineTests {
    // MARK: - Starting

    @Test func `only the broker starts before it answers`() {
        let harness = MachineHarness(MachineHarness.usual)
        #expect(harness.spawned == ["broker"])
        #expect(harness.state("a") == .starting)
    }

    @Test func `everything else starts as soon as the broker answers`() {
        var harness = MachineHarness(MachineHarness.usual)
        harness.hear("broker")
        #expect(harness.spawned == ["broker", "a", "b", "gateway"])
    }

    @Test func `a broker that starts again does not start the others again`() {
        var harness = MachineHarness.ready()
        harness.forgetActions()
        harness.exit("broker", .signal(9))
        harness.pass(.milliseconds(100))
        harness.hear("broker")
        #expect(harness.spawned == ["broker"])
    }

    @Test func `ready is told once, when everything was heard and the console can be opened`() {
        var harness = MachineHarness(MachineHarness.usual)
        harness.now = .milliseconds(900)
        for name in ["broker", "a", "b", "gateway"] { harness.hear(name) }
        #expect(!harness.reports.contains { if case .ready = $0 { true } else { false } })
        harness.take(harness.machine.linked("http://x", now: harness.now))
        #expect(harness.reports.last == .ready(after: .milliseconds(900), link: "http://x"))
        harness.forgetActions()
        harness.exit("a")
        harness.pass(.milliseconds(100))
        harness.hear("a")
        #expect(harness.machine.isReady)
        #expect(!harness.reports.contains { if case .ready = $0 { true } else { false } })
    }

    @Test func `what a process said before it was restarted does not count for the new one`() {
        var harness = MachineHarness.ready()
        let old = harness.pids["a"]
        harness.exit("a")
        harness.pass(.milliseconds(100))
        harness.take(harness.machine.heard("a", pid: old, now: harness.now))
        #expect(harness.state("a") == .starting)
        harness.hear("a")
        #expect(harness.state("a") == .running)
    }

    @Test func `a silent program of somebody else's runs once it has lived long enough`() {
        var harness = MachineHarness([MachineHarness.definition("c", readiness: .statusOrAge(.seconds(1)))])
        harness.pass(.milliseconds(999))
        #expect(harness.state("c") == .starting)
        harness.pass(.milliseconds(1))
        #expect(harness.state("c") == .running)
        #expect(harness.reports.last == .ready(after: .seconds(1), link: nil))
    }

    @Test func `the bus is listened to only while something starts`() {
        var harness = MachineHarness(MachineHarness.usual)
        #expect(harness.machine.isListening)
        for name in ["broker", "a", "b", "gateway"] { harness.hear(name) }
        #expect(!harness.machine.isListening)
        #expect(harness.machine.deadline == nil)
    }

    // MARK: - Starting again

    @Test func `each restart waits twice as long, up to five seconds`() {
        var harness = MachineHarness([MachineHarness.definition("a")])
        var waits: [Duration] = []
        for _ in 0..<8 {
            harness.forgetActions()
            harness.exit("a")
            guard case .restarting(_, _, let wait) = harness.reports.first else { break }
            waits.append(wait)
            harness.pass(wait - .milliseconds(1))
            #expect(harness.spawned.isEmpty)
            harness.pass(.milliseconds(1))
            #expect(harness.spawned == ["a"])
        }
        #expect(waits == [100, 200, 400, 800, 1600, 3200, 5000, 5000].map { .milliseconds($0) })
    }

    @Test func `ten seconds of health make the next wait short again`() {
        var harness = MachineHarness([MachineHarness.definition("a")])
        for _ in 0..<3 {
            harness.exit("a")
            harness.pass(.seconds(1))
        }
        harness.hear("a")
        harness.pass(.seconds(9))
        harness.exit("a")
        #expect(harness.reports.last == .restarting(name: "a", .code(1), after: .milliseconds(800)))
        harness.pass(.seconds(1))
        harness.hear("a")
        harness.pass(.seconds(10))
        harness.exit("a")
        #expect(harness.reports.last == .restarting(name: "a", .code(1), after: .milliseconds(100)))
    }

    @Test func `a process that was never heard does not become healthy by living`() {
        var harness = MachineHarness([MachineHarness.definition("a")])
        harness.exit("a")
        harness.pass(.seconds(60))
        harness.exit("a")
        #expect(harness.reports.last == .restarting(name: "a", .code(1), after: .milliseconds(200)))
    }

    @Test func `after ten restarts in a minute a process has failed, and is tried each half minute`() {
        var harness = MachineHarness([MachineHarness.definition("a")])
        for _ in 0..<10 {
            harness.exit("a")
            harness.pass(.seconds(5))
        }
        harness.forgetActions()
        harness.exit("a", .signal(11))
        #expect(harness.reports == [.failed(name: "a", .signal(11), retry: .seconds(30))])
        #expect(harness.state("a") == .failed)
        harness.pass(.milliseconds(29_999))
        #expect(harness.spawned.isEmpty)
        harness.pass(.milliseconds(1))
        #expect(harness.spawned == ["a"])
        harness.exit("a")
        #expect(harness.state("a") == .failed)
        #expect(harness.machine.states[0].restarts == 11)
    }

    @Test func `a failed process that works again is forgiven`() {
        var harness = MachineHarness([MachineHarness.definition("a")])
        for _ in 0..<11 {
            harness.exit("a")
            harness.pass(.seconds(5))
        }
        harness.pass(.seconds(30))
        harness.hear("a")
        #expect(harness.state("a") == .running)
        harness.pass(.seconds(10))
        harness.exit("a")
        #expect(harness.reports.last == .restarting(name: "a", .code(1), after: .milliseconds(100)))
    }

    @Test func `restarts that lie apart never make a process fail`() {
        var harness = MachineHarness([MachineHarness.definition("a")])
        for _ in 0..<40 {
            harness.exit("a")
            harness.pass(.seconds(7))
        }
        #expect(harness.state("a") == .starting)
    }

    @Test func `a process that cannot be started is treated like one that ends`() {
        var harness = MachineHarness([MachineHarness.definition("a")])
        harness.exit("a", .notStarted("no such file"))
        #expect(harness.reports.last == .restarting(name: "a", .notStarted("no such file"), after: .milliseconds(100)))
    }

    @Test func `a gateway that was started again tells its new link`() {
        var harness = MachineHarness.ready()
        harness.exit("gateway")
        #expect(harness.machine.link == "http://x")
        harness.pass(.milliseconds(100))
        #expect(harness.machine.link == nil)
        harness.take(harness.machine.linked("http://y", now: harness.now))
        #expect(harness.reports.last == .link("http://y"))
    }

    // MARK: - Stopping

    @Test func `the gateway stops first, then the workers, then the broker`() {
        var harness = MachineHarness.ready()
        harness.forgetActions()
        harness.take(harness.machine.stop(now: harness.now))
        #expect(harness.signalled(.terminate) == ["gateway"])
        harness.forgetActions()
        harness.exit("gateway", .code(0))
        #expect(harness.signalled(.terminate) == ["a", "b"])
        harness.exit("b", .code(0))
        harness.forgetActions()
        harness.exit("a", .code(0))
        #expect(harness.signalled(.terminate) == ["broker"])
        harness.forgetActions()
        harness.exit("broker", .code(0))
        #expect(harness.actions.last == .finish)
    }

    @Test func `a process that does not end within three seconds is killed`() {
        var harness = MachineHarness.ready()
        harness.take(harness.machine.stop(now: harness.now))
        harness.forgetActions()
        harness.pass(.milliseconds(2999))
        #expect(harness.actions.isEmpty)
        harness.pass(.milliseconds(1))
        #expect(harness.signalled(.kill) == ["gateway"])
        #expect(harness.reports == [.killed(name: "gateway")])
    }

    @Test func `nothing is started again while everything stops`() {
        var harness = MachineHarness.ready()
        harness.exit("a")
        harness.take(harness.machine.stop(now: harness.now))
        harness.forgetActions()
        harness.exit("b", .signal(9))
        harness.pass(.seconds(60))
        #expect(harness.spawned.isEmpty)
        #expect(harness.state("a") == .stopped)
        #expect(harness.state("b") == .stopped)
        harness.exit("gateway", .code(0))
        harness.exit("broker", .code(0))
        #expect(harness.actions.last == .finish)
    }

    @Test func `stopping before the broker answered ends at once with it`() {
        var harness = MachineHarness(MachineHarness.usual)
        harness.take(harness.machine.stop(now: harness.now))
        #expect(harness.signalled(.terminate) == ["broker"])
        harness.exit("broker", .signal(15))
        #expect(harness.actions.last == .finish)
        #expect(harness.spawned == ["broker"])
    }

    @Test func `a process that was being started when all was to stop is ended as soon as it is there`() {
        var machine = SupervisorStateMachine([MachineHarness.definition("a")])
        _ = machine.start(now: .zero)
        #expect(!machine.stop(now: .zero).contains(.finish))
        #expect(machine.started("a", pid: 7, now: .seconds(1)).first == .signal(pid: 7, .terminate))
        #expect(machine.deadline == .seconds(4))
        #expect(machine.exited("a", .signal(15), now: .seconds(2)).contains(.finish))
    }

    @Test func `asked a second time, everything is killed at once`() {
        var harness = MachineHarness.ready()
        harness.take(harness.machine.stop(now: harness.now))
        harness.forgetActions()
        harness.take(harness.machine.stop(now: harness.now))
        #expect(Set(harness.signalled(.kill)) == ["broker", "a", "b", "gateway"])
        for name in ["a", "b", "broker", "gateway"] { harness.exit(name, .signal(9)) }
        #expect(harness.actions.last == .finish)
    }
}
