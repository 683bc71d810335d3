// SPDX-License-Identifier: MIT

import Backends
import Bus
import Components
import Interactors
import Runtime
import SearchIndex
import SearchModel
import Wire

/// A searcher on the bus: requests in, results out; its searches are effects.
///
/// It keeps nothing: what a session asks for is its last request, what was answered are its last results, and the cursor stays
/// before the last request of each session that has no answer. So a restart finds what was in flight, however long ago it was
/// asked for.
public struct SearcherFold: SessionFold {
    /// What ended a search: an answer or a failure for each member.
    struct Completion: Sendable {
        let results: [String: SearchResult]
    }

    public typealias State = SearcherStateMachine

    public let name: String
    public let source: String
    public let inputs: [TopicPrefix]
    public let memories: [TopicPrefix]
    public let roster: [TopicPrefix]
    public let configuration: String
    public let parts: ResponseParts = []
    public let takesOneOffs = true
    private let unit: SearcherUnit
    private let backends: [String: any SearchService]
    private let stallDelay: Duration
    private let gathering: Duration
    private let backoff: Backoff
    private let unixTime: @Sendable () -> Double
    private let longSearches = LongSearches()

    /// Makes the fold of a searcher.
    ///
    /// - Parameters:
    ///   - unit: What is searched.
    ///   - backends: The engines, by name.
    ///   - stallDelay: The delay after which a search is reported as stalled.
    ///   - gathering: How long an answer waits for others that were asked for at the same moment.
    ///   - backoff: How long a failure that may pass waits until it is tried again.
    ///   - unixTime: The wall clock, in seconds since 1970 began, by which filters on times in words are resolved.
    public init(
        _ unit: SearcherUnit,
        backends: [String: any SearchService],
        stallDelay: Duration = .milliseconds(200),
        gathering: Duration = SearcherStateMachine.gathering,
        backoff: Backoff = Backoff(first: .seconds(1), limit: .seconds(30)),
        unixTime: @escaping @Sendable () -> Double = { Double(Timestamp.now().microseconds) / 1_000_000 }
    ) {
        self.unit = unit
        self.backends = backends
        self.stallDelay = stallDelay
        self.gathering = gathering
        self.backoff = backoff
        self.unixTime = unixTime
        name = unit.component
        source = "/searcher/\(unit.name)"
        roster = [TopicPrefix(.request, unit.name)]
        // A session may search any index.
        inputs = roster + [TopicPrefix(.index)]
        memories = roster + unit.members.flatMap { [TopicPrefix(.results, $0.name), TopicPrefix(.search, $0.name)] }
        configuration = unit.digest
    }

    public func restore(
        session: String,
        from events: [Incoming],
        at now: ContinuousClock.Instant
    ) throws -> State {
        let names = unit.members.map(\.name)
        var machine = State(
            names,
            stallDelay: stallDelay,
            gathering: gathering,
            backoff: backoff,
            announced: Set(unit.members.filter { !isElsewhere($0.backend) }.map(\.name))
        )
        // The last word on each member, in the order of the log.
        var failures: [String: (request: Int, code: ErrorCode?)] = [:]
        for event in events.sorted(by: { $0.event.sequence < $1.event.sequence }) {
            let topic = event.event.topic
            switch topic.kind {
            case .request:
                machine.noteWanted(try event.request())
                machine.caller = try event.data()["caller"]?.string
                machine.requestBytes = event.event.dataBytes.count
            case .results, .search:
                // Other members were written by an unknown program.
                guard topic.kind == .results || event.event.typeSuffix == "failed",
                    let data = try? event.data(), let request = data["request"]?.int
                else { break }
                machine.noteAnswered(topic.component, request)
                failures[topic.component] =
                    topic.kind == .search ? (request, data["code"]?.string.flatMap(ErrorCode.init)) : nil
            default: break
            }
        }
        for (name, failure) in failures {
            if let code = failure.code { machine.noteFailed(name, failure.request, code, at: now) }
        }
        return machine
    }

    public func fold(_ state: inout State, _ event: Incoming, at now: ContinuousClock.Instant) throws -> [Output] {
        state.caller = try event.data()["caller"]?.string
        state.requestBytes = event.event.dataBytes.count
        let overtaken = state.fold(try event.request(), at: event.event.sequence, Cause(event.event))
        let ended = state.endArrived(at: now).flatMap { outputs(of: $0, state, at: now) }
        return ended + overtaken.map { notice(.superseded, $0.request, $0.member, cause: $0.cause) }
    }

    public func setAside(_ state: inout State, _ event: Incoming, for error: SearchBusError) -> [Output] {
        guard let request = try? event.request() else { return [.outcome(.rejected(error), of: event.event, by: name)] }
        for (name, member) in request.members { state.noteAnswered(name, member.number) }
        let own = request.members.filter { name, _ in unit.member(name) != nil }
        return own.sorted { $0.key < $1.key }.map { name, member in
            notice(.failed, member, name, error, cause: nil)
        }
    }

