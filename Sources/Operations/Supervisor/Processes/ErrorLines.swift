// SPDX-License-Identifier: MIT

import Wire

/// Finds what is wrong in the lines that a process writes: `error: MESSAGE [CODE]`, then the remedy, indented; or JSON.
struct ErrorLines {
    private static let mark = "error: "

    private var last: SearchBusError?

    /// Takes a line in.
    ///
    /// - Returns: The error that it completes or adds its remedy to; `nil` for any other line.
    mutating func take(_ line: String) -> SearchBusError? {
        if let error = Self.record(line) {
            last = nil
            return error
        }
        if let error = Self.error(in: line) {
            last = error
            return error
        }
        defer { last = nil }
        guard let last, line.hasPrefix("  ") else { return nil }
        return SearchBusError(last.code, last.message, remedy: String(line.drop { $0 == " " }))
    }

    private static func record(_ line: String) -> SearchBusError? {
        guard line.utf8.first == UInt8(ascii: "{"),
            let json = try? JSON(parsing: Array(line.utf8), limits: JSONLimits(depth: 4, values: 200)),
            json["level"]?.string == "error", let code = json["code"]?.string.flatMap(ErrorCode.init),
            let message = json["message"]?.string
        else { return nil }
        return SearchBusError(code, message, remedy: json["remedy"]?.string)
    }

    private static func error(in line: String) -> SearchBusError? {
        guard line.hasPrefix(mark), line.hasSuffix("]"), let open = line.lastIndex(of: "["),
            let code = ErrorCode(rawValue: String(line[line.index(after: open)...].dropLast()))
        else { return nil }
        let message = line[line.index(line.startIndex, offsetBy: mark.count)..<open]
        return SearchBusError(code, message.last == " " ? String(message.dropLast()) : String(message))
    }
}

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
