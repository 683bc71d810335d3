// SPDX-License-Identifier: MIT

/// An encoding of text files, which are read as UTF-8.
public enum TextEncoding: String, Sendable, Hashable, CaseIterable {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
    case windows1252 = "windows-1252"

    /// What to do about a file that is not UTF-8.
    static let remedy =
        "Name the encoding, such as --encoding windows-1252 for a file saved by Excel, or save it as UTF-8."
}

/// Decodes the chunks of a text file to UTF-8, whose lines end with LF.
struct TextDecoder {
    private enum Form {
        case utf8, littleEndian, bigEndian, windows1252
    }

    /// The characters of the bytes from 0x80 to 0x9F; those that have none are taken as the control characters of Latin-1.
    /// Source: https://encoding.spec.whatwg.org/#windows-1252
    private static let windows: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F,
        0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
        0x017E, 0x0178,
    ]

    private let form: Form
    /// Whether a CR alone ends a line.
    private var hasReturns: Bool
    /// The bytes of a code unit, or the unit of a pair, that continue in the next chunk.
    private var rest: [UInt8] = []
    private var highSurrogate: UInt32?

    /// Whether chunks are given back as they are.
    var isIdentity: Bool { form == .utf8 && !hasReturns }
    /// Whether each chunk has as many bytes decoded as before.
    var keepsSizes: Bool { form == .utf8 }

    /// Looks at the first bytes of a file, up to the end of its first line where that is not far.
    init(_ encoding: TextEncoding?, first: [UInt8]) {
        switch encoding {
        case .windows1252: form = .windows1252
        case .utf8: form = .utf8
        case .utf16: form = first.starts(with: [0xFE, 0xFF]) ? .bigEndian : .littleEndian
        case nil:
            form =
                first.starts(with: [0xFF, 0xFE])
                ? .littleEndian : first.starts(with: [0xFE, 0xFF]) ? .bigEndian : .utf8
        }
        hasReturns = false
        var copy = self
        hasReturns = Self.endsLineWithReturn(copy.decode(first)) ?? false
    }

    /// Whether the first line of a text ends with a CR alone, outside of quotes; `nil` where its end is not known.
    static func endsLineWithReturn(_ text: [UInt8]) -> Bool? {
        var isQuoted = false
        for (place, byte) in text.enumerated() {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard !isQuoted else { continue }
            if byte == 0x0A { return false }
            if byte == 0x0D { return place + 1 < text.count ? text[place + 1] != 0x0A : nil }
        }
        return nil
    }

    /// Decodes a chunk; an empty one ends the file.
    mutating func decode(_ chunk: [UInt8]) -> [UInt8] {
        var output: [UInt8]
        switch form {
        case .utf8: output = chunk
        case .windows1252:
            output = []
            output.reserveCapacity(chunk.count + chunk.count / 8)
            for byte in chunk {
                Self.append(0x80..<0xA0 ~= byte ? Self.windows[Int(byte) - 0x80] : UInt32(byte), to: &output)
            }
        case .littleEndian, .bigEndian: output = decodeUnits(chunk)
        }
        if hasReturns {
            for place in output.indices where output[place] == 0x0D { output[place] = 0x0A }
        }
        return output
    }

    private mutating func decodeUnits(_ chunk: [UInt8]) -> [UInt8] {
        let bytes = rest + chunk
        rest = Array(bytes.suffix(bytes.count % 2))
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        for place in stride(from: 0, to: bytes.count - 1, by: 2) {
            let (one, other) = (UInt32(bytes[place]), UInt32(bytes[place + 1]))
            let unit = form == .bigEndian ? one << 8 | other : other << 8 | one
            switch unit {
            case 0xD800..<0xDC00:
                if highSurrogate != nil { Self.append(0xFFFD, to: &output) }
                highSurrogate = unit
            case 0xDC00..<0xE000:
                Self.append(
                    highSurrogate.map { 0x1_0000 + ($0 - 0xD800) << 10 + (unit - 0xDC00) } ?? 0xFFFD,
                    to: &output
                )
                highSurrogate = nil
            default:
                if highSurrogate != nil { Self.append(0xFFFD, to: &output) }
                highSurrogate = nil
                Self.append(unit, to: &output)
            }
        }
        return output
    }

    private static func append(_ value: UInt32, to output: inout [UInt8]) {
        guard let code = Unicode.UTF8.encode(Unicode.Scalar(value) ?? "\u{FFFD}") else { return }
        output.append(contentsOf: code)
    }
}
