// SPDX-License-Identifier: MIT

import Dispatch
import Glibc

/// A named pipe whose end shows that all its holders have exited: a way to wait for the end of processes that are not
/// our children, without polling.
public final class Fifo: Sendable {
    /// How long a writer may hold it without writing, in milliseconds.
    private static let patience: Int32 = 20_000

    /// Where the pipe is.
    public let path: String
    private let folder: String
    private let descriptor: Int32

    /// Makes a pipe in a new directory.
    public init() throws {
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

    /// Waits until the last writer has closed it.
    ///
    /// - Parameter onFirst: Called when the first bytes arrive.
    /// - Returns: Everything that was written; `nil` if a writer holds it for too long.
    public func readToEnd(onFirst: @escaping @Sendable () -> Void = {}) async -> String? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [self] in continuation.resume(returning: read(onFirst)) }
        }
    }

    private func read(_ onFirst: () -> Void) -> String? {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            // Before the first writer a pipe has no end, only nothing to read.
            var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&event, 1, Self.patience) > 0 else { return nil }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: text, as: UTF8.self) }
            if text.isEmpty { onFirst() }
            text += buffer[..<count]
        }
    }
}
