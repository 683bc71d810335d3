// SPDX-License-Identifier: MIT

import Bus
import Testing
import Wire

@testable import Supervisor

@Suite struct SupervisorReportTests {
    @Test(
        arguments: [
            (.started(name: "broker", pid: 12), "broker started (pid 12)"),
            (
                .restarting(name: "interactor-price", .signal(9), after: .milliseconds(100)),
                "interactor-price exited (signal 9, SIGKILL), restarting in 0.1 s"
            ),
            (
                .failed(name: "filters", .code(70), retry: .seconds(30)),
                "filters exited (code 70) and keeps failing; trying again in 30 s"
            ),
            (
                .restarting(name: "a", .signal(9), after: .zero),
                "a exited (signal 9, SIGKILL), restarting at once"
            ),
            (
                .gaveUp(
                    name: "custom-x",
                    .code(78),
                    SearchBusError(.invalidAppFile, "`by` is not text", remedy: "Mend.")
                ),
                "custom-x exited (code 78) and would do so each time: `by` is not text. Mend."
            ),
            (.gaveUp(name: "a", .code(64), nil), "a exited (code 64) and would do so each time"),
            (.silent(name: "a", for: .seconds(5)), "a has reported nothing for 5 s and is killed"),
            (.notReady(name: "a", after: .seconds(10)), "a was not ready within 10 s and is killed"),
            (
                .restarting(name: "custom-x", .notStarted("no such file"), after: .seconds(5)),
                "custom-x could not be started: no such file, restarting in 5 s"
            ),
            (.ready(after: .milliseconds(949), link: "http://x"), "ready in 0.9 s: http://x"),
            (.ready(after: .milliseconds(950), link: nil), "ready in 1 s"),
            (.stopped(name: "a", .code(0)), "a stopped"),
            (.stopped(name: "a", .signal(15)), "a stopped"),
            (.stopped(name: "a", .signal(9)), "a stopped: exited (signal 9, SIGKILL)"),
            (.killed(name: "a"), "a did not end in time and is killed"),
            (.stopped(name: "a", .signal(64)), "a stopped: exited (signal 64)"),
            (
                .problem(name: "broker", subject: "append", SearchBusError(.storageFull, "Full.", remedy: "Free it.")),
                "broker reports a problem: append: Full. [storage-full] Free it."
            ),
            (.resolved(name: "broker", subject: "append"), "broker: problem resolved: append"),
            (.restored(["app.json"]), "the runtime directory was incomplete; created again: app.json"),
            (.stopping, "stopping"),
        ] as [(SupervisorReport, String)]
    )
    func `each report is one readable line`(report: SupervisorReport, line: String) {
        #expect(report.description == line)
    }

    @Test func `the link is reported without its token on request`() {
        let report = SupervisorReport.ready(after: .seconds(1), link: "http://127.0.0.1:1/?token=x")
        let words = "http://127.0.0.1:1/  (to log in: searchbus link)"
        #expect(report.withoutToken == .ready(after: .seconds(1), link: words))
        #expect(SupervisorReport.link("http://x/?token=x").withoutToken.description.contains("token") == false)
        #expect(
            SupervisorReport.ready(after: .zero, link: "http://x/").withoutToken
                == .ready(after: .zero, link: "http://x/")
        )
        #expect(SupervisorReport.stopping.withoutToken == .stopping)
    }

    @Test func `the state file keeps everything`() throws {
        let state = SupervisorState(
            pid: 1,
            app: "store",
            data: "/data",
            startedAt: "2026-01-01T00:00:00.000000Z",
            link: "http://x",
            processes: [
                .init(name: "broker", pid: 2, restarts: 0, state: .running),
                .init(name: "a", pid: nil, restarts: 3, state: .backoff),
                .init(
                    name: "b",
                    pid: nil,
                    restarts: 9,
                    state: .failed,
                    problem: ProcessProblem(
                        subject: "process",
                        error: SearchBusError(.componentFailed, "It exited.", remedy: "Look."),
                        since: "2026-01-01T00:00:00.000000Z"
                    )
                ),
            ]
        )
        #expect(try SupervisorState(record: JSON(parsing: state.json.bytes)) == state)
        #expect(
            state.json["processes"]?.array?[1].text == #"{"name":"a","pid":null,"restarts":3,"state":"backoff"}"#
        )
    }
}
