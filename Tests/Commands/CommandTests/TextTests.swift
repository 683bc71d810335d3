// SPDX-License-Identifier: MIT

import Bus
import SearchIndex
import Supervisor
import Testing
import Wire

@testable import searchbus

@Suite struct TextTests {
    @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567")])
    func `counts have commas`(value: Int, text: String) {
        #expect(Quantity.count(value) == text)
    }

    @Test(arguments: [(0, "0 B"), (1023, "1023 B"), (1536, "1.5 KiB"), (10 << 20, "10 MiB"), (5 << 40, "5120 GiB")])
    func `bytes have the unit that fits`(value: Int, text: String) {
        #expect(Quantity.bytes(value) == text)
    }

    @Test(arguments: [(-1, "0 s"), (59, "59 s"), (61, "1 min 1 s"), (3660, "1 h 1 min"), (90_000, "1 d 1 h")])
    func `spans of time have their two largest units`(seconds: Int, text: String) {
        #expect(Quantity.time(seconds: seconds) == text)
    }

    @Test func `columns are as wide as their widest text`() {
        var table = Table([("A", .left), ("NUMBER", .right), ("LAST", .left)])
        table.add(["long name", "1", "x"])
        #expect(table.lines == ["A          NUMBER  LAST", "long name       1  x"])
    }

    @Test func `colour is for terminals, unless it is disabled`() {
        #expect(Terminal.hasColour(isTerminal: true, noColour: nil, terminalType: "xterm"))
        #expect(Terminal.hasColour(isTerminal: true, noColour: "", terminalType: "xterm"))
        #expect(!Terminal.hasColour(isTerminal: true, noColour: "1", terminalType: "xterm"))
        #expect(!Terminal.hasColour(isTerminal: false, noColour: nil, terminalType: "xterm"))
        #expect(!Terminal.hasColour(isTerminal: true, noColour: nil, terminalType: "dumb"))
    }

    @Test func `text from elsewhere cannot steer the terminal`() {
        #expect(Terminal.safe("plain ä\u{1f600}") == "plain ä\u{1f600}")
        #expect(Terminal.safe("a\u{1b}[31mb\nc\u{9b}d\u{7f}") == "a [31mb c d ")
    }

