// SPDX-License-Identifier: MIT

import AccessKeys
import HTTPTypes
import Hummingbird
import Synchronization
import Wire

/// Authenticates browsers that followed a link, and programs with a key.
final class Authenticator: Sendable {
    /// The name of the cookie of browsers with all permissions.
    ///
    /// Nodes that share a log accept each other's, with any port in it.
    let cookieName: CookieName
    private let isSecure: Bool
    private let store: AccessStore
    private let allowsEverybody: Bool
    /// Whether browsers present this node's cookies and links to other nodes.
    private let isShared: Bool
    private let links = Mutex(LinkTokens())
    private let sharedLinks = Mutex(SharedLinkTokens())

    init(
        store: AccessStore,
        port: Int,
        isSecure: Bool = false,
        isShared: Bool = false,
        allowsEverybody: Bool = false
    ) {
        self.isShared = isShared
        self.store = store
        self.allowsEverybody = allowsEverybody
        self.isSecure = isSecure
        cookieName = CookieName(isSecure: isSecure, port: port)
    }

    // MARK: Authentication

    /// The caller of a request with these header fields.
    ///
    /// An `Authorization` in another format may be for a proxy on the way, and removes no permission.
    func caller(of fields: HTTPFields) -> Caller {
        let (ring, now) = (store.ring, store.now)
        var caller = Caller()
        if let authorization = fields[.authorization] {
            let parts = authorization.split(separator: " ", maxSplits: 1)
            if parts.count == 2, parts[0].lowercased() == "bearer" {
                let decision = ring.decision(parts[1], at: now)
                if decision == .unknown {
                    caller.refusals.append(Caller.Refusal(session: nil, error: AccessRefusal.unknownKey))
                }
                Self.note(decision, shown: parts[1], to: &caller) { key in
                    key.part.map { .restrictedKey(key.id, part: $0) } ?? .key(key.id)
                }
            }
        }
        var visits = Caller()
        var names: [String] = []
        var browser: (grant: Grant, isOwn: Bool)?
        // Another program of this machine, on another port, may have set a cookie of the same name before ours.
        for pair in fields[values: .cookie].flatMap({ $0.split(separator: ";") }) {
            let parts = pair.trimmingSpaces().split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let name = CookieName(parts[0]), name.isSecure == isSecure else { continue }
            let isOwn = name.port == cookieName.port
            guard isOwn || isShared else { continue }
            if name.link != nil {
                let decision = ring.decision(parts[1], at: now)
                // The same link may have been followed on several ports.
                if isOwn || !visits.holds(decision) {
                    Self.note(decision, shown: parts[1], to: &visits) { .visitor($0.id) }
                }
                guard isOwn else { continue }
                if decision == .unknown { caller.uselessCookies.append(String(parts[0])) }
                names.append(String(parts[0]))
            } else if browser.map({ isOwn && !$0.isOwn }) ?? true, let known = ring.browser(parts[1]) {
                // The one of this port has precedence, else the first one.
                let identity = Identity.browser(known.name)
                browser = (Grant(identity: identity, scope: .everything, digest: known.digest), isOwn)
            }
        }
        if let browser { caller.grants.append(browser.grant) }
        // Cookies of links open sessions, never all of them.
        caller.grants += visits.grants.filter { $0.scope.session != nil }
        caller.refusals += visits.refusals
        // Browsers send the oldest ones first.
        caller.uselessCookies += names.dropLast(Caller.cookieLimit)
        if allowsEverybody { caller.grants.append(Grant(identity: .anybody, scope: .everything)) }
        return caller
    }

    private static func note(
        _ decision: AccessDecision,
        shown: Substring,
        to caller: inout Caller,
        identity: (AccessKey) -> Identity
    ) {
        switch decision {
        case .unknown: break
        case .granted(let key):
            let isOwner = key.id == AccessRing.ownerID
            caller.grants.append(
                Grant(
                    identity: isOwner ? .program : identity(key),
                    scope: key.scope,
                    digest: key.digest(shown: shown),
                    endsAt: key.endsAt
                )
            )
        case .refused(let key, let end):
            caller.refusals.append(
                Caller.Refusal(session: key.scope.session, error: AccessRefusal.error(of: key, end))
            )
        }
    }

    /// A cookie that deletes a browser's cookie.
    func forgotten(_ name: String) -> Cookie {
        Cookie(name: name, value: "", maxAge: 0, path: "/", secure: isSecure, sameSite: .strict)
    }

