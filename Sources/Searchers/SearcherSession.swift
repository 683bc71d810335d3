// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Components
import Interactors
import SearchModel
import Wire

/// A session as a searcher's host holds it: the state machine, and which of it the log holds already.
struct SearcherSession: Sendable {
    var machine: SearcherStateMachine
    /// What a restart would find on the log.
    private var recorded: Record
    /// The task of the search under way.
    var task: Task<Void, Never>?
    /// When the search under way was begun.
    var launchedAt: ContinuousClock.Instant?

    /// What a restart needs to know.
    private struct Record: Sendable, Hashable {
        var queries: [String: String] = [:]
        var waiting: Bool = false
    }

    init(_ unit: SearcherUnit) {
        machine = SearcherStateMachine(unit)
        recorded = Record(queries: machine.members.mapValues(\.query))
    }

    // MARK: Events out

    /// The answers of a search that ended.
    mutating func results(of running: SearcherStateMachine.Running, _ completion: SearchCompletion) -> [Output] {
        completion.answers.map { member, result in
            let state = machine.members[member]
            recorded.queries[member] = running.asked[member]?.query
            switch result {
            case .success(let response):
                var data = response.json.object ?? JSONObject()
                data["searcher"] = .string(member)
                data["request"] = JSON(running.request)
                data["filters"] = .string((state?.searchedFiltersAt ?? .zero).description)
                let type = response.hits == nil ? "facets" : "hits"
                return Output(.results, member, type: "searchbus.results.\(type)", data: JSON.object(data).bytes)
            case .failure(let error):
                return progress(
                    .failed(code: error.code.rawValue, message: error.message),
                    of: running,
                    member
                )
            }
        }
    }

    /// What there is to say of a search under way or overtaken.
    mutating func progress(_ progress: SearchProgress, of running: SearcherStateMachine.Running) -> [Output] {
        running.members.map { self.progress(progress, of: running, $0) }
    }

    private mutating func progress(
        _ progress: SearchProgress,
        of running: SearcherStateMachine.Running,
        _ member: String
    ) -> Output {
        let state = running.asked[member]
        if progress != .superseded { recorded.queries[member] = state?.query }
        var data = JSONObject([
            ("searcher", .string(member)), ("request", JSON(running.request)),
            ("query", .string(state?.query ?? "")), ("page", JSON(state?.page ?? 0)),
        ])
        if case .failed(let code, let message) = progress {
            data["code"] = .string(code)
            data["message"] = .string(message)
        }
        return Output(.search, member, type: "searchbus.search.\(progress.name)", data: JSON.object(data).bytes)
    }

    /// The private state, where the results and the progress on the log do not say it all.
    mutating func save() -> [Output] {
        let current = Record(queries: machine.members.mapValues(\.query), waiting: machine.isWaiting)
        guard current != recorded else { return [] }
        recorded = current
        let data: JSON = [
            "request": JSON(machine.lastRequest),
            "waiting": .bool(current.waiting),
            "queries": .object(
                JSONObject(current.queries.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
            ),
        ]
        return [Output(.state, machine.unit.name, type: "searchbus.state.searcher", data: data.bytes)]
    }

    // MARK: Events in

    /// The session from the last events of its topics; whether a search was under way when they were written.
    static func restore(_ unit: SearcherUnit, from events: [Event]) throws -> (session: Self, wasBusy: Bool) {
        var session = SearcherSession(unit)
        var pending: [String: Int] = [:]
        for event in events.sorted(by: { $0.sequence < $1.sequence }) {
            let data = try event.data()
            switch event.topic.kind {
            case .filters: try session.take(filters: data, event)
            case .state:
                for member in data["queries"]?.object?.members ?? [] {
                    let (member, query) = (member.key, member.value)
                    session.note(member, query.string)
                }
                session.machine.lastRequest = max(session.machine.lastRequest, data["request"]?.int ?? 0)
                session.recorded.waiting = data["waiting"]?.bool ?? false
            case .results, .search:
                let member = event.topic.component
                let request = try data.requiredInt("request")
                session.machine.lastRequest = max(session.machine.lastRequest, request)
                if event.typeSuffix != "superseded" { session.note(member, data["query"]?.string) }
                session.machine.members[member]?.page = data["page"]?.int ?? 0
                if event.topic.kind == .results {
                    session.machine.members[member]?.answered = request
                    session.machine.members[member]?.searchedFiltersAt =
                        data["filters"]?.string.flatMap { SequenceNumber($0) } ?? .zero
                } else if event.typeSuffix == "started" || event.typeSuffix == "stalled" {
                    pending[member] = request
                }
            default: break
            }
        }
        let wasBusy = pending.contains { $0.value > session.machine.members[$0.key]?.answered ?? 0 }
        return (session, wasBusy || session.recorded.waiting)
    }

    private mutating func note(_ member: String, _ query: String?) {
        guard let query, machine.members[member] != nil else { return }
        machine.members[member]?.query = query
        recorded.queries[member] = query
    }

    private mutating func take(filters data: JSON, _ event: Event) throws {
        let filters = try FilterState(json: data)
        for member in machine.unit.members where member.filterState == event.topic.component {
            machine.members[member.name]?.filters = filters
            machine.members[member.name]?.filtersAt = event.sequence
        }
    }
}
