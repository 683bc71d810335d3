// SPDX-License-Identifier: MIT

import Bus
import Testing
import Wire

@testable import Gateway

/// Processes of several nodes that share a log.
@Suite struct ProcessBoardMachineTests {
    private let start: ContinuousClock.Instant
    private var board: ProcessBoard

    init() {
        start = .now
        board = ProcessBoard(machine: "a", at: start)
    }

    private func at(_ seconds: Double) -> ContinuousClock.Instant { start + .milliseconds(Int(seconds * 1000)) }

    private mutating func speak(_ machine: String, _ name: String, _ data: JSON = [:], after seconds: Double = 0) throws
    {
        var members = data.object ?? JSONObject()
        members["machine"] = .string(machine)
        let text = JSON.object(members).text
        board.received(try .sample("status/\(name)/", text, sequence: 0), at: at(seconds))
    }

    /// A node with workers reports.
    private mutating func work(_ machine: String, _ shards: [Int], after seconds: Double = 0, place: Int = 5) throws {
        try speak(
            machine,
            "supervisor",
            [
                "state": "working", "shards": .array(shards.map { JSON($0) }), "roles": ["workers", "gateway"],
                "version": "1",
            ],
            after: seconds
        )
        try speak(
            machine,
            "broker",
            [
                "role": "broker",
                "journal": ["place": JSON(place), "last": 9, "isAvailable": true, "leader": "n1", "servers": []],
            ],
            after: seconds
        )
        try speak(machine, "interactor-box", ["components": JSON(shards.map { "box~\($0)" })], after: seconds)
    }

    private func machine(_ name: String, after seconds: Double) throws -> JSON {
        try #require(board.nodes(at: at(seconds)).first { $0.name == name }).json
    }

