// SPDX-License-Identifier: MIT

import RandomTesting
import Testing

@testable import Bus

@Suite("A connection of ZeroMQ's protocol")
struct ZMTPStateMachineTests {
    private static let ready: [UInt8] = ready("ROUTER")
    private static let handshake = ZMTPStateMachine.greeting + ready

    private static func ready(_ type: String, before: [UInt8] = []) -> [UInt8] {
        let properties = before + Array("\u{B}Socket-Type\0\0\0".utf8) + [UInt8(type.utf8.count)] + Array(type.utf8)
        return [4, UInt8(properties.count + 6)] + Array("\u{5}READY".utf8) + properties
    }

    private func machine(_ role: ZMTPStateMachine.Role = .dealer) -> ZMTPStateMachine {
        ZMTPStateMachine(role: role, limits: .client)
    }

    private func received(_ bytes: [UInt8], in pieces: [Int], _ machine: inout ZMTPStateMachine) throws -> [[[UInt8]]] {
        var rest = bytes[...]
        for piece in pieces + [bytes.count] {
            let part = Array(rest.prefix(piece))
            try part.withUnsafeBytes { (bytes) throws -> Void in try machine.receive(bytes) }
            rest = rest.dropFirst(piece)
        }
        return machine.takeMessages().map(\.frames)
    }

    private func opened(_ role: ZMTPStateMachine.Role = .dealer) throws -> ZMTPStateMachine {
        var machine = machine(role)
        let type = role == .dealer ? "ROUTER" : "PUB"
        _ = try received(ZMTPStateMachine.greeting + Self.ready(type), in: [], &machine)
        machine.output = []
        return machine
    }

    /// What a peer sends for a message.
    private func encoded(_ frames: [[UInt8]]) throws -> [UInt8] {
        var machine = try opened()
        machine.send(frames)
        return machine.output
    }

    @Test func `The greeting comes first, then READY with the type of the socket`() throws {
        var machine = machine(.subscriber)
        #expect(machine.output.count == 64 && machine.output.prefix(12) == [0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 3, 0])
        machine.output = []
        #expect(try received(ZMTPStateMachine.greeting, in: [], &machine).isEmpty)
        #expect(machine.output == [4, 25] + Array("\u{5}READY\u{B}Socket-Type\0\0\0\u{3}SUB".utf8))
        #expect(!machine.isOpen)
        #expect(try received(Self.ready("XPUB"), in: [], &machine).isEmpty)
        #expect(machine.isOpen)
    }

    @Test func `Frames of every size arrive unchanged, however the bytes are cut`() throws {
        var random = SeededGenerator(seed: testSeed)
        let sizes = [0, 1, 2, 255, 256, 257, 65_535, 65_536, 200_000]
        for _ in 0..<40 {
            let messages = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    let size = sizes.randomElement(using: &random) ?? 0
                    return [UInt8](repeating: .random(in: 0...255, using: &random), count: size)
                }
            }
            var machine = machine()
            let bytes = try Self.handshake + messages.flatMap(encoded)
            let pieces = (0..<Int.random(in: 0...300, using: &random)).map { _ in
                Int.random(in: 0...(Bool.random(using: &random) ? 3 : 3_000), using: &random)
            }
            #expect(try received(bytes, in: pieces, &machine) == messages)
            #expect(machine.takeMessages().isEmpty)
        }
    }

    @Test func `A PING gets its PONG with the same context, also between the frames of a message`() throws {
        var machine = try opened(.subscriber)
        let ping: [UInt8] = [4, 10] + Array("\u{4}PING".utf8) + [0, 120] + Array("abc".utf8)
        #expect(try received([1, 1, 7] + ping + [0, 1, 8], in: [], &machine) == [[[7], [8]]])
        #expect(machine.output == [4, 8] + Array("\u{4}PONGabc".utf8))
    }

    private static let strangers: [[UInt8]] = [
        [UInt8](repeating: 0x48, count: 64),
        Array("HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n".utf8),
        greeting(at: 10, [2]),
        greeting(at: 12, Array("CURVE".utf8)),
        ZMTPStateMachine.greeting + [0, 1, 65],
        handshake + ready,
        ZMTPStateMachine.greeting + ready("SUB"),
        ZMTPStateMachine.greeting + [4, 6] + Array("\u{5}READY".utf8),
        ZMTPStateMachine.greeting + [4, 23] + Array("\u{5}READY\u{B}Socket-Type\0\0\0\u{9}".utf8) + [65],
        handshake + [8, 0],
        handshake + [2, 0xFF, 0, 0, 0, 0, 0, 0, 1],
        ZMTPStateMachine.greeting + [4, 12] + Array("\u{5}ERROR\u{5}sorry".utf8),
    ]

    private static func greeting(at place: Int, _ bytes: [UInt8]) -> [UInt8] {
        var greeting = ZMTPStateMachine.greeting
        greeting.replaceSubrange(place..<(place + bytes.count), with: bytes)
        return greeting
    }

    @Test func `The type of the socket is found beside other properties, in any case`() throws {
        var machine = machine()
        let identity = Array("\u{8}Identity\0\0\0\0".utf8)
        let ready = Self.ready("ROUTER", before: identity).map { $0 == UInt8(ascii: "S") ? UInt8(ascii: "s") : $0 }
        _ = try received(ZMTPStateMachine.greeting + ready, in: [70, 3], &machine)
        #expect(machine.isOpen)
    }

    @Test func `What is beyond the limits of a message is dropped, a frame beyond its own ends the connection`() throws
    {
        let limits = ZMTPStateMachine.Limits(frame: 300, message: (frames: 3, bytes: 400))
        var machine = ZMTPStateMachine(role: .dealer, limits: limits)
        let long = [UInt8](repeating: 1, count: 300)
        var bytes = Self.handshake
        for frames in [[[1], [2], [3]], [[1], [2], [3], [4]], [long, long], [[5]]] { bytes += try encoded(frames) }
        try bytes.withUnsafeBytes { bytes in try machine.receive(bytes) }
        let messages = machine.takeMessages()
        #expect(messages.map(\.frames) == [[[1], [2], [3]], [[1], [2], [3]], [long], [[5]]])
        #expect(messages.map(\.isWhole) == [true, false, false, true])
        #expect(messages.map(\.bytes) == [3, 3, 300, 1] && machine.incompleteBytes == 0)
        let large = try encoded([long + [1]])
        #expect(throws: ZMTPError.self) { try received(large, in: [], &machine) }
    }

    @Test(arguments: strangers)
    func `A peer that speaks something else is an error`(bytes: [UInt8]) {
        var machine = machine()
        #expect(throws: ZMTPError.self) { try received(bytes, in: [5], &machine) }
        #expect(!machine.isOpen)
    }
}
