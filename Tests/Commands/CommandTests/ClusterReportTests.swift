// SPDX-License-Identifier: MIT

import Bus
import Testing
import Wire

@testable import searchbus

/// What `searchbus status` reports about nodes that share a log.
@Suite struct ClusterReportTests {
    private func heard(_ machine: String, place: Int, shards: [Int], _ board: inout ProcessBoard) {
        let supervisor: ProcessStatus = [
            "machine": .string(machine), "state": "working", "shards": .array(shards.map { JSON($0) }), "shardCount": 4,
        ]
        let broker: ProcessStatus = [
            "machine": .string(machine), "pid": 7,
            "journal": ["place": JSON(place), "last": 9, "isAvailable": true, "leader": "n2"],
        ]
        board.received(supervisor, from: "supervisor", at: .now)
        board.received(broker, from: "broker", at: .now)
    }

    @Test func `each machine has a line with its shards and how far its copy is behind`() {
        var statuses = StatusReport.board(of: [], on: "b")
        heard("b", place: 9, shards: [1, 3], &statuses)
        heard("a", place: 7, shards: [0, 2], &statuses)
        let report = StatusReport(state: nil, board: statuses)
        #expect(
            report.lines.suffix(3) == [
                "MACHINE   STATE    SHARDS  PROCESSES  COPY AT  BEHIND  LOG'S LEADER",
                "a         working  0 2             1        7       2  n2",
                "b (this)  working  1 3             1        9       0  n2",
            ]
        )
        let machines = report.json["machines"]?.array ?? []
        #expect(machines.map { $0["name"] } == ["a", "b"] && machines.map { $0["lag"] } == [2, 0])
        // The list of processes is this machine's, without the node agent.
        #expect(report.json["processes"]?.array?.map { $0["name"] } == ["broker"])
    }

    @Test func `each problem has a line, and what all nodes report about the servers has one`() {
        var statuses = StatusReport.board(of: [], on: "b")
        for machine in ["a", "b"] {
            let journal: JSON = ["place": 1, "advice": "NATS is old."]
            statuses.received(["machine": .string(machine), "journal": journal], from: "broker", at: .now)
        }
        let behind: JSON = [["index": "products", "origin": "b, today", "since": "now"]]
        statuses.received(["machine": "a", "indexesBehind": behind], from: "copies", at: .now)
        let report = StatusReport(state: nil, board: statuses)
        #expect(report.lines.suffix(2) == ["a: index products is older than that of b, today", "NATS is old."])
        #expect(report.json["machines"]?.array?.first?["indexesBehind"] == behind)
    }

    @Test func `an invalid offset is omitted`() {
        var statuses = StatusReport.board(of: [], on: "b")
        heard("b", place: 9, shards: [1], &statuses)
        heard("a", place: Int.min, shards: [0], &statuses)
        let machines = StatusReport(state: nil, board: statuses).json["machines"]?.array ?? []
        #expect(machines.map { $0["place"] } == [nil, 9] && machines.map { $0["lag"] } == [nil, 0])
    }

    @Test func `without a shared log, the report has no nodes`() {
        var statuses = StatusReport.board(of: [], on: nil)
        statuses.received(["machine": "x"], from: "broker", at: .now)
        let report = StatusReport(state: nil, board: statuses)
        #expect(report.json["machines"] == nil && report.lines.count == 2)
    }
}
