// SPDX-License-Identifier: MIT

import Wire

/// Signs that are words of their own, each for itself, while all others just part words.
public struct IndexedSeparators: Sendable, Hashable {
    /// The signs in the order of their code points, each once.
    public let text: String
    /// A bit for each sign of ASCII.
    private let low: UInt64
    private let high: UInt64
    private let others: Set<UInt32>

    /// No signs.
    public init() {
        (text, low, high, others) = ("", 0, 0, [])
    }

    /// Takes the signs of a text; what never parts words, such as a letter, a digit or a pictograph, makes no difference.
    ///
    /// - Returns: `nil` for more than 128 signs, or a space among them.
    public init?(_ text: String) {
        let scalars = Set(text.unicodeScalars)
        guard scalars.count <= 128, !scalars.contains(where: \.properties.isWhitespace) else { return nil }
        let signs = scalars.filter { [.sign, .separator].contains(ScalarFolding.folded($0.value).kind) }
        // A full-width sign is the plain one.
        let values = Set(signs.map { ScalarFolding.folded($0.value).first }).subtracting([0]).sorted()
        self.text = String(String.UnicodeScalarView(values.compactMap(Unicode.Scalar.init)))
        low = values.reduce(0) { $1 < 64 ? $0 | 1 << UInt64($1) : $0 }
        high = values.reduce(0) { 64..<128 ~= $1 ? $0 | 1 << UInt64($1 - 64) : $0 }
        others = Set(values.filter { $0 >= 128 })
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        (byte < 64 ? low >> UInt64(byte) : byte < 128 ? high >> UInt64(byte - 64) : 0) & 1 != 0
    }

    @inline(__always)
    func contains(_ value: UInt32) -> Bool {
        value < 128 ? contains(UInt8(value)) : !others.isEmpty && others.contains(value)
    }
}

extension IndexedSeparators: JSONConvertible {
    /// Reads a text of signs.
    public init(json: JSON) throws {
        guard let text = json.string, let signs = IndexedSeparators(text) else {
            throw JSONError("`separatorsToIndex` is not a text of up to 128 characters without spaces")
        }
        self = signs
    }

    public var json: JSON { .string(text) }
}
