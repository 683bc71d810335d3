// SPDX-License-Identifier: MIT

import Backends
import Bus
import BusTesting
import Components
import SearchModel
import Synchronization
import Testing
import Wire

@testable import Searchers

/// A backend that answers immediately, or on another thread.
struct InstantBackend: SearchService {
    var isImmediate = true
    /// The records of each answer.
    var hits: [Hit] = []
    /// The indexes and orders behind names.
    var orders: [String: String] = [:]
    /// Receives the requests.
    var note: @Sendable ([SearchRequest]) -> Void = { _ in }

    func search(_ requests: [SearchRequest]) async -> [SearchResult] { answers(requests) }

    func searchNow(_ requests: [SearchRequest]) -> [SearchResult]? { isImmediate ? answers(requests) : nil }

    func isIndex(_ name: String, dependentOn changed: String) -> Bool { name == changed || orders[name] == changed }

    private func answers(_ requests: [SearchRequest]) -> [SearchResult] {
        note(requests)
        return requests.map { request in
            guard request.query != "broken" else {
                return .failure(SearchBusError(.backendFailed, "It broke.", remedy: "Mend it."))
            }
            let content = SearchResponse.Content.hits(.init(hits: hits, totalCount: 7, page: request.page))
            return .success(SearchResponse(query: request.query, processingTimeMS: 1, content: content))
        }
    }
}

@Suite("Searcher fold")
struct SearcherFoldTests {
    private let now = ContinuousClock.now

    private func fold(
        _ backend: InstantBackend = InstantBackend(),
        backends: [String] = ["fast", "fast"]
    ) -> SearcherFold {
        let members = zip(["products", "films"], backends).map { name, backend in
            SearcherUnit.Member(name: name, template: SearchRequest(index: String(name.prefix(1))), backend: backend)
        }
        return SearcherFold(
            SearcherUnit(name: "all", members: members),
            backends: Dictionary(backends.map { ($0, backend) }, uniquingKeysWith: { first, _ in first })
        )
    }

    private func event(_ request: UnitRequest, at sequence: UInt64) throws -> Incoming {
        Incoming(
            try Event.made(
                .request,
                "all",
                session: "s",
                type: "searchbus.request.changed",
                data: request.json,
                at: sequence
            )
        )
    }

    private func request(
        _ number: Int,
        _ query: String = "",
        since: Int = 0,
        _ members: [String] = ["products", "films"]
    ) -> UnitRequest {
        let members = members.map { name in
            (name, MemberRequest(number: number, since: since, query: query, index: String(name.prefix(1))))
        }
        return UnitRequest(searcher: "all", number: number, members: Dictionary(uniqueKeysWithValues: members))
    }

    private func effects(
        _ fold: SearcherFold,
        _ state: inout SearcherStateMachine
    ) -> (begun: [Effect], cancelled: [Int]) {
        fold.effects(&state, session: "s", at: now).reduce(into: ([], [])) { result, order in
            switch order {
            case .begin(let effect): result.begun.append(effect)
            case .cancel(let id): result.cancelled.append(id)
            }
        }
    }

    /// Carries out an effect that ends immediately, and folds its end.
    private func answers(
        to effect: Effect,
        of fold: SearcherFold,
        _ state: inout SearcherStateMachine
    ) throws -> [Output] {
        guard let result = effect.now?() else { throw JSONError("the effect waits for others") }
        return fold.finish(&state, effect: effect.id, result, at: now)
    }

    private func summary(_ outputs: [Output]) -> [String] { outputs.map { "\($0.kind) \($0.component) \($0.type)" } }

