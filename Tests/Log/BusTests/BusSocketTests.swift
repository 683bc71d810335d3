// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Glibc
import Runtime
import Testing
import Wire

@testable import Bus

/// The client's sockets on those of a broker.
@Suite("Bus sockets", .timeLimit(.minutes(5)))
struct BusSocketTests {
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

    /// Waits until one of some sockets has something, and reads it.
    private func read(_ socket: BusSocket, until isDone: ([[[UInt8]]]) -> Bool) {
        var all: [[[UInt8]]] = []
        while !isDone(all) {
            socket.connect(at: .now)
            var item = pollfd(fd: socket.descriptor, events: socket.interest, revents: 0)
            poll(&item, 1, 20)
            socket.flush()
            all += socket.receive(buffer).map(\.frames)
        }
    }

    private func echo(_ number: Int) -> [[UInt8]] {
        [Array("\(number)".utf8), Array(#"{"op":"echo","nonce":"n"}"#.utf8)]
    }

    @Test func `Nothing is sent before there is a connection, and it is made when the broker comes`() throws {
        let folder = "/tmp/searchbus-socket-\(Identifier.make(length: 8))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let endpoints = try BusEndpoints(runtimeDirectory: "\(folder)/run")
        let socket = BusSocket.commands(endpoints)
        #expect(socket.descriptor == -1 && socket.deadline != nil)
        #expect(!socket.send(echo(1)))
        let broker = try TestBroker(in: folder)
        read(socket) { _ in socket.send(echo(2)) }
        read(socket) { $0.contains { $0.first == Array("2".utf8) } }
        broker.stop()
        socket.close()
    }

    @Test func `Subscriptions hold on the connection after a restart of the broker`() throws {
        let broker = try TestBroker()
        let socket = BusSocket.events(try BusEndpoints(runtimeDirectory: broker.runtimeDirectory))
        socket.subscribe("echo/one/")
        socket.subscribe("echo/one/")
        socket.subscribe("echo/two/")
        socket.unsubscribe("echo/one/")
        let topics = { (messages: [[[UInt8]]]) in
            Set(messages.compactMap { $0.first.map { String(decoding: $0, as: UTF8.self) } })
        }
        read(socket) { topics($0).isSuperset(of: ["echo/one/", "echo/two/"]) }
        broker.stop()
        try broker.start()
        read(socket) { topics($0).isSuperset(of: ["echo/one/", "echo/two/"]) }
        socket.unsubscribe("echo/two/")
        broker.stop()
        try broker.start()
        // Subscriptions are sent in the order in which they were made: a former one would come before the last.
        socket.subscribe("echo/zzz/")
        var seen: Set<String> = []
        read(socket) { messages in
            seen.formUnion(topics(messages))
            return seen.isSuperset(of: ["echo/one/", "echo/zzz/"])
        }
        #expect(!seen.contains("echo/two/"))
        socket.close()
    }

    @Test func `A message larger than what the system takes at once arrives whole`() async throws {
        let broker = try TestBroker()
        let client = try broker.client()
        let data = Array(#"{"text":"\#(String(repeating: "x", count: 1_000_000))"}"#.utf8)
        let subscription = try await client.subscribe(to: [TopicPrefix(.view)], after: .zero)
        for number in 0..<8 {
            let draft = EventDraft(
                topic: try Topic(.view, "v", session: "s"),
                id: "e\(number)",
                source: "/test",
                type: "searchbus.view.raw",
                data: data
            )
            _ = try await client.append([draft])
        }
        var seen: [Event] = []
        while seen.count < 8 { seen += try await subscription.next() }
        #expect(seen.allSatisfy { $0.dataBytes.elementsEqual(data) })
        client.close()
    }

    @Test func `A connection gets subscriptions in the order in which they were made: a barrier is last`() throws {
        let path = "/tmp/searchbus-socket-\(Identifier.make(length: 8))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let endpoints = try BusEndpoints(runtimeDirectory: path)
        let listener = try Listener(endpoints.eventFile.path)
        let socket = BusSocket.events(endpoints)
        for prefix in ["view/", "intent/", "echo/n/", "view/"] { socket.subscribe(prefix) }
        for _ in 0..<2 {
            let peer = listener.accept()
            var machine = ZMTPStateMachine(role: .publisher, limits: .client)
            var received: [[[UInt8]]] = []
            read(socket) { _ in
                _ = machine.output.withUnsafeBytes { write(peer, $0.baseAddress, $0.count) }
                machine.output = []
                let count = recv(peer, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
                if count > 0 { try? machine.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
                received += machine.takeMessages().map(\.frames)
                return received.count >= 3
            }
            #expect(received == ["view/", "intent/", "echo/n/"].map { [[1] + Array($0.utf8)] })
            close(peer)
            // The next connection is made after a pause.
            read(socket) { _ in socket.descriptor == -1 }
            read(socket) { _ in socket.descriptor >= 0 }
        }
        socket.close()
    }

    @Test func `A program that speaks something else is disconnected, and tried again after a pause`() throws {
        let path = "/tmp/searchbus-socket-\(Identifier.make(length: 8))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let endpoints = try BusEndpoints(runtimeDirectory: path)
        let listener = try Listener(endpoints.commandFile.path)
        let socket = BusSocket.commands(endpoints)
        let peer = listener.accept()
        let text = Array(repeating: UInt8(ascii: "H"), count: 64)
        #expect(write(peer, text, text.count) == 64)
        read(socket) { _ in socket.descriptor == -1 }
        #expect(!socket.send(echo(1)))
        #expect(socket.deadline.map { $0 > .now.advanced(by: .milliseconds(-100)) } == true)
        close(peer)
    }

    /// A socket that listens, without a protocol.
    private final class Listener {
        private let descriptor: Int32

        init(_ path: String) throws {
            guard let descriptor = SocketFile(path: path).listener(backlog: 5) else {
                throw Files.failure("\(path) cannot be listened on")
            }
            self.descriptor = descriptor
        }

        deinit { close(descriptor) }

        /// Waits for a connection.
        func accept() -> Int32 {
            var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            poll(&item, 1, -1)
            return Glibc.accept(descriptor, nil, nil)
        }
    }
}
