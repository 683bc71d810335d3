// SPDX-License-Identifier: MIT

import Backends
import Bus
import BusTesting
import Components
import SearchModel
import Testing
import Wire

@testable import Searchers

@Suite("Searcher state machine")
struct SearcherStateMachineTests {
    typealias Machine = SearcherStateMachine

    private let cause: Cause
    private let start = ContinuousClock.now

    init() throws {
        cause = Cause(
            try Event.made(.request, "all", session: "s", type: "searchbus.request.changed", data: [:], at: 1)
        )
    }

    private func machine(_ names: [String] = ["products", "films"]) -> Machine { Machine(names) }

    private func place(_ number: UInt64) -> SequenceNumber { SequenceNumber(rawValue: number) }

    private func request(_ number: Int, _ members: [String: MemberRequest]) -> UnitRequest {
        UnitRequest(searcher: "all", number: number, members: members)
    }

    private func asks(
        _ number: Int,
        _ query: String = "",
        since: Int = 0,
        isAdmitted: Bool = true,
        page: Int = 0
    )
        -> MemberRequest
    {
        MemberRequest(number: number, since: since, isAdmitted: isAdmitted, query: query, index: "p", page: page)
    }

    /// Begins the pending members, as one search.
    private func begin(_ machine: inout Machine) -> Machine.Search { machine.begin(machine.waiting, at: start) }

    // MARK: Latest wins

    @Test func `The newest request replaces the one that waits, and the one in flight is shown when it ends`() {
        var machine = machine(["products"])
        #expect(machine.fold(request(1, ["products": asks(1, "a")]), at: place(1), cause).isEmpty)
        let first = begin(&machine)
        #expect(machine.fold(request(2, ["products": asks(2, "ab")]), at: place(2), cause).isEmpty)
        let overtaken = machine.fold(request(3, ["products": asks(3, "abc")]), at: place(3), cause)
        #expect(overtaken.map(\.request.number) == [2], "one that waited has no answer; the one in flight may have")
        #expect(machine.waiting.isEmpty, "one search of a member is in flight at a time")
        #expect(machine.end(first.id)?.shown == ["products"], "nothing newer is shown yet")
        let second = begin(&machine)
        #expect(second.asked["products"]?.query == "abc")
        #expect(machine.end(second.id)?.shown == ["products"])
        #expect(machine.members["products"]?.answered == 3)
        #expect(!machine.wantsEffects)
    }

    @Test func `A search whose answer would be wrong to show is cancelled, and its end is nothing`() {
        var machine = machine(["products"])
        _ = machine.fold(request(1, ["products": asks(1, "a")]), at: place(1), cause)
        let first = begin(&machine)
        let given = machine.fold(request(2, ["products": asks(2, "", since: 2)]), at: place(2), cause)
        #expect(given.map(\.request.number) == [1])
        #expect(machine.takeCancelled() == [first.id])
        #expect(machine.takeCancelled().isEmpty, "each is cancelled once")
        #expect(machine.end(first.id) == nil)
        let second = begin(&machine)
        #expect(second.asked["products"]?.number == 2)
        #expect(machine.end(second.id)?.shown == ["products"])
    }

    @Test func `A search that is current for one of its members continues, and the other one's answer is not shown`() {
        var machine = machine()
        _ = machine.fold(request(1, ["products": asks(1), "films": asks(1)]), at: place(1), cause)
        let search = begin(&machine)
        let next = request(2, ["products": asks(2, since: 2, isAdmitted: false), "films": asks(1)])
        #expect(machine.fold(next, at: place(2), cause).isEmpty)
        #expect(machine.takeCancelled().isEmpty)
        #expect(machine.end(search.id)?.shown == ["films"])
        #expect(machine.members["products"]?.answered == 0)
        #expect(!machine.wantsEffects)
        #expect(machine.pending == nil)
    }

    @Test func `What is not admitted is not searched, and what was searched before is given up`() {
        var machine = machine(["products"])
        _ = machine.fold(request(1, ["products": asks(1, "abc")]), at: place(1), cause)
        _ = begin(&machine)
        let given = machine.fold(
            request(2, ["products": asks(2, "ab", since: 2, isAdmitted: false)]),
            at: place(2),
            cause
        )
        #expect(given.count == 1)
        #expect(machine.waiting.isEmpty)
        #expect(machine.pending == nil)
    }

