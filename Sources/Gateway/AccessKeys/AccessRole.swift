// SPDX-License-Identifier: MIT

import Wire

/// A permission at the gateway.
public enum AccessRight: String, Sendable, Hashable, CaseIterable {
    /// To read the app and the widget types.
    case describe
    /// To read a session's views and their stream.
    case view
    /// To send intents to a session.
    case use
    /// To create sessions.
    case begin
    /// To search without a session.
    case search
    /// To read the log and the bus; for one session, that session's part.
    case log
    /// To read the status and the metrics.
    case watch
    /// To create links, to announce changes of indexes, and to hold intents.
    case administer

    /// Whether it can be given for one session.
    public var isOfSessions: Bool { [.view, .use, .log].contains(self) }
}

/// The set of permissions of a key.
public enum AccessRole: String, Sendable, Hashable, CaseIterable {
    /// Reads everything and changes nothing.
    case read
    /// Creates and uses sessions, and reads nothing of sessions that it cannot name.
    case session
    /// Everything.
    case admin
}

/// The scope of a permission: a role, for all sessions or for one of them, with all records or those of some filters.
public struct AccessScope: Sendable, Hashable {
    public let role: AccessRole
    /// The only permitted session; `nil` for all.
    public let session: String?
    /// The filters that everything has which is searched; of sessions, it opens those that have them.
    public let filters: KeyFilters?

    public init(_ role: AccessRole, session: String? = nil, filters: KeyFilters? = nil) {
        self.role = role
        self.session = session
        self.filters = filters
    }

    /// The scope with the restrictions of a key that was made from another one.
    ///
    /// - Throws: `JSONError` if the scope cannot be restricted in this way.
    func restricted(by restriction: Restriction) throws(JSONError) -> AccessScope {
        guard role != .admin else { throw JSONError("a key of the role admin cannot be restricted") }
        if let session, let other = restriction.session, session != other {
            throw JSONError("the key opens another session than `\(other)`")
        }
        return AccessScope(
            role,
            session: restriction.session ?? session,
            filters: try filters.map { filters throws(JSONError) in
                try restriction.filters.map { other throws(JSONError) in try filters.joined(with: other) } ?? filters
            } ?? restriction.filters
        )
    }

    /// Everything.
    public static let everything = AccessScope(.admin)

    /// Whether an action is permitted.
    ///
    /// - Parameters:
    ///   - right: The required permission.
    ///   - asked: The session that it concerns, if any.
    /// - Returns: Whether the scope has this permission.
    public func allows(_ right: AccessRight, session asked: String?) -> Bool {
        if let session {
            switch right {
            case .describe: return true
            case .view, .log: return asked == session
            case .use: return asked == session && role != .read
            case .begin, .search, .watch, .administer: return false
            }
        }
        guard filters == nil || !right.isOfSessions || asked.map({ !Self.isShared($0) }) ?? false else { return false }
        switch role {
        case .admin: return true
        // What is counted, and how processes are, tells of all records.
        case .read where filters != nil: return [.describe, .view, .log].contains(right)
        case .read: return [.describe, .view, .log, .watch].contains(right)
        case .session:
            switch right {
            case .describe, .begin, .search: return true
            case .view, .use, .log: return asked.map { !Self.isShared($0) } ?? false
            case .watch, .administer: return false
            }
        }
    }

    /// Whether a session is the gateway's own, which has the searches of many clients: its name implies no permission.
    public static func isShared(_ session: String) -> Bool {
        session.hasPrefix("search-") || session.hasPrefix("algolia-")
    }

    /// The roles whose keys, if not limited to one session, have a permission.
    ///
    /// - Parameters:
    ///   - right: The required permission.
    ///   - session: The session that it concerns; `nil` for all sessions, or none.
    /// - Returns: The roles, the narrowest first.
    public static func roles(with right: AccessRight, session: String?) -> [AccessRole] {
        AccessRole.allCases.filter { AccessScope($0).allows(right, session: session) }
    }
}
