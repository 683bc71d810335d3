// SPDX-License-Identifier: MIT

import Bus
import Testing
import Wire

@testable import Supervisor

@Suite struct ProblemTests {
    private typealias Harness = MachineHarness

    private static func problem(_ subject: String, _ code: ErrorCode, _ message: String = "x") -> ProcessProblem {
        ProcessProblem(subject: subject, error: SearchBusError(code, message), since: "")
    }

    private static func problem(of name: String, in harness: Harness) -> ProcessProblem? {
        harness.states.first { $0.name == name }?.problem
    }

    @Test func `a problem is printed once when it appears, when its code changes, and when it is resolved`() {
        var harness = Harness.ready()
        harness.forgetActions()
        harness.hear("a", problems: [Self.problem("append", .storageFull)])
        harness.hear("a", problems: [Self.problem("append", .storageFull, "another message")])
        harness.hear("a", problems: [Self.problem("append", .storageFailed), Self.problem("index x", .busy)])
        harness.take(harness.machine.heard("a", pid: harness.pids["a"], now: harness.now))
        harness.hear("a", problems: [Self.problem("index x", .busy)])
        harness.hear("a", problems: [])
        #expect(harness.reports.map(\.word) == ["problem", "problem", "problem", "resolved", "resolved"])
        #expect(harness.reports.allSatisfy { $0.process == "a" })
        #expect(harness.reports.last == .resolved(name: "a", subject: "index x"))
    }

    @Test func `a problem that a restarted process no longer reports is resolved`() {
        var harness = Harness.ready()
        harness.hear("a", problems: [Self.problem("index x", .indexCorrupt)])
        harness.exit("a", .signal(9))
        harness.forgetActions()
        harness.hear("a", problems: [])
        #expect(harness.reports == [.resolved(name: "a", subject: "index x")])
    }

    @Test func `a process that keeps crashing is shown with signal, last lines, circuit breaker and remedy`() throws {
        var harness = Harness.ready()
        harness.exit("a", .signal(7))
        #expect(Self.problem(of: "a", in: harness) == nil, "a single end may be bad luck")
        harness.pass(.milliseconds(200))
        for line in 1...7 { harness.machine.wrote("a", "line \(line) Bearer secret") }
        harness.exit("a", .signal(7))
        let second = try #require(Self.problem(of: "a", in: harness))
        #expect(second.subject == "process" && second.error.code == .componentFailed)
        #expect(second.error.message.contains("exited (signal 7, SIGBUS), 2 times within a minute."))
        #expect(second.error.message.contains("“line 3 Bearer …” “line 4") && second.error.message.contains("“line 7"))
        #expect(!second.error.message.contains("line 2") && !second.error.message.contains("secret"))
        #expect(second.error.remedy.contains("index verify"))
        #expect(second.since == "1970-01-01T00:00:00.000000Z")
        for _ in 0..<10 {
            harness.pass(.seconds(5))
            harness.exit("a", .signal(7))
        }
        let failed = try #require(Self.problem(of: "a", in: harness))
        #expect(failed.error.message.contains("circuit breaker open: it is started again within 30 s"))
        #expect(failed.since == second.since)
        harness.pass(.seconds(30))
        harness.hear("a")
        #expect(Self.problem(of: "a", in: harness) != nil, "it has not worked for long enough")
        harness.forgetActions()
        harness.pass(RestartHistory.health + .seconds(1))
        #expect(Self.problem(of: "a", in: harness) == nil)
        #expect(harness.actions.contains(.writeState))
    }

    @Test func `a process that cannot work as it is shows its own error`() throws {
        var harness = Harness.ready()
        for _ in 0...SupervisedProcess.triesInVain {
            harness.machine.said("a", SearchBusError(.invalidAppFile, "No app.", remedy: "Mend it."))
            harness.exit("a", .code(78))
            harness.pass(.seconds(5))
        }
        let problem = try #require(Self.problem(of: "a", in: harness))
        #expect(problem.error.code == .invalidAppFile && problem.error.remedy == "Mend it.")
        #expect(problem.error.message.contains("No app.") && problem.error.message.contains("circuit breaker open"))
        harness.take(harness.machine.restart(["a"], now: harness.now))
        #expect(Self.problem(of: "a", in: harness) == nil)
    }

    @Test func `a file of the runtime directory that cannot be read is retried, however often`() {
        var harness = Harness.ready()
        for _ in 0..<20 {
            harness.machine.said("a", SearchBusError(.storageFailed, "app.json cannot be read."))
            harness.exit("a", .code(ErrorCode.storageFailed.exitCode))
            harness.pass(.seconds(31))
            #expect(harness.pids["a"] != nil)
        }
    }
}