    @Test func `progress tells the share, the rate and the time left`() {
        let progress = ImportProgress(bytes: 250, records: 5000, skipped: 0)
        #expect(
            ProgressBar.line(title: "films", progress, total: 1000, elapsed: .seconds(2))
                == "films  ██████░░░░░░░░░░░░░░░░░░ 25 %  5,000 records  2,500/s  6 s left"
        )
    }

    @Test func `progress of unknown size tells the rate`() {
        let progress = ImportProgress(bytes: 250, records: 5000, skipped: 0)
        #expect(
            ProgressBar.line(title: "films", progress, total: nil, elapsed: .seconds(2))
                == "films  5,000 records  2,500/s"
        )
        #expect(
            ProgressBar.line(title: "films", ImportProgress(), total: 10, elapsed: .zero)
                == "films  ░░░░░░░░░░░░░░░░░░░░░░░░ 0 %  0 records  0/s  some time left"
        )
    }

    @Test func `the console's files are looked for beside the executables and in their repository`() {
        #expect(
            SharedFolder.web.find(near: "/usr/bin") { $0 == "/usr/share/searchbus/web/index.html" }
                == "/usr/share/searchbus/web"
        )
        #expect(
            SharedFolder.demo.find(near: "/usr/lib/searchbus") { $0 == "/usr/share/searchbus/demo/store.yaml" }
                == "/usr/share/searchbus/demo"
        )
        #expect(SharedFolder.web.find(near: "/r/.build/x/debug") { $0 == "/r/web/index.html" } == "/r/web")
        #expect(SharedFolder.demo.find(near: "/r/.build/x/debug") { $0.hasPrefix("/r/deploy") } == "/r/deploy/demo")
        #expect(SharedFolder.web.find(near: "/usr/bin") { _ in false } == nil)
    }

    // MARK: - Status

    private static func report(_ state: SupervisorState?, _ statuses: [String: ProcessStatus]) -> StatusReport {
        var board = StatusReport.board(of: Set(state?.processes.map(\.name) ?? []), on: nil)
        for (name, status) in statuses { board.received(status, from: name, at: .now) }
        return StatusReport(state: state, board: board)
    }

    private let state = SupervisorState(
        pid: 1,
        app: "store",
        startedAt: "2026-01-01T00:00:00.000000Z",
        link: "http://127.0.0.1:1/?token=secret",
        processes: [
            .init(name: "broker", pid: 2, restarts: 0, state: .running),
            .init(name: "filters", pid: 3, restarts: 4, state: .running),
            .init(name: "custom-sum", pid: 4, restarts: 0, state: .running),
        ]
    )

    @Test func `a process that runs and says nothing is silent, but for those of others`() {
        let report = Self.report(
            state,
            ["broker": ["memoryBytes": 1024, "head": "00000000000000000042"]]
        )
        #expect(!report.isHealthy)
        #expect(
            report.lines.dropFirst(3) == [
                "PROCESS     STATE    PID  RESTARTS  UP  MEMORY  EVENTS/S  CURSOR",
                "broker      running    2         0   -   1 KiB         -      42",
                "filters     silent     3         4   -       -         -       -",
                "custom-sum  running    4         0   -       -         -       -",
            ]
        )
        #expect(Self.report(state, ["broker": [:], "filters": [:]]).isHealthy)
    }

    @Test func `an engine with an open circuit is listed below the processes, and does not count as a failed process`()
    {
        let engines: JSON = [
            "far": ["circuit": "open", "failures": 6, "lastError": "Nothing listens there."],
            "near": ["circuit": "closed"],
        ]
        let report = Self.report(nil, ["searcher-all": ["backends": engines], "broker": [:]])
        let told = report.lines.dropFirst(3)
        let words = "failed 6 times in a row; circuit breaker open: Nothing listens there."
        #expect(told == ["searcher-all: the engine `far` \(words)"] && report.isHealthy)
    }

    @Test func `skipped events are listed below the processes`() {
        let report = Self.report(
            nil,
            ["custom-sum": ["setAside": 2], "custom-a": ["setAside": 1], "broker": ["setAside": 0]]
        )
        #expect(
            report.lines.suffix(2) == [
                "custom-a: skipped 1 event since its start; the views and outcomes of their sessions have the reason",
                "custom-sum: skipped 2 events since its start; the views and outcomes of their sessions have the reason",
            ]
        )
        #expect(report.isHealthy)
    }

    @Test func `problems are listed below the processes with their remedies, and the app is not healthy`() {
        let problem = ProcessProblem(
            subject: "append",
            error: SearchBusError(.storageFull, "The disk is full.", remedy: "Free disk space."),
            since: "2026-01-01T00:00:00.000000Z"
        )
        let report = Self.report(nil, ["broker": ["problems": [problem.json]], "state": [:]])
        #expect(
            report.lines.suffix(2) == [
                "broker: problem since 2026-01-01T00:00:00Z: append: The disk is full. [storage-full]",
                "  Free disk space.",
            ]
        )
        #expect(!report.isHealthy && report.complaint == "The processes report 1 problem.")
        #expect(report.json["healthy"] == false && report.json["processes"]?.array?[0]["problems"] == [problem.json])
        let crash = SupervisorState(
            pid: 1,
            app: "store",
            startedAt: "2026-01-01T00:00:00.000000Z",
            link: nil,
            processes: [.init(name: "a", pid: nil, restarts: 9, state: .failed, problem: problem)]
        )
        let crashed = Self.report(crash, [:])
        #expect(crashed.complaint == "Not every process runs." && crashed.lines.last == "  Free disk space.")
    }

    @Test func `processes of several versions are listed`() {
        let heard: [String: ProcessStatus] = [
            "broker": ["version": .string(Release.version)], "filters": ["version": "0.0.9"], "custom-sum": [:],
        ]
        let line = Self.report(nil, heard).lines.last
        #expect(line?.hasSuffix("but filters 0.0.9; restart `searchbus up`") == true)
        #expect(Self.report(nil, ["broker": heard["broker"] ?? [:]]).lines.count == 2)
    }

    @Test func `the token of the link is not printed again for people`() {
        let lines = Self.report(state, [:]).lines
        #expect(lines[1].hasPrefix("http://127.0.0.1:1/ "))
        #expect(!lines.joined().contains("secret"))
    }

    @Test func `processes without a supervisor are listed too`() {
        let report = Self.report(nil, ["b": ["pid": 7], "a": [:]])
        #expect(report.isHealthy)
        #expect(
            report.json.text
                == #"{"healthy":true,"processes":[{"name":"a","state":"running"},{"name":"b","state":"running","pid":7}]}"#
        )
    }
}
