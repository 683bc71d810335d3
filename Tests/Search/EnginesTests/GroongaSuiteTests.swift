// SPDX-License-Identifier: MIT

import AppModel
import Backends
import EngineTesting
import SearchModel
import Testing
import Wire

@testable import Engines

/// A real server, which all tests share.
enum TestGroonga {
    private static let started = Result {
        let port = try freePort()
        return (port: port, server: try PrivateServer("private-groonga.sh") { [$0, "\(port)"] })
    }

    /// The server's address.
    ///
    /// - Throws: In words, where the machine has no Groonga.
    static var address: String {
        get throws { "http://127.0.0.1:\(try started.get().port)" }
    }

    /// Runs a command that writes.
    static func run(_ command: String, _ parameters: [(String, String)], body: [UInt8] = []) async throws {
        let transport = try HTTPTransport(
            TransportConfiguration(hosts: [try HostAddress(try address)], timeout: .seconds(30))
        )
        let query = parameters.map { "\($0.0)=\(encoded($0.1))" }.joined(separator: "&")
        let exchange = HTTPExchange(body.isEmpty ? .get : .post, "/d/\(command)?\(query)", body: body)
        let reply = try await transport.send(exchange)
        guard reply.status == 200 else {
            throw PrivateServer.Failure(description: String(decoding: reply.body, as: UTF8.self))
        }
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let hex = String(byte, radix: 16, uppercase: true)
            return "%\(hex.count == 1 ? "0" : "")\(hex)"
        }.joined()
    }

    /// A backend as in an app file.
    static func service(_ parameters: JSON = [:]) throws -> any SearchService {
        var members = JSONObject([
            ("url", .string(try address)), ("timeout", 30), ("connectTimeout", 10),
            ("searchColumns", ["name", "note"]), ("present", "present"),
            ("place", "place"),
        ])
        for member in parameters.object?.members ?? [] { members[member.key] = member.value }
        let backend = BackendConfiguration(name: "tables", type: "groonga", parameters: .object(members))
        return try EngineRegistry.service(for: backend, environment: [:])
    }
}

private struct GroongaUnderTest: EngineUnderTest {
    let name = "groonga"
    let waivers: [EngineAspect: String] = [
        .sorting: "Groonga has no word for what is missing, so that nothing would come last"
    ]
    let service: any SearchService

    init() throws { service = try TestGroonga.service() }

    func load(_ index: String, _ records: [JSON]) async throws {
        let words = "\(index)Words"
        func table(_ name: String, _ more: [(String, String)] = []) async throws {
            let parameters = [("name", name), ("flags", "TABLE_PAT_KEY"), ("key_type", "ShortText")] + more
            try await TestGroonga.run("table_create", parameters)
        }
        func column(_ name: String, _ type: String, _ flags: String = "COLUMN_SCALAR") async throws {
            try await TestGroonga.run(
                "column_create",
                [("table", index), ("name", name), ("type", type), ("flags", flags)]
            )
        }
        try await table(index)
        try await table(
            words,
            [
                ("normalizer", "NormalizerNFKC130"),
                ("default_tokenizer", #"TokenDelimit("pattern", "[^\\p{L}\\p{N}]+")"#),
            ]
        )
        for name in ["Brands", "Colors", "Attributes"] { try await table("\(index)\(name)") }
        try await column("name", "ShortText")
        try await column("note", "ShortText")
        try await column("brand", "\(index)Brands")
        try await column("color", "\(index)Colors", "COLUMN_VECTOR")
        try await column("price", "Float")
        try await column("rating", "Int32")
        try await column("sale", "Bool")
        try await column("odd", "ShortText")
        try await column("kind__l0", "ShortText")
        try await column("kind__l1", "ShortText")
        try await column("place", "WGS84GeoPoint")
        try await column("present", "\(index)Attributes", "COLUMN_VECTOR")
        try await TestGroonga.run(
            "column_create",
            [
                ("table", words), ("name", "texts"), ("type", index), ("source", "name,note"),
                ("flags", "COLUMN_INDEX|WITH_POSITION|WITH_SECTION"),
            ]
        )
        try await TestGroonga.run("load", [("table", index)], body: JSON.array(records.map(Self.row)).bytes)
    }

    /// A record as Groonga loads it: with the attributes that it has, and without dots in names.
    private static func row(_ record: JSON) -> JSON {
        var row = JSONObject()
        var present: [String] = []
        for member in record.object?.members ?? [] {
            switch member.key {
            case "objectID": row["_key"] = member.value
            case "_geoloc":
                let numbers = ["lat", "lng"].compactMap { member.value[$0]?.double }
                row["place"] = .string(numbers.map { "\(Int(($0 * 3_600_000).rounded()))" }.joined(separator: "x"))
            default: row[member.key.replacing(".", with: "__")] = member.value
            }
            present.append(member.key)
        }
        row["present"] = JSON(present)
        return .object(row)
    }
}

@Suite struct GroongaSuiteTests {
    @Test("Groonga passes the suite of all engines")
    func suite() async throws {
        try await EngineSuite(try GroongaUnderTest()).run()
    }
}
