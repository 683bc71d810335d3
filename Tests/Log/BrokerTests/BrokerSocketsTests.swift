// SPDX-License-Identifier: MIT

import Bus
import Foundation
import Glibc
import Runtime
import Testing
import Wire

@testable import Broker

/// The broker's sockets and those of clients, on one thread.
@Suite("Sockets of the broker", .timeLimit(.minutes(5)))
final class BrokerSocketsTests {
    private let folder = "/tmp/searchbus-sockets-\(Identifier.make(length: 8))"
    private let sockets: BrokerSockets
    private let endpoints: BusEndpoints
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

    init() throws {
        try Files.makeDirectory(folder)
        (sockets, endpoints) = (try BrokerSockets(), try BusEndpoints(runtimeDirectory: folder))
        sockets.add(try Listener(BrokerSockets.commandSocket, on: endpoints.commandFile))
        sockets.add(try Listener(BrokerSockets.eventSocket, on: endpoints.eventFile))
    }

    deinit {
        buffer.deallocate()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Lets both sides work until something holds.
    private func work(_ clients: [BusSocket], until isDone: () -> Bool) {
        while !isDone() {
            sockets.wait(.milliseconds(1))
            sockets.flush()
            for client in clients { client.flush() }
        }
    }

    private func topics(_ client: BusSocket) -> [String] {
        client.receive(buffer).map { String(decoding: $0.frames[0], as: UTF8.self) }
    }

    /// A client with a subscription that is in force.
    private func subscriber(_ prefix: String, isLate: Bool = false) -> BusSocket {
        let client = BusSocket.events(endpoints)
        client.subscribe(prefix, isLate: isLate)
        prove(client)
        return client
    }

    /// Waits until the subscriptions of a client are in force.
    private func prove(_ client: BusSocket) {
        client.subscribe("echo/n/")
        var heard: [String] = []
        work([client]) {
            heard += topics(client)
            return heard.contains("echo/n/")
        }
        client.unsubscribe("echo/n/")
    }

    /// Sends a command on a new connection.
    private func sender(_ frames: [[UInt8]]) -> BusSocket {
        let client = BusSocket.commands(endpoints)
        work([client]) { client.receive(buffer).isEmpty && client.send(frames) }
        return client
    }

    private func event(_ topic: String, size: Int = 10, isStored: Bool = true) -> Publication {
        Publication(topic: topic, body: MessageBody([UInt8](repeating: 1, count: size)), isStored: isStored)
    }

    @Test func `Each subscriber of a prefix gets an event once, and no other client`() {
        let (first, second) = (subscriber("view/"), subscriber("view/box/"))
        second.subscribe("view/")
        let other = subscriber("intent/")
        prove(second)
        for size in [10, 5_000, 300_000] { sockets.publish(event("view/box/s/", size: size)) }
        sockets.publish(event("view/hits/s/"))
        var seen: [[String]] = [[], [], []]
        work([first, second, other]) {
            for (index, client) in [first, second, other].enumerated() { seen[index] += topics(client) }
            return seen[0].count >= 4 && seen[1].count >= 4
        }
        let all = ["view/box/s/", "view/box/s/", "view/box/s/", "view/hits/s/"]
        #expect(seen == [all, all, []] && sockets.heldBytes == 0)
    }

    @Test func `A subscriber that does not read gets nothing more until a heartbeat, and others get everything`() {
        let (slow, quick) = (subscriber(""), subscriber("view/"))
        var seen = 0
        let count = OutgoingBudget.peerLimit / 100_000 + 10
        for _ in 0..<count {
            sockets.publish(event("view/box/s/", size: 100_000))
            sockets.flush()
            seen += topics(quick).count
        }
        work([quick]) {
            seen += topics(quick).count
            return seen == count
        }
        #expect(sockets.withheld > 0 && sockets.heldBytes < OutgoingBudget.peerLimit + 200_000)
        var read: [String] = []
        work([slow]) {
            read += topics(slow)
            return sockets.heldBytes == 0
        }
        let held = sockets.withheld
        sockets.publish(event("view/late/s/"))
        #expect(sockets.withheld == held + 1, "there is a gap before it")
        sockets.publish(event(Heartbeat.topic, isStored: false))
        sockets.publish(event("view/next/s/"))
        work([slow]) {
            read += topics(slow)
            return read.last == "view/next/s/"
        }
        #expect(!read.contains("view/late/s/") && read.contains(Heartbeat.topic))
    }

    @Test func `Events that may wait come with the next one, in order, or a little later`() {
        let client = subscriber("request/", isLate: true)
        client.subscribe("results/")
        prove(client)
        sockets.publish(event("request/a/s/"))
        sockets.flush()
        #expect(topics(client).isEmpty)
        sockets.publish(event("results/a/s/"))
        sockets.flush()
        #expect(topics(client) == ["request/a/s/", "results/a/s/"])
        sockets.publish(event("request/b/s/"))
        sockets.flush()
        var seen: [String] = []
        work([client]) {
            seen += topics(client)
            return !seen.isEmpty
        }
        #expect(seen == ["request/b/s/"] && sockets.heldBytes == 0)
    }

    @Test func `Commands are answered on their connection, also those of one that has ended since`() throws {
        let (first, second) = (sender([[1], [7]]), sender([[1], [8]]))
        var clients: [UInt8: BrokerClient] = [:]
        work([first, second]) {
            while let (client, message) = sockets.nextCommand() { clients[message.frames[1][0]] = client }
            return clients.count == 2
        }
        let ended = try #require(clients[8])
        second.close()
        sockets.wait(.milliseconds(100))
        #expect(!sockets.answer(ended, [MessageBody([3])]))
        #expect(sockets.answer(try #require(clients[7]), [MessageBody([3]), MessageBody([4])]))
        var answers: [[[UInt8]]] = []
        work([first]) {
            answers += first.receive(buffer).map(\.frames)
            return !answers.isEmpty
        }
        #expect(answers == [[[1], [3], [4]]])
        sender([[2], [9]]).close()
        var isRead = false
        work([]) {
            while let (_, message) = sockets.nextCommand() { isRead = message.frames == [[2], [9]] }
            return isRead
        }
    }

    @Test func `A subscriber without heartbeats continues once it has read everything`() {
        let client = subscriber("view/")
        for _ in 0..<(OutgoingBudget.peerLimit / 100_000 + 10) {
            sockets.publish(event("view/box/s/", size: 100_000))
        }
        #expect(sockets.withheld > 0)
        sockets.publish(event(Heartbeat.topic, isStored: false))
        let held = sockets.withheld
        sockets.publish(event("view/early/s/"))
        #expect(sockets.withheld == held + 1)
        var seen: [String] = []
        work([client]) {
            seen += topics(client)
            return sockets.heldBytes == 0
        }
        sockets.publish(event(Heartbeat.topic, isStored: false))
        sockets.publish(event("view/next/s/"))
        work([client]) {
            seen += topics(client)
            return seen.last == "view/next/s/"
        }
        #expect(!seen.contains("view/early/s/"))
    }

    @Test func `Peers have their turns, and the commands of each stay in order`() {
        let (first, second) = (sender([[0], [1]]), sender([[0], [10]]))
        for number: UInt8 in 2...4 { #expect(first.send([[0], [number]])) }
        #expect(second.send([[0], [11]]))
        var taken: [UInt8] = []
        sockets.wait(.milliseconds(100))
        work([first, second]) {
            while let (_, message) = sockets.nextCommand() { taken.append(message.frames[1][0]) }
            return taken.count == 6
        }
        #expect(taken.filter { $0 < 10 } == [1, 2, 3, 4] && taken.filter { $0 >= 10 } == [10, 11])
    }

    @Test func `What a peer sends without reading the replies is bounded`() throws {
        let peer = try #require(endpoints.commandFile.connection())
        defer { close(peer) }
        let ready: [UInt8] = [4, 26] + Array("\u{5}READY\u{B}Socket-Type\0\0\0\u{6}DEALER".utf8)
        let ping: [UInt8] = [4, 23] + Array("\u{4}PING".utf8) + [UInt8](repeating: 0, count: 18)
        var bytes = ZMTPStateMachine.greeting + ready
        var largest = 0
        work([]) {
            let count = send(peer, bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
            if count > 0 { bytes.removeFirst(count) }
            if bytes.count < 1 << 20 { for _ in 0..<20_000 { bytes += ping } }
            largest = max(largest, sockets.heldBytes)
            return count < 0 && errno != EAGAIN
        }
        #expect(largest <= OutgoingBudget.peerLimit + (1 << 18) && sockets.heldBytes == 0)
    }

    @Test func `A connection that is never introduced is closed`() throws {
        let silent = try #require(endpoints.commandFile.connection())
        defer { close(silent) }
        var received = 1
        work([]) {
            received = recv(silent, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
            return received == 0
        }
        #expect(received == 0)
    }

    @Test func `A peer that speaks something else is disconnected, and others stay`() throws {
        let client = subscriber("view/")
        let stranger = try #require(endpoints.eventFile.connection())
        defer { close(stranger) }
        let text = Array("GET / HTTP/1.1\r\nHost: localhost\r\nUser-Agent: none\r\nAccept: */*\r\n\r\n".utf8)
        #expect(write(stranger, text, text.count) == text.count)
        work([]) {
            let count = recv(stranger, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
            return count == 0 || (count < 0 && errno == ECONNRESET)
        }
        sockets.publish(event("view/box/s/"))
        var seen: [String] = []
        work([client]) {
            seen += topics(client)
            return !seen.isEmpty
        }
        #expect(seen == ["view/box/s/"])
    }
}
