// SPDX-License-Identifier: MIT

import AppModel
import Backends
import Bus
import Components
import Interactors
import SearchModel
import Wire

@testable import Searchers

/// A searcher of one session whose searches end at a command of the case.
struct PlayedSearcher {
    private(set) var session: PlayedSession
    private var machine: SearcherStateMachine
    private let cause: Cause
    private var sequence: UInt64 = 0
    /// The searches.
    private(set) var launched: [MemberRequest] = []
    /// The requests.
    private(set) var requests: [MemberRequest] = []
    /// How many searches were cancelled because their responses were outdated.
    private(set) var givenUp = 0

    init(filters: [JSON] = [], index: String = "index", rule: SearchRule = .always) throws {
        session = try PlayedSession(filters: filters, index: index, rule: rule)
        machine = SearcherStateMachine([PlayedSession.searcher])
        cause = try Self.anyCause()
        if let request = session.request { fold(request) }
    }

    /// The cause of a search that no event asked for.
    private static func anyCause() throws -> Cause {
        let topic = try Topic(.intent, PlayedSession.searcher, session: "s")
        let attributes = #"{"id":"i","source":"/case","type":"searchbus.intent.search"}"#
        let event = try ReceivedEvent(topic: topic, attributes: Array(attributes.utf8), data: Array("{}".utf8))
        let first = SequenceNumber(rawValue: 1)
        let body = event.body(sequence: first, previous: .zero, channelPrevious: .zero, epoch: "e", now: "n")
        return Cause(try Event(topic: topic, body: body))
    }

    /// The requests in flight, by number.
    var running: [Int] { machine.searches.values.flatMap { $0.asked.values.map(\.number) }.sorted() }

    /// Asks for something, in a turn of its own.
    mutating func send(_ intent: SearchIntent) throws {
        try session.send(intent)
        try endTurn()
    }

    /// Changes the filters, in a turn of their own.
    mutating func change(_ commands: [JSON]) throws {
        try session.play(commands)
        try endTurn()
    }

    private mutating func endTurn() throws {
        if let request = try session.endTurn().request { fold(request) }
    }

    private mutating func fold(_ request: MemberRequest) {
        sequence += 1
        requests.append(request)
        let name = PlayedSession.searcher
        let unit = UnitRequest(searcher: name, number: request.number, members: [name: request])
        givenUp += machine.fold(unit, at: SequenceNumber(rawValue: sequence), cause).count
        _ = machine.takeCancelled()
        begin()
    }

    private mutating func begin() {
        let names = machine.waiting
        if !names.isEmpty { launched += machine.begin(names, at: .now).asked.values }
    }

    /// Ends the search for a request; returns whether its response is shown, `false` if it is not in flight.
    mutating func end(_ request: Int) -> Bool {
        let search = machine.searches.values.first { $0.asked.values.contains { $0.number == request } }
        let content = SearchResponse.Content.hits(.init())
        let answer = SearchResult.success(SearchResponse(query: "", processingTimeMS: 0, content: content))
        let ended = search.map { machine.arrive($0.id, $0.asked.mapValues { _ in answer }, at: .now) } ?? []
        let shown = ended.flatMap(\.results)
        begin()
        return !shown.isEmpty
    }
}
