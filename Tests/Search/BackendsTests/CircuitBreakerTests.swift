// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import Backends

@Suite struct CircuitBreakerTests {
    private let start = ContinuousClock.now
    private let error = SearchBusError(.backendFailed, "down")

    /// Whether a request is allowed, which then is the trial request.
    private func admits(_ breaker: inout CircuitBreaker, _ milliseconds: Int) -> Bool {
        breaker.admits(at: at(milliseconds))
    }

    private func at(_ milliseconds: Int) -> ContinuousClock.Instant { start.advanced(by: .milliseconds(milliseconds)) }

    @Test("five failures in a row open it, and an answer in between resets the count")
    func opens() {
        var breaker = CircuitBreaker()
        for _ in 0..<4 { breaker.noteFailure(error, at: at(0)) }
        breaker.noteAnswer()
        for _ in 0..<4 { breaker.noteFailure(error, at: at(0)) }
        #expect(admits(&breaker, 0) && breaker.circuit(at: at(0)) == .closed)
        breaker.noteFailure(error, at: at(0))
        #expect(!admits(&breaker, 499) && breaker.circuit(at: at(499)) == .open)
        #expect(breaker.wait(at: at(100)) == .milliseconds(400) && breaker.lastError == error)
    }

    @Test("an engine's own retry delay is respected at once, for every request")
    func rests() {
        var breaker = CircuitBreaker()
        breaker.noteFailure(SearchBusError(.backendBusy, "quota", retryAfter: .seconds(7)), at: at(0))
        // An earlier request returns a shorter delay, which does not replace it.
        breaker.noteFailure(SearchBusError(.backendBusy, "quota", retryAfter: .seconds(2)), at: at(100))
        #expect(!admits(&breaker, 6_999) && breaker.circuit(at: at(6_999)) == .open)
        #expect(admits(&breaker, 7_000))
        breaker.noteAnswer()
        #expect(breaker.circuit(at: at(7_000)) == .closed)
    }

    @Test("after the pause one request is tried, and each further failure doubles the pause up to half a minute")
    func probes() {
        var breaker = CircuitBreaker()
        for _ in 0..<5 { breaker.noteFailure(error, at: at(0)) }
        var (now, pause) = (500, 500)
        for _ in 0..<10 {
            #expect(admits(&breaker, now), "one tries")
            #expect(!admits(&breaker, now) && breaker.circuit(at: at(now)) == .halfOpen, "the others wait")
            breaker.noteFailure(error, at: at(now))
            pause = min(pause * 2, 30_000)
            #expect(!admits(&breaker, now + pause - 1))
            now += pause
        }
        #expect(admits(&breaker, now))
        breaker.noteCancelled()
        #expect(admits(&breaker, now), "who gave up leaves it to another")
        breaker.noteAnswer()
        #expect(admits(&breaker, now) && breaker.circuit(at: at(now)) == .closed && breaker.failures == 0)
    }
}
