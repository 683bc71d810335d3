// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// The tokens in links that let a browser in, each of them once.
struct LinkTokens: Sendable {
    /// How many unused links there are at a time; a further one takes the place of the oldest.
    static let limit = 16

    private var unused: [SecretText] = []

    /// A token for a new link.
    mutating func issue() -> SecretText {
        let token = SecretText.make()
        unused.append(token)
        if unused.count > Self.limit { unused.removeFirst() }
        return token
    }

    /// Whether a token is good; it is not the next time.
    mutating func redeem(_ candidate: some StringProtocol) -> Bool {
        let matches = unused.map { $0.matches(candidate) }
        guard let index = matches.firstIndex(of: true) else { return false }
        unused.remove(at: index)
        return true
    }
}
