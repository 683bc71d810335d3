// SPDX-License-Identifier: MIT

import Glibc
import Wire

/// One of the process's outputs, which may be a terminal.
struct Terminal: Sendable {
    /// How a text is set off from others, where the output can show it.
    enum Style: String {
        case bold = "1"
        case faint = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
        case cyan = "36"
    }

    static let output = Terminal(STDOUT_FILENO)
    static let error = Terminal(STDERR_FILENO)

    private let descriptor: Int32
    /// Whether people read along.
    let isInteractive: Bool
    /// Whether styles are written.
    let hasColour: Bool

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
        isInteractive = isatty(descriptor) == 1
        hasColour = Self.hasColour(
            isTerminal: isInteractive,
            noColour: getenv("NO_COLOR").map { String(cString: $0) },
            terminalType: getenv("TERM").map { String(cString: $0) }
        )
    }

    /// Whether styles may be written: on terminals that know them, unless `NO_COLOR` is set to anything but nothing.
    static func hasColour(isTerminal: Bool, noColour: String?, terminalType: String?) -> Bool {
        isTerminal && (noColour ?? "").isEmpty && terminalType != "dumb"
    }

    /// The text with a style, where the output shows styles.
    func styled(_ text: String, _ style: Style?) -> String {
        guard hasColour, let style else { return text }
        return "\u{1b}[\(style.rawValue)m\(text)\u{1b}[0m"
    }

    func print(_ text: String) { write("\(text)\n") }

    /// Prints the answer of a command: one JSON object for programs, or lines for people.
    static func show(_ object: @autoclosure () -> JSON, asJSON: Bool, else lines: @autoclosure () -> [String]) {
        for line in asJSON ? [object().text] : lines() { output.print(line) }
    }

    func write(_ text: String) { write(Array(text.utf8)) }

    /// Writes bytes.
    ///
    /// A closed pipe is not a failure: its signal ends the process, or is ignored.
    func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// A text from elsewhere without the characters that move a terminal's cursor or change its state.
    static func safe(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? " " : $0 }))
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
    }

    /// How many columns a line has; `nil` if the output is not a terminal.
    var width: Int? {
        guard isInteractive else { return nil }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}

extension JSON {
    /// The object with further members, which take the place of those with their names.
    func adding(_ members: KeyValuePairs<String, JSON>) -> JSON {
        var object = object ?? JSONObject()
        for (key, value) in members { object[key] = value }
        return .object(object)
    }
}
