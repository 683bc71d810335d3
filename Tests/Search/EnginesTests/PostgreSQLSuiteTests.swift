// SPDX-License-Identifier: MIT

import AppModel
import Backends
import EngineTesting
import Foundation
import PostgreSQL
import SearchModel
import Testing
import Wire

@testable import Engines

/// A real server, which all tests share.
enum TestDatabase {
    private static let started = Result { try PrivateServer("private-postgresql.sh") { [$0] } }

    /// The server's address.
    ///
    /// - Throws: In words, where the machine has no PostgreSQL.
    static var address: String {
        get throws { "postgresql:///postgres?host=\(try directory)&user=postgres" }
    }

    /// Where its socket is.
    static var directory: String { get throws { try started.get().directory } }

    /// Runs statements that write.
    static func run(_ text: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/psql")
        process.arguments = ["-q", "-X", "-v", "ON_ERROR_STOP=1", "-d", try address]
        let (input, errors) = (Pipe(), Pipe())
        (process.standardInput, process.standardError) = (input, errors)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try input.fileHandleForWriting.close()
        let words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw PrivateServer.Failure(description: words) }
    }

    /// A backend as in an app file.
    static func service(_ parameters: JSON) throws -> any SearchService {
        var members = JSONObject([("url", .string(try address)), ("timeout", 30), ("connectTimeout", 10)])
        for member in parameters.object?.members ?? [] { members[member.key] = member.value }
        let backend = BackendConfiguration(name: "database", type: "postgresql", parameters: .object(members))
        return try EngineRegistry.service(for: backend, environment: [:])
    }
}

/// Tables with a column for each attribute.
private struct ColumnsUnderTest: EngineUnderTest {
    let name = "postgresql, columns"
    let waivers: [EngineAspect: String] = [:]
    let service: any SearchService

    init() throws { service = try TestDatabase.service(["searchColumns": ["name", "note"]]) }

    func load(_ index: String, _ records: [JSON]) async throws {
        try TestDatabase.run(
            """
            DROP TABLE IF EXISTS "\(index)";
            CREATE TABLE "\(index)" ("objectID" text PRIMARY KEY, name text, note text, brand text, color text[],
                price double precision, rating integer, sale boolean, odd text, "kind.l0" text, "kind.l1" text, _geoloc jsonb);
            INSERT INTO "\(index)" SELECT * FROM jsonb_populate_recordset(NULL::"\(index)", $json$\(JSON.array(records).text)$json$);
            """
        )
    }
}

/// Tables of whole records.
private struct RecordsUnderTest: EngineUnderTest {
    let name = "postgresql, records"
    let waivers: [EngineAspect: String] = [:]
    let service: any SearchService

    init() throws { service = try TestDatabase.service(["searchColumns": ["name", "note"], "record": "record"]) }

    func load(_ index: String, _ records: [JSON]) async throws {
        try TestDatabase.run(
            """
            DROP TABLE IF EXISTS "\(index)";
            CREATE TABLE "\(index)" (objectid text PRIMARY KEY, record jsonb);
            INSERT INTO "\(index)" SELECT r ->> 'objectID', r FROM jsonb_array_elements($json$\(JSON.array(records).text)$json$) r;
            CREATE INDEX ON "\(index)" USING gin (record jsonb_path_ops);
            """
        )
    }
}

@Suite struct PostgreSQLSuiteTests {
    @Test("PostgreSQL passes the suite of all engines, with a column for each attribute")
    func columns() async throws {
        try await EngineSuite(try ColumnsUnderTest(), index: "things").run()
    }

    @Test("PostgreSQL passes the suite of all engines, with whole records")
    func records() async throws {
        try await EngineSuite(try RecordsUnderTest(), index: "whole-things").run()
    }
}
