// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import Bus
import Components
import Interactors
import SearchModel
import Testing
import Wire

@testable import Searchers

@Suite("Searcher state machine")
struct SearcherStateMachineTests {
    private let cause: Cause

    init() throws {
        let topic = try Topic(.intent, "everything", session: "s")
        let event = try ReceivedEvent(
            topic: topic,
            attributes: Array(#"{"id":"i","source":"/t","type":"searchbus.intent.start"}"#.utf8),
            data: Array("{}".utf8)
        )
        let body = event.body(
            sequence: .init(rawValue: 1),
            previous: .zero,
            channelPrevious: .zero,
            epoch: "e",
            now: "n"
        )
        cause = Cause(try Event(topic: topic, body: body))
    }

    private func machine(_ rule: SearchRule = .always) -> SearcherStateMachine {
        SearcherStateMachine(
            SearcherUnit(
                name: "everything",
                members: [
                    .init(name: "products", template: SearchRequest(index: "p"), searchWhen: rule, filterState: "main"),
                    .init(name: "films", template: SearchRequest(index: "f"), searchWhen: rule),
                ]
            )
        )
    }

    private func place(_ number: UInt64) -> SequenceNumber { SequenceNumber(rawValue: number) }

    /// A machine whose first search has answered.
    private func answered() -> SearcherStateMachine {
        var machine = machine()
        machine.start(cause)
        _ = machine.launch()
        _ = machine.end(request: 1, isSuccess: true)
        return machine
    }

    @Test func `A session's start searches every member in one request`() {
        var machine = machine()
        machine.start(cause)
        #expect(machine.launch()?.requests.map(\.member) == ["products", "films"])
        #expect(machine.launch() == nil, "one search is under way at a time")
    }

    @Test func `The latest query wins and the overtaken search is never shown`() {
        var machine = answered()
        #expect(machine.fold(.setQuery("a"), to: "everything", cause) == .applied)
        #expect(machine.launch()?.request == 2)
        #expect(machine.fold(.setQuery("ab"), to: "everything", cause) == .applied)
        #expect(machine.fold(.setQuery("abc"), to: "everything", cause) == .applied)
        #expect(machine.running?.isSuperseded == true)
        #expect(machine.launch() == nil)
        #expect(machine.end(request: 2, isSuccess: true)?.isSuperseded == true)
        let next = machine.launch()
        #expect(next?.request == 3)
        #expect(next?.requests.map(\.request.query) == ["abc", "abc"])
        #expect(machine.members["products"]?.answered == 1, "a superseded search is not an answer")
    }

    @Test func `A query that is the same already changes nothing`() {
        var machine = answered()
        #expect(machine.fold(.setQuery(""), to: "everything", cause) == .unchanged)
        #expect(machine.launch() == nil)
    }

    @Test func `Filters search only the members that they narrow, from the first page`() {
        var machine = answered()
        #expect(machine.fold(.loadPage(1, of: 1), to: "products", cause) == .applied)
        _ = machine.launch()
        _ = machine.end(request: 2, isSuccess: true)
        let filters = FilterState(groups: [FilterGroup(id: .init(kind: .or, name: "b"), filters: [.facet("b", "x")])])
        machine.fold(filters, named: "main", at: place(9), cause)
        let launch = machine.launch()
        #expect(launch?.requests.map(\.member) == ["products"])
        #expect(launch?.requests.first?.request.filters == filters)
        #expect(launch?.requests.first?.request.page == 0)
    }

    @Test func `Filters that were searched already are not searched again`() {
        var machine = answered()
        machine.fold(FilterState(), named: "main", at: place(5), cause)
        #expect(machine.launch() == nil)
        machine.fold(FilterState(), named: "main", at: place(4), cause)
        #expect(machine.launch() == nil)
    }

    @Test func `A page waits for the page before it, and belongs to the list that is shown`() {
        var machine = answered()
        #expect(machine.fold(.loadPage(1, of: 1), to: "products", cause) == .applied)
        #expect(machine.launch()?.requests.first?.request.page == 1)
        #expect(machine.fold(.loadPage(2, of: 1), to: "products", cause) == .applied)
        #expect(machine.launch() == nil)
        _ = machine.end(request: 2, isSuccess: true)
        #expect(machine.launch()?.requests.first?.request.page == 2)
        #expect(machine.fold(.loadPage(1, of: 77), to: "products", cause) == .unchanged, "a page of another list")
        if case .rejected = machine.fold(.loadPage(1, of: 2), to: "everything", cause) {
        } else {
            Issue.record("a page of several lists at once was not rejected")
        }
    }

    @Test func `A new query takes the place of a page that waits`() {
        var machine = answered()
        _ = machine.fold(.loadPage(3, of: 1), to: "products", cause)
        _ = machine.fold(.setQuery("x"), to: "everything", cause)
        #expect(machine.launch()?.requests.map(\.request.page) == [0, 0])
    }

    @Test func `The rule says when a change is searched`() {
        var machine = machine(.minLength(3))
        machine.start(cause)
        #expect(machine.launch() == nil)
        #expect(machine.fold(.setQuery("ab"), to: "everything", cause) == .applied)
        #expect(machine.launch() == nil)
        _ = machine.fold(.setQuery("abc"), to: "everything", cause)
        #expect(machine.launch() != nil)
        var manual = self.machine(.manual)
        _ = manual.fold(.setQuery("abc"), to: "everything", cause)
        #expect(manual.launch() == nil)
        _ = manual.fold(.search, to: "everything", cause)
        #expect(manual.launch() != nil)
    }

    @Test func `An index that changed is searched again by those who were searched in it`() {
        var machine = answered()
        machine.indexChanged("f", cause)
        #expect(machine.launch()?.requests.map(\.member) == ["films"])
        machine.indexChanged("other", cause)
        _ = machine.end(request: 2, isSuccess: true)
        #expect(machine.launch() == nil)
    }

    @Test func `A failed search is no answer, and the next change searches again`() {
        var machine = machine()
        machine.start(cause)
        _ = machine.launch()
        _ = machine.end(request: 1, isSuccess: false)
        #expect(machine.members["products"]?.answered == 0)
        _ = machine.fold(.search, to: "everything", cause)
        #expect(machine.launch()?.request == 2)
    }
}
