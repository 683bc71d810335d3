// SPDX-License-Identifier: MIT

/// The trace that a caller's request belongs to, as W3C's Trace Context has it in the header field `traceparent`.
///
/// It is carried from the caller's event to all that follow from it, byte for byte.
public struct TraceParent: Sendable, Hashable, CustomStringConvertible {
    /// The name of the header field, and of the attribute of events.
    public static let name = "traceparent"
    public static let size = 55

    /// The text, such as `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01`.
    public let description: String

    /// Takes a text over; `nil` for one that is not of the form that the standard asks for.
    public init?(_ text: String) {
        let bytes = Array(text.utf8.prefix(Self.size + 1))
        guard bytes.count == Self.size else { return nil }
        for (place, byte) in bytes.enumerated() {
            let isRight =
                switch place {
                case 2, 35, 52: byte == UInt8(ascii: "-")
                default: (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
                }
            guard isRight else { return nil }
        }
        let zero = UInt8(ascii: "0")
        // Zeros name no trace and no caller, and `ff` is an invalid version.
        guard bytes[0..<2] != [UInt8(ascii: "f"), UInt8(ascii: "f")], bytes[3..<35].contains(where: { $0 != zero }),
            bytes[36..<52].contains(where: { $0 != zero })
        else { return nil }
        description = text
    }
}
