// SPDX-License-Identifier: MIT

import Foundation
import NATS
import Replication
import Runtime
import Synchronization
import Wire

/// What a journal receives beside its entries, and polls.
extension JetStreamJournal {
    /// The interval of requests for the stream's state to the leader.
    private static let standingInterval = 1000
    private static let versionsInterval = 60_000
    /// The timeout of the servers' greeting; no caller waits for it.
    private static let versionsPatience: Duration = .seconds(30)

    /// Receives the announcements of other brokers.
    func listenForEver() {
        while !isClosed {
            do {
                let subscription = try stream.connection.subscribe(to: stream.settings.aside)
                while !isClosed {
                    guard let payload = try subscription.next(milliseconds: 200)?.payload,
                        payload.count >= member.utf8.count, !payload.starts(with: member.utf8), hasRoom
                    else { continue }
                    tell(.heard(Array(payload.dropFirst(member.utf8.count))), bytes: payload.count)
                }
            } catch {
                pause()
            }
        }
    }

    /// Looks how the order is, and now and then whether this machine's clock is still right.
    func lookForEver() {
        while !isClosed {
            lookCount.add(1, ordering: .relaxed)
            watch.look()
            compareClockAgain()
            pause(milliseconds: Self.standingInterval)
        }
    }

    /// Looks now and then what the servers are.
    func checkVersionsForEver() {
        while !isClosed {
            do {
                try watch.checkVersions(within: Self.versionsPatience)
            } catch let error as SearchBusError { tell(.failed(error)) } catch {}
            pause(milliseconds: Self.versionsInterval)
        }
    }

    /// Compares this machine's clock with that of the servers.
    ///
    /// - Returns: What is wrong; `nil` where they agree.
    /// - Throws: `NATSError` without a response; `SearchBusError` if the servers do not report the time.
    func compareClock() throws -> SearchBusError? {
        // One that is set meanwhile is found to have been set since.
        let (time, moment) = (now(), ContinuousClock.now)
        let problem = try stream.clockProblem(now: now, milliseconds: Self.handInPatience)
        clockWatch.withLock { $0.note(problem, time: time, moment: moment) }
        return problem
    }

    /// Compares the clock where it is time to.
    ///
    /// A broker that starts with a wrong clock ends: nothing depends on it yet. One whose clock becomes wrong later continues, since
    /// people read from it, and the others' entries have their own times; it makes no entry meanwhile (`obstacle`). One that was
    /// handed in before goes its way, as those did that were there a moment earlier.
    private func compareClockAgain() {
        let time = now()
        let (isDue, wasRight) = clockWatch.withLock { ($0.isDue(time: time, moment: .now), $0.wasRight) }
        // Without a response nothing is ordered either, and the next poll retries.
        guard isDue, let problem = try? compareClock(), wasRight else { return }
        Executable.warn("Nothing is handed in until the clock is right: \(problem)")
    }
}
