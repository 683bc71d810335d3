// SPDX-License-Identifier: MIT

import Glibc
import Synchronization

/// What is notified on a channel of a database (`NOTIFY`), as long as a task listens.
///
/// A lost connection is opened again, at first soon and then each half minute; notifications in between are lost, which an empty
/// text announces.
public enum NotificationListener {
    private static let pauses: ClosedRange<Duration> = .milliseconds(500)...(.seconds(30))

    /// Listens until the stream is cancelled.
    ///
    /// - Parameters:
    ///   - channel: The name of the channel.
    ///   - configuration: Where the database is; the connection is one of its own.
    /// - Returns: The payloads; an empty text where some may have been missed.
    public static func payloads(
        on channel: String,
        of configuration: ConnectionConfiguration
    ) -> AsyncStream<String> {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(1_024))
        guard let wake = WakeUp(), let name = Statement.quoted(channel) else {
            continuation.finish()
            return stream
        }
        let end = End()
        continuation.onTermination = { _ in
            end.isReached.withLock { $0 = true }
            wake.ring()
        }
        detachThread { listen(Statement("LISTEN \(name)"), configuration, wake, end, continuation) }
        return stream
    }

    /// Whether the stream was cancelled.
    private final class End: Sendable {
        let isReached = Mutex(false)
        var isNow: Bool { isReached.withLock { $0 } }
    }

    private static func listen(
        _ statement: Statement,
        _ configuration: ConnectionConfiguration,
        _ wake: WakeUp,
        _ end: End,
        _ continuation: AsyncStream<String>.Continuation
    ) {
        var pause = pauses.lowerBound
        var wasThere = false
        while !end.isNow {
            do {
                let connection = try Connection.made(configuration, wake: wake, isStopped: { end.isNow })
                _ = try connection.rows(of: statement, isStopped: { end.isNow })
                if wasThere { continuation.yield("") }
                (wasThere, pause) = (true, pauses.lowerBound)
                while !end.isNow {
                    for payload in try connection.notifications() where !payload.isEmpty { continuation.yield(payload) }
                    _ = wake.wait(with: connection.socket, for: POLLIN)
                }
            } catch is Connection.Stopped {
                return
            } catch {
                let deadline = ContinuousClock.now.advanced(by: pause)
                while !end.isNow, wake.wait(until: deadline) {}
                pause = min(pause * 2, pauses.upperBound)
            }
        }
    }
}
