// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// How far a widget's searcher has got: what the members `phase`, `stale` and `error` of every view are made of.
///
/// The state store numbers what a searcher is asked for upwards. An answer counts unless a newer one is shown already, or it
/// answers what is no longer right to show (`MemberRequest.since`); so a view never goes back. Where a widget listens to a
/// `multi` searcher, each member has its own numbers, and one that fails alone does not fail the widget.
public struct SearchPhase: Sendable, Hashable {
    /// How far the newest search has got.
    public enum Phase: Sendable, Hashable {
        /// Nothing is to be searched, or nothing was yet.
        case idle
        /// An answer is awaited.
        case loading
        /// An answer is awaited, and has been for long.
        case stalled
        /// The answer is here.
        case ready
        /// There was no answer; the last good one stays.
        case failed(code: String, message: String, remedy: String?)
    }

    private struct Member: Sendable, Hashable {
        var phase = Phase.idle
        /// The newest request heard of.
        var newest = 0
        /// The oldest request whose answer may be shown.
        var since = 0
        /// The request whose answer is shown.
        var shown: Int?
        /// Whether the newest request has neither an answer nor a failure yet.
        var isAwaited = false
    }

    private var members: [String: Member] = [:]

    public init() {}

    /// Takes in what a searcher is asked for; answers whether nothing of what was shown is right to show any more.
    @discardableResult
    public mutating func note(_ request: MemberRequest, of searcher: String) -> Bool {
        var member = members[searcher] ?? Member()
        defer { members[searcher] = member }
        guard request.number > member.newest || request.number == member.newest && !request.isAdmitted else {
            return false
        }
        member.newest = request.number
        member.since = max(member.since, request.since)
        member.isAwaited = request.isAdmitted && (member.shown ?? 0) < request.number
        guard !request.isAdmitted else { return false }
        let wasShown = member.phase != .idle
        member.phase = .idle
        member.shown = nil
        return wasShown
    }

    /// Whether the answer to a request is to be shown; from then on it is the answer shown.
    public mutating func accepts(_ request: Int, of searcher: String) -> Bool {
        var member = members[searcher] ?? Member()
        guard request >= member.since, request >= member.shown ?? 0 else { return false }
        member.shown = request
        if request >= member.newest {
            member.newest = request
            member.phase = .ready
            member.isAwaited = false
        }
        members[searcher] = member
        return true
    }

    /// Takes in how the search for a request is getting on; answers whether that is news.
    @discardableResult
    public mutating func note(_ progress: SearchProgress, of request: Int, of searcher: String) -> Bool {
        var member = members[searcher] ?? Member()
        defer { members[searcher] = member }
        guard request >= member.since else { return false }
        switch progress {
        case .superseded:
            return false
        case .started, .stalled:
            guard request > member.shown ?? 0 else { return false }
            if request > member.newest { (member.newest, member.isAwaited) = (request, true) }
            if progress == .stalled || member.phase != .stalled {
                member.phase = progress == .stalled ? .stalled : .loading
            }
        case .failed(let code, let message, let remedy):
            // A failure of what is overtaken is no news: the newer search has its own end.
            guard request >= member.newest, request >= member.shown ?? 0 else { return false }
            (member.newest, member.isAwaited) = (request, false)
            member.phase = .failed(code: code, message: message, remedy: remedy)
        }
        return true
    }

    /// What is awaited has not come for long.
    public mutating func noteOverdue() {
        for (name, member) in members where member.isAwaited { members[name]?.phase = .stalled }
    }

    /// Whether an answer is awaited that nobody has called slow yet.
    public var isWaiting: Bool { members.values.contains { $0.isAwaited && $0.phase != .stalled } }

    /// The request whose answer is shown, for one searcher.
    public func shown(of searcher: String) -> Int? { members[searcher]?.shown }

    /// The newest request heard of, for one searcher.
    public func newest(of searcher: String) -> Int { members[searcher]?.newest ?? 0 }

    /// Whether any answer is shown.
    public var isShowing: Bool { members.values.contains { $0.shown != nil } }

    /// How far all the members have got together.
    public var phase: Phase {
        let phases = members.sorted { $0.key < $1.key }.map(\.value.phase)
        if phases.contains(.stalled) { return .stalled }
        if phases.contains(.loading) { return .loading }
        if phases.contains(.ready) { return .ready }
        return phases.first { $0 != .idle } ?? .idle
    }

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
