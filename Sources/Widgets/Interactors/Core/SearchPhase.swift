// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The state of a widget that shows the state of a search.
public protocol SearchState: Sendable {
    var search: SearchPhase { get set }
}

extension Interactor where State: SearchState {
    public func isWaiting(_ state: State) -> Bool { state.search.isWaiting }

    public var showsRequests: Bool { false }

    public func restore(_ state: inout State, saved: JSON?, view: JSON?) { state.search.restore(from: view) }
}

/// The state of a widget's search: what the members `phase`, `stale` and `error` of every view are made of.
///
/// The state store numbers what a searcher is asked for upwards. An answer counts unless a newer one is shown already, or it
/// answers what is no longer right to show (`MemberRequest.since`); so a view never goes back. Where a widget listens to a
/// `multi` searcher, each member has its own numbers, and one that fails alone does not fail the widget.
///
/// A member's part follows from its last request, results and progress, in their order on the log; how long people have been
/// waiting follows from the last view. So an evicted widget is restored exactly.
public struct SearchPhase: Sendable, Hashable {
    /// The state of the newest search.
    public enum Phase: Sendable, Hashable {
        /// There is no search, or none has been answered yet.
        case idle
        case loading
        /// An answer is awaited, and has been for long.
        case stalled
        case ready
        /// There was no answer; the last good one stays.
        case failed(code: String, message: String, remedy: String?)
    }

    /// What people see of the waiting; an answer that comes at once is not announced.
    private enum Delay: Int, Sendable, Hashable, Comparable {
        case unseen
        case loading
        case stalled

        static func < (left: Delay, right: Delay) -> Bool { left.rawValue < right.rawValue }
    }

    fileprivate struct Member: Sendable, Hashable {
        var newest = 0
        /// The oldest request whose answer may be shown.
        var since = 0
        /// The request whose answer is shown.
        var shown: Int?
        /// Whether the newest request has neither an answer nor a failure yet.
        var isAwaited = false
        /// Why the newest request has no answer.
        var failure: Phase?

        var phase: Phase { failure ?? (shown == nil ? .idle : .ready) }
    }

    private var members: [String: Member] = [:]
    private var delay = Delay.unseen

    public init() {}

    // MARK: What happens

    /// Notes a searcher's request; returns whether everything that was shown is outdated.
    @discardableResult
    public mutating func note(_ request: MemberRequest, of searcher: String) -> Bool {
        var member = members[searcher] ?? Member()
        guard request.number >= member.newest else { return false }
        member.since = max(member.since, request.since)
        // The same request may be published again, for changes that do not concern the search.
        if request.number > member.newest || !request.isAdmitted {
            member.newest = request.number
            member.isAwaited = request.isAdmitted && (member.shown ?? 0) < request.number
            if member.failure != nil, member.isAwaited { delay = max(delay, .loading) }
            member.failure = nil
        }
        let hides = member.shown.map { !request.isAdmitted || $0 < request.cleared } ?? false
        if hides { member.shown = nil }
        members[searcher] = member
        settle()
        return hides
    }

    /// Whether the answer to a request must be shown; from then on it is the answer shown.
    public mutating func accepts(_ request: Int, of searcher: String) -> Bool {
        var member = members[searcher] ?? Member()
        guard request >= member.since, request >= member.shown ?? 0 else { return false }
        // A failure is newer than the answers to older requests, as an answer is.
        guard member.failure == nil || request >= member.newest else { return false }
        member.shown = request
        if request >= member.newest { (member.newest, member.isAwaited, member.failure) = (request, false, nil) }
        members[searcher] = member
        // The searcher is working.
        delay = min(delay, .loading)
        settle()
        return true
    }

    /// Takes in how the search for a request is getting on; answers whether that is news.
    @discardableResult
    public mutating func note(_ progress: SearchProgress, of request: Int, of searcher: String) -> Bool {
        var member = members[searcher] ?? Member()
        guard request >= member.since else { return false }
        let isNews: Bool
        switch progress {
        case .superseded: isNews = false
        case .started, .stalled: isNews = member.begin(request)
        case .failed(let code, let message, let remedy):
            isNews = member.end(request, with: .failed(code: code, message: message, remedy: remedy))
        }
        members[searcher] = member
        if member.isAwaited, progress != .superseded {
            // The failure of a superseded search does not concern the newer one, which is still awaited.
            delay = progress == .stalled && isNews ? .stalled : max(delay, .loading)
        }
        settle()
        return isNews
    }

