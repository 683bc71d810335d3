// SPDX-License-Identifier: MIT

import Wire

/// The phase of a view's search.
public enum ViewPhase: String, ViewValue, Hashable, CaseIterable {
    /// Nothing was searched yet.
    case idle
    /// A response is pending.
    case loading
    /// A response has been pending for long.
    case stalled
    /// The response has arrived.
    case ready
    /// The search failed; `error` has the reason, and with older results the view is `stale`.
    case failed

    /// Reads a phase; an unknown one, of a later version, counts as `ready`.
    public static func read(_ json: JSON, named name: String) throws -> ViewPhase {
        ViewPhase(rawValue: try String.read(json, named: name)) ?? .ready
    }
}

/// The members of every view about its search.
public struct ViewStatus: Sendable, Hashable {
    public let phase: ViewPhase
    /// Whether older results are shown, after a failure.
    public let stale: Bool
    /// The reason for the failure.
    public let error: SearchBusError?
    /// Problems that do not affect the rest of the view.
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

/// A view with the phase of its search: all of those of SearchBus.
public protocol PhasedView: WidgetView {
    var status: ViewStatus { get }
}

extension PhasedView {
    public var phase: ViewPhase { status.phase }
    public var stale: Bool { status.stale }
    public var error: SearchBusError? { status.error }
    public var warning: ViewWarning? { status.warning }
    /// Whether a response is pending.
    public var isLoading: Bool { phase == .loading || phase == .stalled }
}

/// A problem of a view that does not affect the rest of it.
public struct ViewWarning: ViewObject, Hashable {
    /// The code for programs, such as `attribute-unknown`; see [protocol](../../../docs/protocol.md).
    public let code: String
    /// The problem, as text for users.
    public let message: String
    /// The remedy, if the engine has one.
    public let remedy: String?

    public init(code: String, message: String, remedy: String? = nil) {
        self.code = code
        self.message = message
        self.remedy = remedy
    }

    public init(json: JSON) throws {
        code = try json.requiredString("code")
        message = try json.requiredString("message")
        remedy = try json.optionalMember("remedy")
    }
}