    @Test func `An engine of this process answers in the turn, each member on its own topic`() throws {
        let fold = fold()
        var state = try fold.restore(session: "s", from: [], at: now)
        #expect(try fold.fold(&state, event(request(1, "sam"), at: 5), at: now).isEmpty)
        let effects = effects(fold, &state).begun
        let effect = try #require(effects.first)
        #expect(effects.count == 1, "one engine is asked one question")
        let outputs = try answers(to: effect, of: fold, &state)
        #expect(
            summary(outputs) == ["results films searchbus.results.hits", "results products searchbus.results.hits"]
        )
        let data = try JSON(parsing: outputs[1].data)
        #expect(
            data["searcher"] == "products" && data["request"] == 1 && data["index"] == "p" && data["query"] == "sam"
        )
        #expect(outputs[1].cause?.id == "event-5")
        #expect(fold.upkeep(of: state).pending == nil)
    }

    @Test func `A time in words is searched as the numbers that it is at that moment`() throws {
        let asked = Mutex<[SearchRequest]>([])
        let base = FilterState(
            groups: [
                FilterGroup(id: .init(kind: .and, name: "b"), filters: [.date("added", DatePeriod(.next(1, .hour)))])
            ]
        )
        let fold = SearcherFold(
            SearcherUnit(
                name: "all",
                members: [.init(name: "products", template: SearchRequest(index: "p", baseFilters: base), backend: "a")]
            ),
            backends: ["a": InstantBackend(note: { requests in asked.withLock { $0 += requests } })],
            unixTime: { 864_000.5 }
        )
        var request = request(1, "", ["products"])
        let period = DatePeriod(.last(7, .day), in: .milliseconds)
        request.members["products"]?.filters.add(
            .date("sold", period, isNegated: true),
            to: .init(kind: .or, name: "s")
        )
        var state = try fold.restore(session: "s", from: [], at: now)
        _ = try fold.fold(&state, event(request, at: 5), at: now)
        let effect = try #require(effects(fold, &state).begun.first)
        _ = try answers(to: effect, of: fold, &state)
        let all = asked.withLock { $0 }
        let searched = try #require(all.last)
        #expect(
            searched.filters.groups.flatMap(\.filters) == [
                Filter(attribute: "sold", condition: .range(259_200_000...864_000_000), isNegated: true)
            ]
        )
        #expect(searched.baseFilters.groups.flatMap(\.filters) == [.range("added", 864_000...867_600)])
    }

    @Test func `An engine elsewhere answers later, and each engine by itself`() async throws {
        let fold = fold(InstantBackend(isImmediate: false), backends: ["near", "far"])
        var state = try fold.restore(session: "s", from: [], at: now)
        _ = try fold.fold(&state, event(request(1), at: 5), at: now)
        let effects = effects(fold, &state).begun
        #expect(effects.count == 2)
        for effect in effects {
            #expect(effect.now == nil)
            #expect(fold.upkeep(of: state).pending?.rawValue == 5)
        }
        let first = fold.finish(&state, effect: effects[0].id, await effects[0].later(), at: now)
        #expect(first.isEmpty, "it waits a moment for the other")
        let deadline = try #require(fold.upkeep(of: state).deadline)
        #expect(summary(fold.pass(&state, at: deadline)) == ["results films searchbus.results.hits"])
        #expect(fold.upkeep(of: state).pending?.rawValue == 5)
        let second = fold.finish(&state, effect: effects[1].id, await effects[1].later(), at: now)
        #expect(summary(second) == ["results products searchbus.results.hits"])
        #expect(fold.upkeep(of: state).pending == nil)
        #expect(fold.finish(&state, effect: effects[0].id, await effects[0].later(), at: now).isEmpty, "ends once")
    }

    @Test func `A member whose engine fails, or that has none, fails alone and says why`() throws {
        let fold = fold(backends: ["fast", "fast"])
        var state = try fold.restore(session: "s", from: [], at: now)
        var asked = request(1)
        asked.members["films"]?.query = "broken"
        _ = try fold.fold(&state, event(asked, at: 5), at: now)
        let effect = try #require(effects(fold, &state).begun.first)
        let outputs = try answers(to: effect, of: fold, &state)
        #expect(
            summary(outputs) == ["search films searchbus.search.failed", "results products searchbus.results.hits"]
        )
        let data = try JSON(parsing: outputs[0].data)
        #expect(data["code"] == "backend-failed" && data["message"] == "It broke.")
        #expect(data["remedy"] == "The search is tried again by itself. Mend it." && data["retryAt"]?.string != nil)
        #expect(data["request"] == 1 && data["query"] == "broken")
        #expect(fold.upkeep(of: state).pending == nil, "a failure is an answer")

        let none = SearcherFold(
            SearcherUnit(name: "all", members: [.init(name: "products", template: SearchRequest(index: "p"))]),
            backends: [:]
        )
        var other = try none.restore(session: "s", from: [], at: now)
        _ = try none.fold(&other, event(request(1, "", ["products"]), at: 5), at: now)
        let unknown = try #require(effects(none, &other).begun.first)
        let failed = try answers(to: unknown, of: none, &other)
        #expect(summary(failed) == ["search products searchbus.search.failed"])
        #expect(try JSON(parsing: failed[0].data)["retryAt"] == nil, "there is nothing to try again")
    }

    @Test func `An outdated search is cancelled and reported as superseded`() throws {
        let fold = fold(InstantBackend(isImmediate: false))
        var state = try fold.restore(session: "s", from: [], at: now)
        _ = try fold.fold(&state, event(request(1, "a"), at: 5), at: now)
        let first = effects(fold, &state).begun.map(\.id)
        #expect(first.count == 2, "an index that takes long holds up no other")
        let outputs = try fold.fold(&state, event(request(2, "", since: 2), at: 6), at: now)
        #expect(
            summary(outputs) == [
                "search films searchbus.search.superseded", "search products searchbus.search.superseded",
            ]
        )
        let next = effects(fold, &state)
        #expect(next.cancelled == first && next.begun.count == 2)
    }

    @Test func `Announcements name the member, its request and its text`() throws {
        let fold = fold(InstantBackend(isImmediate: false))
        var state = try fold.restore(session: "s", from: [], at: now)
        _ = try fold.fold(&state, event(request(3, "sam"), at: 5), at: now)
        _ = effects(fold, &state)
        let deadline = try #require(fold.upkeep(of: state).deadline)
        let started = fold.pass(&state, at: deadline)
        #expect(
            summary(started) == ["search films searchbus.search.started", "search products searchbus.search.started"]
        )
        #expect(try JSON(parsing: started[0].data) == ["searcher": "films", "request": 3, "query": "sam", "page": 0])
        let stalled = fold.pass(&state, at: try #require(fold.upkeep(of: state).deadline))
        #expect(summary(stalled).allSatisfy { $0.hasSuffix("stalled") } && stalled.count == 2)
    }

    @Test func `Results that the log refuses become a failure with a remedy`() throws {
        var nested: JSON = "end"
        for _ in 0..<80 { nested = ["x": nested] }
        for (hit, code) in [
            (["text": .string(String(repeating: "x", count: 1_100_000))] as JSON, ErrorCode.tooLarge),
            (["nested": nested], .invalidEvent),
        ] {
            let fold = fold(InstantBackend(hits: [Hit(objectID: "1", record: hit)]))
            var state = try fold.restore(session: "s", from: [], at: now)
            _ = try fold.fold(&state, event(request(4, "sam", ["products"]), at: 5), at: now)
            let effect = try #require(effects(fold, &state).begun.first)
            let output = try #require(answers(to: effect, of: fold, &state).first)
            #expect(throws: SearchBusError.self, "what the test is about") {
                _ = try Event.made(EventDraft(output, session: "s"), at: 9)
            }
            let other = try #require(fold.substitute(for: output, refusedFor: SearchBusError(code, "It is too much.")))
            #expect(summary([other]) == ["search products searchbus.search.failed"])
            let data = try JSON(parsing: other.data)
            #expect(data["request"] == 4 && data["code"] == .string(code.rawValue) && data["query"] == "sam")
            #expect(data["remedy"]?.string?.contains("attributesToRetrieve") == true)
            _ = try Event.made(EventDraft(other, session: "s"), at: 9)
        }
    }

    @Test func `A skipped request is answered by a failure, and does not hold the cursor back`() throws {
        let fold = fold()
        var state = try fold.restore(session: "s", from: [], at: now)
        let error = SearchBusError(.poisonEvent, "It kills.")
        let outputs = fold.setAside(&state, try event(request(1), at: 5), for: error)
        #expect(
            summary(outputs) == ["search films searchbus.search.failed", "search products searchbus.search.failed"]
        )
        let nonsense = Incoming(try Event.made(.request, "all", session: "s", type: "t", data: ["members": 7], at: 6))
        #expect(throws: JSONError.self) { try fold.fold(&state, nonsense, at: now) }
        #expect(summary(fold.setAside(&state, nonsense, for: error)) == ["outcome all searchbus.outcome.rejected"])
        _ = try fold.fold(&state, event(request(1), at: 5), at: now)
        #expect(
            !fold.upkeep(of: state).wantsEffects && fold.upkeep(of: state).pending == nil,
            "also when it comes again"
        )
    }

    @Test func `A temporary failure is retried by a restarted process`() throws {
        let fold = fold(InstantBackend(isImmediate: false), backends: ["near", "far"])
        func failed(_ code: String, at place: UInt64) throws -> Incoming {
            try told(.search, "films", "failed", ["request": 1, "code": .string(code)], at: place)
        }
        func state(_ events: [Incoming]) throws -> SearcherStateMachine {
            let others = [try event(request(1), at: 5), try told(.results, "products", "hits", ["request": 1], at: 6)]
            return try fold.restore(session: "s", from: events + others, at: now)
        }
        var waiting = try state([failed("backend-timeout", at: 8)])
        #expect(fold.upkeep(of: waiting).awaited == ["far"])
        #expect(fold.upkeep(of: waiting).pending == nil && !fold.upkeep(of: waiting).wantsEffects)
        let deadline = try #require(fold.upkeep(of: waiting).deadline)
        #expect(fold.pass(&waiting, at: deadline).isEmpty)
        #expect(waiting.waiting == ["films"])
        let answered = try told(.results, "films", "hits", ["request": 1], at: 9)
        #expect(
            fold.upkeep(of: try state([failed("backend-timeout", at: 8), answered])).deadline == nil,
            "it has come since"
        )
        #expect(fold.upkeep(of: try state([failed("backend-refused", at: 8)])).deadline == nil, "it would fail again")
        #expect(
            fold.upkeep(of: try state([failed("unknown-index", at: 8)])).deadline != nil,
            "it may be created without a notification"
        )
        let embedded = self.fold(InstantBackend(), backends: ["near", "far"])
        let events = [try event(request(1), at: 5), try failed("unknown-index", at: 8)]
        let announced = try embedded.restore(session: "s", from: events, at: now)
        #expect(embedded.upkeep(of: announced).deadline == nil, "an import is notified")

        var other = try state([failed("backend-failed", at: 8)])
        fold.hasten(&other, for: "near")
        #expect(!fold.upkeep(of: other).wantsEffects)
        fold.hasten(&other, for: "far")
        #expect(other.waiting == ["films"] && fold.upkeep(of: other).awaited.isEmpty)
    }

    @Test func `An index that changed concerns the sessions that search it, whichever the app file names`() throws {
        let fold = fold(InstantBackend(orders: ["f_by_year": "f"]))
        #expect(fold.inputs.contains { $0.matches("index/anything/") })
        func waiting(
            after index: String,
            _ word: String = "changed",
            _ change: (inout UnitRequest) -> Void = { _ in }
        ) throws -> [String] {
            var asked = request(1)
            change(&asked)
            let answered = try ["products", "films"].map { name in
                Incoming(
                    try Event.made(
                        .results,
                        name,
                        session: "s",
                        type: "searchbus.results.hits",
                        data: ["request": 1],
                        at: 7
                    )
                )
            }
            var state = try fold.restore(session: "s", from: [event(asked, at: 5)] + answered, at: now)
            #expect(!fold.upkeep(of: state).wantsEffects, "everything was answered")
            let change = try Event.made(.index, index, session: nil, type: "searchbus.index.\(word)", data: [:], at: 8)
            _ = try fold.revisit(&state, Incoming(change), at: now)
            return state.waiting
        }
        #expect(try waiting(after: "p") == ["products"])
        #expect(try waiting(after: "f") == ["films"])
        #expect(try waiting(after: "other") == [])
        #expect(try waiting(after: "other") { $0.members["films"]?.index = "other" } == ["films"])
        #expect(try waiting(after: "f") { $0.members["films"]?.index = "other" } == [])
        #expect(try waiting(after: "f") { $0.members["films"]?.index = "f_by_year" } == ["films"], "in another order")
        #expect(try waiting(after: "f", "failed") == [], "a write that failed has changed nothing")
    }

    /// An event of a searcher's member: results, or the progress of a search.
    private func told(
        _ kind: Topic.Kind,
        _ member: String,
        _ word: String,
        _ data: JSON,
        at place: UInt64
    ) throws -> Incoming {
        let type = "searchbus.\(kind.rawValue).\(word)"
        return Incoming(try Event.made(kind, member, session: "s", type: type, data: data, at: place))
    }

    @Test func `A session comes back from its last request and its last answers`() throws {
        let fold = fold()
        let events = [
            try event(request(4, "sam"), at: 5),
            try told(.results, "films", "hits", ["request": 4], at: 6),
            try told(.results, "products", "hits", "odd", at: 7),
            try told(.search, "products", "failed", ["request": 3], at: 8),
        ]
        let state = try fold.restore(session: "s", from: events, at: now)
        #expect(state.waiting == ["products"])
        let started = try told(.search, "products", "started", ["request": 4], at: 9)
        #expect(try fold.restore(session: "s", from: events + [started], at: now).waiting == ["products"])
        let failed = try told(.search, "products", "failed", ["request": 4], at: 9)
        let gone = try fold.restore(session: "s", from: events + [failed], at: now)
        #expect(gone.waiting == [] && fold.upkeep(of: gone).awaited.isEmpty)
    }
}

extension EventDraft {
    /// An output as a host would append it.
    init(_ output: Output, session: String) throws {
        self.init(
            topic: try Topic(output.kind, output.component, session: session),
            id: "x",
            source: "/test",
            type: output.type,
            data: output.data
        )
    }
}
