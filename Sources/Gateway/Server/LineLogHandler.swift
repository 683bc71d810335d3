// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AccessKeys
import Bus
import Logging
import Runtime
import Wire

/// Writes log messages to standard error, each as one line of JSON: whatever a message holds, it cannot begin a line.
struct LineLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level
    private let label: String
    private let write: @Sendable (String) -> Void

    init(
        label: String,
        level: Logger.Level,
        write: @escaping @Sendable (String) -> Void = { Executable.say($0) }
    ) {
        self.label = label
        self.write = write
        logLevel = level
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var line = JSONObject([
            ("time", .string(Timestamp.now().description)), ("level", .string(event.level.rawValue)),
            ("logger", .string(label)), ("message", .string(Self.cleaned(event.message.description))),
        ])
        for (key, value) in metadata.merging(event.metadata ?? [:], uniquingKeysWith: { $1 }).sorted(by: {
            $0.key < $1.key
        })
        where line[key] == nil {
            line[key] = .string(Self.cleaned("\(value)"))
        }
        write(JSON.object(line).text)
    }

    /// Without what could come from a link's query or be a key, and no longer than a line should be.
    static func cleaned(_ text: String) -> String {
        var output = String(text.prefix(2000))
        for mark in ["token=", AccessKey.prefix] { output = cut(behind: mark, output) }
        // The JSON writer escapes the controls below the space; these others end a line for some readers.
        return String(
            String.UnicodeScalarView(
                output.unicodeScalars.map { scalar in
                    switch scalar.value {
                    case 0x7F...0x9F, 0x2028, 0x2029: "\u{FFFD}"
                    default: scalar
                    }
                }
            )
        )
    }
}

extension LineLogHandler {
    /// A text without the words that follow a mark.
    private static func cut(behind mark: String, _ text: String) -> String {
        var output = ""
        var rest = text[...]
        while let place = rest.range(of: mark) {
            output += rest[..<place.upperBound] + "…"
            rest = rest[place.upperBound...].drop { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == "%" }
        }
        return output + rest
    }
}

extension Substring {
    /// Where a text first stands in this one.
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            formIndex(after: &start)
        }
        return nil
    }
}
