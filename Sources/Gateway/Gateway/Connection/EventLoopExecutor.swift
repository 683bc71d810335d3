// SPDX-License-Identifier: MIT

import NIOCore

/// Runs tasks on the thread of an event loop.
///
/// The requests of a connection begin where its bytes were read, and their responses are written where they are made, without
/// waking another thread each time. What takes long belongs elsewhere: meanwhile the other connections of the event loop wait.
final class EventLoopExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