    public func revisit(
        _ state: inout State,
        _ event: Incoming?,
        at now: ContinuousClock.Instant
    ) throws -> [Output] {
        // A write that failed has changed nothing.
        let change = event.map { IndexChange($0.event) }
        guard change?.isFailure != true else { return [] }
        let changed = change?.index
        let concerned = unit.members.filter { member in
            guard let changed else { return true }
            let asked = state.members[member.name]?.wanted?.index ?? member.template.index
            return asked == changed || backends[member.backend]?.isIndex(asked, dependentOn: changed) ?? false
        }
        state.renew(Set(concerned.map(\.name)), at: event?.event.sequence, event.map { Cause($0.event) })
        return []
    }

    public func conclude(_ state: inout State, session: String) -> [Output] { [] }

    public func upkeep(of state: State) -> SessionUpkeep {
        // What is wanted and what is being searched; values take several times the bytes of their JSON.
        let requests = 8 * state.requestBytes * (1 + state.searches.count)
        var upkeep = SessionUpkeep(size: 2_048 + state.members.count * 512 + requests)
        (upkeep.deadline, upkeep.pending, upkeep.wantsEffects) = (state.deadline, state.pending, state.wantsEffects)
        (upkeep.awaited, upkeep.hasFound) = (engines(of: state.retrying), !state.found.isEmpty)
        return upkeep
    }

    public func pass(_ state: inout State, at now: ContinuousClock.Instant) -> [Output] {
        let ended = state.endOverdue(at: now).flatMap { outputs(of: $0, state, at: now) }
        let (started, stalled) = state.pass(at: now)
        return ended + started.flatMap { notices(.started, of: $0) } + stalled.flatMap { notices(.stalled, of: $0) }
    }

    public var unfinished: [TopicPrefix] { unit.members.map { TopicPrefix(.search, $0.name) } }

    /// A search to retry; the session itself knows whether it was answered since.
    public func isUnfinished(_ event: Event) -> Bool {
        event.typeSuffix == "failed" && (try? event.data())?["retryAt"] != nil
    }

    public func takeFound(_ state: inout State) -> Set<String> { engines(of: state.takeFound()) }

    public func hasten(_ state: inout State, for engine: String) {
        state.retry(unit.members.filter { $0.backend == engine }.map(\.name))
    }

    private func engines(of names: some Collection<String>) -> Set<String> {
        names.isEmpty ? [] : Set(names.compactMap { unit.member($0)?.backend })
    }
}

// MARK: - Searches

extension SearcherFold {
    /// What is asked in one question.
    private struct Question: Hashable, Comparable {
        let backend: String
        /// The index; empty where one question may ask for all of them, since no answer waits for others elsewhere.
        let index: String

        static func < (left: Question, right: Question) -> Bool {
            (left.backend, left.index) < (right.backend, right.index)
        }
    }

    public func effects(_ state: inout State, session: String, at now: ContinuousClock.Instant) -> [EffectOrder] {
        let cancelled = state.takeCancelled().map { EffectOrder.cancel(id: $0) }
        let questions = Dictionary(grouping: state.waiting) { name in
            let backend = unit.member(name)?.backend ?? ""
            let index = isElsewhere(backend) ? state.members[name]?.wanted?.index : nil
            return Question(backend: backend, index: index ?? "")
        }
        // Immediate results do not wait.
        let isBatch = questions.keys.count { isElsewhere($0.backend) } > 1
        let batch = isBatch ? state.nextBatch : nil
        return cancelled
            + questions.sorted { $0.key < $1.key }.map { question, names in
                let search = state.begin(names, in: isElsewhere(question.backend) ? batch : nil, at: now)
                return .begin(effect(search, backends[question.backend], of: state.caller ?? session))
            }
    }

    private func isElsewhere(_ backend: String) -> Bool { backends[backend]?.isImmediate == false }

    /// The search of members that one engine answers, in one question.
    private func effect(_ search: State.Search, _ backend: (any SearchService)?, of caller: String) -> Effect {
        let names = search.asked.keys.sorted()
        let now = unixTime()
        let requests = names.compactMap { name in
            search.asked[name].flatMap { unit.request(of: name, for: $0) }?.resolved(at: now)
        }
        @Sendable func completion(_ results: [SearchResult]) -> Completion {
            let missing = SearchBusError(.backendFailed, "The engine answered fewer requests than it received.")
            let all = names.enumerated().map { index, name in
                (name, index < results.count ? results[index] : .failure(missing))
            }
            return Completion(results: Dictionary(all, uniquingKeysWith: { first, _ in first }))
        }
        guard let backend, requests.count == names.count else {
            let unknown = SearchBusError(.componentFailed, "The searcher `\(name)` has no such engine.")
            return Effect(id: search.id, now: { completion(names.map { _ in .failure(unknown) }) }) { completion([]) }
        }
        guard backend.isImmediate else {
            return Effect(id: search.id) { completion(await backend.search(requests)) }
        }
        let longSearches = longSearches
        let brief = { @Sendable () -> (any Sendable)? in
            guard !longSearches.isBusy(with: caller) else { return nil }
            let budget = WorkBudget(.inline)
            let results = backend.searchNow(requests, within: budget) ?? []
            return budget.isSpent ? nil : completion(results)
        }
        return Effect(id: search.id, now: brief) {
            var results: [SearchResult] = []
            for request in requests {
                do throws(SearchBusError) {
                    let found = try await longSearches.run(for: caller) {
                        backend.searchNow([request], within: WorkBudget(.search))
                    }
                    results += found ?? []
                } catch {
                    results.append(.failure(error))
                }
            }
            return completion(results)
        }
    }

