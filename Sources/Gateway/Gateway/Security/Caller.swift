// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AccessKeys
import Bus
import Hummingbird
import Wire

/// Who makes a request, as far as the gateway can tell.
enum Identity: Sendable, Hashable {
    /// Nobody that it knows.
    case unknown
    /// A program that sent the owner's key.
    case program
    /// A program that sent another key, by the key's id.
    case key(String)
    /// A browser that came through a link of the console, by the name that it got then.
    case browser(String)
    /// A browser that came through a link to a session, by the id of the link's key.
    case visitor(String)
    /// Anybody, where no right is asked for.
    case anybody

    /// Whether the request showed a right of its own.
    var isKnown: Bool {
        switch self {
        case .program, .key, .browser, .visitor: true
        case .unknown, .anybody: false
        }
    }

    /// Whether a cookie tells who it is, which a browser sends whatever page asks it to.
    var isCookie: Bool {
        switch self {
        case .browser, .visitor: true
        case .unknown, .program, .key, .anybody: false
        }
    }
}

/// A right that a request has shown, and how far it reaches.
struct Grant: Sendable, Hashable {
    let identity: Identity
    let scope: AccessScope
    /// What was shown, to see later on whether it is still good; `nil` where nothing had to be.
    var digest: SecretDigest?
    /// When it ends, in seconds since 1970 began.
    var endsAt: Int?

    /// The right of nobody; a request has it until its route has found another one.
    static let nobody = Grant(identity: .unknown, scope: AccessScope(.read, session: ""))

    /// What the holder may know of it.
    var json: JSON {
        var members = JSONObject([("role", .string(scope.role.rawValue))])
        if let session = scope.session { members["session"] = .string(session) }
        if let endsAt { members["endsAt"] = .string(Moment(endsAt).description) }
        return .object(members)
    }
}

/// Everything that a request has shown: a browser has a cookie for each session that it was given a link to.
struct Caller: Sendable, Hashable {
    /// A key that was shown and is good no more.
    struct Refusal: Sendable, Hashable {
        let session: String?
        let error: SearchBusError
    }

    /// How many rights an answer tells at the most.
    static let shownLimit = 32
    /// How many cookies of links a browser keeps: all of them have to fit into the header of each request.
    static let cookieLimit = 40

    /// The rights, the widest first.
    var grants: [Grant] = []
    var refusals: [Refusal] = []
    /// The names of cookies that the browser may forget: of links that nobody knows any more, or of too many the oldest.
    var uselessCookies: [String] = []

    var identity: Identity { grants.first?.identity ?? .unknown }

    /// Whether a link's key has given it a right already.
    func holds(_ decision: AccessDecision) -> Bool {
        guard case .granted(let key) = decision else { return false }
        return grants.contains { $0.identity == .visitor(key.id) }
    }

    /// The first right by which something may be done.
    ///
    /// - Throws: `Problem` that says what is missing.
    func grant(
        for right: AccessRight,
        session: String?,
        canNameSession: Bool = false
    ) throws -> Grant {
        if let grant = grants.first(where: { $0.scope.allows(right, session: session) }) { return grant }
        if let refusal = refusals.first(where: { $0.session != nil && $0.session == session }) {
            throw Self.unauthorized(refusal.error)
        }
        try check()
        throw AccessRefusal.problem(of: grants, for: right, session: session, canNameSession: canNameSession)
    }

    /// Checks that the request has shown any right.
    ///
    /// - Throws: `Problem` with `unauthorized`.
    func check() throws {
        guard grants.isEmpty else { return }
        throw Self.unauthorized(refusals.first?.error)
    }

    private static func unauthorized(_ refusal: SearchBusError?) -> Problem {
        var problem = Problem(
            refusal ?? SearchBusError(.unauthorized, "The request shows no right to ask this.")
        )
        problem.headers[.wwwAuthenticate] = refusal == nil ? "Bearer" : #"Bearer error="invalid_token""#
        return problem
    }
}

/// A moment in whole seconds, as messages tell it.
struct Moment: CustomStringConvertible {
    private let seconds: Int

    init(_ seconds: Int) { self.seconds = seconds }

    var description: String {
        let (microseconds, isTooLarge) = Int64(seconds).multipliedReportingOverflow(by: 1_000_000)
        guard !isTooLarge else { return "the end of time" }
        return "\(Timestamp(microseconds: microseconds).description.prefix { $0 != "." })Z"
    }
}
