// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Wire

/// The parameters after the question mark of a request's target.
struct QueryParameters: Sendable {
    private let pairs: [(name: String, value: String)]

    /// Reads the parameters of a target.
    init(target: String) {
        guard let mark = target.firstIndex(of: "?") else {
            pairs = []
            return
        }
        let query = target[target.index(after: mark)...].prefix { $0 != "#" }
        pairs = query.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decode(parts[0]), parts.count > 1 ? Self.decode(parts[1]) : "")
        }
    }

    /// The value of a parameter; of several the first.
    subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

    /// The names of all parameters, as often as they stand there.
    var names: [String] { pairs.map(\.name) }

    /// The values of a parameter that may stand several times.
    func all(_ name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

    /// A whole number within bounds.
    ///
    /// - Throws: `SearchBusError` with `invalid-argument`.
    func integer(_ name: String, in bounds: ClosedRange<Int>, default value: Int) throws -> Int {
        guard let text = self[name] else { return value }
        guard let number = Int(text), bounds.contains(number) else {
            throw SearchBusError(
                .invalidArgument,
                "`\(name)` is not a whole number from \(bounds.lowerBound) to \(bounds.upperBound)."
            )
        }
        return number
    }

    /// A place on the log.
    ///
    /// - Throws: `SearchBusError` with `invalid-argument`.
    func sequence(_ name: String) throws -> SequenceNumber? {
        guard let text = self[name] else { return nil }
        guard let sequence = SequenceNumber(text) else {
            throw SearchBusError(.invalidArgument, "`\(name)` is not a sequence number of up to 20 digits.")
        }
        return sequence
    }

    /// The topic prefixes asked for; every topic where none is.
    ///
    /// - Throws: `SearchBusError` with `invalid-topic`.
    func topics() throws -> [TopicPrefix] {
        let texts = all("topic")
        guard texts.count <= 32 else { throw SearchBusError(.invalidArgument, "More than 32 topics are asked for.") }
        let prefixes = try texts.map { try TopicPrefix(parsing: $0) }
        return prefixes.isEmpty ? [.all] : prefixes
    }

    /// The session asked for, if one is.
    ///
    /// - Throws: `SearchBusError` with `invalid-session`.
    func session() throws -> String? {
        guard let session = self["session"] else { return nil }
        guard Name.isValid(session) else {
            throw SearchBusError(.invalidSession, "The `session` asked for is no session.")
        }
        return session
    }

    /// The value of a hexadecimal digit.
    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }

    static func decode(_ text: Substring) -> String {
        var output: [UInt8] = []
        var bytes = text.utf8.makeIterator()
        while let byte = bytes.next() {
            switch byte {
            case UInt8(ascii: "+"): output.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                var rest = bytes
                if let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) {
                    output.append(high << 4 | low)
                    bytes = rest
                } else {
                    output.append(byte)
                }
            default: output.append(byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
