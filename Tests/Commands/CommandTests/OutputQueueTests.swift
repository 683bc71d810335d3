// SPDX-License-Identifier: MIT

import Dispatch
import Synchronization
import Testing

@testable import searchbus

@Suite(.timeLimit(.minutes(5))) struct OutputQueueTests {
    /// An output that blocks until it is opened.
    private final class Output: Sendable {
        let text = Mutex("")
        private let gate = DispatchSemaphore(value: 0)

        func open() { gate.signal() }

        func write(_ bytes: [UInt8]) {
            gate.wait()
            gate.signal()
            text.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
        }
    }

    @Test func `lines are written in order`() {
        let output = Output()
        output.open()
        let queue = OutputQueue("test", write: output.write)
        for number in 0..<100 { queue.print("\(number)") }
        queue.flush(within: .seconds(30))
        #expect(output.text.withLock { $0 } == (0..<100).map { "\($0)\n" }.joined())
    }

    @Test func `unread output blocks no caller, is bounded by bytes, and is counted`() {
        let output = Output()
        let queue = OutputQueue("test", write: output.write)
        let line = String(repeating: "x", count: 1023)
        for _ in 0..<2048 { queue.print(line) }
        queue.flush(within: .milliseconds(1))
        #expect(output.text.withLock { $0 }.isEmpty)
        output.open()
        queue.flush(within: .seconds(30))
        let lines = output.text.withLock { $0 }.split(separator: "\n")
        #expect(lines.count == 1025)
        #expect(lines.last == "(1024 lines before this were dropped: they were not read)")
        queue.print("after")
        queue.flush(within: .seconds(30))
        #expect(output.text.withLock { $0 }.hasSuffix("not read)\nafter\n"))
    }
}
