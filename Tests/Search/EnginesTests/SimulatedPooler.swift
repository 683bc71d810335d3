// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// A pooler in front of the tests' database, which treats a connection's options as poolers do.
///
/// It listens on a Unix socket, as the database does. One thread per direction of a connection.
final class SimulatedPooler: Sendable {
    /// The treatment of the options that a client sends when it connects.
    enum Manner: Sendable {
        /// The connection is refused in PgBouncer's words.
        case refuses
        /// They are accepted and dropped (`ignore_startup_parameters`).
        case loses
    }

    private static let protocolVersion = UInt32(196_608)

    let directory: String
    private let database: String
    private let manner: Manner
    private let listener: Int32
    private let state = Mutex<(sent: [UInt8], refused: Int)>(([], 0))

    struct Failure: Error {}

    /// - Parameters:
    ///   - database: The directory of the database's socket.
    ///   - manner: Its behaviour.
    /// - Throws: `Failure`, or the error of creating a directory.
    init(before database: String, _ manner: Manner) throws {
        (self.database, self.manner) = (database, manner)
        directory = "/tmp/sbp-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        listener = Self.socket()
        let descriptor = listener
        let bound = Self.withAddress(directory) { bind(descriptor, $0, $1) == 0 && listen(descriptor, 16) == 0 }
        guard bound else { throw Failure() }
        Thread { [self] in serve() }.start()
    }

    /// The clients' bytes after the connection was made.
    var sent: String { String(decoding: state.withLock { $0.sent }, as: UTF8.self) }
    /// How many connections were refused.
    var refused: Int { state.withLock { $0.refused } }

    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        try? FileManager.default.removeItem(atPath: directory)
    }

    private static func socket() -> Int32 { Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) }

    private static func withAddress(
        _ directory: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Bool
    ) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array("\(directory)/.s.PGSQL.5432".utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private func serve() {
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else {
                close(listener)
                return
            }
            Thread { [self] in handle(client) }.start()
        }
    }

    private func handle(_ client: Int32) {
        defer { close(client) }
        guard let length = Self.read(client, 4).map(Self.number), (8...100_000).contains(length),
            let body = Self.read(client, Int(length) - 4)
        else { return }
        var words = body.dropFirst(4).split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
        let isStart = Self.number(Array(body.prefix(4))) == Self.protocolVersion
        if isStart,
            let place = stride(from: 0, to: words.count - 1, by: 2).first(where: { words[$0] == Array("options".utf8) })
        {
            guard manner == .loses else {
                state.withLock { $0.refused += 1 }
                let text = "SFATAL\0C08P01\0Munsupported startup parameter: options\0\0"
                Self.write([UInt8(ascii: "E")] + Self.bytes(UInt32(text.utf8.count + 4)) + Array(text.utf8), client)
                return
            }
            words.removeSubrange(place...(place + 1))
        }
        let server = Self.socket()
        defer { close(server) }
        guard Self.withAddress(database, { connect(server, $0, $1) == 0 }) else { return }
        let rest = Array(words.joined(separator: [0]))
        Self.write(Self.bytes(UInt32(rest.count + 8)) + body.prefix(4) + rest, server)
        let isBack = DispatchSemaphore(value: 0)
        Thread {
            Self.pump(server, client) { _ in }
            isBack.signal()
        }.start()
        Self.pump(client, server) { [self] bytes in state.withLock { $0.sent += bytes } }
        isBack.wait()
    }

    /// Carries bytes from one to the other until one of them has closed.
    private static func pump(_ source: Int32, _ target: Int32, _ note: ([UInt8]) -> Void) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(source, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            note(Array(buffer[..<count]))
            write(Array(buffer[..<count]), target)
        }
        shutdown(target, Int32(SHUT_RDWR))
    }

    private static func read(_ descriptor: Int32, _ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return recv(descriptor, &bytes, count, Int32(MSG_WAITALL)) == count ? bytes : nil
    }

    private static func write(_ bytes: [UInt8], _ descriptor: Int32) {
        _ = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }

    private static func number(_ bytes: [UInt8]) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }
    private static func bytes(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
}