    public func finish(
        _ state: inout State,
        effect id: Int,
        _ result: any Sendable,
        at now: ContinuousClock.Instant
    ) -> [Output] {
        guard let completion = result as? Completion else { return [] }
        return state.arrive(id, completion.results, at: now).flatMap { outputs(of: $0, state, at: now) }
    }

    /// The event of a search that has ended.
    private func outputs(of ended: State.Ended, _ state: State, at now: ContinuousClock.Instant) -> [Output] {
        ended.results.map { name, asked, result in
            switch result {
            case .success(let response): return results(response, of: asked, name, ended.search)
            case .failure(let error):
                let wait = state.members[name]?.retry?.at.map { now.duration(to: $0) }
                return failure(error, asked, name, retryAfter: wait, cause: ended.search.cause)
            }
        }
    }
}

// MARK: - Events

extension SearcherFold {
    private func results(
        _ response: SearchResponse,
        of asked: MemberRequest,
        _ name: String,
        _ search: State.Search
    ) -> Output {
        let members = JSONObject([
            ("searcher", .string(name)), ("request", JSON(asked.number)), ("index", .string(asked.index)),
        ])
        return Output(
            .results,
            name,
            type: "searchbus.results.\(response.hits == nil ? "facets" : "hits")",
            data: response.bytes(adding: members),
            cause: search.cause?.begun(at: search.startedAt)
        )
    }

    private func notices(_ stage: SearchNotice.Stage, of search: State.Search) -> [Output] {
        search.asked.filter { !search.quiet.contains($0.key) }.sorted { $0.key < $1.key }.map { name, asked in
            notice(stage, asked, name, cause: search.cause)
        }
    }

    /// A failed search; if it is retried, the message mentions it, and `retryAt` has the time.
    private func failure(
        _ error: SearchBusError,
        _ asked: MemberRequest,
        _ name: String,
        retryAfter wait: Duration?,
        cause: Cause?
    ) -> Output {
        guard let wait else { return notice(.failed, asked, name, error, cause: cause) }
        let retried = SearchBusError(
            error.code,
            error.message,
            remedy: "The search is tried again by itself. \(error.remedy)"
        )
        let time = Timestamp(microseconds: Int64((unixTime() + wait / .seconds(1)) * 1_000_000))
        return notice(.failed, asked, name, retried, retryAt: time, cause: cause)
    }

    private func notice(
        _ stage: SearchNotice.Stage,
        _ asked: MemberRequest,
        _ name: String,
        _ error: SearchBusError? = nil,
        retryAt: Timestamp? = nil,
        cause: Cause?
    ) -> Output {
        let notice = SearchNotice(searcher: name, request: asked.number, query: asked.query, page: asked.page)
        return event(stage, error.map { notice.failed($0, retryAt: retryAt?.description) } ?? notice, cause: cause)
    }

    private func event(_ stage: SearchNotice.Stage, _ notice: SearchNotice, cause: Cause?) -> Output {
        let type = "searchbus.search.\(stage.rawValue)"
        return Output(.search, notice.searcher, type: type, data: notice.json.bytes, cause: cause)
    }

    /// Results that the log refuses are a failed search, which says what to do.
    public func substitute(for output: Output, refusedFor error: SearchBusError) -> Output? {
        guard output.kind == .results,
            let data = try? JSON(
                parsing: output.data,
                limits: JSONLimits(depth: 512, values: .max),
                emptying: ["hits", "facets", "facetHits"]
            )
        else { return nil }
        let failure = SearchBusError(
            error.code,
            "The results cannot be published: \(error.message)",
            remedy: "Retrieve fewer attributes (`attributesToRetrieve`), fewer hits (`hitsPerPage`) or fewer values."
        )
        let notice = SearchNotice(
            searcher: output.component,
            request: data["request"]?.int ?? 0,
            query: data["query"]?.string ?? "",
            page: data["page"]?.int ?? 0
        )
        return event(.failed, notice.failed(failure), cause: output.cause)
    }
}
