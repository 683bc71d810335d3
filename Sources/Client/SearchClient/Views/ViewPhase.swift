// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// How far a view's search has got.
public enum ViewPhase: String, ViewValue, Hashable, CaseIterable {
    /// Nothing was searched yet.
    case idle
    /// An answer is awaited.
    case loading
    /// An answer is awaited, and has been for long.
    case stalled
    /// The answer is here.
    case ready
    /// There was no answer; `error` says why, and where older results stay, the view is `stale`.
    case failed

    /// Reads a phase; an unknown one, of a later version, counts as `ready`.
    public static func read(_ json: JSON, named name: String) throws -> ViewPhase {
        ViewPhase(rawValue: try String.read(json, named: name)) ?? .ready
    }
}

/// What every view says of its search.
public struct ViewStatus: Sendable, Hashable {
    public let phase: ViewPhase
    /// Whether older results are shown, after a failure.
    public let stale: Bool
    /// Why there was no answer.
    public let error: SearchBusError?
    /// What could not be given, while the rest stands.
    public let warning: ViewWarning?

    public init(
        _ phase: ViewPhase,
        stale: Bool = false,
        error: SearchBusError? = nil,
        warning: ViewWarning? = nil
    ) {
        self.phase = phase
        self.stale = stale
        self.error = error
        self.warning = warning
    }

    init(json: JSON) throws {
        phase = try json.member("phase")
        stale = try json.optionalMember("stale") ?? false
        error = try json.optionalMember("error")
        warning = try json.optionalMember("warning")
    }
}

/// A view that says how far its search has got: all of those that come with SearchBus.
public protocol PhasedView: WidgetView {
    var status: ViewStatus { get }
}

extension PhasedView {
    public var phase: ViewPhase { status.phase }
    public var stale: Bool { status.stale }
    public var error: SearchBusError? { status.error }
    public var warning: ViewWarning? { status.warning }
    /// Whether an answer is awaited.
    public var isLoading: Bool { phase == .loading || phase == .stalled }
}
