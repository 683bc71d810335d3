// SPDX-License-Identifier: MIT

import Backends
import Bus
import Components
import Runtime
import SearchModel
import Wire

/// One session of a searcher: what it is asked for, what is being searched, and what was answered last.
///
/// A pure value. The rule is *latest wins*, member by member: one search is in flight and one waits, and a newer request replaces
/// the waiting one. The running search finishes, and its answer is shown if nothing newer is, so that a user who types fast sees
/// something of a slow engine; if its answer would be wrong to show by now (`MemberRequest.since`), it is cancelled instead.
/// Members do not wait for each other: answers of one moment leave together, a slow one by itself when it is there
/// (`+Answers`), and what fails for a reason that may pass is tried again (`+Retries`).
public struct SearcherStateMachine: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// A member of the unit, as this session asks it.
    struct Member: Sendable {
        /// What it is asked for; `nil` before the first request.
        var wanted: MemberRequest?
        /// The newest request that has an answer or a failure.
        var answered = 0
        /// Whether the answered requests must be searched again.
        var isStale = false
        /// The search that it is part of.
        var search: Int?
        /// The event from which a restart finds out what is still to be answered; the last request says all, so that earlier
        /// ones need not be kept.
        var owedSince: SequenceNumber?
        /// What led to what it is asked for.
        var cause: Cause?
        /// How its last failure is tried again; `nil` while there is nothing to try again.
        var retry: Retry?
    }

    /// A request of a member that a newer one has overtaken: it gets no answer.
    struct Overtaken: Sendable {
        let member: String
        let request: MemberRequest
        let cause: Cause?
    }

    /// A search in flight: one query to one engine.
    struct Search: Sendable {
        let id: Int
        /// The searches whose answers leave together if they come together; `nil` for one that waits for no other.
        let batch: Int?
        /// The request of each member; by now there may be a newer one.
        var asked: [String: MemberRequest]
        /// The members that are retried, which are reported only if the result differs.
        var quiet: Set<String>
        let cause: Cause?
        let startedAt: Instant
        /// The engine's answer, if it is not published yet.
        var arrival: Arrival?
        /// Whether `started` is on the log.
        var isAnnounced = false
        /// Whether `stalled` is on the log.
        var isStalled = false
    }

    /// After how long a search is announced; a quicker one is only reported by its results.
    static let grace: Duration = .milliseconds(15)

    let stallDelay: Duration
    let gathering: Duration
    let backoff: Backoff
    /// The members whose engine announces all changes on the bus: such an event ends their failure.
    let announced: Set<String>
    var members: [String: Member]
    var searches: [Int: Search] = [:]
    /// The caller in a session of single searches; `nil` if a session has one caller.
    var caller: String?
    /// The size of the last request, in bytes of JSON.
    var requestBytes = 0
    /// The members whose engine has answered, which may be news to others that wait for it.
    var found: Set<String> = []
    /// The searches that must be cancelled at their engine.
    private var cancelled: [Int] = []
    private var lastID = 0
    private var cause: Cause?
    /// The oldest event that a restart has to meet again.
    var pending: SequenceNumber? { members.values.compactMap(\.owedSince).min() }

    init(
        _ names: [String],
        stallDelay: Duration = .milliseconds(200),
        gathering: Duration = SearcherStateMachine.gathering,
        backoff: Backoff = Backoff(first: .seconds(1), limit: .seconds(30)),
        announced: Set<String> = []
    ) {
        self.stallDelay = stallDelay
        self.gathering = gathering
        self.backoff = backoff
        self.announced = announced
        members = Dictionary(names.map { ($0, Member()) }, uniquingKeysWith: { first, _ in first })
    }

    // MARK: What happens

    /// The unit is asked for something.
    ///
    /// - Returns: The requests that will have no answer: those that waited, and those whose search is given up.
    mutating func fold(_ request: UnitRequest, at sequence: SequenceNumber, _ cause: Cause) -> [Overtaken] {
        var overtaken: [Overtaken] = []
        var didChange = false
        for (name, wanted) in request.members where members[name] != nil {
            guard wanted.number > members[name]?.wanted?.number ?? 0 else { continue }
            if let waiting = waitingRequest(of: name) { overtaken.append(waiting) }
            members[name]?.wanted = Self.sensible(wanted)
            breakOffRetry(of: name)
            guard wants(name) else { continue }
            members[name]?.owedSince = sequence
            members[name]?.cause = cause
            didChange = true
        }
        if didChange { self.cause = cause }
        defer { settle() }
        return overtaken.sorted { $0.member < $1.member } + giveUp()
    }

    /// What a member is asked for, where its search has not begun.
    private func waitingRequest(of name: String) -> Overtaken? {
        guard let member = members[name], let wanted = member.wanted, wanted.isAdmitted,
            wanted.number > member.answered,
            member.search.flatMap({ searches[$0]?.asked[name]?.number }) != wanted.number
        else { return nil }
        return Overtaken(member: name, request: wanted, cause: member.cause)
    }

    /// What the log says was answered; called while a session is restored.
    mutating func noteAnswered(_ name: String, _ request: Int) {
        let known = members[name]?.answered ?? 0
        members[name]?.answered = max(known, request)
    }

    /// What the log says was asked for; called while a session is restored.
    mutating func noteWanted(_ request: UnitRequest) {
        for (name, wanted) in request.members where members[name] != nil {
            members[name]?.wanted = Self.sensible(wanted)
        }
    }

    /// The same, with an answer that may be shown: else it would be searched for without end.
    private static func sensible(_ request: MemberRequest) -> MemberRequest {
        var request = request
        request.since = min(request.since, request.number)
        return request
    }

    /// The answered requests of these members must be searched again: their index or the searcher itself has changed.
    mutating func renew(_ names: Set<String>, at sequence: SequenceNumber?, _ cause: Cause?) {
        for name in names {
            guard let wanted = members[name]?.wanted, wanted.isAdmitted, !wanted.isOnce else { continue }
            members[name]?.isStale = true
            guard let sequence, let cause else { continue }
            if members[name]?.owedSince == nil { members[name]?.owedSince = sequence }
            self.cause = cause
        }
    }

    /// Gives up the searches whose answers would be wrong to show.
    private mutating func giveUp() -> [Overtaken] {
        var given: [Overtaken] = []
        for search in searches.values.sorted(by: { $0.id < $1.id }) {
            let isPointless = search.asked.allSatisfy { name, asked in asked.number < members[name]?.wanted?.since ?? 0
            }
            guard isPointless else { continue }
            searches[search.id] = nil
            for name in search.asked.keys where members[name]?.search == search.id { members[name]?.search = nil }
            cancelled.append(search.id)
            given += search.asked.sorted { $0.key < $1.key }.map { name, asked in
                Overtaken(member: name, request: asked, cause: search.cause)
            }
        }
        return given
    }

    /// A retry for a member with a newer request is dropped: the newer request does not wait for it.
    private mutating func breakOffRetry(of name: String) {
        members[name]?.retry = nil
        guard let id = members[name]?.search, searches[id]?.quiet.remove(name) != nil else { return }
        searches[id]?.asked[name] = nil
        members[name]?.search = nil
        guard searches[id]?.asked.isEmpty == true else { return }
        searches[id] = nil
        cancelled.append(id)
    }

    // MARK: Searching

    /// Whether a member is asked for something that it has not answered.
    private func wants(_ name: String) -> Bool {
        guard let member = members[name], let wanted = member.wanted, wanted.isAdmitted else { return false }
        return wanted.number > member.answered || member.isStale
    }

    /// The members whose searches can begin now.
    var waiting: [String] { members.keys.filter { members[$0]?.search == nil && wants($0) }.sorted() }

    /// The searches to cancel, each once.
    mutating func takeCancelled() -> [Int] {
        defer { cancelled = [] }
        return cancelled
    }

    /// Whether there is anything to begin or to cancel.
    var wantsEffects: Bool { !cancelled.isEmpty || !waiting.isEmpty }

    /// Begins a search of some members, which are asked together.
    ///
    /// - Parameters:
    ///   - names: The members.
    ///   - batch: Which searches' answers it is to leave with, if they come together.
    ///   - now: The moment.
    /// - Returns: The search.
    mutating func begin(_ names: [String], in batch: Int? = nil, at now: Instant) -> Search {
        lastID += 1
        var asked: [String: MemberRequest] = [:]
        var quiet: Set<String> = []
        for name in names {
            guard let member = members[name] else { continue }
            asked[name] = member.wanted
            if member.retry != nil, member.wanted?.number ?? 0 <= member.answered { quiet.insert(name) }
            members[name]?.search = lastID
            members[name]?.isStale = false
            members[name]?.retry?.at = nil
        }
        let search = Search(id: lastID, batch: batch, asked: asked, quiet: quiet, cause: cause, startedAt: now)
        searches[lastID] = search
        return search
    }

    /// What is answered keeps no cursor back.
    mutating func settle() {
        let settled = members.keys.filter { !wants($0) && members[$0]?.search == nil }
        for name in settled { members[name]?.owedSince = nil }
    }

    // MARK: Time

    /// The time at which the next search is announced or stalled, results are released, or a failure is retried.
    var deadline: Instant? {
        let times = searches.values.compactMap { search in
            if let arrival = search.arrival { return arrival.at.advanced(by: gathering) }
            guard search.asked.count > search.quiet.count else { return nil }
            if !search.isAnnounced { return search.startedAt.advanced(by: Self.grace) }
            return search.isStalled ? nil : search.startedAt.advanced(by: stallDelay)
        }
        return (times + members.values.compactMap { $0.retry?.at }).min()
    }

    /// The searches that have taken long enough to be announced, and those that people should see by now.
    mutating func pass(at now: Instant) -> (started: [Search], stalled: [Search]) {
        retry(at: now)
        var (started, stalled): ([Search], [Search]) = ([], [])
        for (id, search) in searches.sorted(by: { $0.key < $1.key }) where search.arrival == nil {
            if !search.isAnnounced, search.startedAt.advanced(by: Self.grace) <= now {
                searches[id]?.isAnnounced = true
                started.append(search)
            }
            if !search.isStalled, search.startedAt.advanced(by: stallDelay) <= now {
                searches[id]?.isStalled = true
                stalled.append(search)
            }
        }
        return (started, stalled)
    }
}
