// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// How far a widget's searcher has got: what the members `phase`, `stale` and `error` of every view are made of.
///
/// A searcher numbers its searches upwards. The highest number heard of is the only one that counts: whatever comes from
/// an older search comes too late and is ignored, so that a view never goes back.
public struct SearchPhase: Sendable, Hashable {
    /// How far the newest search has got.
    public enum Phase: Sendable, Hashable {
        /// Nothing was searched yet.
        case idle
        /// An answer is awaited.
        case loading
        /// An answer is awaited, and has been for long.
        case stalled
        /// The answer is here.
        case ready
        /// There was no answer; the last good one stays.
        case failed(code: String, message: String)
    }

    /// How far the newest search has got.
    public private(set) var phase = Phase.idle
    /// The search whose answer is shown, if any.
    public private(set) var shown: Int?
    /// The newest search heard of.
    public private(set) var newest = 0

    public init() {}

    /// Whether the answer of a search is to be shown; from then on it is the answer shown.
    public mutating func accepts(_ request: Int) -> Bool {
        guard request >= newest else { return false }
        newest = request
        shown = request
        phase = .ready
        return true
    }

    /// Takes in how a search is getting on; answers whether that is news of the newest search.
    @discardableResult
    public mutating func note(_ progress: SearchProgress, of request: Int) -> Bool {
        guard request >= newest, request != shown else { return false }
        newest = request
        switch progress {
        case .started: phase = .loading
        case .stalled: phase = .stalled
        case .failed(let code, let message): phase = .failed(code: code, message: message)
        case .superseded: break
        }
        return true
    }

    /// A view: its `phase`, the widget's own members, and after a failure what went wrong and whether the rest is stale.
    public func view(_ members: [(String, JSON)] = []) -> JSON {
        var view = JSONObject([("phase", .string(word))] + members)
        if case .failed(let code, let message) = phase {
            view["error"] = ["code": .string(code), "message": .string(message)]
            if shown != nil { view["stale"] = true }
        }
        return .object(view)
    }

    private var word: String {
        switch phase {
        case .idle: "idle"
        case .loading: "loading"
        case .stalled: "stalled"
        case .ready: "ready"
        case .failed: "failed"
        }
    }
}

extension SearchPhase {
    /// The numbers of searches that a view does not say, as members of what `Interactor.restore` gets.
    ///
    /// No widget saves them: the events of its searcher are on the log, and there they are looked up.
    ///
    /// - Parameters:
    ///   - newest: The newest search heard of.
    ///   - shown: The newest search that was answered.
    /// - Returns: The members; empty where nothing was heard of any search.
    public static func members(newest: Int, shown: Int?) -> [(String, JSON)] {
        let members: [(String, JSON)] = newest > 0 ? [("newest", JSON(newest))] : []
        return shown.map { members + [("shown", JSON($0))] } ?? members
    }

    /// The phase that a view and these members were made of.
    public init(saved: JSON?, view: JSON?) {
        newest = saved?["newest"]?.int ?? 0
        // A view may be of a search whose number the log no longer has as its last.
        let isShown = view?["phase"]?.string == "ready" || view?["stale"]?.bool == true
        shown = saved?["shown"]?.int ?? (isShown ? 0 : nil)
        switch view?["phase"]?.string {
        case "loading": phase = .loading
        case "stalled": phase = .stalled
        case "ready": phase = .ready
        case "failed":
            let error = view?["error"]
            phase = .failed(code: error?["code"]?.string ?? "", message: error?["message"]?.string ?? "")
        default: phase = .idle
        }
    }
}