    /// Returns for each grant why it is no longer valid; `nil` for a valid one.
    func refusals(of grants: [Grant]) -> [SearchBusError?] {
        let (ring, now) = (store.ring, store.now)
        return grants.map { Self.refusal(of: $0, in: ring, at: now) }
    }

    private static func refusal(of grant: Grant, in ring: AccessRing, at now: Int) -> SearchBusError? {
        guard let digest = grant.digest else { return nil }
        let id: String
        switch grant.identity {
        case .unknown, .anybody: return nil
        case .browser(let name):
            return ring.knows(browser: name, digest) ? nil : AccessRefusal.forgottenBrowser
        case .program: id = AccessRing.ownerID
        case .key(let key), .restrictedKey(let key, _), .visitor(let key): id = key
        }
        switch ring.decision(id: id, digest, at: now) {
        case .granted(let key):
            // A restricted key may end before the one that it was made from.
            return grant.endsAt.flatMap { $0 <= now ? AccessRefusal.error(of: key, .expired($0)) : nil }
        case .refused(let key, let end): return AccessRefusal.error(of: key, end)
        case .unknown: return AccessRefusal.unknownKey
        }
    }

    // MARK: Links

    /// The path of a new link that authorizes one browser, once and within a limited time.
    func makeLink(at now: ContinuousClock.Instant = .now) -> String {
        guard !allowsEverybody else { return "/" }
        guard !isShared else { return "/?token=\(SharedLinkTokens.issue(store.ring, at: store.now))" }
        return "/?token=\(links.withLock { $0.issue(at: now) }.text)"
    }

    /// The cookie for a browser with a link's token; `nil` for an invalid or used token.
    func cookie(forToken token: some StringProtocol, at now: ContinuousClock.Instant = .now) -> Cookie? {
        let isGood =
            isShared
            ? sharedLinks.withLock { $0.redeem(token, store.ring, at: store.now) }
            : links.withLock { $0.redeem(token, at: now) }
        guard isGood else { return nil }
        return Cookie(
            name: cookieName.description,
            value: isShared ? store.ring.makeSharedBrowser() : store.admitBrowser(),
            path: "/",
            secure: isSecure,
            sameSite: .strict
        )
    }

    /// Makes a link to one session, which any number of browsers may follow until it ends or its key is revoked.
    ///
    /// - Returns: The key behind the link, and the link's path; no key without access control.
    /// - Throws: `SearchBusError` if no key can be created.
    func makeLink(to visit: SessionVisit) throws -> (key: AccessKey?, path: String) {
        guard !allowsEverybody else {
            guard !visit.isReadOnly else {
                throw SearchBusError(
                    .invalidArgument,
                    "With --no-auth every client has all permissions, so a link cannot be read-only.",
                    remedy: "Start the app without --no-auth."
                )
            }
            return (nil, SessionVisit.place(of: visit.session))
        }
        let role = visit.isReadOnly ? AccessRole.read : .session
        let (key, text) = try store.makeKey(
            AccessScope(role, session: visit.session),
            description: visit.description,
            lifetime: visit.lifetime
        )
        return (key, "\(SessionVisit.path(of: visit.session))?token=\(text)")
    }

    /// Authorizes a browser with a link's token for a session.
    ///
    /// - Returns: The cookie for it.
    /// - Throws: `Problem` for a token that is invalid, or valid for something else.
    func cookie(forToken token: String, session: String) throws -> Cookie {
        let now = store.now
        switch store.ring.decision(token, at: now) {
        case .granted(let key) where key.scope.session == session && key.part == nil:
            return Cookie(
                name: cookieName.forLink(key.id).description,
                value: token,
                maxAge: key.endsAt.map { max(1, $0 - now) },
                path: "/",
                secure: isSecure,
                sameSite: .strict
            )
        case .refused(let key, let end) where key.scope.session == session:
            var problem = Problem(AccessRefusal.error(of: key, end))
            problem.headers[.wwwAuthenticate] = #"Bearer error="invalid_token""#
            throw problem
        case .granted, .refused, .unknown:
            throw Problem(
                SearchBusError(
                    .unauthorized,
                    "This link opens no session here.",
                    remedy: "Copy the whole link, or ask its sender for another one."
                )
            )
        }
    }
}
