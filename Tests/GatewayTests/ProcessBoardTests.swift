// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Testing
import Wire

@testable import Gateway

@Suite struct ProcessBoardTests {
    private let start = ContinuousClock.now
    private var board = ProcessBoard()

    private func health(_ name: String, after seconds: Double, notes: [SupervisedProcess] = []) -> JSON? {
        let now = start + .milliseconds(Int(seconds * 1000))
        return board.processes(at: now, supervised: notes).first { $0["name"]?.string == name }?["health"]
    }

    private func note(_ state: String, restarts: Int = 0) throws -> SupervisedProcess {
        try #require(
            SupervisedProcess(["name": "interactor-box", "pid": 7, "restarts": JSON(restarts), "state": .string(state)])
        )
    }

    private mutating func speak(_ name: String, _ data: String) throws {
        board.received(try .sample("status/\(name)/", data, sequence: 0), at: start)
    }

    @Test("A process is late after three seconds of silence and gone after ten")
    mutating func silence() throws {
        try speak("interactor-box", "{}")
        for (seconds, expected) in [(0, "ok"), (2.9, "ok"), (3, "late"), (9.9, "late"), (10, "gone")] {
            #expect(health("interactor-box", after: seconds) == .string(expected))
        }
        #expect(health("interactor-box", after: 601) == nil)
    }

    @Test("The supervisor knows of processes that have not spoken, and of those that will not")
    mutating func supervised() throws {
        #expect(health("interactor-box", after: 0, notes: [try note("starting")]) == "starting")
        #expect(health("interactor-box", after: 0, notes: [try note("running")]) == "starting")
        #expect(health("interactor-box", after: 0, notes: [try note("failed")]) == "failed")
        try speak("interactor-box", "{}")
        #expect(health("interactor-box", after: 1, notes: [try note("running")]) == "ok")
        #expect(health("interactor-box", after: 11, notes: [try note("running")]) == "gone")
        #expect(health("interactor-box", after: 4, notes: [try note("starting")]) == "starting")
        #expect(health("interactor-box", after: 1, notes: [try note("failed")]) == "failed")
        #expect(health("interactor-box", after: 900, notes: [try note("running")]) == "gone")
    }

    @Test("What a process says is passed on; restarts come from the supervisor, cursors where needed from the broker")
    mutating func members() throws {
        try speak(
            "interactor-box",
            #"{"role":"interactor","component":"box","pid":9,"lag":4,"eventsPerSecond":1.5,"reads":["a/"],"extra":1}"#
        )
        try speak("broker", #"{"head":"9","log":{"events":3},"cursors":{"box":"00000000000000000008"}}"#)
        let processes = board.processes(at: start, supervised: [try note("running", restarts: 2)])
        #expect(processes.map { $0["name"] } == ["broker", "interactor-box"])
        let box = processes[1]
        #expect(box["role"] == "interactor" && box["lag"] == 4 && box["pid"] == 9 && box["restarts"] == 2)
        #expect(box["cursor"] == "00000000000000000008" && box["reads"] == ["a/"] && box["extra"] == 1)
        #expect(processes[0]["cursors"] == nil)
        #expect(board.log == ["events": 3] && board.head == SequenceNumber(rawValue: 9))
    }

    @Test("Nonsense leaves the board as it was, and a flood of names finds an end")
    mutating func hostile() throws {
        try speak("x", "[1]")
        board.received(try .sample("view/x/s/", "{}", sequence: 1), at: start)
        #expect(board.processes(at: start).isEmpty)
        for number in 0..<2000 { try speak("p\(number)", "{}") }
        #expect(board.processes(at: start).count == 512)
    }
}
