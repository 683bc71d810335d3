// SPDX-License-Identifier: MIT

/// Where a database is, and how one speaks with it.
public struct ConnectionConfiguration: Sendable {
    /// An address, `postgresql://USER@HOST:PORT/DATABASE`, or `key=value` pairs as libpq reads them.
    public var address: String
    /// The options beside the address, by libpq's names: `password`, `sslmode`, `sslrootcert` and so on.
    public var options: [String: String]
    /// Texts that are never part of a message, beside the option `password`.
    public var secrets: Set<String>
    /// How long a connection may take to be made.
    public var connectTimeout: Duration
    /// After how many milliseconds the server gives a statement up by itself.
    public var statementTimeoutMS: Int
    /// How many bytes a result may have.
    public var largestResult: Int

    public init(
        address: String,
        options: [String: String] = [:],
        secrets: Set<String> = [],
        connectTimeout: Duration = .seconds(1),
        statementTimeoutMS: Int = 5_000,
        largestResult: Int = 8 << 20
    ) {
        self.address = address
        self.options = options
        self.secrets = secrets
        self.connectTimeout = connectTimeout
        self.statementTimeoutMS = statementTimeoutMS
        self.largestResult = largestResult
    }

    /// What holds for every statement: nothing is written, and no search waits for its statement to be compiled.
    private var settings: [(name: String, value: String)] {
        [
            ("default_transaction_read_only", "on"), ("TimeZone", "UTC"), ("jit", "off"),
            ("statement_timeout", "\(max(1, statementTimeoutMS))"),
        ]
    }

    /// The settings as a server takes them when a connection is made; behind a pooler a `SET` would stay with another's.
    var startupOptions: String { settings.map { "-c \($0.name)=\($0.value)" }.joined(separator: " ") }

    /// How many of the settings hold, and how many there are.
    var check: (statement: Statement, count: Int) {
        let wanted = settings.map { "('\($0.name)', '\($0.value)')" }.joined(separator: ", ")
        return (
            Statement("SELECT count(*) FROM pg_catalog.pg_settings WHERE (name, setting) IN (\(wanted))"),
            settings.count
        )
    }

    /// Begins a transaction in which the settings hold, where a connection has not taken them.
    var begin: Statement {
        let local = settings.map { "SET LOCAL \($0.name) = '\($0.value)'" }.joined(separator: "; ")
        return Statement("BEGIN READ ONLY; \(local)")
    }

    /// A message without the password and other secrets.
    func masked(_ message: String) -> String {
        let all = secrets.union([options["password"]].compactMap(\.self)).filter { $0.utf8.count >= 4 }
        // The longest first, so that none is left of one that holds another.
        return all.sorted { $0.utf8.count > $1.utf8.count }.reduce(message) { $0.replacing($1, with: "…") }
    }
}
