// SPDX-License-Identifier: MIT

import Glibc
import Wire

/// One line of a process's log, as JSON: when, how serious, of which component, about which chain of events, and what.
public struct LogRecord: Sendable {
    /// How serious a line is.
    public enum Level: String, Sendable, Hashable, CaseIterable {
        case trace, debug, info, notice, warning, error, critical
    }

    /// The maximum number of bytes of a line: what a pipe accepts atomically.
    public static let byteLimit = 4096
    /// The maximum number of further members of a line, and of bytes of each.
    private static let fieldLimit = (count: 16, bytes: 512)
    private static let known: Set<String> = ["time", "level", "process", "component", "correlation", "message"]

    public var time: String
    public var level: Level
    /// The process by its supervisor's name, where that is known.
    public var process: String?
    /// The process that writes it; `nil` if only its parent knows.
    public var component: String?
    /// The id of the first event of the chain that it is about.
    public var correlation: String?
    public var message: String
    /// What else there is to say, by name.
    public var fields: [(name: String, value: String)]

    /// A line of now.
    public init(
        _ level: Level,
        _ message: String,
        component: String? = nil,
        correlation: String? = nil,
        fields: [(name: String, value: String)] = [],
        time: String = LogRecord.now()
    ) {
        self.time = time
        self.level = level
        self.message = message
        self.component = component
        self.correlation = correlation
        self.fields = fields
    }

    /// Reads a line that a process wrote; `nil` for another line, which is text to be wrapped.
    public init?(line: String, time: String = LogRecord.now()) {
        guard line.utf8.first == UInt8(ascii: "{"),
            let json = try? JSON(parsing: Array(line.utf8), limits: JSONLimits(depth: 4, values: 200)),
            let message = json["message"]?.string, let word = json["level"]?.string,
            let level = Level(rawValue: word.lowercased())
        else { return nil }
        let own = json["time"]?.string.flatMap { (20...40).contains($0.utf8.count) ? $0 : nil }
        self.init(level, message, time: own ?? time)
        component = json["component"]?.string
        correlation = json["correlation"]?.string
        fields = (json.object?.members ?? []).filter { !Self.known.contains($0.key) }
            .map { ($0.key, $0.value.string ?? $0.value.text) }
    }

    /// The line, within its bounds, and without credentials.
    public var text: String {
        var object = JSONObject([("time", .string(time)), ("level", .string(level.rawValue))])
        for (key, value) in [("process", process), ("component", component), ("correlation", correlation)] {
            if let value { object[key] = .string(LogText.cut(LogText.cleaned(value), to: 256)) }
        }
        object["message"] = ""
        for (key, value) in fields.prefix(Self.fieldLimit.count) {
            let name = LogText.cut(key, to: 64)
            guard object[name] == nil else { continue }
            object[name] = .string(LogText.cut(LogText.cleaned(value), to: Self.fieldLimit.bytes))
        }
        // Escaped text of many further members may be longer than it was: then the message has to stand alone.
        if JSON.object(object).text.utf8.count > Self.byteLimit / 4 * 3 {
            for (key, _) in fields { object[LogText.cut(key, to: 64)] = nil }
            object["message"] = ""
        }
        let room = Self.byteLimit - 1 - JSON.object(object).text.utf8.count
        object["message"] = .string(LogText.cut(LogText.cleaned(message), to: room))
        return JSON.object(object).text
    }

    /// The line for people.
    public var sentence: String {
        let more = fields.map { "\($0.name) \(LogText.cleaned($0.value))" }.joined(separator: ", ")
        return "\(level.rawValue): \(LogText.cleaned(message))" + (more.isEmpty ? "" : " (\(more))")
    }

    /// The current moment in RFC 3339, UTC, with milliseconds.
    public static func now() -> String {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let microseconds = Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
        return CalendarDay.text(microseconds: microseconds, digits: 3)
    }
}
