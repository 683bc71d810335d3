// SPDX-License-Identifier: MIT

import Bus
import Testing
import Wire

@testable import Supervisor

/// A process that reports a permanent failure.
@Suite struct PermanentFailureTests {
    private let wrongAddress = SearchBusError(.notPermitted, "The gateway listens on loopback only.", remedy: "Do.")
    private let corrupt = SearchBusError(.logCorrupt, "The log is damaged.")

    @Test(arguments: [64, 66, 77, 78] as [Int32])
    func `a broker or gateway with a permanent failure ends the app during its start`(code: Int32) {
        for name in ["broker", "gateway"] {
            var harness = MachineHarness(MachineHarness.usual)
            if name == "gateway" { harness.hear("broker") }
            harness.exit(name, .code(code))
            #expect(harness.reports.contains(.gaveUp(name: name, .code(code), nil)))
            #expect(harness.reports.last == .stopping)
            for other in ["a", "b", "gateway", "broker"] where harness.pids[other] != nil {
                harness.exit(other, .code(0))
            }
            #expect(harness.actions.contains(.finish))
            #expect(harness.machine.failure?.code.exitCode == code)
        }
    }

    @Test func `what it said is why the app ends`() {
        var harness = MachineHarness(MachineHarness.usual)
        harness.hear("broker")
        harness.machine.said("gateway", wrongAddress)
        harness.exit("gateway", .code(77))
        #expect(harness.machine.failure == wrongAddress)
    }

    @Test func `its error before a restart no longer counts`() {
        var harness = MachineHarness(MachineHarness.usual)
        harness.hear("broker")
        harness.machine.said("gateway", corrupt)
        harness.exit("gateway", .code(69))
        harness.pass(.milliseconds(100))
        harness.exit("gateway", .code(78))
        #expect(harness.machine.failure?.code == .invalidAppFile)
        #expect(harness.machine.failure?.message == "gateway exited (code 78).")
    }

    @Test func `a damaged log ends the app at any time, a full disk does not`() {
        var harness = MachineHarness.ready()
        harness.exit("broker", .signal(9))
        harness.exit("broker", .code(74))
        #expect(harness.machine.failure == nil)
        harness.pass(.milliseconds(100))
        harness.machine.said("broker", corrupt)
        harness.exit("broker", .code(74))
        #expect(harness.machine.failure == corrupt)
        #expect(harness.reports.last == .stopping)
    }

    @Test func `a worker fails at the fourth time, so that a poison event can be skipped after three`() {
        var harness = MachineHarness.ready()
        harness.exit("a", .code(78))
        harness.pass(.milliseconds(100))
        for wait in [200, 400, 800] {
            harness.exit("a", .code(78))
            #expect(harness.reports.last == .restarting(name: "a", .code(78), after: .milliseconds(wait)))
            harness.pass(.milliseconds(wait))
        }
        harness.forgetActions()
        harness.exit("a", .code(78))
        #expect(harness.reports == [.gaveUp(name: "a", .code(78), nil)])
        harness.pass(.seconds(600))
        #expect(harness.spawned.isEmpty)
        #expect(harness.state("a") == .failed)
        #expect(harness.machine.failure == nil, "the others continue")
    }

    @Test func `a worker that was ready in between may try again`() {
        var harness = MachineHarness.ready()
        for _ in 0..<9 {
            harness.exit("a", .code(64))
            harness.pass(.seconds(5))
            harness.hear("a")
        }
        #expect(!harness.reports.contains { if case .gaveUp = $0 { true } else { false } })
    }

    @Test func `a worker with a permanent failure ends an app during its start, a custom program never`() {
        let foreign = MachineHarness.definition("c", readiness: .statusOrAge(.seconds(1)))
        var harness = MachineHarness(MachineHarness.usual + [foreign])
        harness.hear("broker")
        for _ in 0..<4 {
            harness.exit("c", .code(64))
            harness.pass(.milliseconds(900))
        }
        #expect(harness.state("c") == .failed)
        #expect(harness.machine.failure == nil)
        for _ in 0..<4 {
            harness.exit("a", .code(64))
            harness.pass(.milliseconds(900))
        }
        #expect(harness.machine.failure?.code == .invalidArgument)
    }

