// SPDX-License-Identifier: MIT

import Foundation
import PostgreSQL
import Testing
import Wire

/// Settings of every statement, with a database and with poolers before it.
@Suite(.timeLimit(.minutes(5))) struct PostgreSQLPoolerTests {
    private static let question = Statement(
        """
        SELECT concat_ws(' ', current_setting('transaction_read_only'), current_setting('TimeZone'), current_setting('jit'),
            current_setting('statement_timeout'), current_setting('work_mem'))
        """
    )

    private func settings(_ pool: ConnectionPool, _ statement: Statement = question) async throws -> String? {
        try await pool.rows(of: statement).first?.first?.map { String(decoding: $0, as: UTF8.self) } ?? nil
    }

    private func pool(_ address: String) -> ConnectionPool {
        let configuration = ConnectionConfiguration(
            address: address,
            connectTimeout: .seconds(10),
            statementTimeoutMS: 7_000
        )
        return ConnectionPool(configuration, size: 1)
    }

    @Test("settings apply from the start, beside those of the address")
    func direct() async throws {
        let options = "-c%20work_mem%3D7MB%20-c%20TimeZone%3DAsia/Tokyo"
        let pool = pool("\(try TestDatabase.address)&options=\(options)")
        #expect(try await settings(pool) == "on UTC off 7s 7MB")
    }

    @Test(
        "behind a pooler that refuses or drops them they apply to each statement, and to no other client",
        arguments: [SimulatedPooler.Manner.refuses, .loses]
    )
    func pooled(manner: SimulatedPooler.Manner) async throws {
        let pooler = try SimulatedPooler(before: try TestDatabase.directory, manner)
        defer { pooler.stop() }
        let pool = pool("postgresql:///postgres?host=\(pooler.directory)&user=postgres")
        for _ in 0..<2 { #expect(try await settings(pool)?.hasPrefix("on UTC off 7s ") == true) }
        await #expect(throws: PostgreSQLError.self) {
            _ = try await pool.rows(of: Statement("CREATE TABLE never (a int)"))
        }
        // A refusal leaves nothing behind.
        #expect(try await settings(pool, Statement("SELECT 'there'")) == "there")
        #expect(pooler.refused == (manner == .refuses ? 1 : 0))
        let sent = pooler.sent
        #expect(sent.contains("SET LOCAL") && !sent.replacing("SET LOCAL", with: "").contains("SET "))
        #expect(sent.ranges(of: "BEGIN").count == sent.ranges(of: "COMMIT").count + sent.ranges(of: "ROLLBACK").count)
    }
}
