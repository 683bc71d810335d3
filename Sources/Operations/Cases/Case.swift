// SPDX-License-Identifier: MIT

import Wire

/// A recorded session that can be run again: what was sent, and the screen after each step.
public struct Case: Sendable, Hashable {
    /// The version of the file's format.
    public static let format = 1
    /// How large the file may be, in bytes.
    public static let maxBytes = 64 << 20
    /// How many steps a case may have.
    public static let maxSteps = 10_000
    /// How many intents a step may have: those of one request.
    public static let maxIntents = 100

    /// The version of SearchBus that recorded it.
    public var version: String
    /// The text of the app file.
    public var app: String
    /// The digests of the records of the app's indexes, by name.
    public var indexes: [String: String]
    /// Whether placeholders replace its texts, so that only shapes can be compared.
    public var isRedacted: Bool
    public var steps: [CaseStep]

    public init(
        version: String,
        app: String,
        indexes: [String: String] = [:],
        isRedacted: Bool = false,
        steps: [CaseStep]
    ) {
        self.version = version
        self.app = app
        self.indexes = indexes
        self.isRedacted = isRedacted
        self.steps = steps
    }
}

/// A step of a case: intents that were sent together, and what the screen became.
public struct CaseStep: Sendable, Hashable {
    /// An intent, and its outcome.
    public struct Sent: Sendable, Hashable {
        public var to: String
        public var type: String
        public var data: JSON
        /// `applied`, `unchanged` or `rejected`; `nil` if the log has none.
        public var outcome: String?

        public init(to: String, type: String, data: JSON = [:], outcome: String? = nil) {
            (self.to, self.type, self.data, self.outcome) = (to, type, data, outcome)
        }
    }

    /// The time since the first step, in milliseconds.
    public var at: Int
    public var intents: [Sent]
    /// The views that changed since the last recorded screen, by widget; `nil` if the screen was not at rest before the next step.
    public var changes: [String: JSON]?
    /// The time from the intent to the last event that it caused, in milliseconds.
    public var took: Double?

    public init(at: Int, intents: [Sent], changes: [String: JSON]? = nil, took: Double? = nil) {
        (self.at, self.intents, self.changes, self.took) = (at, intents, changes, took)
    }

    /// The step in words, for reports.
    public var words: String {
        intents.map { intent in
            let data = intent.data.object?.isEmpty == false ? " \(intent.data.text.prefix(80))" : ""
            return "\(intent.to) \(intent.type)\(data)"
        }.joined(separator: ", ")
    }
}
