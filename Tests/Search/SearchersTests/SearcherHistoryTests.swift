// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Components
import RandomTesting
import SearchModel
import Testing
import Wire

@testable import Searchers

/// Random histories of one session against a model that has the rules and not the implementation.
@Suite("Searcher histories")
struct SearcherHistoryTests {
    private static let names = ["a", "b", "c"]

    /// The required final state of a member.
    private struct Model {
        var wanted: MemberRequest?
        var shown = 0
        var isUnderWay = false
        /// The current search, or the last one.
        var begun: Int?
        var isStale = false
        /// The event that a restart needs to find pending requests.
        var owedSince: SequenceNumber?

        var isSettled: Bool {
            guard !isUnderWay else { return false }
            guard let wanted, wanted.isAdmitted else { return true }
            return shown >= wanted.number && !isStale
        }
    }

    @Test(arguments: 1...300)
    func `Every member reaches its last request, never goes back, and holds the cursor until then`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let cause = Cause(try Event.made(.request, "u", session: "s", type: "t", data: [:], at: 1))
        let now = ContinuousClock.now
        var machine = SearcherStateMachine(Self.names)
        var models = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, Model()) })
        var (number, sequence) = (0, UInt64(0))

        func settle(_ comment: Comment) {
            for name in Self.names where models[name]?.isSettled == true { models[name]?.owedSince = nil }
            #expect(machine.pending == models.values.compactMap(\.owedSince).min(), comment)
        }

        func end(_ search: SearcherStateMachine.Search, _ comment: Comment) {
            let ended = machine.end(search.id)
            for (name, asked) in search.asked {
                guard ended != nil else { continue }
                models[name]?.isUnderWay = false
                let isRight = asked.number >= models[name]?.wanted?.since ?? 0
                #expect(ended?.shown.contains(name) == isRight, comment)
                guard isRight else { continue }
                #expect(asked.number >= models[name]?.shown ?? 0, "an answer goes back; \(comment)")
                models[name]?.shown = asked.number
            }
            settle(comment)
        }

        func begin(_ comment: Comment) {
            let waiting = machine.waiting
            let expected = models.filter { !$0.value.isUnderWay && !$0.value.isSettled }.keys.sorted()
            #expect(waiting == expected, comment)
            guard !waiting.isEmpty else { return }
            let search = machine.begin(waiting, at: now)
            for name in waiting {
                #expect(search.asked[name] == models[name]?.wanted, comment)
                models[name]?.isUnderWay = true
                models[name]?.begun = search.asked[name]?.number
                models[name]?.isStale = false
            }
        }

        for step in 0..<80 {
            let comment: Comment = "seed \(seed), step \(step)"
            sequence += 1
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4:
                number += 1
                var members = models.compactMapValues(\.wanted)
                for name in Self.names where members[name] == nil || Bool.random(using: &random) {
                    let isAdmitted = Int.random(in: 0..<4, using: &random) > 0
                    let since = isAdmitted && Bool.random(using: &random) ? members[name]?.since ?? 0 : number
                    members[name] = MemberRequest(number: number, since: since, isAdmitted: isAdmitted, index: "p")
                }
                let waiting = models.filter { name, model in
                    guard let wanted = model.wanted, wanted.isAdmitted, members[name]?.number == number else {
                        return false
                    }
                    return wanted.number > model.shown && !(model.isUnderWay && model.begun == wanted.number)
                }
                let overtaken = machine.fold(
                    UnitRequest(searcher: "u", number: number, members: members),
                    at: SequenceNumber(rawValue: sequence),
                    cause
                )
                for name in Self.names {
                    models[name]?.wanted = members[name]
                    guard members[name]?.number == number, members[name]?.isAdmitted == true else { continue }
                    // The last request replaces all earlier ones.
                    models[name]?.owedSince = SequenceNumber(rawValue: sequence)
                }
                let first = overtaken.prefix(waiting.count)
                #expect(first.map(\.member) == waiting.keys.sorted(), comment)
                #expect(first.allSatisfy { $0.request == waiting[$0.member]?.wanted }, comment)
                let given = overtaken.dropFirst(waiting.count)
                for one in given {
                    #expect(one.request.number < models[one.member]?.wanted?.since ?? 0, comment)
                    models[one.member]?.isUnderWay = false
                }
                let cancelled = machine.takeCancelled()
                #expect(cancelled.isEmpty == given.isEmpty, comment)
                for id in cancelled { #expect(machine.end(id) == nil, comment) }
                settle(comment)
            case 4:
                let some = Set(Self.names.filter { _ in Bool.random(using: &random) })
                machine.renew(some, at: SequenceNumber(rawValue: sequence), cause)
                for name in some where models[name]?.wanted?.isAdmitted == true {
                    models[name]?.isStale = true
                    if models[name]?.owedSince == nil { models[name]?.owedSince = SequenceNumber(rawValue: sequence) }
                }
                settle(comment)
            case 5..<8:
                begin(comment)
            default:
                guard let search = machine.searches.values.randomElement(using: &random) else { continue }
                end(search, comment)
            }
        }
        // Without further events, it becomes idle.
        for _ in 0..<4 {
            begin("seed \(seed), the end")
            for search in machine.searches.values { end(search, "seed \(seed), the end") }
        }
        #expect(!machine.wantsEffects && machine.pending == nil, "seed \(seed)")
        for (name, model) in models where model.wanted?.isAdmitted == true {
            #expect(machine.members[name]?.answered == model.wanted?.number, "seed \(seed), \(name)")
        }
    }
}
