// SPDX-License-Identifier: MIT

import Backends
import PostgreSQL
import SearchModel
import Synchronization
import Wire

/// Searches the tables and views of a PostgreSQL database.
///
/// A request is one statement and so one round trip. What tables look like is asked once and kept, until a statement meets a table
/// that is another one by now.
final class PostgreSQLBackend: Backend {
    private let pool: ConnectionPool
    private let settings: TableSettings
    private let timeout: Duration
    /// The address without secrets, for messages.
    private let name: String
    private let tables = Mutex<[String: TableShape]>([:])

    init(
        _ configuration: ConnectionConfiguration,
        settings: TableSettings = TableSettings(),
        name: String,
        timeout: Duration = .seconds(2),
        connections: Int = 8
    ) {
        pool = ConnectionPool(configuration, size: connections)
        self.settings = settings
        self.timeout = timeout
        self.name = name
    }

    var capabilities: BackendCapabilities {
        BackendCapabilities(
            countsDisjunctively: true,
            countsSelectedValues: true,
            facetOrders: Set(FacetNeed.Order.allCases),
            shapes: [.circle, .box],
            sortsByAttributes: true
        )
    }

    func map(request: SearchRequest) throws -> SearchRequest { request }

    func map(answer: SearchResponse, of request: SearchRequest) throws -> SearchResponse { answer }

    func search(_ query: SearchRequest) async throws -> SearchResponse {
        try await within(timeout) {
            let start = ContinuousClock.now
            let known = self.tables.withLock { $0[query.index] }
            do {
                guard let known else { return try await self.answer(query, self.table(query.index), since: start) }
                return try await self.answer(query, known, since: start)
            } catch let error as SearchBusError where known != nil && error.code == .backendRefused {
                // The table may have been changed since it was looked at.
                let table = try await self.table(query.index)
                guard table != known else { throw error }
                return try await self.answer(query, table, since: start)
            }
        }
    }

    private func answer(
        _ request: SearchRequest,
        _ table: TableShape,
        since start: ContinuousClock.Instant
    ) async throws -> SearchResponse {
        let statement = try SearchStatement.statement(for: request, table: table, settings: settings)
        let answer = try await json(of: statement)
        let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
        return try TableAnswer(request: request, table: table, settings: settings)
            .response(from: answer, milliseconds: milliseconds)
    }

    private func table(_ index: String) async throws -> TableShape {
        let isName = !index.isEmpty && !index.utf8.contains(0)
        let answer = isName ? try await json(of: TableShape.question(settings.schema, index)) : .null
        let table = try TableShape(answer, name: index, settings: settings)
        tables.withLock { tables in
            // What sessions ask for is not without bounds.
            if tables.count >= 256 { tables.removeAll() }
            tables[index] = table
        }
        return table
    }

    func describe(_ index: String) async throws -> IndexShape? {
        try await within(timeout) {
            let table = try await self.table(index)
            guard let record = table.record else { return IndexShape(attributes: table.attributes) }
            let answer = try await self.json(of: Self.sample(table, record))
            return IndexShape(attributes: table.attributes + (try Self.members(answer)), isComplete: false)
        }
    }

    // MARK: - Statements

    /// The one JSON value that a statement brings.
    private func json(of statement: Statement) async throws -> JSON {
        do {
            guard let bytes = try await pool.rows(of: statement).first?.first ?? nil else { return .null }
            return try JSON(parsing: bytes, limits: JSONLimits(depth: 64, values: 2_000_000))
        } catch let error as PostgreSQLError {
            throw SearchBusError(error, name: name)
        }
    }

    private func within<Value: Sendable>(
        _ time: Duration,
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await work() }
            group.addTask { [name] in
                try await Task.sleep(for: time)
                throw SearchBusError(.backendTimeout, "The database of `\(name)` did not answer within \(time).")
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw SearchBusError.searchCancelled }
            return first
        }
    }

    // MARK: - What whole records hold

    private static func sample(_ table: TableShape, _ record: TableShape.Column) -> Statement {
        Statement(
            """
            SELECT coalesce(json_agg(json_build_array(k, types)), '[]') FROM \
            (SELECT k, json_agg(DISTINCT jsonb_typeof(v)) AS types FROM \
            (SELECT (\(record.sql))::jsonb AS r FROM \(table.sql) t LIMIT 1000) s, \
            LATERAL jsonb_each(CASE jsonb_typeof(r) WHEN 'object' THEN r ELSE '{}' END) AS e(k, v) GROUP BY k ORDER BY k) a
            """
        )
    }

    private static func members(_ answer: JSON) throws -> [IndexShape.Attribute] {
        try (answer.array ?? []).map { pair in
            guard let parts = pair.array, parts.count == 2, let name = parts[0].string else {
                throw JSONError("an attribute has no name")
            }
            let types = (parts[1].array ?? []).compactMap(\.string).filter { $0 != "null" }
            return IndexShape.Attribute(
                name,
                type: types.joined(separator: ", "),
                isCountable: types != ["object"],
                isComparable: types.contains("number") || types.contains("array")
            )
        }
    }
}

extension SearchBusError {
    init(_ error: PostgreSQLError, name: String) {
        let place = "The database of `\(name)`"
        switch error.kind {
        case .tooLarge:
            self.init(
                .backendFailed,
                "\(place): \(error.message).",
                remedy: "Retrieve fewer attributes or fewer records."
            )
        case .unreachable, .lost:
            let words = error.message.lowercased()
            let denials = [
                "authentication failed", "no password supplied", "pg_hba.conf", "does not exist",
                "permission denied for database",
            ]
            if denials.contains(where: words.contains) {
                self.init(.backendDenied, "\(place) denies access: \(error.message)", remedy: Self.remedy(words))
            } else if words.contains("too many") || words.contains("connection slots") {
                self.init(.backendBusy, "\(place) has too much to do: \(error.message)")
            } else {
                self.init(
                    .backendFailed,
                    "\(place) cannot be reached: \(error.message)",
                    remedy: Self.remedy(words)
                )
            }
        case .refused(let code):
            switch code {
            case "57014": self.init(.backendTimeout, "\(place) gave the search up: \(error.message)")
            case "42501",
                _ where code.hasPrefix("28"):
                self.init(.backendDenied, "\(place) denies access: \(error.message)")
            case _ where code.hasPrefix("53"): self.init(.backendBusy, "\(place) has too much to do: \(error.message)")
            case _ where code.hasPrefix("22") || code.hasPrefix("42") || code.hasPrefix("0A"):
                self.init(.backendRefused, "\(place) refuses the search (\(code)): \(error.message)")
            default: self.init(.backendFailed, "\(place) failed (\(code)): \(error.message)")
            }
        }
    }
    /// What to do where a connection was not made, by the words for it; `nil` where the code's own remedy says it.
    private static func remedy(_ words: String) -> String? {
        switch words {
        case _ where words.contains("does not match host name"):
            "Write the name that the server's certificate is for into `url`, or give the server a certificate for its name."
        case _ where words.contains("certificate"):
            "Set `certificateAuthority` to the certificate of the server's authority; if the server's has expired, renew it."
        case _ where words.contains("pg_hba.conf"):
            "Allow the role from this host in the server's pg_hba.conf; if it requires encryption, set `sslmode: require` or stricter."
        case _ where words.contains("does not exist"): "Check the names of the database and of the role in `url`."
        default: nil
        }
    }
}
