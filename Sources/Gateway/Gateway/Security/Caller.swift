// SPDX-License-Identifier: MIT

import AccessKeys
import Bus
import Hummingbird
import Wire

/// The identity of a request's client, as far as the gateway knows it.
enum Identity: Sendable, Hashable {
    /// An unauthenticated client.
    case unknown
    /// A program that sent the owner's key.
    case program
    /// A program that sent another key, by the key's id.
    case key(String)
    /// A program that sent a key that was made from another one, by the id of that key, and what distinguishes them.
    case restrictedKey(String, part: String)
    /// A browser that used a link of the console, by its assigned name.
    case browser(String)
    /// A browser that used a link to a session, by the ID of the link's key.
    case visitor(String)
    /// Any client, without access control.
    case anybody

    /// Whether the request had credentials.
    var isKnown: Bool {
        switch self {
        case .program, .key, .restrictedKey, .browser, .visitor: true
        case .unknown, .anybody: false
        }
    }

    /// Whether the identity comes from a cookie, which a browser sends for any page.
    var isCookie: Bool {
        switch self {
        case .browser, .visitor: true
        case .unknown, .program, .key, .restrictedKey, .anybody: false
        }
    }
}

/// A permission of a request, and its scope.
struct Grant: Sendable, Hashable {
    let identity: Identity
    let scope: AccessScope
    /// The presented credential, to check later whether it is still valid; `nil` without access control.
    var digest: SecretDigest?
    /// When it ends, in seconds since 1970.
    var endsAt: Int?

    /// The grant without permissions; a request has it until its route has found another one.
    static let nobody = Grant(identity: .unknown, scope: AccessScope(.read, session: ""))

    /// The public part for the holder.
    var json: JSON {
        var members = JSONObject([("role", .string(scope.role.rawValue))])
        if let session = scope.session { members["session"] = .string(session) }
        if let filters = scope.filters { members["filters"] = JSON(filters.texts) }
        if let endsAt { members["endsAt"] = .string(Moment(endsAt).description) }
        return .object(members)
    }
}

/// All credentials of a request: a browser has a cookie for each session that it got a link to.
struct Caller: Sendable, Hashable {
    /// A presented key that is no longer valid.
    struct Refusal: Sendable, Hashable {
        let session: String?
        let error: SearchBusError
    }

    /// The maximum number of grants in a response.
    static let shownLimit = 32
    /// The maximum number of cookies of links in a browser: all of them must fit into the header of each request.
    static let cookieLimit = 40

    /// The permissions, the widest first.
    var grants: [Grant] = []
    var refusals: [Refusal] = []
    /// The names of cookies that the browser may delete: of unknown links, or the oldest of too many.
    var uselessCookies: [String] = []

    var identity: Identity { grants.first?.identity ?? .unknown }

    /// Whether a link's key has given it a permission already.
    func holds(_ decision: AccessDecision) -> Bool {
        guard case .granted(let key) = decision else { return false }
        return grants.contains { $0.identity == .visitor(key.id) }
    }

    /// The permissions that allow an action, at least one; those with filters allow it in sessions that have them.
    ///
    /// - Throws: `Problem` that names the missing permission.
    func grants(
        for right: AccessRight,
        session: String?,
        canNameSession: Bool = false
    ) throws -> [Grant] {
        let allowing = grants.filter { $0.scope.allows(right, session: session) }
        guard allowing.isEmpty else { return allowing }
        if let refusal = refusals.first(where: { $0.session != nil && $0.session == session }) {
            throw Self.unauthorized(refusal.error)
        }
        try check()
        throw AccessRefusal.problem(of: grants, for: right, session: session, canNameSession: canNameSession)
    }

    /// Checks that the request has any permission.
    ///
    /// - Throws: `Problem` with `unauthorized`.
    func check() throws {
        guard grants.isEmpty else { return }
        throw Self.unauthorized(refusals.first?.error)
    }

    private static func unauthorized(_ refusal: SearchBusError?) -> Problem {
        var problem = Problem(
            refusal ?? SearchBusError(.unauthorized, "Authentication required.")
        )
        problem.headers[.wwwAuthenticate] = refusal == nil ? "Bearer" : #"Bearer error="invalid_token""#
        return problem
    }
}

/// A time in whole seconds, as in messages.
struct Moment: CustomStringConvertible {
    private let seconds: Int

    init(_ seconds: Int) { self.seconds = seconds }

    var description: String {
        let (microseconds, isTooLarge) = Int64(seconds).multipliedReportingOverflow(by: 1_000_000)
        guard !isTooLarge else { return "the end of time" }
        return "\(Timestamp(microseconds: microseconds).description.prefix { $0 != "." })Z"
    }
}
