// SPDX-License-Identifier: MIT

import CZeroMQ
import Runtime
import Testing
import Wire

@testable import Bus
@testable import ZeroMQ

@Suite("Client loop", .timeLimit(.minutes(5)))
struct ClientLoopTests {
    @Test func `Waiting callers get an error when the sockets fail`() async throws {
        let mailbox = Mailbox(wakeUp: try WakeUp())
        let context = try Context()
        let endpoints = BusEndpoints(commands: "inproc://nobody-c", events: "inproc://nobody-e")
        let (isReady, ready) = AsyncStream<Void>.makeStream()
        let thread = SystemThread(blocksSignals: true) {
            do {
                let loop = try ClientLoop(context: context, endpoints: endpoints, mailbox: mailbox)
                ready.finish()
                try loop.run()
            } catch {
                mailbox.fail(error as? SearchBusError ?? SearchBusError(.internalError, "\(error)"))
            }
        }
        for await _ in isReady {}
        let queue = SubscriptionQueue(id: 1, onResume: { _ in }, onWait: {}, onCancel: { _ in })
        mailbox.post(.subscribe(queue, [.all], after: .zero))
        let request = PendingRequest(frames: Command.cursor(component: "c").frames, timeout: nil)
        let answer = await #expect(throws: SearchBusError.self) {
            try await withCheckedThrowingContinuation { continuation in
                request.start(continuation)
                mailbox.post(.request(request))
                // Whether the thread has taken the request or not: its sockets end under it.
                zmq_ctx_shutdown(context.pointer)
            }
        }
        #expect(answer?.code == .brokerUnavailable)
        let news = await #expect(throws: SearchBusError.self) { _ = try await queue.next() }
        #expect(news?.code == .brokerUnavailable)
        thread.join()
    }
}
