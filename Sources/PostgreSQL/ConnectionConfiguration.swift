// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Where a database is, and how one speaks with it.
public struct ConnectionConfiguration: Sendable {
    /// An address, `postgresql://USER@HOST:PORT/DATABASE`, or `key=value` pairs as libpq reads them.
    public var address: String
    /// What is told beside the address, by libpq's names: `password`, `sslmode`, `sslrootcert` and so on.
    public var options: [String: String]
    /// How long a connection may take to be made.
    public var connectTimeout: Duration
    /// After how many milliseconds the server gives a statement up by itself.
    public var statementTimeoutMS: Int
    /// How many bytes a result may have.
    public var largestResult: Int

    public init(
        address: String,
        options: [String: String] = [:],
        connectTimeout: Duration = .seconds(1),
        statementTimeoutMS: Int = 5_000,
        largestResult: Int = 8 << 20
    ) {
        self.address = address
        self.options = options
        self.connectTimeout = connectTimeout
        self.statementTimeoutMS = statementTimeoutMS
        self.largestResult = largestResult
    }

    /// What a connection is told before anything else: nothing is written over it, and no search waits for its statement to be
    /// compiled.
    var setUp: String {
        let settings = [
            "default_transaction_read_only = on", "TimeZone = 'UTC'", "jit = off",
            "statement_timeout = \(max(1, statementTimeoutMS))",
        ]
        return settings.map { "SET \($0)" }.joined(separator: "; ")
    }

    /// A message without the password, whoever repeats it.
    func told(_ message: String) -> String {
        guard let password = options["password"], password.count >= 4 else { return message }
        return message.replacing(password, with: "…")
    }
}