    @Test func `A request that is older than the last one changes nothing`() {
        var machine = machine(["products"])
        _ = machine.fold(request(5, ["products": asks(5, "new")]), at: place(1), cause)
        _ = machine.fold(request(4, ["products": asks(4, "old")]), at: place(2), cause)
        #expect(begin(&machine).asked["products"]?.query == "new")
    }

    @Test func `A request that calls its own answer wrong to show is answered all the same`() {
        var machine = machine(["products"])
        _ = machine.fold(request(1, ["products": asks(1, since: 9)]), at: place(1), cause)
        #expect(machine.end(begin(&machine).id)?.shown == ["products"])
        #expect(!machine.wantsEffects, "else it would be searched again and again")
    }

    // MARK: Members

    @Test func `A page is not lost to another member's change, and members do not wait for each other`() {
        var machine = machine()
        _ = machine.fold(request(1, ["products": asks(1), "films": asks(1)]), at: place(1), cause)
        _ = machine.end(begin(&machine).id)
        _ = machine.fold(request(2, ["products": asks(2, page: 1), "films": asks(1)]), at: place(2), cause)
        let page = begin(&machine)
        #expect(page.asked.keys.sorted() == ["products"])
        _ = machine.fold(request(3, ["products": asks(2, page: 1), "films": asks(3, "x")]), at: place(3), cause)
        let films = begin(&machine)
        #expect(films.asked.keys.sorted() == ["films"])
        #expect(machine.end(films.id)?.shown == ["films"])
        #expect(machine.end(page.id)?.shown == ["products"])
        #expect(page.asked["products"]?.page == 1)
    }

    // MARK: The cursor

    @Test func `The cursor is held back before the last request of each member as long as it is unanswered`() {
        var machine = machine()
        #expect(machine.pending == nil)
        _ = machine.fold(request(1, ["products": asks(1), "films": asks(1)]), at: place(10), cause)
        #expect(machine.pending == place(10))
        let products = machine.begin(["products"], at: start)
        let films = machine.begin(["films"], at: start)
        _ = machine.fold(request(2, ["products": asks(2, "a"), "films": asks(1)]), at: place(11), cause)
        _ = machine.end(products.id)
        _ = machine.end(films.id)
        #expect(machine.pending == place(11), "the newest text of `products` waits")
        let last = begin(&machine)
        #expect(machine.pending == place(11))
        _ = machine.end(last.id)
        #expect(machine.pending == nil)
    }

    @Test func `Requests without end move the cursor on, however slow the engine is`() {
        var machine = machine(["products"])
        for number in 1...1_000 {
            _ = machine.fold(request(number, ["products": asks(number)]), at: place(UInt64(number)), cause)
            if number == 1 { _ = begin(&machine) }
            #expect(machine.pending == place(UInt64(number)), "the last one is all that a restart needs")
        }
    }

    @Test func `A request that asks for nothing new holds nothing back`() {
        var machine = machine(["products"])
        machine.noteWanted(request(4, ["products": asks(4, "a")]))
        machine.noteAnswered("products", 4)
        _ = machine.fold(request(4, ["products": asks(4, "a")]), at: place(9), cause)
        #expect(machine.pending == nil)
        #expect(!machine.wantsEffects)
    }

    // MARK: Again

    @Test func `What was answered is searched again, also where it is just being searched`() {
        var machine = machine()
        _ = machine.fold(request(1, ["products": asks(1), "films": asks(1)]), at: place(1), cause)
        let first = begin(&machine)
        machine.renew(["products"], at: place(2), cause)
        #expect(machine.waiting.isEmpty)
        #expect(machine.end(first.id)?.shown == ["films", "products"])
        #expect(machine.pending == place(1))
        let again = begin(&machine)
        #expect(again.asked.keys.sorted() == ["products"])
        _ = machine.end(again.id)
        #expect(machine.pending == nil)
        machine.renew(["films"], at: place(7), cause)
        #expect(machine.pending == place(7))
        #expect(begin(&machine).asked["films"]?.number == 1)
    }

