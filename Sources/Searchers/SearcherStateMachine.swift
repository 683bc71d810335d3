// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import Bus
import Components
import Interactors
import SearchModel

/// One session of a searcher: what is to be searched, what is being searched, and what was searched last.
///
/// A pure value. The rule is *latest wins*: at most one search is under way and one waits; a search that a newer one makes
/// pointless is cancelled and never shown. A page that is loaded for infinite scrolling is no newer search, it waits its
/// turn.
public struct SearcherStateMachine: Sendable {
    /// What a member is asked for.
    struct MemberState: Sendable, Hashable {
        var query = ""
        var page = 0
        var filters = FilterState()
        /// The place of the filters on the log.
        var filtersAt = SequenceNumber.zero
        /// The filters' place that the last search of the member had.
        var searchedFiltersAt = SequenceNumber.zero
        /// The search that answered last.
        var answered = 0
    }

    /// A search under way.
    struct Running: Sendable {
        let request: Int
        let members: [String]
        /// What each member is asked for; by now somebody may want something newer.
        let asked: [String: MemberState]
        let cause: Cause
        /// Whether it only adds a page to a list that is shown already.
        let isPage: Bool
        /// Whether `started` is on the log.
        var isAnnounced = false
        /// Whether `stalled` is on the log.
        var isStalled = false
        /// Whether a newer search makes it pointless.
        var isSuperseded = false
    }

    /// A search to begin.
    struct Launch: Sendable {
        let request: Int
        let requests: [(member: String, request: SearchRequest)]
    }

    let unit: SearcherUnit
    var members: [String: MemberState]
    var lastRequest = 0
    private(set) var running: Running?
    private var wanted: Set<String> = []
    private var wantedCause: Cause?
    private var wantsPage = false

    init(_ unit: SearcherUnit) {
        self.unit = unit
        members = Dictionary(
            uniqueKeysWithValues: unit.members.map { member in
                var state = MemberState()
                if let name = member.filterState { state.filters = unit.initialFilters[name] ?? FilterState() }
                return (member.name, state)
            }
        )
    }

    /// Whether a search is under way or waits, so that the session must not be forgotten.
    var isBusy: Bool { running != nil || !wanted.isEmpty }

    /// Whether a search waits for the one under way to end.
    var isWaiting: Bool { !wanted.isEmpty }

    // MARK: What happens

    /// The session begins: everything is searched that its rule admits.
    mutating func start(_ cause: Cause) {
        want(unit.members.filter { mayStart($0) }.map(\.name), cause)
    }

    private func mayStart(_ member: SearcherUnit.Member) -> Bool {
        let state = members[member.name]
        return state?.answered == 0 && member.searchWhen.admits(state?.query ?? "")
    }

    /// Somebody asks the unit, or one of its members, for something; says what became of it.
    mutating func fold(_ intent: SearchIntent, to addressee: String, _ cause: Cause) -> Outcome {
        let addressed = unit.members.filter { addressee == unit.name || addressee == $0.name }
        switch intent {
        case .setQuery(let query):
            let changed = addressed.filter { members[$0.name]?.query != query }
            guard !changed.isEmpty else { return .unchanged }
            for member in changed {
                members[member.name]?.query = query
                members[member.name]?.page = 0
            }
            want(changed.filter { $0.searchWhen.admits(query) }.map(\.name), cause)
            return .applied
        case .loadPage(let page, let base):
            return loadPage(page, of: base, addressed.map(\.name), cause)
        case .search:
            let admitted = addressed.filter { member in
                // Being asked is what a manual searcher waits for; any other rule holds however a search is asked for.
                member.searchWhen == .manual || member.searchWhen.admits(members[member.name]?.query ?? "")
            }
            guard !admitted.isEmpty else { return .unchanged }
            for member in admitted { members[member.name]?.page = 0 }
            want(admitted.map(\.name), cause)
            return .applied
        }
    }

    private mutating func loadPage(_ page: Int, of base: Int, _ names: [String], _ cause: Cause) -> Outcome {
        guard names.count == 1, let name = names.first, let state = members[name] else {
            return .rejected("a page is loaded by one searcher", remedy: "Address one member of the multi searcher.")
        }
        // The list that the page belongs to is about to be replaced, or has been.
        guard wanted.isEmpty || wantsPage, running.map({ $0.isPage || !$0.members.contains(name) }) ?? true,
            base == 0 || base == state.answered
        else { return .unchanged }
        members[name]?.page = page
        wanted.insert(name)
        wantedCause = cause
        wantsPage = true
        return .applied
    }

