// SPDX-License-Identifier: MIT

import Bus
import RandomTesting
import Supervisor
import Testing
import Wire

@testable import Membership

/// Nodes agree on the owners of shards by themselves.
@Suite struct ClusterViewTests {
    private static func member(
        _ machine: String,
        _ roles: Set<MachineRole> = [.workers],
        shards: Int = 8
    ) -> ClusterMember {
        ClusterMember(machine: machine, instance: "i\(machine)", roles: roles, shardCount: shards)
    }

    /// A node that receives the others' reports every second until a time.
    private static func view(_ own: String, hearing others: [String], until end: Int = 5) -> ClusterView {
        var view = ClusterView(member(own))
        view.connection(true, now: .zero)
        for second in 0...end {
            for other in others { _ = view.heard(member(other), now: .seconds(second)) }
            _ = view.tick(now: .seconds(second))
        }
        return view
    }

    @Test(arguments: 1...7) func `Machines that hear each other share the shards among them`(count: Int) {
        let machines = (0..<count).map { "m\($0)" }
        let views = machines.map { own in Self.view(own, hearing: machines.filter { $0 != own }) }
        #expect(views.flatMap(\.shards).sorted() == Array(0..<8))
        #expect(views.allSatisfy { $0.shards.count <= (8 + count - 1) / count })
        #expect(views.allSatisfy { $0.machines == machines })
    }

    @Test func `A machine that goes leaves its shards to the others, and little else moves`() {
        let machines = (0..<6).map { "node\($0)" }
        let before = ShardOwners.find(among: machines, count: 64)
        for gone in machines {
            let after = ShardOwners.find(among: machines.filter { $0 != gone }.reversed(), count: 64)
            #expect(!after.contains(gone))
            let moved = before.indices.filter { before[$0] != after[$0] && before[$0] != gone }
            #expect(moved.count <= 16, "\(moved.count) shards of others moved when \(gone) went")
        }
    }

    @Test func `Nothing is decided before the others could report`() {
        var view = ClusterView(Self.member("a"))
        let changes = view.tick(now: .seconds(100))
        #expect(!changes)
        view.connection(true, now: .seconds(100))
        let changesThen = view.tick(now: .seconds(101))
        #expect(!changesThen)
        let isNew = view.heard(Self.member("b"), now: .seconds(101))
        #expect(isNew)
        let isNewThen = view.heard(Self.member("b"), now: .seconds(101))
        #expect(!isNewThen)
        let changesLater = view.tick(now: .seconds(102))
        #expect(changesLater)
        #expect(view.shards.count == 4)
    }

    @Test func `The shards of a machine that is silent go to the others`() {
        var view = Self.view("a", hearing: ["b"])
        #expect(view.shards.count == 4)
        let changes = view.tick(now: .seconds(9))
        #expect(!changes)
        let changesThen = view.tick(now: .milliseconds(9100))
        #expect(changesThen)
        #expect(view.shards == Array(0..<8))
        #expect(view.machines == ["a"])
    }

    @Test func `A machine that says that it leaves is not waited for`() {
        var view = Self.view("a", hearing: ["b"])
        var leaving = Self.member("b")
        leaving.isLeaving = true
        let isNew = view.heard(leaving, now: .seconds(5))
        #expect(!isNew)
        let changes = view.tick(now: .seconds(5))
        #expect(changes)
        #expect(view.shards == Array(0..<8))
    }

    @Test func `A node that lags far leaves the work to others until it has caught up, and they are notified`() {
        var (view, other) = (Self.view("a", hearing: ["b"]), Self.view("b", hearing: ["a"]))
        let shards = view.shards
        view.copy(isBehind: true)
        var member = Self.member("a")
        member.isBehind = true
        _ = other.heard(member, now: .seconds(5))
        let changes = (view.tick(now: .seconds(5)), other.tick(now: .seconds(5)))
        #expect(changes.0 && changes.1)
        #expect(view.shards.isEmpty && view.machines == ["b"] && other.shards == Array(0..<8))
        view.copy(isBehind: false)
        _ = other.heard(Self.member("a"), now: .seconds(6))
        let changesThen = (view.tick(now: .seconds(6)), other.tick(now: .seconds(6)))
        #expect(changesThen.0 && changesThen.1)
        #expect(view.shards == shards && other.shards.count == 4)
    }

    @Test func `A partitioned node does not assume that it is alone`() {
        var view = Self.view("a", hearing: ["b"])
        let shards = view.shards
        view.journal(takesEntries: false, now: .seconds(6))
        let changes = view.tick(now: .seconds(60))
        #expect(!changes)
        view.journal(takesEntries: true, now: .seconds(60))
        // The others have a moment to report again.
        let changesThen = view.tick(now: .seconds(62))
        #expect(!changesThen)
        _ = view.heard(Self.member("b"), now: .seconds(62))
        let changesLater = view.tick(now: .seconds(63))
        #expect(!changesLater)
        #expect(view.shards == shards)
    }

