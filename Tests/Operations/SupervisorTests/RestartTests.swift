// SPDX-License-Identifier: MIT

import Bus
import ProcessTesting
import Runtime
import Testing

@testable import Supervisor

@Suite struct RestartTests {
    private typealias Harness = MachineHarness

    private func restart(_ harness: inout Harness, _ names: String...) {
        harness.forgetActions()
        harness.take(harness.machine.restart(names, now: harness.now))
    }

    @Test func `what is asked for ends in order and starts again, and nothing else does`() {
        var harness = Harness.ready()
        restart(&harness, "a", "unknown")
        #expect(harness.reports.first == .asked(["a"]))
        #expect(harness.signalled(.terminate) == ["a"])
        harness.exit("a", .code(0))
        #expect(harness.spawned == ["a"])
        #expect(harness.states.allSatisfy { $0.restarts == 0 })
    }

    @Test func `the gateway comes last where others are asked for, and at once alone`() {
        var harness = Harness.ready()
        restart(&harness, "gateway", "a")
        #expect(harness.signalled(.terminate) == ["a"])
        harness.exit("a", .code(0))
        harness.hear("a")
        #expect(harness.signalled(.terminate).last == "gateway")
        harness.exit("gateway", .code(0))
        #expect(harness.spawned == ["a", "gateway"])

        var other = Harness.ready()
        restart(&other, "gateway")
        #expect(other.signalled(.terminate) == ["gateway"])
    }

    @Test func `one that waits for its next try starts at once`() {
        var harness = Harness.ready()
        for _ in 0..<4 {
            harness.exit("a", .code(1))
            harness.pass(.seconds(5))
        }
        harness.exit("a", .code(1))
        restart(&harness, "a")
        #expect(harness.spawned == ["a"])
    }

    @Test func `nothing is restarted while everything ends`() {
        var harness = Harness.ready()
        harness.take(harness.machine.stop(now: harness.now))
        restart(&harness, "a")
        #expect(harness.actions.isEmpty)
    }
}

@Suite struct RestartRequestsTests {
    @Test func `requests are taken once, each name once, and are private to their owner`() throws {
        let folder = try makeTemporaryDirectory()
        defer { removeDirectory(folder) }
        let requests = RestartRequests(runtime: folder)
        #expect(requests.take() == [])
        _ = try requests.ask(["a", "b"], id: "1")
        _ = try requests.ask(["b"], id: "2")
        #expect(RuntimeDirectory.isOpenToOthers("\(folder)/requests") == false)
        #expect(Set(requests.take()) == ["a", "b"])
        #expect(requests.take() == [])
    }

    @Test func `invalid requests are deleted, and other files are kept`() throws {
        let folder = try makeTemporaryDirectory()
        defer { removeDirectory(folder) }
        let requests = RestartRequests(runtime: folder)
        _ = try requests.ask([], id: "0")
        for text in ["", "{]", #"{"restart":5}"#, #"{"restart":[1,null]}"#] {
            try Files.replace("\(folder)/requests/x.json", with: Array(text.utf8))
            #expect(requests.take() == [])
            #expect((try? Files.read("\(folder)/requests/x.json")) == nil)
        }
        try Files.replace("\(folder)/requests/x.json.part", with: Array(#"{"restart":["a"]}"#.utf8))
        #expect(requests.take() == [])
    }
}
