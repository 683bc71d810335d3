// SPDX-License-Identifier: MIT
// Part of SearchBus.

import NIOCore
import NIOPosix
import Testing

@testable import Gateway

@Suite struct EventLoopExecutorTests {
    @Test func `A task runs on its event loop, and comes back to it after it was elsewhere`() async throws {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        await withTaskExecutorPreference(EventLoopExecutor(loop)) {
            #expect(loop.inEventLoop)
            await withTaskExecutorPreference(globalConcurrentExecutor) { #expect(!loop.inEventLoop) }
            #expect(loop.inEventLoop)
            await withCheckedContinuation { continuation in
                Task.detached { continuation.resume() }
            }
            #expect(loop.inEventLoop)
        }
    }
}
