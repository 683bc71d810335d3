// SPDX-License-Identifier: MIT

import Bus
import Runtime
import Testing
import Wire

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

    @Test func `readiness is reported once, when all processes have reported and the console can be opened`() {
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

    @Test func `a process of another version is reported once, and again when it changes`() {
        var harness = MachineHarness.ready()
        func hear(_ version: String?) {
            let pid = harness.pids["a"]
            harness.take(harness.machine.heard("a", pid: pid, version: version, now: harness.now))
        }
        for version in [nil, Release.version, "9.9", "9.9", nil, "9.8", Release.version] { hear(version) }
        let told = harness.reports.filter { if case .otherVersion = $0 { true } else { false } }
        #expect(
            told == ["9.9", "9.8"].map { .otherVersion(name: "a", $0, own: Release.version) }
        )
    }

    @Test func `the version of a custom program is not compared`() {
        var harness = MachineHarness([MachineHarness.definition("c", readiness: .statusOrAge(.seconds(1)))])
        harness.take(harness.machine.heard("c", pid: harness.pids["c"], version: "7", now: harness.now))
        #expect(!harness.reports.contains { if case .otherVersion = $0 { true } else { false } })
    }

    @Test func `a silent custom program counts as running after a time`() {
        var harness = MachineHarness([MachineHarness.definition("c", readiness: .statusOrAge(.seconds(1)))])
        harness.pass(.milliseconds(999))
        #expect(harness.state("c") == .starting)
        harness.pass(.milliseconds(1))
        #expect(harness.state("c") == .running)
        #expect(harness.reports.last == .ready(after: .seconds(1), link: nil))
    }

    @Test func `the bus is listened to until everything is to end`() {
        var harness = MachineHarness.ready()
        #expect(harness.machine.isListening)
        harness.take(harness.machine.stop(now: harness.now))
        #expect(!harness.machine.isListening)
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

    @Test func `a process that never reported does not become healthy over time`() {
        var harness = MachineHarness([MachineHarness.definition("a")])
        harness.exit("a")
        harness.pass(.seconds(9))
        harness.exit("a")
        #expect(harness.reports.last == .restarting(name: "a", .code(1), after: .milliseconds(200)))
    }

    @Test(arguments: [
        ("a", ProcessExit.signal(9)), ("a", .signal(15)), ("a", .code(0)), ("broker", .signal(9)),
        ("gateway", .code(143)),
    ])
    func `a process that another program killed is restarted at once, every time`(name: String, status: ProcessExit) {
        var harness = MachineHarness.ready()
        for count in 1...40 {
            harness.forgetActions()
            harness.exit(name, status)
            #expect(harness.reports.first == .restarting(name: name, status, after: .zero))
            #expect(harness.spawned == [name])
            harness.hear(name)
            #expect(harness.states.first { $0.name == name }?.restarts == count)
        }
        harness.exit(name, .code(1))
        #expect(harness.reports.last == .restarting(name: name, .code(1), after: .milliseconds(100)))
    }

    @Test func `one that is killed while it starts has a moment's rest, which does not grow`() {
        var harness = MachineHarness.ready()
        harness.exit("a", .signal(9))
        for _ in 0..<20 {
            harness.exit("a", .signal(9))
            #expect(harness.reports.last == .restarting(name: "a", .signal(9), after: .milliseconds(100)))
            harness.pass(.milliseconds(100))
        }
    }

    @Test func `a process learns whether the one before it failed, or was ended from outside`() {
        var harness = MachineHarness.ready()
        harness.diesWhenKilled = true
        func startedWith() -> String? {
            for case .spawn(let definition) in harness.actions.reversed() where definition.name == "a" {
                return definition.environment[Executable.failureVariable]
            }
            return "not started"
        }
        #expect(startedWith() == nil)
        harness.exit("a", .signal(4))
        harness.pass(.seconds(1))
        #expect(startedWith() == "1")
        harness.hear("a")
        harness.exit("a", .signal(9))
        #expect(startedWith() == nil)
        // One that hangs is killed by the supervisor itself.
        harness.hear("a")
        harness.frozen = ["a"]
        harness.pass(.seconds(10))
        #expect(harness.reports.contains { if case .silent("a", _) = $0 { true } else { false } })
        #expect(startedWith() == "1")
    }

    @Test func `a custom program that ends by itself was not killed by others`() {
        var harness = MachineHarness([MachineHarness.definition("c", readiness: .statusOrAge(.seconds(1)))])
        harness.pass(.seconds(2))
        harness.exit("c", .code(0))
        #expect(harness.reports.last == .restarting(name: "c", .code(0), after: .milliseconds(100)))
        harness.pass(.seconds(2))
        harness.exit("c", .signal(15))
        #expect(harness.reports.contains(.restarting(name: "c", .signal(15), after: .zero)))
    }

    @Test(arguments: ["broker", "gateway"])
    func `the broker and the gateway never wait longer than one second`(name: String) {
        var harness = MachineHarness.ready()
        var waits: [Duration] = []
        for _ in 0..<40 {
            harness.exit(name, .signal(11))
            if case .restarting(_, _, let wait) = harness.reports.last { waits.append(wait) }
            if case .failed(_, _, let wait) = harness.reports.last { waits.append(wait) }
            harness.pass(waits.last ?? .zero)
            harness.hear(name)
        }
        let steps: [Duration] = [100, 200, 400, 800, 1000].map { .milliseconds($0) }
        #expect(Array(waits.prefix(5)) == steps)
        #expect(waits.count == 40 && waits.max() == .seconds(1))
    }

    @Test func `after ten deaths in a minute a process has failed, and is tried after longer and longer waits`() {
        var harness = MachineHarness([MachineHarness.definition("a")])
        for _ in 0..<10 {
            harness.exit("a")
            harness.pass(.seconds(5))
        }
        harness.forgetActions()
        harness.exit("a", .signal(11))
        #expect(harness.reports == [.failed(name: "a", .signal(11), retry: .seconds(10))])
        #expect(harness.state("a") == .failed)
        harness.pass(.milliseconds(9_999))
        #expect(harness.spawned.isEmpty)
        harness.pass(.milliseconds(1))
        #expect(harness.spawned == ["a"])
        for wait in [20, 30, 30] {
            harness.exit("a")
            #expect(harness.reports.last == .failed(name: "a", .code(1), retry: .seconds(wait)))
            #expect(harness.state("a") == .failed)
            harness.pass(.seconds(wait))
        }
        #expect(harness.states[0].restarts == 14)
    }

    @Test func `a failed process that works again is forgiven`() {
        var harness = MachineHarness([MachineHarness.definition("a")])
        for _ in 0..<11 {
            harness.exit("a")
            harness.pass(.seconds(5))
        }
        harness.pass(.seconds(10))
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
