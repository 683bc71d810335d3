// SPDX-License-Identifier: MIT

import ArgumentParser
import Bus
import SearchIndex
import Supervisor
import Testing
import Wire

@testable import searchbus

@Suite struct ParsingTests {
    private func parse<Command>(_ words: String...) throws -> Command {
        try #require(try SearchBusCommand.parseAsRoot(words) as? Command)
    }

    private func exitCode(_ words: String...) -> Int32? {
        do {
            _ = try SearchBusCommand.parseAsRoot(words)
            return nil
        } catch {
            return SearchBusCommand.exitCode(for: error).rawValue
        }
    }

    @Test func `up needs no argument and listens on loopback`() throws {
        let up: UpCommand = try parse("up")
        #expect(up.app == nil)
        #expect(up.listen == "127.0.0.1:8080")
        #expect(up.broker.durability == .process)
        #expect(!up.noAuth)
    }

    @Test func `up takes all its options`() throws {
        let up: UpCommand = try parse(
            "up",
            "a.yaml",
            "--listen",
            "127.0.0.1:9",
            "--data",
            "d",
            "--runtime",
            "r",
            "--web",
            "w",
            "--durability",
            "power",
            "--retention",
            "64",
            "--session-days",
            "2",
            "--tcp",
            "--no-auth"
        )
        #expect(up.app == "a.yaml")
        #expect([up.listen, up.data, up.runtime, up.web] == ["127.0.0.1:9", "d", "r", "w"])
        #expect(
            up.broker.options
                == BrokerOptions(durability: "power", retention: 64, sessionDays: 2, isOnTCP: true)
        )
        #expect(up.noAuth)
    }

    @Test func `import takes several files, standard input among them`() throws {
        let command: IndexImportCommand = try parse(
            "index",
            "import",
            "products",
            "a.csv",
            "-",
            "--format",
            "csv",
            "--skip-invalid",
            "--generate-ids",
            "--append",
            "--data",
            "d"
        )
        #expect(command.name == "products")
        #expect(command.files == ["a.csv", "-"])
        #expect(command.format == .csv)
        #expect(command.skipInvalid && command.generatesIDs && command.append)
        #expect(command.options.data == "d")
    }

    @Test func `what makes no sense together is refused as a wrong argument`() {
        #expect(exitCode("index", "import", "a", "f", "--append", "--settings", "s") == 64)
        #expect(exitCode("index", "import", "a", "-", "-") == 64)
        #expect(exitCode("index", "import", "a") == 64)
        #expect(exitCode("up", "--durability", "maybe") == 64)
        #expect(exitCode("up", "--retention", "0") == 64)
        #expect(exitCode("up", "--session-days", "-1") == 64)
        #expect(exitCode("send", "s", "w", "i", "--timeout", "0") == 64)
        #expect(exitCode("nonsense") == 64)
        #expect(exitCode("watch", "results", "--after", "3") == nil)
    }

    @Test func `watch without topics takes every kind that is stored`() throws {
        let prefixes = try WatchCommand.prefixes([]).map(\.description)
        #expect(prefixes.contains("results/"))
        #expect(!prefixes.contains("status/"))
        #expect(try WatchCommand.prefixes(["view/hits"]).map(\.description) == ["view/hits/"])
        #expect(throws: SearchBusError.self) { try WatchCommand.prefixes(["nonsense"]) }
    }

    @Test func `the details of an intent are a JSON object or nothing`() throws {
        #expect(try SendCommand.details(nil) == [:])
        #expect(try SendCommand.details(#"{"query":"sam"}"#) == ["query": "sam"])
        #expect(throws: SearchBusError.self) { try SendCommand.details("[1]") }
        let error = #expect(throws: SearchBusError.self) { try SendCommand.details("{query}") }
        #expect(error?.code == .malformedJSON)
    }
}
