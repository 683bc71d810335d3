// SPDX-License-Identifier: MIT

import Wire

/// The identifier of an answer with `clickAnalytics`: 32 hexadecimal digits with the sequence number of its request.
///
/// So clicks are attributed without a table of searches. The last digits detect errors and other logs' identifiers, not
/// forgeries.
public struct QueryIdentifier: Sendable, Hashable {
    /// The sequence number of the request.
    public let place: UInt64
    /// The number of the search in the request.
    public let member: Int
    /// A value that distinguishes logs.
    private let check: UInt64

    /// The number of digits of the check.
    private static let checkDigits = 14

    /// Makes the identifier of a search.
    ///
    /// - Parameters:
    ///   - place: The sequence number of the request.
    ///   - member: The number of the search in the request, below 256.
    ///   - epoch: The identity of the log.
    public init(place: UInt64, member: Int, epoch: String) {
        (self.place, self.member) = (place, member & 0xFF)
        check = Self.digest(place, member & 0xFF, epoch)
    }

    /// Reads an identifier; `nil` for an invalid text.
    public init?(_ text: String) {
        let digits = text.utf8
        guard digits.count == 32, digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
            let place = UInt64(text.prefix(16), radix: 16), place <= UInt64(Int64.max),
            let member = Int(text.dropFirst(16).prefix(2), radix: 16),
            let check = UInt64(text.suffix(Self.checkDigits), radix: 16)
        else { return nil }
        (self.place, self.member, self.check) = (place, member, check)
    }

    /// Whether it was made for a log.
    public func isOf(epoch: String) -> Bool { check == Self.digest(place, member, epoch) }

    /// The digits.
    public var text: String {
        place.hexadecimal(16) + UInt64(member).hexadecimal(2) + check.hexadecimal(Self.checkDigits)
    }

    /// A JSON object with this identifier as `queryID` before its members; unchanged if it has none.
    public func added(to answer: [UInt8]) -> [UInt8] {
        guard answer.first == UInt8(ascii: "{"), answer.count > 2 else { return answer }
        return Array(#"{"queryID":"\#(text)","#.utf8) + answer.dropFirst()
    }

    private static func digest(_ place: UInt64, _ member: Int, _ epoch: String) -> UInt64 {
        NameHash.of("\(place) \(member) \(epoch)".utf8) & 0xFF_FFFF_FFFF_FFFF
    }
}
