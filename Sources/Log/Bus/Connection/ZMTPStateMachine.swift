// SPDX-License-Identifier: MIT

import Wire

/// One end of a connection between ZeroMQ sockets: bytes in, messages out, and the reverse.
///
/// A pure value. It speaks ZMTP 3.0 with the NULL mechanism (https://rfc.zeromq.org/spec/23), as libzmq understands it: a
/// greeting of 64 bytes, a READY command, then messages of frames; PING commands get their PONG.
///
/// The broker and our clients speak it themselves because libzmq hands each message from a thread of its own to the one that
/// reads it, which was a fifth of the processor time of a small component, and most of its system calls.
package struct ZMTPStateMachine {
    /// The type of the socket at this end.
    package enum Role: String {
        case dealer = "DEALER"
        case router = "ROUTER"
        case subscriber = "SUB"
        case publisher = "XPUB"

        /// The types that the socket at the other end may have.
        fileprivate var peers: Set<String> {
            switch self {
            case .dealer: ["ROUTER", "REP", "DEALER"]
            case .router: ["DEALER", "REQ", "ROUTER"]
            case .subscriber: ["PUB", "XPUB"]
            case .publisher: ["SUB", "XSUB"]
            }
        }
    }

    /// The maximum sizes of what is received.
    package struct Limits: Sendable {
        /// The bytes of a frame; a larger one ends the connection.
        let frame: Int
        /// The frames of a message, and their bytes; what is beyond them is dropped.
        let message: (frames: Int, bytes: Int)

        package init(frame: Int, message: (frames: Int, bytes: Int) = (.max, .max)) {
            (self.frame, self.message) = (frame, message)
        }

        /// What a client receives: its broker is trusted with the size of a message, and sends no frame larger than an event.
        static let client = Limits(frame: 64 << 20)
    }

    /// A message that was received.
    package struct Message: Hashable {
        package fileprivate(set) var frames: [[UInt8]] = []
        /// Whether the frames are all that was sent.
        package fileprivate(set) var isWhole = true
        /// The bytes of the frames.
        package fileprivate(set) var bytes = 0
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

    package static let greeting: [UInt8] =
        [0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 3, 0] + Array("NULL".utf8) + [UInt8](repeating: 0, count: 48)

    private let role: Role
    private let limits: Limits
    private var phase = Phase.greeting
    /// The bytes of a greeting or of a frame's header, as far as they are there.
    private var header: [UInt8] = []
    private var frame: Frame?
    private var message = Message()
    private var messages: [Message] = []
    /// What the peer is to get next; the owner removes what it has sent.
    package var output = greeting

    package init(role: Role, limits: Limits) { (self.role, self.limits) = (role, limits) }

    /// Whether messages may be sent.
    package var isOpen: Bool { phase == .open }

    /// The bytes of a message that is not complete.
    package var incompleteBytes: Int { message.bytes + (frame?.bytes.count ?? 0) }

    /// The messages that are complete, each returned once.
    package mutating func takeMessages() -> [Message] {
        defer { messages = [] }
        return messages
    }

    /// Adds a message to what the peer is to get.
    package mutating func send(_ frames: [[UInt8]]) {
        for (index, frame) in frames.enumerated() { write(frame, flags: Self.flags(hasMore: index < frames.count - 1)) }
    }

    private static func flags(hasMore: Bool) -> UInt8 { hasMore ? Flags.more : 0 }

    /// What precedes a frame of a message.
    ///
    /// - Parameters:
    ///   - count: The bytes of the frame.
    ///   - hasMore: Whether another frame of the message follows.
    ///   - write: Gets the bytes one after another.
    package static func header(of count: Int, hasMore: Bool, _ write: (UInt8) -> Void) {
        header(of: count, flags: flags(hasMore: hasMore), write)
    }

    private static func header(of count: Int, flags: UInt8, _ write: (UInt8) -> Void) {
        guard count > 255 else {
            write(flags)
            return write(UInt8(count))
        }
        write(flags | Flags.long)
        for shift in stride(from: 56, through: 0, by: -8) { write(UInt8(truncatingIfNeeded: count >> shift)) }
    }

    private mutating func write(_ bytes: [UInt8], flags: UInt8) {
        Self.header(of: bytes.count, flags: flags) { output.append($0) }
        output += bytes
    }

    // MARK: Reading

    /// Takes bytes of the peer in.
    ///
    /// - Throws: `ZMTPError` for a peer that speaks something else; the connection is then of no use.
    package mutating func receive(_ bytes: UnsafeRawBufferPointer) throws(ZMTPError) {
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
        if role == .dealer || role == .router { Self.add("Identity", "", to: &ready) }
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
            guard length <= UInt64(limits.frame) else { throw ZMTPError("a frame has \(length) bytes") }
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
        if message.frames.count < limits.message.frames, frame.bytes.count <= limits.message.bytes - message.bytes {
            message.frames.append(frame.bytes)
            message.bytes += frame.bytes.count
        } else {
            message.isWhole = false
        }
        guard frame.flags & Flags.more == 0 else { return }
        messages.append(message)
        message = Message()
    }

    private mutating func takeCommand(_ body: [UInt8]) throws(ZMTPError) {
        if body.starts(with: "\u{5}READY".utf8) {
            guard phase == .handshake else { throw ZMTPError("the peer is ready twice") }
            guard let type = Self.socketType(of: body), role.peers.contains(type) else {
                let types = role.peers.sorted().joined(separator: ", ")
                throw ZMTPError("the type of the peer's socket is not one of \(types)")
            }
            phase = .open
        } else if body.starts(with: "\u{4}PING".utf8) {
            // After the name come two bytes for how long the peer may be silent, then at most 16 that the PONG repeats.
            write(Array("\u{4}PONG".utf8) + body.dropFirst(7).prefix(16), flags: Flags.command)
        } else if body.starts(with: "\u{5}ERROR".utf8) {
            throw ZMTPError("the peer refuses the connection: \(String(decoding: body.dropFirst(7), as: UTF8.self))")
        }
    }

    /// The property `Socket-Type` of a READY command; `nil` if it is missing or incomplete.
    private static func socketType(of ready: [UInt8]) -> String? {
        var rest = ready.dropFirst(6)
        while let nameLength = rest.popFirst(), rest.count >= Int(nameLength) + 4 {
            let name = String(decoding: rest.prefix(Int(nameLength)), as: UTF8.self)
            rest = rest.dropFirst(Int(nameLength))
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            guard length <= rest.count else { return nil }
            // Names of properties are case-insensitive.
            if name.lowercased() == "socket-type" { return String(decoding: rest.prefix(length), as: UTF8.self) }
            rest = rest.dropFirst(length)
        }
        return nil
    }
}

/// Why a connection cannot be used.
package struct ZMTPError: Error, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
