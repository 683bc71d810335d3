// SPDX-License-Identifier: MIT

import AccessKeys

/// The tokens in links that authorize a browser, each of them once and within a limited time.
struct LinkTokens: Sendable {
    /// The maximum number of unused links; a further one replaces the oldest.
    static let limit = 16
    /// How long a link is valid.
    static let lifetime = Duration.seconds(600)

    private var unused: [(token: SecretText, until: ContinuousClock.Instant)] = []

    /// A token for a new link.
    mutating func issue(at now: ContinuousClock.Instant) -> SecretText {
        let token = SecretText.make()
        forget(at: now)
        unused.append((token, now + Self.lifetime))
        if unused.count > Self.limit { unused.removeFirst() }
        return token
    }

    /// Whether a token is valid; this uses it up.
    mutating func redeem(_ candidate: some StringProtocol, at now: ContinuousClock.Instant) -> Bool {
        forget(at: now)
        let matches = unused.map { $0.token.matches(candidate) }
        guard let index = matches.firstIndex(of: true) else { return false }
        unused.remove(at: index)
        return true
    }

    private mutating func forget(at now: ContinuousClock.Instant) {
        unused.removeAll { $0.until <= now }
    }
}
