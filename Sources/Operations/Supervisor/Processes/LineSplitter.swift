// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Cuts what a process writes into lines.
///
/// Control characters are left out: what a child repeats from the outside must not move the cursor of the supervisor's
/// terminal.
struct LineSplitter {
    /// How long a line may be; the rest of a longer one becomes the next.
    static let limit = 8192

    private var pending: [UInt8] = []

    /// Takes bytes in and gives the lines that they complete.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                lines.append(cut())
            } else {
                pending.append(byte)
                if pending.count >= Self.limit { lines.append(cut()) }
            }
        }
        return lines
    }

    /// The last line, where it was not ended.
    mutating func finish() -> String? {
        pending.isEmpty ? nil : cut()
    }

    private mutating func cut() -> String {
        defer { pending.removeAll(keepingCapacity: true) }
        let text = String(decoding: pending, as: UTF8.self)
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { $0 == "\t" || $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) }
            )
        )
    }
}
