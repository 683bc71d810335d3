// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// A failure of a test's socket.
struct SocketFailure: Error, CustomStringConvertible {
    let description: String
}

/// A loopback connection that sends exactly the bytes it is given.
///
/// All waiting happens on threads of its own, so that tests never hold up the server that runs in the same process.
final class RawSocket: Sendable {
    private let file: Int32

    init(port: Int) async throws {
        file = try await onThread {
            let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            // The bytes of a `sockaddr_in`, whose members are NIO's or the system's, whichever the compiler met first.
            let family = withUnsafeBytes(of: sa_family_t(AF_INET)) { Array($0) }
            let address =
                family + [UInt8(port >> 8), UInt8(port & 0xFF), 127, 0, 0, 1] + [UInt8](repeating: 0, count: 8)
            let result = address.withUnsafeBytes { bytes in
                bytes.withMemoryRebound(to: sockaddr.self) { connect(file, $0.baseAddress, socklen_t(bytes.count)) }
            }
            guard result == 0 else {
                close(file)
                throw SocketFailure(description: "connect: \(String(cString: strerror(errno)))")
            }
            return file
        }
    }

    deinit { close(file) }

    /// Shrinks the system's receive buffer for a reader that does not read.
    func useSmallBuffer(_ size: Int32 = 4096) {
        var size = size
        setsockopt(file, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Sends bytes; a connection that is closed meanwhile accepts a part.
    func send(_ text: String) async { await send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) async {
        let file = file
        await onThread {
            var place = 0
            while place < bytes.count {
                let count = bytes[place...].withUnsafeBytes {
                    Glibc.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return }
                place += count
            }
        }
    }

    /// Sends what the connection accepts at once, and drops the rest.
    func sendWithoutWaiting(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes {
            Glibc.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        }
    }

    /// Ends sending.
    func finish() { shutdown(file, Int32(SHUT_WR)) }

    /// The next bytes; empty at the end of the connection.
    func receive(within time: Duration = .seconds(10)) async throws -> [UInt8] {
        let file = file
        return try await onThread {
            var descriptor = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            let (seconds, attoseconds) = time.components
            guard poll(&descriptor, 1, Int32(seconds * 1000 + attoseconds / 1_000_000_000_000_000)) > 0 else {
                throw SocketFailure(description: "nothing came within \(time)")
            }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = recv(file, &buffer, buffer.count, 0)
            return count > 0 ? Array(buffer[..<count]) : []
        }
    }

    /// Everything up to the end of the connection.
    func receiveAll(within time: Duration = .seconds(10)) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        let deadline = ContinuousClock.now + time
        while true {
            let more = try await receive(within: max(deadline - .now, .zero))
            if more.isEmpty { return bytes }
            bytes += more
        }
    }
}

/// Runs blocking work on a thread of its own.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
    }
}

/// Runs blocking work that cannot fail on a thread of its own.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: work()) }
    }
}

/// Polls until a condition holds.
func eventually(
    within time: Duration = .seconds(10),
    _ what: String,
    _ isSo: @Sendable () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + time
    while try await !isSo() {
        guard ContinuousClock.now < deadline else { throw SocketFailure(description: "never: \(what)") }
        await Task.yield()
        await onThread { _ = usleep(2_000) }
    }
}
