// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AccessKeys
import HTTPTypes

/// What each route asks of whoever calls it: the one place where that is said.
///
/// A route that does not stand here is closed.
enum RouteAccess {
    /// What is asked.
    enum Need: Sendable, Hashable {
        /// Nothing.
        case open
        /// A right: for the session in the path where the path names one, otherwise for all sessions.
        case right(AccessRight)
        /// A right for the session that `?session=` names, since the answer holds no other session's data; without it, for
        /// all sessions.
        case rightOfNamedSession(AccessRight)

        /// The right, if one is needed.
        var right: AccessRight? {
            switch self {
            case .open: nil
            case .right(let right), .rightOfNamedSession(let right): right
            }
        }
    }

    /// What every route asks, by its method and path.
    static let needs: [String: Need] = [
        "GET /healthz": .open,
        "GET /readyz": .open,
        "GET /openapi.json": .open,
        "GET /s/{session}": .open,
        "GET /api/app": .right(.describe),
        "GET /api/schemas": .right(.describe),
        "GET /api/schemas/{type}": .right(.describe),
        "POST /api/sessions": .right(.begin),
        "PUT /api/sessions/{session}": .right(.use),
        "GET /api/sessions/{session}": .right(.view),
        "POST /api/sessions/{session}/intents": .right(.use),
        "GET /api/sessions/{session}/events": .right(.view),
        "POST /api/search": .right(.search),
        "POST /api/search/reports": .right(.search),
        "GET /api/events": .rightOfNamedSession(.log),
        "GET /api/log": .rightOfNamedSession(.log),
        "GET /api/insights": .right(.log),
        "GET /api/replays": .right(.log),
        "GET /api/replays/{name}": .right(.log),
        "GET /api/status": .right(.watch),
        "GET /metrics": .right(.watch),
        "POST /api/links": .right(.administer),
        "POST /api/indexes/{index}/changed": .right(.administer),
    ]

    /// What a route asks; the right to everything where it does not say.
    static func need(_ method: HTTPRequest.Method, _ path: String) -> Need {
        let method = method == .head ? HTTPRequest.Method.get : method
        return needs["\(method.rawValue) \(path)"] ?? .right(.administer)
    }
}