    @Test func `Members without a request, or with a refused one, are not searched again`() {
        var machine = machine()
        machine.noteWanted(request(1, ["products": asks(1, isAdmitted: false)]))
        machine.renew(["products", "films"], at: place(3), cause)
        #expect(!machine.wantsEffects)
        #expect(machine.pending == nil)
    }

    @Test func `What is asked once is neither searched again nor tried again`() {
        var once = asks(1, "a")
        once.isOnce = true
        var machine = machine()
        _ = machine.fold(request(1, ["products": once, "films": asks(1, "a")]), at: place(1), cause)
        let search = begin(&machine)
        let ended = machine.arrive(
            search.id,
            search.answers(failing: ["products": .backendFailed, "films": .backendFailed]),
            at: start
        )
        #expect(ended.flatMap(\.results).count == 2 && machine.retrying == ["films"])
        machine.renew(["products", "films"], at: place(3), cause)
        #expect(machine.waiting == ["films"])
        var restored = self.machine()
        restored.noteWanted(request(1, ["products": once, "films": asks(1, "a")]))
        restored.noteAnswered("products", 1)
        restored.noteAnswered("films", 1)
        restored.noteFailed("products", 1, .backendFailed, at: start)
        restored.noteFailed("films", 1, .backendFailed, at: start)
        #expect(restored.retrying == ["films"])
        _ = restored.fold(request(2, ["products": asks(2, "b")]), at: place(9), cause)
        #expect(restored.waiting == ["products"], "what is asked after it is a request like others")
    }

    @Test func `A session that comes back knows what was answered`() {
        var machine = machine()
        machine.noteAnswered("products", 3)
        machine.noteWanted(request(4, ["products": asks(3, "a"), "films": asks(4, "b")]))
        machine.noteAnswered("films", 2)
        machine.noteAnswered("products", 2)
        #expect(machine.members["products"]?.answered == 3)
        #expect(machine.waiting == ["films"])
    }

    // MARK: Time

    @Test func `A search is announced after a moment and called slow once, each by itself`() {
        var machine = machine()
        _ = machine.fold(request(1, ["products": asks(1), "films": asks(1)]), at: place(1), cause)
        #expect(machine.deadline == nil)
        let first = machine.begin(["films"], at: start)
        let second = machine.begin(["products"], at: start.advanced(by: .milliseconds(100)))
        #expect(machine.deadline == start.advanced(by: Machine.grace))
        #expect(machine.pass(at: start.advanced(by: .milliseconds(14))).started.isEmpty)
        let announced = machine.pass(at: start.advanced(by: Machine.grace))
        #expect(announced.started.map(\.id) == [first.id] && announced.stalled.isEmpty)
        #expect(machine.deadline == start.advanced(by: .milliseconds(100) + Machine.grace))
        let both = machine.pass(at: start.advanced(by: .milliseconds(200)))
        #expect(both.started.map(\.id) == [second.id] && both.stalled.map(\.id) == [first.id])
        let last = machine.pass(at: start.advanced(by: .milliseconds(300)))
        #expect(last.started.isEmpty && last.stalled.map(\.id) == [second.id])
        #expect(machine.deadline == nil)
    }
}

extension SearcherStateMachine {
    /// The members whose answers are shown when a search ends.
    struct TestEnd {
        let shown: [String]
    }

    /// Ends a search with an answer for each member, or with failures.
    mutating func end(
        _ id: Int,
        failing codes: [String: ErrorCode] = [:],
        at now: ContinuousClock.Instant = .now
    ) -> TestEnd? {
        guard let search = searches[id] else { return nil }
        let ended = arrive(id, search.answers(failing: codes), at: now)
        return TestEnd(shown: ended.flatMap(\.results).map(\.name))
    }
}

extension SearcherStateMachine.Search {
    /// An engine's answer to a search.
    func answers(failing codes: [String: ErrorCode] = [:]) -> [String: SearchResult] {
        Dictionary(
            uniqueKeysWithValues: asked.map { name, asked in
                let content = SearchResponse.Content.hits(.init(totalCount: 1))
                let answer = SearchResponse(query: asked.query, processingTimeMS: 1, content: content)
                return (name, codes[name].map { .failure(SearchBusError($0, "It broke.")) } ?? .success(answer))
            }
        )
    }
}
