// SPDX-License-Identifier: MIT

import Wire

/// A receiver outside of the bus, which gets events over HTTP.
public struct Sink: JSONRecord {
    /// Where a sink begins that has delivered nothing yet.
    public enum Start: String, RecordValue, CaseIterable {
        /// With what comes after its first start.
        case now
        /// With the oldest event on the log.
        case beginning
    }

    public var name = ""
    public var url = ""
    public var topics: [String] = []
    public var secret: String?
    public var headers: [String: String] = [:]
    public var batch = 100
    public var from = Start.now

    public static let fields: [Field] = [
        Field("name", \.name, isDerived: true, "The name, unique among the parts of the app."),
        Field("url", \.url, schema: .text(maximum: 2_000), "Where the events are posted to: https://host/path."),
        Field("topics", \.topics, schema: .list(.text, maximum: 64), "The topics, or prefixes of them, of its events."),
        Field("secret", \.secret, "What the requests are signed with, as ${NAME}."),
        Field("headers", \.headers, schema: .map(.text(maximum: 4_000)), omitsDefault: true, "Further headers."),
        Field("batch", \.batch, schema: .integer(1...1_000), omitsDefault: true, "The most events of a request."),
        Field("from", \.from, omitsDefault: true, "Where a new sink begins: `now` or `beginning`."),
    ]

    public init() {}

    public init(name: String, url: String, topics: [String]) {
        (self.name, self.url, self.topics) = (name, url, topics)
    }

    /// The environment variables that its texts name.
    public var variables: [String] { BackendConfiguration.variables(of: json) }

    /// The sink with the values of environment variables instead of `${NAME}`; only its process needs them.
    ///
    /// - Throws: `SearchBusError` that names a variable which is not set.
    public func resolved(in environment: [String: String]) throws -> Sink {
        func resolve(_ text: String) throws -> String {
            try EnvironmentText(text).value(in: environment, owner: "sink `\(name)`")
        }
        var sink = self
        sink.url = try resolve(url)
        sink.secret = try secret.map(resolve)
        sink.headers = try headers.mapValues(resolve)
        return sink
    }
}
