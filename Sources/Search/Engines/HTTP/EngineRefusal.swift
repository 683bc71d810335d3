// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// What an engine says that does not answer a question: of a whole exchange, or of one question among several.
public struct EngineRefusal: Error, Sendable, Hashable {
    /// The status of HTTP that the engine gives it.
    public let status: Int
    /// The engine's own words; empty where it has none.
    public let words: String
    /// How long the engine wants to be left in peace; `nil` where it does not say.
    public let retryAfter: Duration?

    public init(status: Int, words: String, retryAfter: Duration? = nil) {
        self.status = status
        self.words = words
        self.retryAfter = retryAfter
    }
}
