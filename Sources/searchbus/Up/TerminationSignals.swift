// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Glibc

/// Each request to end (SIGTERM, SIGINT), as something that a task can wait for.
///
/// Make it before other threads are started: they inherit that these signals are not theirs.
struct TerminationSignals: Sendable {
    /// An element for each request.
    let requests: AsyncStream<Void>

    init() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        sigaddset(&signals, SIGINT)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        // Whoever reads the output may go away; that is no reason to leave the processes alone.
        signal(SIGPIPE, SIG_IGN)
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        requests = stream
        let waiter = Unmanaged.passRetained(Waiter(signals: signals, continuation: continuation))
        var thread = pthread_t()
        let code = pthread_create(
            &thread,
            nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Waiter>.fromOpaque(argument).takeRetainedValue().wait()
            },
            waiter.toOpaque()
        )
        precondition(code == 0, "the process may start no more threads (\(String(cString: strerror(code))))")
        pthread_detach(thread)
    }

    private final class Waiter {
        private var signals: sigset_t
        private let continuation: AsyncStream<Void>.Continuation

        init(signals: sigset_t, continuation: AsyncStream<Void>.Continuation) {
            self.signals = signals
            self.continuation = continuation
        }

        func wait() -> Never {
            while true {
                var received: Int32 = 0
                if sigwait(&signals, &received) == 0 { continuation.yield() }
            }
        }
    }
}
