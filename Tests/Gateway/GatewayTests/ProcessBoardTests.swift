// SPDX-License-Identifier: MIT

import Bus
import Testing
import Wire

@testable import Gateway

@Suite struct ProcessBoardTests {
    private let start: ContinuousClock.Instant
    private var board: ProcessBoard

    init() {
        start = .now
        board = ProcessBoard(mute: ["custom-gauge"], at: start)
    }

    private func health(_ name: String, after seconds: Double, notes: [SupervisorState.Process] = []) -> String? {
        let now = start + .milliseconds(Int(seconds * 1000))
        return board.processes(at: now, supervised: notes).first { $0.name == name }?.health.rawValue
    }

    private func note(
        _ state: String,
        _ name: String = "interactor-box",
        restarts: Int = 0
    ) throws -> SupervisorState.Process {
        .init(name: name, pid: 7, restarts: restarts, state: try #require(.init(rawValue: state)))
    }

    private mutating func speak(_ name: String, _ data: String, after seconds: Double = 0) throws {
        let now = start + .milliseconds(Int(seconds * 1000))
        board.received(try .sample("status/\(name)/", data, sequence: 0), at: now)
    }

    @Test("Each problem is listed once, with its reason")
    mutating func troubles() throws {
        func troubles(after seconds: Double, _ notes: [SupervisorState.Process]) -> [String] {
            let now = start + .milliseconds(Int(seconds * 1000))
            return board.troubles(at: now, supervised: notes, of: ["box", "hits", "state"])
                .map { "\($0.name) \($0.reason.rawValue)" }
        }
        let notes = try [
            note("running", "interactor-box"), note("backoff", "state"), note("running", "interactor-hits"),
        ]
        try speak("interactor-box", #"{"components":["box"],"lag":500}"#)
        try speak("interactor-hits", #"{"components":["hits"]}"#)
        try speak("state", #"{"components":["state"]}"#)
        #expect(troubles(after: 1, notes) == ["state backoff"], "behind only once")
        try speak("interactor-box", #"{"components":["box"],"lag":500}"#, after: 1)
        #expect(troubles(after: 1, notes) == ["interactor-box behind", "state backoff"])
        try speak("interactor-box", #"{"components":["box"],"lag":0}"#, after: 2)
        #expect(troubles(after: 3, notes) == ["interactor-hits silent", "state backoff"])
        #expect(troubles(after: 3, []) == ["hits unheard", "state unheard"])
    }

    @Test("Problems that delay intents or writes make the app not ready; others are only shown")
    mutating func problems() throws {
        func problem(_ subject: String, _ code: String) -> String {
            #"{"subject":"\#(subject)","code":"\#(code)","message":"M.","remedy":"R.","since":"2026-01-01T00:00:00Z"}"#
        }
        func status(_ role: String, _ problems: String...) -> String {
            #"{"role":"\#(role)","problems":[\#(problems.joined(separator: ","))]}"#
        }
        try speak("broker", status("broker", problem("append", "storage-full")))
        try speak("indexer", status("indexer", problem("index a", "storage-failed"), problem("index b", "busy")))
        try speak("searcher-x", status("searcher", problem("index a", "index-corrupt")))
        try speak("odd", #"{"role":"state","problems":[1,{"subject":2},{}]}"#)
        let now = start + .seconds(1)
        let troubles = board.troubles(at: now, supervised: [], of: [])
        #expect(troubles.map { "\($0.name) \($0.problem?.subject ?? "")" } == ["broker append", "indexer index a"])
        #expect(
            troubles.first?.json == [
                "name": "broker", "reason": "problem", "detail": "append: M. R.", "subject": "append",
                "code": "storage-full", "message": "M.", "remedy": "R.", "since": "2026-01-01T00:00:00Z",
            ]
        )
        let shown = board.processes(at: now).map { $0.problems.count }
        #expect(shown == [1, 2, 0, 1], "broker, indexer, odd, searcher-x")
        #expect(board.missing(at: now, of: []).problem?.error.code == .storageFull)
        try speak("broker", #"{"role":"broker"}"#, after: 1)
        #expect(board.missing(at: now, of: []).isEmpty)
        let later = board.troubles(at: start + .seconds(3), supervised: [], of: [])
        #expect(later.isEmpty, "what is silent reports nothing")
    }

    @Test("A process that keeps crashing is shown with the cause that the supervisor knows")
    mutating func crashes() throws {
        let json: JSON = [
            "name": "indexer", "restarts": 9, "state": "failed",
            "problem": ["subject": "process", "code": "component-failed", "message": "SIGBUS.", "remedy": "R."],
        ]
        let note = try #require(SupervisorState.Process(record: json))
        let trouble = board.troubles(at: start, supervised: [note], of: []).first
        #expect(trouble?.detail == "It keeps failing. SIGBUS. R." && trouble?.json["code"] == "component-failed")
        let shown = board.processes(at: start, supervised: [note])[0]
        #expect(shown.problems.map(\.error.message) == ["SIGBUS."])
    }

    @Test("A process that stops reporting is silent within three seconds of its last report")
    mutating func silence() throws {
        try speak("interactor-box", "{}")
        for (seconds, expected) in [
            (0, "running"), (2.4, "running"), (2.5, "silent"), (9.9, "silent"), (599, "silent"),
        ] {
            #expect(health("interactor-box", after: seconds) == expected)
        }
        #expect(health("interactor-box", after: 601) == nil)
    }

    @Test(
        "The supervisor knows of processes that do not run; whether one that runs does anything, only its speech tells"
    )
    mutating func supervised() throws {
        for state in ["starting", "backoff", "failed", "stopped"] {
            #expect(health("interactor-box", after: 0, notes: [try note(state)]) == state)
            #expect(health("interactor-box", after: 900, notes: [try note(state)]) == state)
        }
        #expect(health("interactor-box", after: 2, notes: [try note("running")]) == "starting")
        #expect(health("interactor-box", after: 3, notes: [try note("running")]) == "silent")
        #expect(health("custom-gauge", after: 900, notes: [try note("running", "custom-gauge")]) == "running")
        try speak("interactor-box", "{}")
        #expect(health("interactor-box", after: 1, notes: [try note("running")]) == "running")
        #expect(health("interactor-box", after: 1, notes: [try note("starting")]) == "running")
        #expect(health("interactor-box", after: 3, notes: [try note("running")]) == "silent")
        #expect(health("interactor-box", after: 4, notes: [try note("starting")]) == "starting")
        #expect(health("interactor-box", after: 1, notes: [try note("failed")]) == "failed")
        #expect(health("interactor-box", after: 900, notes: [try note("running")]) == "silent")
    }

    @Test("A missing process is listed with its components; if the broker is silent, only the broker is")
    mutating func absence() throws {
        func missing(after seconds: Double, _ notes: [SupervisorState.Process] = []) -> Absence {
            board.missing(at: start + .milliseconds(Int(seconds * 1000)), supervised: notes, of: ["box", "hits"])
        }
        try speak("broker", "{}")
        try speak("interactors", #"{"components":["hits","box"]}"#)
        try speak("somebody", #"{"component":"other"}"#)
        #expect(missing(after: 1).isEmpty)
        #expect(missing(after: 3).processes == ["broker"])
        try speak("broker", "{}", after: 3)
        #expect(missing(after: 4).processes == ["interactors"] && missing(after: 4).components == ["box", "hits"])
        let notes = [
            try note("backoff", "searcher-x"), try note("starting", "state"), try note("running", "custom-gauge"),
        ]
        #expect(missing(after: 4, notes).processes == ["interactors", "searcher-x"])
    }

    @Test("A component is present if any running process hosts it")
    mutating func readiness() throws {
        try speak("state", #"{"component":"state"}"#)
        try speak("interactors", #"{"components":["hits","box"]}"#, after: 2)
        let parts = ["state", "hits", "box", "stats"]
        #expect(board.unheard(parts, at: start + .seconds(2)) == ["stats"])
        #expect(board.unheard(parts, at: start + .seconds(3)) == ["state", "stats"])
    }

    @Test("A process's status is passed on; restarts come from the supervisor, missing cursors from the broker")
    mutating func members() throws {
        try speak(
            "interactor-box",
            #"{"role":"interactor","component":"box","pid":9,"lag":4,"eventsPerSecond":1.5,"reads":["a/"],"extra":1}"#
        )
        try speak("broker", #"{"head":"9","log":{"events":3},"cursors":{"box":"00000000000000000008"}}"#)
        let processes = board.processes(at: start, supervised: [try note("running", restarts: 2)])
        #expect(processes.map(\.name) == ["broker", "interactor-box"])
        let box = processes[1].json
        #expect(box["role"] == "interactor" && box["lag"] == 4 && box["pid"] == 9 && box["restarts"] == 2)
        #expect(box["cursor"] == "00000000000000000008" && box["reads"] == ["a/"] && box["extra"] == 1)
        #expect(processes[0].json["cursors"] == nil)
        #expect(board.log?.events == 3 && board.head == SequenceNumber(rawValue: 9))
    }

    @Test("Invalid status does not change the board, and the number of names is bounded")
    mutating func hostile() throws {
        try speak("x", "[1]")
        board.received(try .sample("view/x/s/", "{}", sequence: 1), at: start)
        #expect(board.processes(at: start).isEmpty)
        for number in 0..<2000 { try speak("p\(number)", "{}") }
        #expect(board.processes(at: start).count == 512)
    }
}

@Suite struct MemoryReturnTests {
    @Test("Memory is returned once after a large backlog, and not during it")
    func once() {
        var memory = MemoryReturn()
        let large = MemoryReturn.least * 4
        let answers = [0, 1000, 0, large / 2, large, large * 3 / 4, large / 2, large / 2, 0, 0, 0].map {
            memory.isDue(waiting: $0)
        }
        #expect(answers == [false, false, false, false, false, false, true, false, true, false, false])
    }
}
