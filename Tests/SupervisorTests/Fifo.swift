// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Dispatch
import Glibc

/// A named pipe whose end tells that everybody who held it is gone: a way to wait for the end of processes that are not
/// our children, without asking again and again.
final class Fifo: Sendable {
    let path: String
    private let folder: String
    private let descriptor: Int32

    init() throws {
        folder = try makeTemporaryDirectory()
        path = "\(folder)/fifo"
        mkfifo(path, 0o600)
        // Without O_NONBLOCK this would wait for a writer.
        descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, 0)
    }

    deinit {
        close(descriptor)
        removeDirectory(folder)
    }

    /// Everything that is written until the last writer has gone; `onFirst` is called when the first of it is here.
    func readToEnd(onFirst: @escaping @Sendable () -> Void = {}) async -> String {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [self] in
                var text: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: 4096)
                // Before the first writer a pipe has no end, only nothing to read.
                var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&event, 1, -1)
                while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
                    if text.isEmpty { onFirst() }
                    text += buffer[..<count]
                }
                continuation.resume(returning: String(decoding: text, as: UTF8.self))
            }
        }
    }
}
