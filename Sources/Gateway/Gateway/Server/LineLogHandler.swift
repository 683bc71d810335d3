// SPDX-License-Identifier: MIT

import Logging
import Runtime

/// Writes log messages to standard error, each as one line of JSON: no content of a message can begin a line.
struct LineLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level
    private let label: String
    private let write: @Sendable (String) -> Void

    init(
        label: String,
        level: Logger.Level,
        write: @escaping @Sendable (String) -> Void = { Executable.write($0) }
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
        var fields = metadata.merging(event.metadata ?? [:], uniquingKeysWith: { $1 })
        let correlation = fields.removeValue(forKey: Self.correlation)
        let record = LogRecord(
            LogRecord.Level(rawValue: event.level.rawValue) ?? .notice,
            event.message.description,
            component: label,
            correlation: correlation.map { "\($0)" },
            fields: fields.sorted { $0.key < $1.key }.map { ($0.key, "\($0.value)") }
        )
        write(record.text)
    }

    /// The key of the metadata with the chain of events of a message.
    static let correlation = "correlation"
}
