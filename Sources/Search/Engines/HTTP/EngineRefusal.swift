// SPDX-License-Identifier: MIT

/// What an engine says that does not answer a question: of a whole exchange, or of one question among several.
struct EngineRefusal: Error, Sendable, Hashable {
    let status: Int
    /// The engine's own words; empty where it has none.
    let words: String
    /// How long the engine wants to be left in peace; `nil` where it does not say.
    var retryAfter: Duration?
}