    @Test("Processes of the same name are distinguished by their node, and supervisors report for nodes")
    mutating func apart() throws {
        try work("a", [0, 2])
        try work("b", [1, 3])
        #expect(
            board.processes(at: start).map { "\($0.machine ?? "-") \($0.name)" }
                == ["a broker", "a interactor-box", "b broker", "b interactor-box"]
        )
        #expect(try machine("a", after: 1)["isOwn"] == true && machine("b", after: 1)["isOwn"] == false)
        #expect(try machine("b", after: 1)["shards"] == [1, 3])
        #expect(try machine("b", after: 1)["processCount"] == 2)
    }

    @Test("A process without a node belongs to this node, and so does one with an invalid name")
    mutating func unnamed() throws {
        board.received(try .sample("status/gauge/", #"{"role":"custom"}"#, sequence: 0), at: start)
        try speak("no such name!", "other")
        #expect(board.processes(at: start).map(\.machine) == ["a", "a"])
    }

    @Test("A node without reports for five seconds is `gone`; one that reports its shutdown has left")
    mutating func gone() throws {
        try work("a", [0], after: 6)
        try work("b", [1])
        try speak("c", "supervisor", ["state": "leaving", "shards": []])
        #expect(try machine("c", after: 1)["state"] == "leaving")
        #expect(try machine("b", after: 4.9)["state"] == "working")
        #expect(try machine("b", after: 5)["state"] == "gone" && machine("b", after: 5)["shards"] == [])
        #expect(try machine("c", after: 5)["state"] == "left")
        #expect(board.processes(at: at(6)).contains { $0.machine == "b" && $0.health == .silent })
        #expect(!board.processes(at: at(6)).contains { $0.machine == "c" })
        #expect(board.nodes(at: at(61)).map(\.name) == ["a", "b"])
    }

    @Test("The report has each node's lag, and whether the log accepts entries")
    mutating func places() throws {
        try work("a", [0], place: 9)
        try work("b", [1], place: 7)
        #expect(try machine("a", after: 1)["lag"] == 0 && machine("b", after: 1)["lag"] == 2)
        let journal = try #require(board.journal(board.nodes(at: start), shards: 2, at: start)).json
        #expect(journal["leader"] == "n1" && journal["isAvailable"] == true && journal["last"] == 9)
        #expect(journal["shardCount"] == 2 && journal["idleShards"] == [] && journal["place"] == nil)
    }

    @Test("An invalid offset is omitted")
    mutating func noPlace() throws {
        try work("a", [0], place: 9)
        try work("b", [1], place: .min)
        #expect(try machine("b", after: 1)["place"] == nil && machine("b", after: 1)["lag"] == nil)
        #expect(try machine("a", after: 1)["lag"] == 0)
    }

    @Test("A node is ready if others do the work; a shard without an owner is a problem after ten seconds")
    mutating func ready() throws {
        func troubles(after seconds: Double, _ notes: [SupervisorState.Process] = []) -> [String] {
            board.troubles(at: at(seconds), supervised: notes, of: ["box"], shards: 2).map {
                "\($0.name): \($0.detail)"
            }
        }
        func note(_ name: String, _ state: String) throws -> SupervisorState.Process {
            .init(name: name, pid: 7, restarts: 0, state: try #require(.init(rawValue: state)))
        }
        try speak("a", "supervisor", ["state": "working", "shards": [], "roles": ["gateway"]], after: 1)
        try work("b", [0, 1], after: 1)
        #expect(try troubles(after: 2, [note("interactor-box", "backoff")]) == [])
        #expect(try troubles(after: 2, [note("gateway", "backoff")]).count == 1)
        try work("b", [1], after: 11)
        let told = troubles(after: 11.5)
        #expect(told.count == 1 && told[0].contains("shard 0 ") && told[0].contains("10 s"), "\(told)")
        try work("c", [0], after: 12)
        try work("b", [1], after: 12)
        #expect(troubles(after: 12) == [])
    }

    @Test("Processes of a lost node are not missing; those of a running node are")
    mutating func absence() throws {
        func missing(after seconds: Double) -> Absence { board.missing(at: at(seconds), of: ["box"]) }
        try work("b", [1])
        try work("a", [0], after: 6)
        #expect(missing(after: 6).isEmpty)
        try speak("b", "broker", after: 6)
        #expect(missing(after: 6).processes == ["interactor-box of b"])
        #expect(missing(after: 6).components == ["box"])
        // A node that no longer reports: its processes fall silent one after the other.
        try work("c", [2], after: 10)
        try speak("c", "broker", after: 10.9)
        #expect(missing(after: 12).processes.contains("interactor-box of c") == false)
        #expect(missing(after: 12.6).processes.contains("interactor-box of c") == false)
    }

    @Test("Without a shared log there are no nodes")
    mutating func alone() throws {
        board = ProcessBoard(at: start)
        board.received(try .sample("status/broker/", "{}", sequence: 0), at: start)
        #expect(board.nodes(at: start).isEmpty)
        #expect(board.processes(at: start).first?.machine == nil)
        #expect(board.troubles(at: at(20), supervised: [], of: [], shards: 8).isEmpty)
    }

    @Test("A node whose log differs from the others' is reported, and counted")
    mutating func differing() throws {
        try work("a", [0])
        let journal: JSON = ["place": 5, "last": 9, "isAvailable": true, "servers": [], "differsFrom": ["a"]]
        try speak("b", "broker", ["role": "broker", "journal": journal])
        #expect(try machine("b", after: 1)["differsFrom"] == ["a"])
        #expect(try machine("b", after: 60)["differsFrom"] == nil, "its last report is outdated")
        let text = MetricSource(nodes: board.nodes(at: at(1))).text
        #expect(text.contains(#"searchbus_machine_log_differs{machine="a"} 0"#))
        #expect(text.contains(#"searchbus_machine_log_differs{machine="b"} 1"#))
    }

    @Test("Nodes are metrics by their name, and their processes carry it")
    mutating func metrics() throws {
        try work("a", [0])
        try work("b", [1], place: 7)
        let behind = #"{"machine":"b","indexesBehind":[{"index":"products","origin":"a, today","since":"now"}]}"#
        board.received(try .sample("status/copies/", behind, sequence: 0), at: start)
        let machines = board.nodes(at: start)
        #expect(machines.map { $0.indexesBehind.first?.index } == [nil, "products"])
        let text = MetricSource(
            processes: board.processes(at: start),
            nodes: machines,
            journal: board.journal(machines, shards: 3, at: at(11))
        ).text
        for line in [
            #"searchbus_machine_up{machine="b"} 1"#, #"searchbus_machine_shards{machine="a"} 1"#,
            #"searchbus_machine_journal_lag{machine="b"} 2"#, "searchbus_journal_available 1",
            "searchbus_shards_idle 3", #"searchbus_machine_indexes_behind{machine="a"} 0"#,
            #"searchbus_machine_indexes_behind{machine="b"} 1"#,
            #"searchbus_process_up{process="broker",machine="b"} 1"#,
        ] {
            #expect(text.contains(line), "\(line) in \(text)")
        }
    }
}
