// SPDX-License-Identifier: MIT

import PostgreSQL
import RandomTesting
import Testing
import Wire

@Suite(.timeLimit(.minutes(5))) struct PostgreSQLConnectionTests {
    private func pool(_ size: Int = 4) throws -> ConnectionPool {
        let configuration = ConnectionConfiguration(address: try TestDatabase.address, connectTimeout: .seconds(10))
        return ConnectionPool(configuration, size: size)
    }

    private func text(_ pool: ConnectionPool, _ statement: Statement) async throws -> String? {
        try await pool.rows(of: statement).first?.first?.map { String(decoding: $0, as: UTF8.self) } ?? nil
    }

    @Test("a quoted name is exactly that name, for any characters")
    func quotedNames() async throws {
        let pool = try pool()
        var random = SeededGenerator(seed: testSeed)
        let pieces = ["\"", "'", "\\", ";", "--", "/*", " ", "a", "Z", "$1", "é", "日", "\n", ")", "x"]
        for _ in 0..<60 {
            let name = (0..<Int.random(in: 1...6, using: &random)).map { _ in random.pick(pieces) }.joined()
            let quoted = try #require(Statement.quoted(name))
            let answer = try await text(pool, Statement("SELECT row_to_json(whole) FROM (SELECT 1 AS \(quoted)) whole"))
            #expect(try JSON(parsing: answer ?? "") == .object(JSONObject([(name, 1)])))
        }
        #expect(Statement.quoted("") == nil && Statement.quoted("a\u{0}b") == nil)
    }

    @Test("values are sent beside the statement and come back unchanged")
    func values() async throws {
        let pool = try pool()
        for value in ["", "it's", "\\", "$1", "'; DROP TABLE x; --", "日本語", String(repeating: "x", count: 100_000)] {
            var statement = Statement()
            statement.text = "SELECT \(statement.bind(value))"
            #expect(try await text(pool, statement) == value)
        }
    }

    @Test("there are no more connections than allowed, and every statement is answered")
    func bound() async throws {
        let pool = try pool(2)
        let processes = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<40 { group.addTask { try await text(pool, Statement("SELECT pg_backend_pid()")) } }
            return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect((1...2).contains(processes.count) && !processes.contains(nil))
    }

    @Test("nothing is written over a connection")
    func readsOnly() async throws {
        let pool = try pool()
        await #expect(throws: PostgreSQLError.self) {
            _ = try await pool.rows(of: Statement("CREATE TABLE never (a int)"))
        }
        #expect(try await text(pool, Statement("SELECT 1")) == "1")
    }

    @Test("a cancelled task's statement is aborted at the server, and the connection is used again")
    func cancelling() async throws {
        let (pool, watcher) = (try pool(1), try pool(1))
        let process = try await text(pool, Statement("SELECT pg_backend_pid()"))
        let running = Statement(
            "SELECT count(*) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(55)' AND state = 'active'"
        )
        let task = Task { try await pool.rows(of: Statement("SELECT pg_sleep(55)")) }
        while try await text(watcher, running) != "1" {}
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        while try await text(watcher, running) != "0" {}
        #expect(try await text(pool, Statement("SELECT pg_backend_pid()")) == process)
    }

    @Test("a task that was cancelled before or while it waits for a connection sends no statement")
    func cancelledEarly() async throws {
        let (pool, watcher) = (try pool(1), try pool(1))
        let busy = Task { try await pool.rows(of: Statement("SELECT pg_sleep(56)")) }
        let running = Statement(
            "SELECT count(*) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(56)' AND state = 'active'"
        )
        while try await text(watcher, running) != "1" {}
        let waiting = Task { try await pool.rows(of: Statement("SELECT 'never'")) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { _ = try await waiting.value }
        busy.cancel()
        #expect(try await text(pool, Statement("SELECT 2")) == "2")
    }

    @Test("a connection that the server has closed is opened again, without an error for the caller")
    func reconnecting() async throws {
        let (pool, other) = (try pool(1), try pool(1))
        let process = try #require(try await text(pool, Statement("SELECT pg_backend_pid()")))
        _ = try await other.rows(of: Statement("SELECT pg_terminate_backend(\(process))"))
        let next = try await text(pool, Statement("SELECT pg_backend_pid()"))
        #expect(next != nil && next != process)
    }

    @Test("an address without a server, a refusal and too large a result have different errors")
    func errors() async throws {
        let nowhere = ConnectionPool(ConnectionConfiguration(address: "postgresql:///x?host=/nowhere"), size: 1)
        await #expect { _ = try await nowhere.rows(of: Statement("SELECT 1")) } throws: { error in
            (error as? PostgreSQLError)?.kind == .unreachable
        }
        await #expect { _ = try await pool().rows(of: Statement("SELEC 1")) } throws: { error in
            (error as? PostgreSQLError)?.code == "42601"
        }
        let small = ConnectionPool(
            ConnectionConfiguration(address: try TestDatabase.address, largestResult: 100),
            size: 1
        )
        await #expect { _ = try await small.rows(of: Statement("SELECT repeat('x', 101)")) } throws: { error in
            (error as? PostgreSQLError)?.kind == .tooLarge
        }
        #expect(try await text(small, Statement("SELECT 3")) == "3")
    }
}
