// SPDX-License-Identifier: MIT

import Synchronization

/// The texts of a column by their letters without case, made when they are first asked for: 8 bytes for each text.
///
/// They belong to the segment and not to a version of the index, so that a write makes those of its own records alone.
final class FoldedTexts: Sendable {
    /// The hash of each folded text, with its number below it; in order.
    private let entries = Mutex<[UInt64]?>(nil)

    var isMade: Bool { entries.withLock { $0 != nil } }

    /// The numbers of the texts that differ from one in case at most.
    func numbers(of text: String, in texts: SortedStrings) -> [Int] {
        let known = entries.withLock { $0 }
        let entries = known ?? FoldedTexts.entries(of: texts)
        if known == nil { self.entries.withLock { $0 = entries } }
        var wanted: [UInt8] = []
        Array(text.utf8).withUnsafeBytes { FoldedTexts.fold($0, into: &wanted) }
        let first = FoldedTexts.hash(wanted) << 32
        var folded: [UInt8] = []
        return entries[entries.partitioningIndex { $0 >= first }...].prefix { $0 >> 32 == first >> 32 }
            .map { Int($0 & 0xFFFF_FFFF) }
            .filter { number in
                FoldedTexts.fold(texts[number], into: &folded)
                return folded == wanted
            }
    }

    private static func entries(of texts: SortedStrings) -> [UInt64] {
        var folded: [UInt8] = []
        return (0..<texts.count).map { number in
            fold(texts[number], into: &folded)
            return hash(folded) << 32 | UInt64(UInt32(clamping: number))
        }
        .sorted()
    }

    private static func hash(_ bytes: [UInt8]) -> UInt64 { bytes.withUnsafeBytes { UInt64(StringTable.hash($0)) } }

    /// Puts a text in lower case and in composed form; accents stay, and a final sigma is a sigma.
    private static func fold(_ bytes: UnsafeRawBufferPointer, into folded: inout [UInt8]) {
        folded.removeAll(keepingCapacity: true)
        guard bytes.contains(where: { $0 >= 0x80 }) else {
            for byte in bytes { folded.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) }
            return
        }
        let lower = String(decoding: bytes, as: UTF8.self).lowercased().unicodeScalars.lazy
            .map { $0 == "ς" ? "σ" : $0 }
        folded += FacetText.bytes(of: String(String.UnicodeScalarView(lower)))
    }
}