    /// Notes an answer that cannot be shown; returns whether nothing is shown from then on.
    ///
    /// What was shown before is removed too: the log has the last answer only, so it could not be restored.
    public mutating func refuse(_ request: Int, of searcher: String, for failure: SearchProgress) -> Bool {
        var member = members[searcher] ?? Member()
        guard request >= member.since, request >= member.shown ?? 0 else { return false }
        member.shown = nil
        if request >= member.newest, case .failed(let code, let message, let remedy) = failure {
            (member.newest, member.isAwaited) = (request, false)
            member.failure = .failed(code: code, message: message, remedy: remedy)
        }
        members[searcher] = member
        delay = min(delay, .loading)
        settle()
        return true
    }

    /// What is awaited has not come for long.
    public mutating func noteOverdue() {
        if isAwaited { delay = .stalled }
    }

    /// Brings back how long people have been waiting, from the last view; called when the rest was folded.
    public mutating func restore(from view: JSON?) {
        guard isAwaited else { return }
        switch view?["phase"]?.string {
        case "loading": delay = .loading
        case "stalled": delay = .stalled
        default: delay = .unseen
        }
        settle()
    }

    /// Restores which request's answer is shown, if nothing else has that; called after the above.
    mutating func restore(shown request: Int, of searcher: String) {
        var member = members[searcher] ?? Member()
        guard member.shown == nil else { return }
        member.shown = request
        if request >= member.newest { (member.newest, member.isAwaited) = (request, false) }
        members[searcher] = member
        settle()
    }

    /// What has come is not awaited; and if one has failed, the others may have an answer.
    private mutating func settle() {
        if !isAwaited {
            delay = .unseen
        } else if case .failed = end {
            delay = max(delay, .loading)
        }
    }

    // MARK: What is so

    private var isAwaited: Bool { members.values.contains(where: \.isAwaited) }

    public var isWaiting: Bool { isAwaited && delay != .stalled }

    /// The request whose answer is shown, for one searcher.
    public func shown(of searcher: String) -> Int? { members[searcher]?.shown }

    /// The newest known request of one searcher.
    public func newest(of searcher: String) -> Int { members[searcher]?.newest ?? 0 }

    public var isShowing: Bool { members.values.contains { $0.shown != nil } }

    /// The state of all members together.
    public var phase: Phase {
        if delay == .stalled { return .stalled }
        if delay == .loading { return .loading }
        return end
    }

    /// What there is, whether or not more is awaited.
    private var end: Phase {
        let phases = members.sorted { $0.key < $1.key }.map(\.value.phase)
        return phases.contains(.ready) ? .ready : phases.first { $0 != .idle } ?? .idle
    }
}

extension SearchPhase.Member {
    mutating func begin(_ request: Int) -> Bool {
        guard request > shown ?? 0 else {
            // What is shown is searched again, in the background.
            if request >= newest { failure = nil }
            return false
        }
        if request >= newest { (newest, isAwaited, failure) = (request, true, nil) }
        return true
    }

    /// A search for a request has failed; the one that overtook it has its own end.
    mutating func end(_ request: Int, with failure: SearchPhase.Phase) -> Bool {
        guard request >= newest, request >= shown ?? 0 else { return false }
        (newest, isAwaited, self.failure) = (request, false, failure)
        return true
    }
}

extension SearchPhase {
    /// A view: its `phase`, the widget's own members, and after a failure what went wrong and whether the rest is stale.
    public func view(_ members: [(String, JSON)] = []) -> JSON {
        let phase = phase
        var view = JSONObject([("phase", .string(phase.word))] + members)
        if case .failed(let code, let message, let remedy) = phase {
            var error = JSONObject([("code", .string(code)), ("message", .string(message))])
            if let remedy { error["remedy"] = .string(remedy) }
            view["error"] = .object(error)
            if isShowing { view["stale"] = true }
        }
        return .object(view)
    }
}

extension SearchPhase.Phase {
    /// The word for the phase in views.
    public var word: String {
        switch self {
        case .idle: "idle"
        case .loading: "loading"
        case .stalled: "stalled"
        case .ready: "ready"
        case .failed: "failed"
        }
    }
}

extension SearchPhase {
    /// What an input means for what a widget shows of a searcher's answers.
    public enum News: Sendable, Hashable {
        /// Everything that was shown is outdated.
        case cleared(searcher: String)
        case answer(SearchResponse, of: String, request: Int)
    }

    /// Takes in whatever input it may be; answers what follows for the widget, `nil` where nothing does.
    ///
    /// A widget that shows answers calls it first with each input, and looks itself at filters and intents only.
    public mutating func take(_ input: Input) -> News? {
        switch input {
        case .request(let searcher, let request):
            return note(request, of: searcher) ? .cleared(searcher: searcher) : nil
        case .results(let searcher, let request, let response):
            return accepts(request, of: searcher) ? .answer(response, of: searcher, request: request) : nil
        case .search(let searcher, let request, let progress):
            note(progress, of: request, of: searcher)
        case .overdue:
            noteOverdue()
        case .start, .intent, .filters, .session, .reset:
            break
        }
        return nil
    }
}
