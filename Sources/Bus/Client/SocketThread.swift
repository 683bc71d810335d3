// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Glibc

/// Runs a closure on a thread of its own, with signals left to the others, since sockets may not change threads.
final class SocketThread: Sendable {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private let handle: pthread_t

    /// Starts the thread.
    ///
    /// - Parameter run: What the thread does; the thread ends when it returns.
    init(_ run: @escaping @Sendable () -> Void) {
        var handle = pthread_t()
        let body = Unmanaged.passRetained(Body(run))
        let code = pthread_create(
            &handle,
            nil,
            { argument in
                var signals = sigset_t()
                sigfillset(&signals)
                pthread_sigmask(SIG_BLOCK, &signals, nil)
                guard let argument else { return nil }
                Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            },
            body.toOpaque()
        )
        precondition(code == 0, "the process may start no more threads (\(String(cString: strerror(code))))")
        self.handle = handle
    }

    /// Waits until the thread has ended; called once, and not after `detach`.
    func join() {
        pthread_join(handle, nil)
    }

    /// Lets the thread end by itself, for a caller that is on it; called once, and not after `join`.
    func detach() {
        pthread_detach(handle)
    }
}
