// SPDX-License-Identifier: MIT
// Part of SearchBus.

import NIOCore

/// Runs tasks on the thread of an event loop.
///
/// A connection's requests are read and its responses written there. Where they are answered there too, no other thread has
/// to be woken on the way in or out, which is a good part of what a short answer costs. What takes long belongs elsewhere:
/// meanwhile the connections of the loop wait.
final class EventLoopExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    /// - Parameter eventLoop: The event loop, which must outlive the tasks.
    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
