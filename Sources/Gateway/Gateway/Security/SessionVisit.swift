// SPDX-License-Identifier: MIT

import AccessKeys
import Bus
import Wire

/// A request for a link to one session: `{"session", "readOnly", "expiresIn"}`.
struct SessionVisit: Sendable, Hashable {
    /// The default lifetime of a link, in seconds.
    static let usualTime = 7 * 86_400

    let session: String
    var isReadOnly = false
    /// How long the link is valid.
    var lifetime: Lifetime
    var description: String { isReadOnly ? "link, to look at" : "link" }

    /// Reads the request; `nil` if it names no session.
    ///
    /// - Throws: `SearchBusError` that describes the problem.
    init?(_ json: JSON) throws {
        switch json["session"] {
        case nil, .null?:
            for name in ["readOnly", "expiresIn"] where json[name] != nil {
                throw SearchBusError(.invalidArgument, "`\(name)` is for a link to a session: `session` is missing.")
            }
            return nil
        case .string(let name)?:
            guard Name.isValid(name), !AccessScope.isShared(name) else {
                throw SearchBusError(.invalidSession, "Invalid session ID in `session`: links cannot lead to it.")
            }
            session = name
        default: throw SearchBusError(.invalidSession, "Invalid session ID in `session`.")
        }
        switch json["readOnly"] {
        case nil: break
        case .bool(let value)?: isReadOnly = value
        default: throw SearchBusError(.invalidArgument, "`readOnly` is `true` or `false`.")
        }
        guard let lifetime = Self.lifetime(json["expiresIn"]) else {
            throw SearchBusError(
                .invalidArgument,
                "`expiresIn` is a number of seconds up to \(Lifetime.longest), or `null` for a link that does not expire."
            )
        }
        self.lifetime = lifetime
    }

    private static func lifetime(_ json: JSON?) -> Lifetime? {
        guard let json else { return Lifetime(seconds: usualTime) }
        if json == .null { return Lifetime("never") }
        return json.int.flatMap { Lifetime(seconds: $0) }
    }

    /// The path of links to a session.
    static func path(of session: String) -> String { "/s/\(session)" }

    /// The path of a session in the console.
    static func place(of session: String) -> String { "/#/search?session=\(session)" }

    /// Whether links to a session have such a path.
    static func isPath(_ path: some StringProtocol) -> Bool {
        path.hasPrefix("/s/") && Name.isValid(path.dropFirst(3))
    }
}
