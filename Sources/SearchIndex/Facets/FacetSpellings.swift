// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel

/// The texts among a facet's values by their letters without case, made once: 8 bytes for each.
struct FacetSpellings: Sendable {
    /// The hash of each folded text, with the number of its value below it; in order.
    private let entries: [UInt64]

    /// Takes the values in the order of their numbers.
    init(_ values: some Sequence<FacetValue>) {
        var entries: [UInt64] = []
        for (number, value) in values.enumerated() {
            guard case .text(let text) = value else { continue }
            entries.append(FacetSpellings.hash(text) << 32 | UInt64(UInt32(clamping: number)))
        }
        self.entries = entries.sorted()
    }

    /// The numbers of the texts that may differ from one in case alone: those with its hash.
    func numbers(of text: String) -> [Int] {
        let first = FacetSpellings.hash(text) << 32
        let start = entries.indices.partitioningIndex { entries[$0] >= first }
        return entries[start...].prefix { $0 >> 32 == first >> 32 }.map { Int($0 & 0xFFFF_FFFF) }
    }

    /// Whether two values are texts that differ in case at most.
    static func areAlike(_ left: FacetValue, _ right: FacetValue) -> Bool {
        guard case .text(let left) = left, case .text(let right) = right else { return false }
        return folded(left) == folded(right)
    }

    private static func hash(_ text: String) -> UInt64 {
        folded(text).withUnsafeBytes { UInt64(StringTable.hash($0)) }
    }

    /// The bytes of a text in lower case and composed form; accents stay, and a final sigma is a sigma.
    private static func folded(_ text: String) -> [UInt8] {
        let lower = text.lowercased().unicodeScalars.lazy.map { $0 == "ς" ? "σ" : $0 }
        return FacetText.bytes(of: String(String.UnicodeScalarView(lower)))
    }
}
