// SPDX-License-Identifier: MIT

import Wire

/// One end of a connection between ZeroMQ sockets: bytes in, messages out, and the reverse.
///
/// A pure value. It speaks ZMTP 3.0 with the NULL mechanism (https://rfc.zeromq.org/spec/23), as libzmq understands it: a
/// greeting of 64 bytes, a READY command, then messages of frames; PING commands get their PONG.
///
/// Clients speak it themselves because libzmq hands each message from a thread of its own to the one that reads it, which was a
/// fifth of the processor time of a small component, and most of its system calls.
struct ZMTPStateMachine {
    enum Role: String {
        case dealer = "DEALER"
        case subscriber = "SUB"
    }

    private enum Phase {
        case greeting, handshake, open, failed
    }

    private struct Flags {
        static let more: UInt8 = 1
        static let long: UInt8 = 2
        static let command: UInt8 = 4
    }

    /// A frame of which not all bytes are there.
    private struct Frame {
        let flags: UInt8
        let length: Int
        var bytes: [UInt8]
    }

    static let greeting: [UInt8] =
        [0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 3, 0] + Array("NULL".utf8) + [UInt8](repeating: 0, count: 48)
    /// The maximum size of a frame in bytes; the largest that a broker sends is an event.
    static let frameLimit = 64 << 20

    private let role: Role
    private var phase = Phase.greeting
    /// The bytes of a greeting or of a frame's header, as far as they are there.
    private var header: [UInt8] = []
    private var frame: Frame?
    private var message: [[UInt8]] = []
    private var messages: [[[UInt8]]] = []
    /// What the peer is to get next; the owner removes what it has sent.
    var output = greeting

    init(role: Role) { self.role = role }

    /// Whether messages may be sent.
    var isOpen: Bool { phase == .open }

    /// The messages that are complete, each returned once.
    mutating func takeMessages() -> [[[UInt8]]] {
        defer { messages = [] }
        return messages
    }

    /// Adds a message to what the peer is to get.
    mutating func send(_ frames: [[UInt8]]) {
        for (index, frame) in frames.enumerated() {
            write(frame, flags: index < frames.count - 1 ? Flags.more : 0)
        }
    }

    private mutating func write(_ bytes: [UInt8], flags: UInt8) {
        if bytes.count < 256 {
            output.append(flags)
            output.append(UInt8(bytes.count))
        } else {
            output.append(flags | Flags.long)
            for shift in stride(from: 56, through: 0, by: -8) {
                output.append(UInt8(truncatingIfNeeded: bytes.count >> shift))
            }
        }
        output += bytes
    }

    // MARK: Reading

    /// Takes bytes of the peer in.
    ///
    /// - Throws: `ZMTPError` for a peer that speaks something else; the connection is then of no use.
    mutating func receive(_ bytes: UnsafeRawBufferPointer) throws(ZMTPError) {
        var rest = bytes
        do throws(ZMTPError) {
            while !rest.isEmpty {
                if phase == .greeting { try receiveGreeting(&rest) } else { try receiveFrame(&rest) }
            }
        } catch {
            phase = .failed
            throw error
        }
    }

    private mutating func receiveGreeting(_ rest: inout UnsafeRawBufferPointer) throws(ZMTPError) {
        fillHeader(to: Self.greeting.count, &rest)
        guard header.count == Self.greeting.count else { return }
        let isZMTP = header[0] == 0xFF && header[9] & 1 == 1
        guard isZMTP, header[10] >= 3, header[12..<32].elementsEqual(Self.greeting[12..<32]) else {
            throw ZMTPError("the peer does not speak ZMTP 3 without security")
        }
        header = []
        phase = .handshake
        var ready = Array("\u{5}READY".utf8)
        Self.add("Socket-Type", role.rawValue, to: &ready)
        if role == .dealer { Self.add("Identity", "", to: &ready) }
        write(ready, flags: Flags.command)
    }

    private static func add(_ property: String, _ value: String, to command: inout [UInt8]) {
        command.append(UInt8(property.utf8.count))
        command += property.utf8
        command += [0, 0, 0, UInt8(value.utf8.count)]
        command += value.utf8
    }

    private mutating func fillHeader(to count: Int, _ rest: inout UnsafeRawBufferPointer) {
        let missing = count - header.count
        header += UnsafeRawBufferPointer(rebasing: rest.prefix(missing))
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(missing))
    }

    private mutating func receiveFrame(_ rest: inout UnsafeRawBufferPointer) throws(ZMTPError) {
        if frame == nil {
            if header.isEmpty { fillHeader(to: 1, &rest) }
            let flags = header[0]
            guard flags & ~(Flags.more | Flags.long | Flags.command) == 0 else {
                throw ZMTPError("a frame has unknown flags")
            }
            let size = flags & Flags.long == 0 ? 2 : 9
            fillHeader(to: size, &rest)
            guard header.count == size else { return }
            let length = header.dropFirst().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            guard length <= Self.frameLimit else { throw ZMTPError("a frame has \(length) bytes") }
            header.removeAll(keepingCapacity: true)
            frame = Frame(flags: flags, length: Int(length), bytes: [])
            // The peer may announce more than it sends.
            frame?.bytes.reserveCapacity(min(Int(length), max(rest.count, 1 << 20)))
        }
        guard var current = frame.take() else { return }
        let missing = current.length - current.bytes.count
        current.bytes += UnsafeRawBufferPointer(rebasing: rest.prefix(missing))
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(missing))
        if current.bytes.count < current.length { frame = current } else { try take(current) }
    }

    private mutating func take(_ frame: Frame) throws(ZMTPError) {
        guard frame.flags & Flags.command == 0 else { return try takeCommand(frame.bytes) }
        guard phase == .open else { throw ZMTPError("a message came before the handshake had ended") }
        message.append(frame.bytes)
        guard frame.flags & Flags.more == 0 else { return }
        messages.append(message)
        message = []
    }

    private mutating func takeCommand(_ body: [UInt8]) throws(ZMTPError) {
        if body.starts(with: "\u{5}READY".utf8) {
            guard phase == .handshake else { throw ZMTPError("the peer is ready twice") }
            phase = .open
        } else if body.starts(with: "\u{4}PING".utf8) {
            // After the name come two bytes for how long the peer may be silent, then what the PONG repeats.
            write(Array("\u{4}PONG".utf8) + body.dropFirst(7), flags: Flags.command)
        } else if body.starts(with: "\u{5}ERROR".utf8) {
            throw ZMTPError("the peer refuses the connection: \(String(decoding: body.dropFirst(7), as: UTF8.self))")
        }
    }
}

/// Why a connection cannot be used.
struct ZMTPError: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
