// SPDX-License-Identifier: MIT

import AccessKeys
import Bus

/// The tokens in links for any of several nodes: signed with the owner's key, valid for a limited time, and once at each
/// node.
struct SharedLinkTokens: Sendable {
    /// The prefix of such a token.
    private static let prefix = "any"
    /// The maximum number of stored used tokens.
    private static let limit = 4096

    /// The expiry of each token that was used here, by its identifier.
    private var used: [String: Int] = [:]

    /// A token for a new link.
    ///
    /// - Parameters:
    ///   - ring: Has the owner's key.
    ///   - now: The time, in seconds since 1970.
    /// - Returns: The token.
    static func issue(_ ring: AccessRing, at now: Int) -> String {
        let end = now + Int(LinkTokens.lifetime.components.seconds)
        let number = Identifier.make(length: 20)
        return "\(prefix).\(end).\(number).\(ring.signature(of: "link \(end) \(number)"))"
    }

    /// Whether a token is valid; this uses it up.
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
