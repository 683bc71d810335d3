// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import Testing
import Wire

/// The log of an app's events.
@Suite struct AppFileLogTests {
    private func text(_ log: String, name: String = "a") -> String {
        "name: \(name)\nsearchers:\n  products: { type: hits, index: products }\nlog:\n\(log)"
    }

    private func log(_ log: String) throws -> LogConfiguration { try AppFile.read(text(log)).log }

    @Test func `a log that machines share names its servers`() throws {
        let servers = "[nats://a:4222, tls://b, 'nats://[::1]:1']"
        let full = try log("  { type: jetstream, servers: \(servers), replicas: 5, shards: 2 }")
        #expect(full == .jetStream(["nats://a:4222", "tls://b", "nats://[::1]:1"], replicas: 5, shards: 2))
        #expect(full.isShared)
        #expect(
            try log("  { type: jetstream, servers: [nats://a] }")
                == LogConfiguration(kind: .jetStream, servers: ["nats://a"], replicas: 1, shards: 8)
        )
        #expect(try log("  { type: jetstream, servers: [nats://a, nats://b, nats://c] }").replicas == 3)
    }

    @Test func `the log is the machine's own where nothing else is said`() throws {
        #expect(try AppFile.read("name: my shop\nsearchers: { p: { type: hits, index: p } }").log == .sqlite)
        #expect(try log("  { type: sqlite }") == .sqlite)
        #expect(try log("  {}") == .sqlite)
        #expect(!LogConfiguration.sqlite.isShared)
        #expect(LogConfiguration.sqlite.shards == 1)
    }

    @Test func `the log goes with the app to its processes, and an app of one machine is described as ever`() throws {
        let app = try AppFile.read(text("  { type: jetstream, servers: [nats://a], shards: 4 }"))
        #expect(app.json["log"] == ["type": "jetstream", "servers": ["nats://a"], "replicas": 1, "shards": 4])
        #expect(try App(json: app.json) == app)
        #expect(try AppFile.read(text("  { type: sqlite }")).json["log"] == nil)
        #expect(throws: JSONError.self) { try LogConfiguration(json: ["type": "paper"]) }
    }

    @Test(
        arguments: [
            ("{ type: jetsream, servers: [nats://a] }", "Did you mean `jetstream`"),
            ("{ servers: [nats://a] }", "no `type`"), ("{ type: sqlite, shards: 4 }", "is for `type: jetstream`"),
            ("{ type: jetstream }", "no `servers`"), ("{ type: jetstream, servers: [] }", "no `servers`"),
            ("{ type: jetstream, servers: nats://a }", "not a list"),
            ("{ type: jetstream, servers: [7] }", "not a text"),
            ("{ type: jetstream, servers: [nats://a, nats://a] }", "twice"),
            ("{ type: jetstream, servers: [nats://a], replicas: 6 }", "from 1 to 5"),
            ("{ type: jetstream, servers: [nats://a], shards: 0 }", "from 1 to 64"),
            ("{ type: jetstream, servers: [nats://a], shard: 8 }", "Did you mean `shards`"),
            ("[nats://a]", "is not a mapping"),
        ]
    )
    func `an invalid value is reported with its line`(log: String, words: String) {
        let problems = AppFileProblems.lines(of: text("  \(log)"))
        #expect(problems.count == 1, "\(problems)")
        #expect(problems.first?.hasPrefix("5: ") == true && problems.first?.contains(words) == true, "\(problems)")
    }

    @Test(
        arguments: [
            ("a:4222", "does not begin with"), ("http://a", "does not begin with"), ("''", "does not begin with"),
            ("nats://", "names no host"), ("nats://a b", "names no host"), ("nats://a/b", "names no host"),
            ("'nats://a:'", "invalid port"), ("nats://a:0", "invalid port"), ("nats://a:x", "invalid port"),
            ("nats://a:65536", "invalid port"), ("'nats://[::1'", "names no host"),
        ]
    )
    func `an invalid server is reported with its line`(server: String, words: String) {
        let problems = AppFileProblems.lines(of: text("  type: jetstream\n  servers: [\(server)]"))
        #expect(problems.count == 1, "\(problems)")
        #expect(problems.first?.hasPrefix("6: ") == true && problems.first?.contains(words) == true, "\(problems)")
    }

    @Test func `a password in an address is refused and not repeated`() {
        let problems = AppFileProblems.lines(of: text("  { type: jetstream, servers: ['nats://me:open@a'] }"))
        #expect(problems.count == 1 && problems[0].contains("SEARCHBUS_NATS_PASSWORD"), "\(problems)")
        #expect(problems.allSatisfy { !$0.contains("open") })
    }

    @Test func `an app whose name servers cannot give a log has to have another`() {
        let shared = "  { type: jetstream, servers: [nats://a] }"
        let problems = AppFileProblems.lines(of: text(shared, name: "My shop"))
        #expect(problems.count == 1 && problems[0].hasPrefix("1: ") && problems[0].contains("My shop"), "\(problems)")
        #expect(AppFileProblems.lines(of: text(shared, name: String(repeating: "a", count: 64))).isEmpty)
        #expect(AppFileProblems.lines(of: text(shared, name: String(repeating: "a", count: 65))).count == 1)
    }

    @Test func `other servers can be named on one machine`() {
        let log = LogConfiguration.jetStream(["nats://a", "nats://b", "nats://c"], shards: 4)
        #expect(log.reached(at: [], replicas: nil) == log)
        #expect(
            log.reached(at: ["nats://d"], replicas: nil)
                == LogConfiguration(kind: .jetStream, servers: ["nats://d"], replicas: 3, shards: 4)
        )
        #expect(log.reached(at: [], replicas: 1).replicas == 1)
        #expect(LogConfiguration.sqlite.reached(at: [], replicas: 3) == .sqlite)
        #expect(LogConfiguration.sqlite.reached(at: ["nats://d"], replicas: nil) == .jetStream(["nats://d"]))
    }
}
