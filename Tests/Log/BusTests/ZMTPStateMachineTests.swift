// SPDX-License-Identifier: MIT

import RandomTesting
import Testing

@testable import Bus

@Suite("A connection of ZeroMQ's protocol")
struct ZMTPStateMachineTests {
    private static let ready: [UInt8] = [4, 24] + Array("\u{5}READY\u{B}Socket-Type\0\0\0\u{2}XP".utf8)
    private static let handshake = ZMTPStateMachine.greeting + ready

    private func received(_ bytes: [UInt8], in pieces: [Int], _ machine: inout ZMTPStateMachine) throws -> [[[UInt8]]] {
        var rest = bytes[...]
        for piece in pieces + [bytes.count] {
            let part = Array(rest.prefix(piece))
            try part.withUnsafeBytes { (bytes) throws -> Void in try machine.receive(bytes) }
            rest = rest.dropFirst(piece)
        }
        return machine.takeMessages()
    }

    private func opened(_ role: ZMTPStateMachine.Role = .dealer) throws -> ZMTPStateMachine {
        var machine = ZMTPStateMachine(role: role)
        _ = try received(Self.handshake, in: [], &machine)
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
        var machine = ZMTPStateMachine(role: .subscriber)
        #expect(machine.output.count == 64 && machine.output.prefix(12) == [0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 3, 0])
        machine.output = []
        #expect(try received(ZMTPStateMachine.greeting, in: [], &machine).isEmpty)
        #expect(machine.output == [4, 25] + Array("\u{5}READY\u{B}Socket-Type\0\0\0\u{3}SUB".utf8))
        #expect(!machine.isOpen)
        #expect(try received(Self.ready, in: [], &machine).isEmpty)
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
            var machine = ZMTPStateMachine(role: .dealer)
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
        handshake + [8, 0],
        handshake + [2, 0xFF, 0, 0, 0, 0, 0, 0, 1],
        ZMTPStateMachine.greeting + [4, 12] + Array("\u{5}ERROR\u{5}sorry".utf8),
    ]

    private static func greeting(at place: Int, _ bytes: [UInt8]) -> [UInt8] {
        var greeting = ZMTPStateMachine.greeting
        greeting.replaceSubrange(place..<(place + bytes.count), with: bytes)
        return greeting
    }

    @Test(arguments: strangers)
    func `A peer that speaks something else is an error`(bytes: [UInt8]) {
        var machine = ZMTPStateMachine(role: .dealer)
        #expect(throws: ZMTPError.self) { try received(bytes, in: [5], &machine) }
        #expect(!machine.isOpen)
    }
}
