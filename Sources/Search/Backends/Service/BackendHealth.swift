// SPDX-License-Identifier: MIT

/// How an engine is, as far as its last answers tell: a part of the `status/` events of the process that asks it.
public struct BackendHealth: Sendable, Hashable {
    /// Whether the engine is asked.
    public enum Circuit: String, Sendable, Hashable {
        /// It is asked.
        case closed
        /// It is not asked, since it failed several times in a row.
        case open
        /// It is being tried again.
        case halfOpen = "half-open"
    }

    public let circuit: Circuit
    /// How many questions in a row have failed.
    public let failures: Int
    /// Why the last one failed; `nil` where it did not.
    public let lastError: String?
    /// How many questions it was asked, and how many of them failed, since the process began.
    public let (asked, failed): (Int, Int)

    public init(circuit: Circuit, failures: Int, lastError: String?, asked: Int, failed: Int) {
        self.circuit = circuit
        self.failures = failures
        self.lastError = lastError
        (self.asked, self.failed) = (asked, failed)
    }
}