    @Test func `a custom program that fails permanently after a while is not restarted either`() {
        let foreign = MachineHarness.definition("c", readiness: .statusOrAge(.seconds(1)))
        var harness = MachineHarness(MachineHarness.usual + [foreign])
        harness.hear("broker")
        for _ in 0..<5 {
            harness.pass(.seconds(3))
            harness.exit("c", .code(78))
        }
        #expect(harness.state("c") == .failed)
        #expect(harness.reports.contains { if case .gaveUp = $0 { true } else { false } })
    }

    @Test func `a change of what it is started with lets it try again`() {
        var harness = MachineHarness.ready()
        for _ in 0..<5 {
            harness.exit("a", .code(78))
            harness.pass(.seconds(1))
        }
        #expect(harness.state("a") == .failed)
        harness.forgetActions()
        var changed = MachineHarness.usual
        changed[1] = MachineHarness.definition("a", arguments: ["--better"])
        harness.take(harness.machine.change(to: changed, now: harness.now))
        #expect(harness.spawned == ["a"])
    }

    @Test(arguments: [.addressInUse, .storageFull, .libraryMissing] as [ErrorCode])
    func `a failure that is likely to last ends an app during its start, after some attempts`(code: ErrorCode) {
        for name in ["broker", "gateway", "a"] {
            var harness = MachineHarness(MachineHarness.usual)
            if name != "broker" { harness.hear("broker") }
            for _ in 0..<5 {
                harness.machine.said(name, SearchBusError(code, "It is so."))
                harness.exit(name, .code(code.exitCode))
                #expect(harness.machine.failure == nil)
                harness.pass(.seconds(2))
            }
            harness.machine.said(name, SearchBusError(code, "It is so."))
            harness.exit(name, .code(code.exitCode))
            #expect(harness.machine.failure == SearchBusError(code, "It is so."), "\(name)")
            #expect(harness.reports.last == .stopping)
        }
    }

    @Test func `a process that the system does not start ends an app that starts`() {
        var harness = MachineHarness(MachineHarness.usual)
        harness.hear("broker")
        for _ in 0..<6 {
            harness.exit("gateway", .notStarted("Permission denied"))
            harness.pass(.seconds(2))
        }
        #expect(harness.machine.failure?.code == .componentFailed)
        #expect(harness.machine.failure?.message.contains("Permission denied") == true)
    }

    @Test func `an app that has run waits for its address, whatever takes it meanwhile`() {
        var harness = MachineHarness.ready()
        for _ in 0..<30 {
            harness.machine.said("gateway", SearchBusError(.addressInUse, "It is taken."))
            harness.exit("gateway", .code(69))
            harness.pass(.seconds(2))
        }
        #expect(harness.machine.failure == nil)
    }

    @Test func `the error in a line of JSON is found`() {
        var lines = ErrorLines()
        let line = #"{"time":"x","level":"error","message":"It is taken.","code":"address-in-use","remedy":"Free it."}"#
        #expect(lines.take(line) == SearchBusError(.addressInUse, "It is taken.", remedy: "Free it."))
        #expect(lines.take("  More.") == nil)
        #expect(lines.take(#"{"level":"warning","message":"m","code":"address-in-use"}"#) == nil)
        #expect(lines.take(#"{"level":"error","message":"m","code":"nonsense"}"#) == nil)
    }

    @Test func `the error in a process's lines is found`() {
        var lines = ErrorLines()
        #expect(lines.take("gateway started") == nil)
        #expect(lines.take("error: no") == nil)
        #expect(lines.take("error: no [nonsense]") == nil)
        let first = lines.take("error: Port [x] is invalid. [invalid-argument]")
        #expect(first == SearchBusError(.invalidArgument, "Port [x] is invalid."))
        #expect(
            lines.take("  Write it so.")
                == SearchBusError(.invalidArgument, "Port [x] is invalid.", remedy: "Write it so.")
        )
        #expect(lines.take("  More.") == nil)
    }
}
