// SPDX-License-Identifier: MIT

import Glibc

/// Runs a closure on a thread of its own; may be handed from thread to thread.
public final class SystemThread: Sendable {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private let handle: pthread_t

    /// Starts the thread; it ends when the closure returns.
    public init(blocksSignals: Bool = false, _ run: @escaping @Sendable () -> Void) {
        var handle = pthread_t()
        let work: @Sendable () -> Void = {
            if blocksSignals {
                var signals = sigset_t()
                sigfillset(&signals)
                pthread_sigmask(SIG_BLOCK, &signals, nil)
            }
            run()
        }
        let body = Unmanaged.passRetained(Body(work))
        let code = pthread_create(
            &handle,
            nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            },
            body.toOpaque()
        )
        precondition(code == 0, "the process cannot start more threads (\(String(cString: strerror(code))))")
        self.handle = handle
    }

    /// Waits until the thread has ended; called once, and not after `detach`.
    public func join() {
        pthread_join(handle, nil)
    }

    /// Lets the thread end by itself; called once, and not after `join`.
    public func detach() {
        pthread_detach(handle)
    }
}
