// SPDX-License-Identifier: MIT

import CYardstick
import Dispatch
import Foundation
import Synchronization
import Wire

/// Reads what comes over every connection of a load, on one thread: event streams, and the answers to keys.
final class StreamReader: Sendable {
    struct Reading: Sendable {
        /// The views that came, with their session and the time.
        var arrivals: [(session: Int, time: Int64, view: ViewArrival)] = []
        var accepted = 0
        var refused = 0
        var ended = 0
        var bytes = 0
    }

    private static let withoutWaiting = Int32(MSG_DONTWAIT)

    private let reading = Mutex(Reading())
    private let mustStop = Atomic<Bool>(false)
    private let quietSince = Atomic<Int64>(0)
    private let hasStopped = DispatchSemaphore(value: 0)

    init(streams: [Int32], answers: [Int32], run: String) {
        quietSince.store(Stopwatch.now(), ordering: .relaxed)
        let thread = Thread { [self] in
            let result = read(streams, answers, run)
            reading.withLock { $0 = result }
            hasStopped.signal()
        }
        thread.start()
    }

    /// Waits until no view has come for so long, at most for five seconds; then stops.
    func finish(quiet milliseconds: Int64) -> Reading {
        let deadline = Stopwatch.now() + 5_000_000_000
        while Stopwatch.now() < deadline,
            Stopwatch.now() - quietSince.load(ordering: .relaxed) < milliseconds * 1_000_000
        { Stopwatch.sleep(milliseconds: 10) }
        mustStop.store(true, ordering: .relaxed)
        hasStopped.wait()
        return reading.withLock { $0 }
    }

    private func read(_ streams: [Int32], _ answers: [Int32], _ run: String) -> Reading {
        var result = Reading()
        let poll = epoll_create1(0)
        defer { close(poll) }
        for (index, descriptor) in (streams + answers).enumerated() {
            var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(u64: UInt64(index)))
            epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event)
        }
        var scanners = streams.map { _ in StreamScanner(run: run) }
        var events = [epoll_event](repeating: epoll_event(), count: 64)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        while !mustStop.load(ordering: .relaxed) {
            let count = epoll_wait(poll, &events, Int32(events.count), 20)
            for event in events.prefix(max(0, Int(count))) {
                let index = Int(event.data.u64)
                let descriptor = index < streams.count ? streams[index] : answers[index - streams.count]
                let size = recv(descriptor, buffer.baseAddress, buffer.count, Self.withoutWaiting)
                guard size > 0 else {
                    if size == 0 || (errno != EAGAIN && errno != EINTR) {
                        result.ended += 1
                        epoll_ctl(poll, EPOLL_CTL_DEL, descriptor, nil)
                    }
                    continue
                }
                let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<size])
                result.bytes += size
                if index < streams.count {
                    let time = Stopwatch.now()
                    scanners[index].take(bytes) { result.arrivals.append((index, time, $0)) }
                    quietSince.store(time, ordering: .relaxed)
                } else {
                    Self.count(bytes, &result)
                }
            }
        }
        return result
    }

    /// Counts answers by their first lines; an answer to a key is small and comes in one piece.
    private static func count(_ bytes: UnsafeRawBufferPointer, _ result: inout Reading) {
        let text = String(decoding: bytes, as: UTF8.self)
        for part in text.components(separatedBy: "HTTP/1.1 ").dropFirst() {
            if part.hasPrefix("202") { result.accepted += 1 } else { result.refused += 1 }
        }
    }
}
