// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AccessKeys
import Bus

/// The tokens in links that any of several machines may be shown: signed with the owner's key, good for a while, and once at each
/// machine.
struct SharedLinkTokens: Sendable {
    /// With what such a token begins.
    private static let prefix = "any"
    /// How many tokens are remembered that were used.
    private static let limit = 4096

    /// Until when each token that was used here would be good, by what tells it from others.
    private var used: [String: Int] = [:]

    /// A token for a new link.
    ///
    /// - Parameters:
    ///   - ring: Has the owner's key.
    ///   - now: The time, in seconds since 1970 began.
    /// - Returns: The token.
    static func issue(_ ring: AccessRing, at now: Int) -> String {
        let end = now + Int(LinkTokens.lifetime.components.seconds)
        let number = Identifier.make(length: 20)
        return "\(prefix).\(end).\(number).\(ring.signature(of: "link \(end) \(number)"))"
    }

    /// Whether a token is good; it is not the next time.
    mutating func redeem(_ candidate: some StringProtocol, _ ring: AccessRing, at now: Int) -> Bool {
        used = used.filter { $0.value > now }
        let parts = candidate.split(separator: ".", omittingEmptySubsequences: false)
        guard candidate.utf8.count <= 200, parts.count == 4, parts[0] == Self.prefix, let end = Int(parts[1]),
            end > now,
            end <= now + Int(LinkTokens.lifetime.components.seconds) + 60,
            SecretText(ring.signature(of: "link \(end) \(parts[2])")).matches(parts[3]),
            used.count < Self.limit
        else { return false }
        return used.updateValue(end, forKey: String(parts[2])) == nil
    }
}