    /// A filter state changed.
    mutating func fold(_ filters: FilterState, named name: String, at sequence: SequenceNumber, _ cause: Cause) {
        var affected: [String] = []
        for member in unit.members where member.filterState == name {
            // A restored state may know newer filters than those it has searched, so the place searched decides.
            guard var state = members[member.name], sequence > state.searchedFiltersAt || state.answered == 0 else {
                continue
            }
            let isKnown = state.filters == filters && state.searchedFiltersAt == state.filtersAt && state.answered > 0
            let isWanted = state.filters == filters && (wanted.contains(member.name) || isRunning(member.name))
            if sequence >= state.filtersAt {
                state.filters = filters
                state.filtersAt = sequence
            }
            if isKnown { state.searchedFiltersAt = sequence }
            members[member.name] = state
            guard !isKnown, !isWanted else { continue }
            members[member.name]?.page = 0
            if member.searchWhen.admits(state.query) { affected.append(member.name) }
        }
        want(affected, cause)
    }

    private func isRunning(_ member: String) -> Bool {
        running.map { $0.members.contains(member) && !$0.isSuperseded } ?? false
    }

    /// An index changed: what was searched in it is searched again.
    mutating func indexChanged(_ index: String, _ cause: Cause) {
        let affected = unit.members.filter { member in
            // A search that failed before it ever answered is made again too, where its rule admits it.
            guard member.template.index == index, lastRequest > 0, let state = members[member.name] else {
                return false
            }
            return state.answered > 0 || member.searchWhen.admits(state.query)
        }
        for member in affected { members[member.name]?.page = 0 }
        want(affected.map(\.name), cause)
    }

    /// Searches again what was under way when the last process died.
    mutating func resume(_ cause: Cause) {
        guard running == nil else { return }
        want(unit.members.filter { $0.searchWhen.admits(members[$0.name]?.query ?? "") }.map(\.name), cause)
    }

    private mutating func want(_ names: [String], _ cause: Cause) {
        guard !names.isEmpty else { return }
        if wantsPage {
            for name in wanted { members[name]?.page = 0 }
            wantsPage = false
        }
        wanted.formUnion(names)
        wantedCause = cause
        guard var running, !running.isSuperseded else { return }
        // What the overtaken search was still to answer is part of the newer one.
        running.isSuperseded = true
        if !running.isPage { wanted.formUnion(running.members) }
        self.running = running
    }

    // MARK: Searching

    /// The search to begin now, if one is wanted and none is under way.
    mutating func launch() -> Launch? {
        guard running == nil, !wanted.isEmpty, let cause = wantedCause else { return nil }
        lastRequest += 1
        let names = unit.members.map(\.name).filter(wanted.contains)
        running = Running(
            request: lastRequest,
            members: names,
            asked: members.filter { names.contains($0.key) },
            cause: cause,
            isPage: wantsPage
        )
        wanted = []
        wantsPage = false
        let requests = names.compactMap { name -> (member: String, request: SearchRequest)? in
            guard let member = unit.member(name), let state = members[name] else { return nil }
            var request = member.template
            request.query = state.query
            request.page = state.page
            request.filters = state.filters
            members[name]?.searchedFiltersAt = state.filtersAt
            return (name, request)
        }
        return Launch(request: lastRequest, requests: requests)
    }

    /// The search under way has taken long enough to be announced; answers whether that is new.
    mutating func announce() -> Bool {
        guard let current = running, !current.isAnnounced, !current.isSuperseded else { return false }
        running?.isAnnounced = true
        return true
    }

    /// The search under way has taken so long that people should see it; answers whether that is new.
    mutating func stall() -> Bool {
        guard let current = running, !current.isStalled, !current.isSuperseded else { return false }
        running?.isStalled = true
        return true
    }

    /// The search under way has ended; answers with it, unless another one is meant.
    mutating func end(request: Int, isSuccess: Bool) -> Running? {
        guard let ended = running, ended.request == request else { return nil }
        running = nil
        if isSuccess, !ended.isSuperseded {
            for name in ended.members { members[name]?.answered = request }
        }
        return ended
    }
}
