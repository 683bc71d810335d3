// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import HTTPTypes
import Synchronization

/// Who makes a request, as far as the gateway can tell.
enum Identity: Sendable, Hashable {
    /// Nobody that it knows.
    case unknown
    /// A program that sent the key.
    case program
    /// A browser that came through a link, told apart by the random part of its cookie.
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
    /// It has the port in it, since browsers share cookies between the ports of a host.
    let cookieName: String
    private let secrets: GatewaySecrets
    private let allowsEverybody: Bool
    private let links = Mutex(LinkTokens())

    init(secrets: GatewaySecrets, port: Int, allowsEverybody: Bool = false) {
        self.secrets = secrets
        self.allowsEverybody = allowsEverybody
        cookieName = "searchbus-\(port)"
    }

    /// Who makes a request with these header fields.
    func identity(of fields: HTTPFields) -> Identity {
        if let authorization = fields[.authorization] {
            let parts = authorization.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "bearer", secrets.bearer.matches(parts[1]) else {
                return allowsEverybody ? .anybody : .unknown
            }
            return .program
        }
        for field in fields[values: .cookie] {
            for pair in field.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1)
                guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == cookieName else { continue }
                let value = parts[1].split(separator: ".", maxSplits: 1)
                if value.count == 2, secrets.cookie.matches(value[0]) { return .browser(String(value[1].prefix(32))) }
            }
        }
        return allowsEverybody ? .anybody : .unknown
    }

    /// The path of a new link that lets one browser in, once.
    func makeLink() -> String {
        guard !allowsEverybody else { return "/" }
        return "/?token=\(links.withLock { $0.issue() }.text)"
    }

    /// The cookie for a browser that came with a link's token; `nil` for a token that is not good (any more).
    func cookie(forToken token: some StringProtocol) -> String? {
        guard links.withLock({ $0.redeem(token) }) else { return nil }
        let value = "\(secrets.cookie.text).\(Identifier.make(length: 16))"
        return "\(cookieName)=\(value); HttpOnly; SameSite=Strict; Path=/"
    }
}
