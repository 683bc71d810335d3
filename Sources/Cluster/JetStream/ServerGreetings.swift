// SPDX-License-Identifier: MIT

import Foundation
import Runtime

/// What several servers say of themselves, who are asked at the same time, each by a thread of its own.
///
/// Where no name server answers, looking for an address takes long, and nothing ends it: that thread is left to itself.
final class ServerGreetings: @unchecked Sendable {
    private let condition = SteadyCondition()
    /// Guarded by `condition`.
    private var greetings: [ServerGreeting] = []
    private var waiting: Int

    private init(_ count: Int) { waiting = count }

    /// Asks servers.
    ///
    /// - Parameters:
    ///   - addresses: Such as `nats://10.0.0.1:4222`.
    ///   - patience: How long each is waited for, once its address is found.
    ///   - limit: How long they all are waited for.
    /// - Returns: What those said who were reached in time.
    static func read(from addresses: [String], patience: Duration, within limit: Duration) -> [ServerGreeting] {
        let answers = ServerGreetings(addresses.count)
        for address in addresses {
            let thread = SystemThread(blocksSignals: true) {
                answers.note(ServerGreeting.read(from: address, patience: patience))
            }
            thread.detach()
        }
        return answers.take(until: .now + limit)
    }

    private func note(_ greeting: ServerGreeting?) {
        condition.lock()
        defer { condition.unlock() }
        if let greeting { greetings.append(greeting) }
        waiting -= 1
        condition.broadcast()
    }

    private func take(until end: SuspendingClock.Instant) -> [ServerGreeting] {
        condition.lock()
        defer { condition.unlock() }
        while waiting > 0, condition.wait(until: end) {}
        return greetings
    }
}
