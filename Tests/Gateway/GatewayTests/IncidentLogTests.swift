// SPDX-License-Identifier: MIT

import Bus
import Testing
import Wire

@testable import Gateway

@Suite struct IncidentLogTests {
    private let start = ContinuousClock.now

    private func moment(_ seconds: Int) -> Timestamp {
        Timestamp(microseconds: 1_700_000_000_000_000 + Int64(seconds) * 1_000_000)
    }

    /// How a process is that reports in some seconds and has been restarted some times.
    private func reports(
        _ heard: ClosedRange<Int>,
        at seconds: Int,
        restarts: Int = 0,
        problem: Bool = false
    ) -> [ProcessReport] {
        var board = ProcessBoard(at: start)
        for second in heard where second <= seconds {
            var status = ProcessStatus(name: "box", role: "interactor")
            status.restarts = restarts
            if problem {
                status.problems = [
                    ProcessProblem(
                        subject: "append",
                        error: SearchBusError(.storageFailed, "The disk is full."),
                        since: ""
                    )
                ]
            }
            board.received(status, from: "box", at: start + .seconds(second))
        }
        return board.processes(at: start + .seconds(seconds))
    }

    @Test func `A silence has a beginning and an end, and is forgotten an hour after it`() {
        var log = IncidentLog()
        for second in 0...20 { log.note(reports(second < 12 ? 0...5 : 0...99, at: second), at: moment(second)) }
        let incident = log.newestFirst.first
        #expect(log.newestFirst.count == 1 && incident?.process == "box" && incident?.reason == "silent")
        #expect(incident?.since == moment(8) && incident?.until == moment(12))
        log.note(reports(0...9_999, at: 12 + 3_600), at: moment(12 + 3_600))
        #expect(log.newestFirst.count == 1)
        log.note(reports(0...9_999, at: 12 + 3_601), at: moment(12 + 3_601))
        #expect(log.newestFirst.isEmpty)
    }

    @Test func `One that lasts is one incident, however long`() {
        var log = IncidentLog()
        for hour in 0...5 { log.note(reports(0...99_999, at: hour * 3_600, problem: true), at: moment(hour * 3_600)) }
        #expect(log.newestFirst.map(\.reason) == ["storage-failed"])
        #expect(log.newestFirst.first?.until == nil && log.newestFirst.first?.since == moment(0))
        #expect(log.newestFirst.first?.message.contains("The disk is full.") == true)
    }

    @Test func `A restart is an incident, also where its end was not seen`() {
        var log = IncidentLog()
        for (second, restarts) in [(1, 3), (2, 3), (3, 5)] {
            log.note(reports(0...9, at: second, restarts: restarts), at: moment(second))
        }
        #expect(log.newestFirst.map(\.reason) == ["restarted"] && log.newestFirst.first?.since == moment(3))
    }

    @Test func `Only some are kept`() {
        var log = IncidentLog()
        for second in 0...500 { log.note(reports(0...999, at: second, restarts: second), at: moment(second)) }
        #expect(log.newestFirst.count == 200 && log.newestFirst.first?.since == moment(500))
    }
}