    @Test func `A missing broker changes nothing`() {
        var view = Self.view("a", hearing: ["b"])
        view.connection(false, now: .seconds(6))
        let changes = view.tick(now: .seconds(30))
        #expect(!changes)
        view.connection(true, now: .seconds(30))
        let changesThen = view.tick(now: .seconds(33))
        #expect(!changesThen)
        let changesLater = view.tick(now: .seconds(35))
        #expect(changesLater, "a node that stays silent is lost")
    }

    @Test func `A machine without workers has no shards, and takes none from others`() {
        var view = Self.view("a", hearing: [])
        _ = view.heard(Self.member("b", [.gateway]), now: .seconds(5))
        let changes = view.tick(now: .seconds(5))
        #expect(!changes)
        var other = ClusterView(Self.member("b", [.gateway]))
        other.connection(true, now: .zero)
        _ = other.heard(Self.member("a"), now: .seconds(1))
        let changesThen = other.tick(now: .seconds(2))
        #expect(!changesThen)
        #expect(other.shards.isEmpty && other.machines == ["a"])
    }

    @Test func `Of two machines with one name one works`() {
        func view(_ instance: String) -> ClusterView {
            var member = Self.member("a")
            member.instance = instance
            return ClusterView(member)
        }
        var (first, second) = (view("i1"), view("i2"))
        var shards: [[Int]] = []
        for (one, other) in [("i1", "i2"), ("i2", "i1")] {
            var member = Self.member("a")
            member.instance = other
            var view = one == "i1" ? first : second
            view.connection(true, now: .zero)
            _ = view.heard(member, now: .seconds(1))
            _ = view.tick(now: .seconds(2))
            shards.append(view.shards)
            if one == "i1" { first = view } else { second = view }
        }
        #expect(shards == [Array(0..<8), []])
        #expect(second.isNameTaken && !first.isNameTaken)
        // The other one has left.
        let changes = second.tick(now: .seconds(6))
        #expect(changes)
        #expect(second.shards == Array(0..<8))
    }

    @Test func `What a supervisor says of itself is read again, and nothing else is`() throws {
        var member = Self.member("a", [.workers, .gateway])
        member.shards = [0, 7]
        #expect(ClusterMember(member.status) == member)
        member.isBehind = true
        #expect(ClusterMember(member.status) == member)
        #expect(ClusterMember(["machine": "a b", "instance": "i", "shardCount": 8]) == nil)
        #expect(ClusterMember(["machine": "a", "instance": "i", "shardCount": 8_000_000]) == nil)
        let odd = ClusterMember(["machine": "a", "instance": "i", "shardCount": 4, "shards": [1, 9, -1, "x"]])
        #expect(odd?.shards == [1])
    }

    @Test func `In random histories each shard has one owner as soon as all hear each other again`() {
        let seed = testSeed
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let names = (0..<Int.random(in: 2...5, using: &random)).map { "m\($0)" }
            var views = Dictionary(uniqueKeysWithValues: names.map { ($0, ClusterView(Self.member($0))) })
            for name in names { views[name]?.connection(true, now: .zero) }
            var alive = Set(names)
            var cut: Set<String> = []
            for second in 1...60 {
                if second <= 40, Int.random(in: 0..<5, using: &random) == 0,
                    let name = names.randomElement(using: &random)
                {
                    if cut.contains(name) { cut.remove(name) } else { cut.insert(name) }
                    views[name]?.journal(takesEntries: !cut.contains(name), now: .seconds(second))
                }
                if second <= 40, Int.random(in: 0..<8, using: &random) == 0,
                    let name = names.randomElement(using: &random)
                {
                    if alive.count > 1, alive.contains(name) {
                        alive.remove(name)
                    } else if alive.insert(name).inserted {
                        views[name] = ClusterView(Self.member(name))
                        views[name]?.connection(true, now: .seconds(second))
                        views[name]?.journal(takesEntries: !cut.contains(name), now: .seconds(second))
                    }
                }
                if second == 41 {
                    for name in cut { views[name]?.journal(takesEntries: true, now: .seconds(second)) }
                    cut = []
                }
                for speaker in alive.subtracting(cut) {
                    for hearer in alive.subtracting(cut) where hearer != speaker {
                        _ = views[hearer]?.heard(Self.member(speaker), now: .seconds(second))
                    }
                }
                for name in alive { _ = views[name]?.tick(now: .seconds(second)) }
            }
            let shards = alive.flatMap { views[$0]?.shards ?? [] }
            #expect(shards.sorted() == Array(0..<8), "seed \(seed)")
        }
    }
}
