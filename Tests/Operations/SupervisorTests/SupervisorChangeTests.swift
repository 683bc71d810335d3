// SPDX-License-Identifier: MIT

import Bus
import Testing

@testable import Supervisor

@Suite struct SupervisorChangeTests {
    private typealias Harness = MachineHarness

    private func changed(_ harness: inout Harness, to definitions: [ProcessDefinition]) {
        harness.forgetActions()
        harness.take(harness.machine.change(to: definitions, now: harness.now))
    }

    private let newGateway = Harness.definition("gateway", .gateway, arguments: ["2"])

    @Test func `a new process starts, and the gateway restarts after its first report`() {
        var harness = Harness.ready()
        changed(&harness, to: Harness.usual.dropLast() + [Harness.definition("c"), newGateway])
        #expect(harness.spawned == ["c"])
        #expect(harness.signalled(.terminate).isEmpty)
        harness.hear("c")
        #expect(harness.signalled(.terminate) == ["gateway"])
        harness.exit("gateway", .signal(15))
        #expect(harness.spawned == ["c", "gateway"])
        #expect(harness.actions.contains(.spawn(newGateway)))
        harness.hear("gateway")
        harness.take(harness.machine.linked("http://z", now: harness.now))
        #expect(harness.reports.last == .ready(after: .zero, link: "http://z"))
        #expect(harness.states.map(\.name) == ["broker", "a", "b", "c", "gateway"])
    }

    @Test func `the gateway waits only for a time for a new process that never reports`() {
        var harness = Harness.ready()
        changed(&harness, to: Harness.usual.dropLast() + [Harness.definition("c"), newGateway])
        harness.pass(.seconds(5))
        #expect(harness.signalled(.terminate) == ["gateway"])
    }

    @Test func `a process that was removed from the app is stopped and dropped`() {
        var harness = Harness.ready()
        changed(&harness, to: Harness.usual.filter { $0.name != "a" })
        #expect(harness.signalled(.terminate) == ["a"])
        harness.exit("a", .code(0))
        #expect(harness.states.map(\.name) == ["broker", "b", "gateway"])
        harness.pass(.seconds(60))
        #expect(harness.spawned.isEmpty)
    }

    @Test func `a changed process is ended and started by its new definition, without a wait or a mark`() {
        var harness = Harness.ready()
        let new = Harness.definition("a", arguments: ["new"])
        changed(&harness, to: [Harness.usual[0], new, Harness.usual[2], Harness.usual[3]])
        harness.exit("a", .signal(15))
        #expect(harness.actions.contains(.spawn(new)))
        #expect(harness.states.allSatisfy { $0.restarts == 0 })
    }

    @Test func `a changed process that waits for its restart starts at once`() {
        var harness = Harness.ready()
        harness.exit("a")
        let new = Harness.definition("a", arguments: ["new"])
        changed(&harness, to: [Harness.usual[0], new, Harness.usual[2], Harness.usual[3]])
        #expect(harness.actions.contains(.spawn(new)))
    }

    @Test func `a process taken out and put back while it ends starts once it has ended`() {
        var harness = Harness.ready()
        changed(&harness, to: Harness.usual.filter { $0.name != "a" })
        changed(&harness, to: Harness.usual)
        #expect(harness.spawned.isEmpty)
        harness.exit("a", .signal(15))
        #expect(harness.spawned == ["a"])
    }

    @Test func `a change back while a process ends leaves it to start by the older definition`() {
        var harness = Harness.ready()
        let new = Harness.definition("a", arguments: ["new"])
        changed(&harness, to: [Harness.usual[0], new, Harness.usual[2], Harness.usual[3]])
        changed(&harness, to: Harness.usual)
        harness.exit("a", .signal(15))
        #expect(harness.actions.contains(.spawn(Harness.usual[1])))
    }

    @Test func `a new process waits for a broker that has not answered yet`() {
        var harness = Harness(Harness.usual)
        changed(&harness, to: Harness.usual.dropLast() + [Harness.definition("c"), Harness.usual[3]])
        #expect(harness.spawned.isEmpty)
        harness.hear("broker")
        #expect(harness.spawned == ["a", "b", "c", "gateway"])
    }

    @Test func `without a change nothing is done, and this is reported`() {
        var harness = Harness.ready()
        changed(&harness, to: Harness.usual)
        #expect(harness.reports.map(\.description) == ["the app changed: nothing to do"])
        #expect(harness.actions.count == 1)
    }

    @Test func `a change while everything stops is ignored`() {
        var harness = Harness.ready()
        harness.take(harness.machine.stop(now: harness.now))
        changed(&harness, to: [])
        #expect(harness.actions.isEmpty)
    }

    @Test func `stopping in the middle of a change starts nothing`() {
        var harness = Harness.ready()
        changed(
            &harness,
            to: [Harness.usual[0], Harness.definition("a", arguments: ["new"]), Harness.usual[2], newGateway]
        )
        harness.take(harness.machine.stop(now: harness.now))
        harness.forgetActions()
        for name in ["a", "gateway", "b", "broker"] { harness.exit(name, .signal(15)) }
        #expect(harness.spawned.isEmpty)
        #expect(harness.actions.last == .finish)
    }

    @Test func `the difference names what is new, gone and changed`() {
        let difference = AppDifference(
            from: [Harness.definition("same"), Harness.definition("gone"), Harness.definition("other")],
            to: [Harness.definition("new"), Harness.definition("same"), Harness.definition("other", arguments: ["x"])]
        )
        #expect(difference.started.map(\.name) == ["new"])
        #expect(difference.stopped == ["gone"])
        #expect(difference.restarted.map(\.name) == ["other"])
        #expect(
            SupervisorReport.changed(difference).description
                == "the app changed: starting new; stopping gone; restarting other"
        )
    }
}
