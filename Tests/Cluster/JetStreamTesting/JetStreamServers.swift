// SPDX-License-Identifier: MIT

import Bus
import Foundation
import Glibc
import JetStream
import NATS
import Wire

/// NATS servers of a test's own: one, or a cluster of three, on free ports and in a folder of their own.
public final class JetStreamServers: @unchecked Sendable {
    public let addresses: [String]
    private let folder = "/tmp/searchbus-nats-\(Identifier.make(length: 10))"
    private let configurations: [String]
    private var processes: [Process?]

    /// Starts the servers; clients need the password, if there is one.
    ///
    /// - Parameters:
    ///   - count: How many there are.
    ///   - password: The password of the user `test`.
    ///   - more: Further lines of their configuration.
    /// - Throws: If no port is free, or no server is installed.
    public init(_ count: Int = 1, password: String? = nil, more: String = "") throws {
        let ports = try Self.freePorts(2 * count)
        addresses = ports[..<count].map { "nats://127.0.0.1:\($0)" }
        let routes = ports[count...].map { "nats://127.0.0.1:\($0)" }.joined(separator: ", ")
        var configurations: [String] = []
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for number in 0..<count {
            let cluster = "cluster { name: test, listen: \"127.0.0.1:\(ports[count + number])\", routes: [\(routes)] }"
            let text = """
                server_name: n\(number)
                listen: "127.0.0.1:\(ports[number])"
                jetstream { store_dir: "\(folder)/n\(number)", max_file: 1G }
                \(count > 1 ? cluster : "")
                \(password.map(Self.authorization) ?? "")
                \(more)
                """
            let path = "\(folder)/n\(number).conf"
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            configurations.append(path)
        }
        self.configurations = configurations
        processes = configurations.map { _ in nil }
        for number in 0..<count { try start(number) }
    }

    deinit {
        for number in processes.indices { kill(number) }
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Gives a server another password; it does not run.
    public func change(password: String, of number: Int) throws {
        let path = configurations[number]
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let others = lines.filter { !$0.hasPrefix("authorization") }.map(String.init)
        try (others + [Self.authorization(password)]).joined(separator: "\n").write(
            toFile: path,
            atomically: true,
            encoding: .utf8
        )
    }

    private static func authorization(_ password: String) -> String {
        "authorization { user: test, password: \"\(password)\" }"
    }

    /// Starts a server again with what it has on its disk.
    public func start(_ number: Int) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/sbin/nats-server")
        process.arguments = ["-c", configurations[number], "-l", "\(folder)/n\(number).log"]
        try process.run()
        processes[number] = process
    }

    /// Kills a server.
    public func kill(_ number: Int) {
        guard let process = processes[number] else { return }
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        processes[number] = nil
    }

    /// Keeps what a server has on its disk; it does not run.
    public func copyData(of number: Int) throws -> String {
        let copy = "\(folder)/copy-\(Identifier.make(length: 6))"
        try FileManager.default.copyItem(atPath: "\(folder)/n\(number)", toPath: copy)
        return copy
    }

    /// Gives a server what it had before; it does not run.
    public func putBack(_ copy: String, for number: Int) throws {
        try FileManager.default.removeItem(atPath: "\(folder)/n\(number)")
        try FileManager.default.moveItem(atPath: copy, toPath: "\(folder)/n\(number)")
    }

    /// Which server leads a stream.
    public func leader(of stream: String) throws -> Int {
        let connection = try NATSConnection(.init(servers: addresses, name: "test"))
        let deadline = ContinuousClock.now + .seconds(30)
        while true {
            let answer = try? connection.request("$JS.API.STREAM.INFO.\(stream)", milliseconds: 1000)
            let name = try answer.flatMap { try JSON(parsing: $0.payload)["cluster"]?["leader"]?.string }
            if let name, let number = Int(name.dropFirst()) { return number }
            guard ContinuousClock.now < deadline else {
                throw SearchBusError(.journalUnavailable, "\(stream) has no leader.")
            }
            usleep(20_000)
        }
    }

    /// Waits until every server has all of a stream, so that any one of them can be killed.
    ///
    /// A server that is catching up does not count for a majority: if the one that it copies from is killed meanwhile,
    /// the stream is blocked until that one is back.
    public func catchUp(_ stream: String) throws {
        let connection = try NATSConnection(.init(servers: addresses, name: "test"))
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            let answer = try? connection.request("$JS.API.STREAM.INFO.\(stream)", milliseconds: 1000)
            let replicas = try answer.flatMap { try JSON(parsing: $0.payload)["cluster"]?["replicas"]?.array } ?? []
            let current = replicas.filter { replica in
                replica["current"] == true && replica["offline"] != true && (replica["lag"]?.int ?? 0) == 0
            }
            if current.count == addresses.count - 1 { return }
            guard ContinuousClock.now < deadline else {
                throw SearchBusError(.journalUnavailable, "A server does not catch up with \(stream): \(replicas)")
            }
            // The servers send no event for this; the loop ends when they have the stream, or at the deadline.
            usleep(20_000)
        }
    }

    /// Requests another leader until it is the given one.
    public func letLead(_ number: Int, stream: String) throws {
        let connection = try NATSConnection(.init(servers: addresses, name: "test"))
        let deadline = ContinuousClock.now + .seconds(40)
        while try leader(of: stream) != number {
            _ = try? connection.request("$JS.API.STREAM.LEADER.STEPDOWN.\(stream)", milliseconds: 2000)
            guard ContinuousClock.now < deadline else {
                throw SearchBusError(.journalUnavailable, "n\(number) does not lead.")
            }
        }
    }

    /// A journal on them, or on one of them; waits until they are ready.
    public func journal(app: String = "app", replicas: Int = 1, through server: Int? = nil) throws -> JetStreamJournal {
        let used = server.map { [addresses[$0]] } ?? addresses
        let settings = JetStreamSettings(.init(servers: used, name: "test"), app: app, replicas: replicas)
        return try eventually { try JetStreamJournal(settings) }
    }

    /// A value that is available only when they are ready.
    public func eventually<Value>(_ make: () throws -> Value) throws -> Value {
        let deadline = ContinuousClock.now + .seconds(30)
        while true {
            do {
                return try make()
            } catch let error as SearchBusError where error.code == .journalUnavailable {
                guard ContinuousClock.now < deadline else { throw error }
                usleep(50_000)
            }
        }
    }

    /// The files of an app on them; waits until they are ready.
    public func files(app: String = "app", replicas: Int = 1) throws -> FileStream {
        _ = try journal(app: app, replicas: replicas)
        let settings = JetStreamSettings(.init(servers: addresses, name: "test"), app: app, replicas: replicas)
        let files = FileStream(settings, on: try settings.connect())
        try files.prepare()
        return files
    }

    /// The maintenance of an app's journal on them.
    public func upkeep(app: String = "app") throws -> JournalUpkeep {
        let settings = JetStreamSettings(.init(servers: addresses, name: "test"), app: app)
        return JournalUpkeep(settings, on: try settings.connect())
    }

    private static func freePorts(_ count: Int) throws -> [UInt16] {
        var sockets: [Int32] = []
        defer { for socket in sockets { close(socket) } }
        return try (0..<count).map { _ in
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            sockets.append(descriptor)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let result = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                    bind(descriptor, general, size) | getsockname(descriptor, general, &size)
                }
            }
            guard result == 0 else { throw SearchBusError(.addressInUse, "There is no free port.") }
            return UInt16(bigEndian: address.sin_port)
        }
    }
}
