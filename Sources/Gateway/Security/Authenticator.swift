// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import HTTPTypes
import Hummingbird
import Synchronization

/// Who makes a request, as far as the gateway can tell.
enum Identity: Sendable, Hashable {
    /// Nobody that it knows.
    case unknown
    /// A program that sent the key.
    case program
    /// A browser that came through a link, by the name that it got then.
    case browser(String)
    /// Anybody, where no right is asked for.
    case anybody

    /// Whether the request showed a right of its own.
    var isKnown: Bool {
        switch self {
        case .program, .browser: true
        case .unknown, .anybody: false
        }
    }
}

/// Lets browsers in that came through a link, and programs that know the key.
final class Authenticator: Sendable {
    /// The name of the cookie.
    ///
    /// It has the port in it, since browsers share cookies between the ports of a host. Over TLS it begins with `__Host-`,
    /// which keeps other hosts of the same domain from setting it.
    let cookieName: String
    private let isSecure: Bool
    private let bearer: SecretText
    private let browsers: BrowserKeys
    private let allowsEverybody: Bool
    private let links = Mutex(LinkTokens())

    init(bearer: SecretText, browsers: BrowserKeys, port: Int, isSecure: Bool = false, allowsEverybody: Bool = false) {
        self.bearer = bearer
        self.browsers = browsers
        self.allowsEverybody = allowsEverybody
        self.isSecure = isSecure
        cookieName = "\(isSecure ? "__Host-" : "")searchbus-\(port)"
    }

    /// Who makes a request with these header fields.
    ///
    /// An `Authorization` that is not ours may be meant for a proxy on the way, and takes no right away.
    func identity(of fields: HTTPFields) -> Identity {
        if let authorization = fields[.authorization] {
            let parts = authorization.split(separator: " ", maxSplits: 1)
            if parts.count == 2, parts[0].lowercased() == "bearer", bearer.matches(parts[1]) { return .program }
        }
        // Another program of this machine, on another port, may have set a cookie of the same name before ours.
        for pair in fields[values: .cookie].flatMap({ $0.split(separator: ";") }) {
            guard let cookie = Cookies(from: [String(pair)])[cookieName] else { continue }
            if let name = browsers.name(for: cookie.value) { return .browser(name) }
        }
        return allowsEverybody ? .anybody : .unknown
    }

    /// The path of a new link that lets one browser in, once and for a while.
    func makeLink(at now: ContinuousClock.Instant = .now) -> String {
        guard !allowsEverybody else { return "/" }
        return "/?token=\(links.withLock { $0.issue(at: now) }.text)"
    }

    /// The cookie for a browser that came with a link's token; `nil` for a token that is not good (any more).
    func cookie(forToken token: some StringProtocol, at now: ContinuousClock.Instant = .now) -> Cookie? {
        guard links.withLock({ $0.redeem(token, at: now) }) else { return nil }
        return Cookie(name: cookieName, value: browsers.admit(), path: "/", secure: isSecure, sameSite: .strict)
    }
}
