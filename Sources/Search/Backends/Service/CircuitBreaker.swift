// SPDX-License-Identifier: MIT

import Wire

/// Whether an engine that fails is asked again, and when: a value, without a clock.
///
/// After five failures in a row it is not asked for half a second, and then by one question alone; each further failure doubles
/// the time, up to half a minute. An engine that says how long it wants to be left in peace is so at once. The first answer closes
/// the circuit. Only failures that another try may not meet count: an unknown index or a wrong parameter says nothing about the engine.
public struct CircuitBreaker: Sendable, Hashable {
    public typealias Instant = ContinuousClock.Instant

    /// How many failures in a row open the circuit.
    static let threshold = 5
    private static let firstPause: Duration = .milliseconds(500)
    private static let longestPause: Duration = .seconds(30)

    /// How many questions in a row have failed.
    public private(set) var failures = 0
    /// Why the last one has; `nil` where it was answered.
    public private(set) var lastError: SearchBusError?
    private var opensUntil: Instant?
    private var isProbing = false
    private var pause = CircuitBreaker.firstPause

    public init() {}

    /// Whether the engine may be asked now; where it was not for a while, the one who asks is the one who tries.
    public mutating func admits(at now: Instant) -> Bool {
        guard let opensUntil else { return true }
        guard now >= opensUntil, !isProbing else { return false }
        isProbing = true
        return true
    }

    /// The engine has answered.
    public mutating func noteAnswer() { self = CircuitBreaker() }

    /// The engine has failed.
    public mutating func noteFailure(_ error: SearchBusError, at now: Instant) {
        failures += failures < .max ? 1 : 0
        lastError = error
        if opensUntil != nil, isProbing {
            pause = min(pause * 2, Self.longestPause)
            opensUntil = now.advanced(by: pause)
        } else if opensUntil == nil, failures >= Self.threshold {
            opensUntil = now.advanced(by: pause)
        }
        if let rest = error.retryAfter {
            let wanted = now.advanced(by: rest)
            opensUntil = opensUntil.map { max($0, wanted) } ?? wanted
        }
        isProbing = false
    }

    /// The one who tried has given up: another may.
    public mutating func noteCancelled() { isProbing = false }

    /// Whether the engine is asked at a time.
    public func circuit(at now: Instant) -> BackendHealth.Circuit {
        guard let opensUntil else { return .closed }
        return isProbing || now >= opensUntil ? .halfOpen : .open
    }

    /// How long it is not asked.
    public func wait(at now: Instant) -> Duration {
        guard let opensUntil, opensUntil > now else { return .zero }
        return opensUntil - now
    }
}
