// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What an answer with `clickAnalytics` is known by: 32 hexadecimal digits that say where its question stands on the log.
///
/// So clicks are told apart without a table of searches. The last digits hold off mistakes and other logs' identifiers, not somebody
/// who wants to make one up.
public struct QueryIdentifier: Sendable, Hashable {
    /// The place of the question on the log.
    public let place: UInt64
    /// Which search of the question.
    public let member: Int
    /// What tells logs apart.
    private let check: UInt64

    /// How many digits the check has.
    private static let checkDigits = 14

    /// Makes the identifier of a search.
    ///
    /// - Parameters:
    ///   - place: The place of the question on the log.
    ///   - member: Which search of the question, below 256.
    ///   - epoch: The identity of the log.
    public init(place: UInt64, member: Int, epoch: String) {
        (self.place, self.member) = (place, member & 0xFF)
        check = Self.digest(place, member & 0xFF, epoch)
    }

    /// Reads an identifier; `nil` for a text that is none.
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

    private static func digest(_ place: UInt64, _ member: Int, _ epoch: String) -> UInt64 {
        NameHash.of("\(place) \(member) \(epoch)".utf8) & 0xFF_FFFF_FFFF_FFFF
    }
}
