// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Glibc
import Synchronization

/// Each request to end (SIGTERM, SIGINT), as something that a task can wait for.
///
/// Whichever thread the system gives a signal to, it is only noted in a pipe. To block the signals and have one thread wait for
/// them would not do: the library that starts processes has a thread that takes them all, and the process would end at once.
struct TerminationSignals: Sendable {
    /// An element for each request.
    let requests: AsyncStream<Void>

    /// Begins to take the process's signals; to be made once.
    init() {
        var ends: [Int32] = [0, 0]
        let hasPipe = pipe(&ends) == 0
        precondition(hasPipe, "the process cannot open more files (\(String(cString: strerror(errno))))")
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // Signals that arrive faster than they are read can be dropped.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        signalPipe.store(ends[1], ordering: .sequentiallyConsistent)
        var action = sigaction()
        action.sa_flags = SA_RESTART
        action.__sigaction_handler.sa_handler = { _ in
            let number = errno
            var byte: UInt8 = 0
            _ = write(signalPipe.load(ordering: .relaxed), &byte, 1)
            errno = number
        }
        sigaction(SIGTERM, &action, nil)
        sigaction(SIGINT, &action, nil)
        // The reader of the output may end; the supervisor must continue.
        signal(SIGPIPE, SIG_IGN)
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        requests = stream
        let reader = Unmanaged.passRetained(Reader(descriptor: ends[0], continuation: continuation))
        var thread = pthread_t()
        let code = pthread_create(
            &thread,
            nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Reader>.fromOpaque(argument).takeRetainedValue().read()
                return nil
            },
            reader.toOpaque()
        )
        precondition(code == 0, "the process cannot start more threads (\(String(cString: strerror(code))))")
        pthread_detach(thread)
    }

    private final class Reader {
        private let descriptor: Int32
        private let continuation: AsyncStream<Void>.Continuation

        init(descriptor: Int32, continuation: AsyncStream<Void>.Continuation) {
            self.descriptor = descriptor
            self.continuation = continuation
        }

        func read() {
            var byte: UInt8 = 0
            while true {
                let count = Glibc.read(descriptor, &byte, 1)
                guard count == 1 || errno == EINTR else { return }
                if count == 1 { continuation.yield() }
            }
        }
    }
}

/// Where signals are noted: a handler may use nothing but atomic values and a few calls of the system.
private let signalPipe = Atomic<Int32>(-1)
