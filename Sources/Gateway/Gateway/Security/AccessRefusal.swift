// SPDX-License-Identifier: MIT

import AccessKeys
import HTTPTypes
import Wire

/// Errors for insufficient permissions, and for keys that are no longer valid.
enum AccessRefusal {
    /// Describes a client's permissions, and the missing one.
    ///
    /// - Parameters:
    ///   - grants: The permissions of the request.
    ///   - right: The required permission.
    ///   - session: The session that it concerns; `nil` for all of them.
    ///   - canNameSession: Whether the request could be limited to a session by `?session=`.
    /// - Returns: A problem with `not-permitted`.
    static func problem(
        of grants: [Grant],
        for right: AccessRight,
        session: String?,
        canNameSession: Bool = false
    ) -> Problem {
        let roles = AccessScope.roles(with: right, session: session)
        let needed = roles.map { "`\($0.rawValue)`" }.joined(separator: " or ")
        let role = roles.first?.rawValue ?? AccessRole.admin.rawValue
        let reach = session == nil && right.isOfSessions ? " for all sessions" : ""
        // What the key opens in one session it does not open in all of them.
        let named = grants.first { $0.scope.allows(right, session: $0.scope.session ?? "any") }
        let lacksName = session == nil && canNameSession && named != nil
        let naming =
            lacksName
            ? "Name the session: ?session=\(named?.scope.session ?? "SESSION"). For all sessions, use " : "Use "
        var problem = Problem(
            SearchBusError(
                .notPermitted,
                "\(holds(grants)) The request needs the permission `\(right.rawValue)`\(reach), which keys of the role \(needed) have.",
                remedy: "\(naming)such a key, or ask the owner for one: searchbus keys create --role \(role)."
            )
        )
        problem.headers[.wwwAuthenticate] = #"Bearer error="insufficient_scope", scope="\#(role)""#
        return problem
    }

    private static func holds(_ grants: [Grant]) -> String {
        guard let grant = grants.first else { return "The request has no permissions." }
        let role = grant.scope.role.rawValue
        let holder =
            switch grant.identity {
            case .key(let id), .restrictedKey(let id, _): "The key \(id)"
            default: "The link that was followed"
            }
        let sessions = grants.compactMap(\.scope.session)
        let records = grant.scope.filters.map { " for records of the filters `\($0.text)`" } ?? ""
        guard !sessions.isEmpty else { return "\(holder) has the role `\(role)`\(records)." }
        let names = sessions.prefix(4).map { "`\($0)`" }.joined(separator: ", ")
        return grant.scope.role == .read
            ? "\(holder) opens only the session \(names), read-only." : "\(holder) opens only the session \(names)."
    }

    /// Describes the end of a key that was valid once.
    ///
    /// Only a client that presents the complete key receives it.
    static func error(of key: AccessKey, _ end: AccessEnd) -> SearchBusError {
        let what = key.scope.session.map { "to the session `\($0)`" }
        let name = what.map { "The key or link \(key.id) \($0)" } ?? "The key \(key.id)"
        let happened =
            switch end {
            case .expired(let at): "expired at \(Moment(at))"
            case .revoked(let at): "was revoked at \(Moment(at))"
            case .invalid(let reason): "has restrictions that are invalid: \(reason)"
            case .replaced(let at): "was replaced by a new one, and was valid until \(Moment(at))"
            }
        return SearchBusError(
            .unauthorized,
            "\(name) \(happened).",
            remedy: what == nil
                ? "Ask the owner for another key: searchbus keys create --role \(key.scope.role.rawValue)."
                : "Ask its creator for another one: searchbus link --session \(key.scope.session ?? "")."
        )
    }

    /// The error for a key that the gateway does not have.
    static var unknownKey: SearchBusError {
        SearchBusError(
            .unauthorized,
            "Unknown or revoked key.",
            remedy: "Check that the whole key was sent, and to the right gateway: `searchbus keys list` shows its keys."
        )
    }

    /// The error for a browser whose access was revoked.
    static var forgottenBrowser: SearchBusError {
        SearchBusError(.unauthorized, "This browser's access was revoked.")
    }
}
