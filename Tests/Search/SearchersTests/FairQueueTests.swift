// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Bus
import BusTesting
import Components
import RandomTesting
import Testing
import Wire

@testable import Searchers

@Suite("Turns between callers")
struct FairQueueTests {
    /// The same queue as a list, with which fairness can be checked.
    private struct Model {
        var waiting: [(caller: String, number: Int)] = []
        /// The number of others' elements that were taken since the last turn of a waiting caller.
        var passed: [String: Int] = [:]
    }

    @Test func `A caller waits for one element of each other caller, and its own come in their order`() {
        var random = SeededGenerator(seed: testSeed)
        for _ in 0..<200 {
            var queue = FairQueue<String, Int>()
            var model = Model()
            let callers = (0..<Int.random(in: 1...6, using: &random)).map { "caller-\($0)" }
            for number in 0..<200 {
                switch Int.random(in: 0..<10, using: &random) {
                case 0..<5:
                    // One caller adds most.
                    let caller = random.isTrue() ? callers[0] : random.pick(callers)
                    queue.append(number, of: caller)
                    if !model.waiting.contains(where: { $0.caller == caller }) { model.passed[caller] = 0 }
                    model.waiting.append((caller, number))
                case 5..<9:
                    let barred = random.pick(callers + ["none"])
                    let allowed = Set(model.waiting.map(\.caller)).subtracting([barred])
                    guard let (caller, element) = queue.popFirst(where: { $0 != barred }) else {
                        #expect(allowed.isEmpty)
                        continue
                    }
                    #expect(allowed.contains(caller))
                    let place = model.waiting.firstIndex { $0.caller == caller }
                    #expect(place.map { model.waiting[$0].number } == element, "its oldest")
                    if let place { model.waiting.remove(at: place) }
                    for other in model.passed.keys where other != caller && other != barred {
                        model.passed[other, default: 0] += 1
                    }
                    model.passed[caller] = model.waiting.contains { $0.caller == caller } ? 0 : nil
                default:
                    let caller = random.pick(callers)
                    let removed = queue.remove(of: caller) { $0.isMultiple(of: 3) }
                    let expected = model.waiting.filter { $0.caller == caller && $0.number.isMultiple(of: 3) }
                    #expect(removed == expected.map(\.number))
                    model.waiting.removeAll { $0.caller == caller && $0.number.isMultiple(of: 3) }
                    if !model.waiting.contains(where: { $0.caller == caller }) { model.passed[caller] = nil }
                }
                #expect(queue.count == model.waiting.count && queue.isEmpty == model.waiting.isEmpty)
                #expect(queue.elements.sorted() == model.waiting.map(\.number).sorted())
                for caller in callers {
                    #expect(queue.count(of: caller) == model.waiting.count { $0.caller == caller })
                }
            }
            // No caller starves: a round takes one element of each caller.
            while !queue.isEmpty {
                let waiting = Set(model.waiting.map(\.caller))
                let round = waiting.indices.compactMap { _ in queue.popFirst()?.caller }
                #expect(Set(round) == waiting && round.count == waiting.count)
                for caller in round {
                    if let place = model.waiting.firstIndex(where: { $0.caller == caller }) {
                        model.waiting.remove(at: place)
                    }
                }
            }
        }
    }

    private func asked(_ number: UInt64, _ caller: String) throws -> QuestionStateMachine.Asked {
        let event = try Event.made(.request, "algolia", session: "s", type: "t", data: [:], at: number)
        return .init(sequence: event.sequence, questions: [], cause: Cause(event), caller: caller, byteCount: 100)
    }

    @Test func `A caller with many questions holds up neither those of others nor all that are with engines`() throws {
        var state = QuestionStateMachine()
        for number in 1...500 { state.ask(try asked(UInt64(number), "many")) }
        let full = state.byteCount
        #expect(full >= 500 * 800)
        var begun: [(id: Int, asked: QuestionStateMachine.Asked)] = []
        while let next = state.begin() { begun.append(next) }
        #expect(begun.count == QuestionStateMachine.maxInFlightPerCaller && !state.wantsMore)
        state.ask(try asked(501, "one"))
        #expect(state.wantsMore)
        let begunOther = state.begin()
        let other = try #require(begunOther)
        #expect(other.asked.caller == "one" && other.asked.sequence.rawValue == 501)
        let endedOther = state.end(other.id)
        let (_, answered) = try #require(endedOther)
        #expect(answered.open.count == 500, "those before it have no answer yet")
        #expect(state.pending?.rawValue == 1 && state.byteCount == full)
        for begun in begun { _ = state.end(begun.id) }
        #expect(state.wantsMore && state.count == 500 - begun.count)
        while let next = state.begin() { _ = state.end(next.id) }
        #expect(state.byteCount == 0 && state.count == 0)
    }
}
