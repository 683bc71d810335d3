// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import SearchClient

@Suite struct ReconnectTests {
    private func refusal(_ status: Int, _ code: ErrorCode, after: Duration? = nil) -> ReconnectStateMachine.End {
        .refused(GatewayProblem(status: status, error: SearchBusError(code, "no"), retryAfter: after))
    }

    @Test func `waits grow up to a limit, and chance makes them shorter`() {
        let backoff = Backoff(first: .milliseconds(100), limit: .seconds(1))
        #expect(
            (1...6).map { backoff.delay(failures: $0, jitter: 1) }
                == [100, 200, 400, 800, 1000, 1000].map { .milliseconds($0) }
        )
        #expect(backoff.delay(failures: 1, jitter: 0) == .milliseconds(50))
        #expect(backoff.delay(failures: .max, jitter: 7) == .seconds(1))
        #expect(backoff.delay(failures: -3, jitter: -1) == .milliseconds(50))
    }

    @Test func `a stream that breaks is opened again, and an event makes the next failure a first one`() {
        var machine = ReconnectStateMachine(backoff: Backoff(first: .seconds(1), limit: .seconds(60)))
        #expect(machine.next(after: .broken, jitter: 1) == .wait(.seconds(1)))
        #expect(machine.next(after: .broken, jitter: 1) == .wait(.seconds(2)))
        machine.noteEvent()
        #expect(machine.next(after: .broken, jitter: 1) == .wait(.seconds(1)))
    }

    @Test func `a gateway that is busy is left alone as long as it says`() {
        var machine = ReconnectStateMachine(backoff: Backoff(first: .seconds(1), limit: .seconds(2)))
        #expect(machine.next(after: refusal(429, .busy, after: .seconds(9)), jitter: 1) == .wait(.seconds(9)))
    }

    @Test func `a lost session is recreated, once`() {
        var machine = ReconnectStateMachine(backoff: Backoff(first: .seconds(1)))
        #expect(machine.next(after: refusal(404, .unknownSession), jitter: 1) == .createSession)
        #expect(machine.next(after: refusal(404, .unknownSession), jitter: 1) == .wait(.seconds(2)))
    }

    @Test func `what another try cannot mend ends it`() {
        var machine = ReconnectStateMachine(backoff: Backoff())
        #expect(
            machine.next(after: refusal(401, .unauthorized), jitter: 1) == .stop(SearchBusError(.unauthorized, "no"))
        )
        let error = SearchBusError(.tooLarge, "too much")
        #expect(machine.next(after: .beyondLimit(error), jitter: 1) == .stop(error))
    }
}
