// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// A permission at the gateway.
public enum AccessRight: String, Sendable, Hashable, CaseIterable {
    /// To learn what runs: the app, the widget types.
    case describe
    /// To read a session's views and their stream.
    case view
    /// To send intents to a session.
    case use
    /// To begin sessions.
    case begin
    /// To search without a session.
    case search
    /// To read the log and the bus; where a session is named, that session's part.
    case log
    /// To read the status and the metrics.
    case watch
    /// To make links, and to announce changes of indexes.
    case administer

    /// Whether it can be given for one session.
    public var isOfSessions: Bool { [.view, .use, .log].contains(self) }
}

/// A set of rights that a key is made for.
public enum AccessRole: String, Sendable, Hashable, CaseIterable {
    /// Sees everything and changes nothing.
    case read
    /// Begins and uses sessions, and sees nothing of sessions that it cannot name.
    case session
    /// Everything.
    case admin
}

/// How far a right reaches: a role, for all sessions or for one of them.
public struct AccessScope: Sendable, Hashable {
    public let role: AccessRole
    /// The only session that may be touched; `nil` for all.
    public let session: String?

    public init(_ role: AccessRole, session: String? = nil) {
        self.role = role
        self.session = session
    }

    /// Everything.
    public static let everything = AccessScope(.admin)

    /// Whether something may be done.
    ///
    /// - Parameters:
    ///   - right: What is asked for.
    ///   - asked: The session that it concerns, where it concerns one.
    /// - Returns: Whether the scope has this right.
    public func allows(_ right: AccessRight, session asked: String?) -> Bool {
        if let session {
            switch right {
            case .describe: return true
            case .view, .log: return asked == session
            case .use: return asked == session && role != .read
            case .begin, .search, .watch, .administer: return false
            }
        }
        switch role {
        case .admin: return true
        case .read: return [.describe, .view, .log, .watch].contains(right)
        case .session:
            switch right {
            case .describe, .begin, .search: return true
            case .view, .use, .log: return asked.map { !Self.isShared($0) } ?? false
            case .watch, .administer: return false
            }
        }
    }

    /// Whether a session is the gateway's own, in which searches of many are asked: its name tells nothing of a right.
    public static func isShared(_ session: String) -> Bool {
        session.hasPrefix("search-") || session.hasPrefix("algolia-")
    }

    /// The roles whose keys, where they are not limited to one session, have a right.
    ///
    /// - Parameters:
    ///   - right: What is asked for.
    ///   - session: The session that it concerns; `nil` for all sessions, or where it concerns none.
    /// - Returns: The roles, the narrowest first.
    public static func roles(with right: AccessRight, session: String?) -> [AccessRole] {
        AccessRole.allCases.filter { AccessScope($0).allows(right, session: session) }
    }
}
