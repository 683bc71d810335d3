// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import Bus
import Components
import Interactors
import SearchModel
import Wire

@testable import Searchers

/// A searcher of one session whose searches begin, end and are overtaken at once.
struct PlayedSearcher {
    private var machine: SearcherStateMachine
    private let cause: Cause
    private var sequence: UInt64 = 0
    /// What was searched, a list a search.
    private(set) var launched: [[SearchRequest]] = []
    /// The searches that a newer one overtook, by number.
    private(set) var superseded: [Int] = []

    init(_ members: [SearcherUnit.Member], initialFilters: [String: FilterState] = [:]) throws {
        let unit = SearcherUnit(name: "everything", members: members, initialFilters: initialFilters)
        machine = SearcherStateMachine(unit)
        cause = try Self.anyCause()
    }

    /// What a search that nobody asked for by an event is put down to.
    private static func anyCause() throws -> Cause {
        let topic = try Topic(.intent, "everything", session: "s")
        let attributes = #"{"id":"i","source":"/case","type":"searchbus.intent.search"}"#
        let event = try ReceivedEvent(topic: topic, attributes: Array(attributes.utf8), data: Array("{}".utf8))
        let first = SequenceNumber(rawValue: 1)
        let body = event.body(sequence: first, previous: .zero, channelPrevious: .zero, epoch: "e", now: "n")
        return Cause(try Event(topic: topic, body: body))
    }

    /// The search under way.
    var running: Int? { machine.running?.request }

    /// Whether a search is under way or waits.
    var isBusy: Bool { machine.isBusy }

    /// How many searches a newer one overtook, with the one whose worker is yet to hear of it.
    var supersededCount: Int { superseded.count + (machine.running?.isSuperseded == true ? 1 : 0) }

    /// What a member is asked for.
    func request(of member: String) -> JSON {
        let state = machine.members[member]
        return [
            "query": JSON(state?.query), "page": JSON(state?.page),
            "filters": state?.filters.sortedAsInCases.notation ?? .null,
        ]
    }

    /// Asks for something; answers whether it changed anything.
    @discardableResult
    mutating func send(_ intent: SearchIntent) -> Bool {
        machine.fold(intent, to: "everything", cause) == .applied
    }

    /// Tells what the filter state holds.
    mutating func tell(_ filters: FilterState, named name: String) {
        sequence += 1
        machine.fold(filters, named: name, at: SequenceNumber(rawValue: sequence), cause)
    }

    /// Puts a member where a case begins.
    mutating func prepare(_ member: String, query: String, page: Int) {
        machine.members[member]?.query = query
        machine.members[member]?.page = page
    }

    /// Cancels the search under way if it was overtaken, and begins the one that waits.
    mutating func settle() {
        if let running = machine.running, running.isSuperseded {
            _ = machine.end(request: running.request, isSuccess: false)
            superseded.append(running.request)
        }
        if let launch = machine.launch() { launched.append(launch.requests.map(\.request)) }
    }

    /// Ends a search; answers with the members that it was for, unless it was overtaken or is not under way.
    mutating func end(_ request: Int, isSuccess: Bool) -> [String]? {
        let ended = machine.end(request: request, isSuccess: isSuccess)
        return ended.flatMap { $0.isSuperseded ? nil : $0.members }
    }
}
