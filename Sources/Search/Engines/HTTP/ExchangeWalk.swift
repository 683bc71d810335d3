// SPDX-License-Identifier: MIT

import Wire

/// A question that takes several exchanges, each of which follows from the answer to the one before.
///
/// Pure: answers in, exchanges out. `HTTPBackend` sends and receives; the answer to the last exchange is that to the question.
protocol ExchangeWalk: Sendable {
    /// The next step.
    ///
    /// - Parameter reply: The answer to the exchange before; `nil` at first.
    /// - Returns: An exchange, or that there is none.
    /// - Throws: `JSONError` for an answer that is not understood.
    mutating func next(after reply: JSON?) throws -> WalkStep

    /// The last exchange, whatever the result, which frees what the engine keeps; `nil` if it keeps nothing.
    var farewell: HTTPExchange? { get }
}

enum WalkStep: Sendable, Hashable {
    case ask(HTTPExchange)
    /// The last answer was that to the question.
    case end
}
