// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import Bus
import Runtime
import Testing
import Wire

@testable import Supervisor

@Suite struct ProcessPlanTests {
    private static let text = """
        name: store
        backends:
          catalog: { type: embedded }
        searchers:
          products: { type: hits, index: products, backend: catalog }
          categories: { type: facets, index: products, backend: catalog, attribute: categories }
          everything: { type: multi, searchers: [products, categories] }
          films: { type: hits, index: films, backend: catalog }
        filterStates:
          main: { searchers: [products, categories] }
        widgets:
          box: { type: search-box, searcher: everything }
          price: { type: number-range, searcher: products, filterState: main, attribute: price }
          sum: { type: sum-searches, run: [python3, "sum.py"] }
          away: { type: elsewhere, external: true }
        """

    private let plan = ProcessPlan(
        executables: "/bin/sb",
        appFolder: "/apps",
        dataDirectory: "/data",
        runtimeDirectory: "/run/sb"
    )

    private func processes(_ edit: (String) -> String = { $0 }) throws -> [ProcessDefinition] {
        plan.processes(of: try AppFile.read(edit(Self.text)))
    }

    private func difference(_ edit: (String) -> String) throws -> AppDifference {
        try AppDifference(from: processes(), to: processes(edit))
    }

    @Test func `an app has a process for each part, in the order in which they start`() throws {
        #expect(
            try processes().map(\.name) == [
                "broker", "state", "searcher-everything", "searcher-films", "interactor-box", "interactor-price",
                "custom-sum", "insights", "gateway",
            ]
        )
    }

    @Test func `each process gets its arguments`() throws {
        let processes = try processes()
        func command(_ name: String) -> String? {
            processes.first { $0.name == name }.map { ([$0.executable] + $0.arguments).joined(separator: " ") }
        }
        let common = "--app /run/sb/app.json --runtime /run/sb --supervised"
        #expect(
            command("broker")
                == "/bin/sb/searchbus-broker --data /data --runtime /run/sb --durability process --retention 256 --session-days 30 --supervised"
        )
        #expect(command("state") == "/bin/sb/searchbus-worker state \(common)")
        #expect(
            command("searcher-films")
                == "/bin/sb/searchbus-index-worker searcher --searcher films --data /data \(common)"
        )
        #expect(
            command("interactor-box")
                == "/bin/sb/searchbus-worker interactor --name interactor-box --widget box \(common)"
        )
        #expect(command("insights") == "/bin/sb/searchbus-index-worker insights --data /data \(common)")
        #expect(command("gateway") == "/bin/sb/searchbus-gateway --data /data --listen 127.0.0.1:8080 \(common)")
    }

    @Test func `a custom widget runs beside the app file and learns where it is`() throws {
        let custom = try #require(processes().first { $0.name == "custom-sum" })
        #expect(custom.arguments.suffix(2) == ["python3", "sum.py"])
        #expect(custom.workingDirectory == "/apps")
        #expect(
            custom.environment == [
                "SEARCHBUS_RUNTIME": "/run/sb", "SEARCHBUS_WIDGET": "sum", "SEARCHBUS_APP": "/run/sb/app.json",
            ]
        )
    }

    @Test func `options reach the processes that they concern`() throws {
        var plan = plan
        plan.broker = BrokerOptions(durability: "power", retention: 64, takesAppendsOnTCP: true)
        plan.web = "/web"
        plan.requiresAuthorization = false
        let processes = plan.processes(of: try AppFile.read(Self.text))
        #expect(
            processes.first?.arguments.suffix(8) == [
                "--durability", "power", "--retention", "64", "--session-days", "30", "--tcp-append", "--supervised",
            ]
        )
        #expect(
            processes.last?.arguments.starts(with: [
                "--data", "/data", "--listen", "127.0.0.1:8080", "--web", "/web", "--no-auth",
            ]) == true
        )
    }

    @Test func `the broker orders by the log of the app file`() throws {
        let shared =
            "\nlog: { type: jetstream, servers: [nats://a:4222, nats://b:4222, nats://c:4222], shards: 4 }"
        #expect(
            try processes { $0 + shared }.first?.arguments.suffix(13) == [
                "--journal", "nats://a:4222", "--journal", "nats://b:4222", "--journal", "nats://c:4222",
                "--journal-app", "store", "--journal-replicas", "3", "--journal-shards", "4", "--supervised",
            ]
        )
        #expect(try processes { $0 + "\nlog: { type: sqlite }" } == processes())
    }

    @Test func `a searcher that asks an engine elsewhere gets the executable that can`() throws {
        let app = App(
            name: "x",
            backends: [.embedded, BackendConfiguration(name: "far", type: "algolia")],
            searchers: [
                Searcher(name: "near", kind: .hits(index: "i", hitsPerPage: 1), backend: "embedded"),
                Searcher(name: "away", kind: .hits(index: "i", hitsPerPage: 1), backend: "far"),
            ]
        )
        let executables = plan.processes(of: app).filter { $0.name.hasPrefix("searcher") }.map(\.executable)
        #expect(executables == ["/bin/sb/searchbus-index-worker", "/bin/sb/searchbus-remote-worker"])
    }

    @Test func `only a searcher that asks an engine gets its keys`() throws {
        let app = try AppFile.read(
            """
            name: x
            backends:
              far: { type: algolia, url: "https://${HOST}/", headers: { key: "${KEY}" } }
              near: { type: embedded }
            searchers:
              away: { type: hits, index: i, backend: far }
              home: { type: hits, index: i, backend: near }
            widgets:
              box: { type: search-box, searcher: away }
              own: { type: mine, run: [x], environment: [MINE] }
            """,
            environment: ["KEY": "k", "HOST": "h"]
        )
        let environment = [
            "KEY": "k", "HOST": "h", "PATH": "/bin", "LC_ALL": "C", "MINE": "1", "SEARCHBUS_NATS_PASSWORD": "p",
            "SEARCHBUS_KEY": "k", "DATABASE_PASSWORD": "p",
        ]
        let usual = ["LC_ALL", "PATH"]
        let expected = [
            "searcher-away": ["HOST", "KEY"] + usual, "custom-own": ["LC_ALL", "MINE", "PATH"],
        ]
        for process in plan.processes(of: app) {
            let names = process.inheritance.part(of: environment).keys.sorted()
            #expect(names == expected[process.name] ?? usual, "\(process.name)")
        }
    }

    @Test func `only what speaks to the servers of a shared log gets its password`() throws {
        let text = Self.text + "\nlog: { type: jetstream, servers: [\"nats://10.0.0.1:4222\"] }"
        var plan = plan
        (plan.machine, plan.shards) = ("m1", HostShards([0], of: 1))
        let environment = ["SEARCHBUS_NATS_PASSWORD": "p", "SEARCHBUS_NATS_CA": "c", "SEARCHBUS_LOG": "json"]
        let processes = plan.processes(of: try AppFile.read(text))
        #expect(processes.count > 5)
        for process in processes {
            let isOfJournal = ["broker", "copies"].contains(process.name)
            let names = process.inheritance.part(of: environment).keys.sorted()
            #expect(names == (isOfJournal ? environment.keys.sorted() : ["SEARCHBUS_LOG"]), "\(process.name)")
            #expect(process.environment["SEARCHBUS_MACHINE"] == "m1")
        }
    }

    @Test func `a widget that needs nothing new touches no process but those that know all`() throws {
        let difference = try difference { $0 + "\n  spinner: { type: loading, searcher: products }" }
        #expect(difference.started.map(\.name) == ["interactor-spinner"])
        #expect(difference.stopped.isEmpty)
        #expect(difference.restarted.map(\.name) == ["state", "gateway"])
    }

    @Test func `together the widgets that come with SearchBus are one process`() throws {
        let processes = try processes { $0 + "\ninteractors: together" }
        #expect(
            processes.map(\.name) == [
                "broker", "state", "searcher-everything", "searcher-films", "interactors", "custom-sum", "insights",
                "gateway",
            ]
        )
        #expect(
            processes[4].arguments.dropFirst().prefix(6) == [
                "--name", "interactors", "--widget", "box", "--widget", "price",
            ]
        )
    }

    @Test func `Algolia's interface adds who answers and who writes, and nothing else`() throws {
        let added = try difference { $0 + "\nalgolia: true" }
        #expect(added.started.map(\.name) == ["searcher-algolia", "indexer"])
        #expect(added.restarted.map(\.name) == ["gateway"] && added.stopped.isEmpty)
    }

    @Test func `an app that is not to count has no process for that`() throws {
        let without = try difference { $0 + "\ninsights: false" }
        #expect(without.stopped == ["insights"])
        #expect(without.started.isEmpty)
    }

    @Test func `another layout restarts only what it changes`() throws {
        let together = try difference { $0 + "\ninteractors: together" }
        #expect(together.started.map(\.name) == ["interactors"])
        #expect(together.stopped == ["interactor-box", "interactor-price"])
        #expect(together.restarted.map(\.name) == ["gateway"])
        let spinner = { (text: String) in text + "\n  spinner: { type: loading, searcher: products }" }
        let before = try processes { spinner($0) + "\ninteractors: { groups: { a: [box, price] } }" }
        let after = try processes { spinner($0) + "\ninteractors: { groups: { a: [box, price, spinner] } }" }
        let grown = AppDifference(from: before, to: after)
        #expect(grown.started.isEmpty)
        #expect(grown.stopped == ["interactor-spinner"])
        #expect(grown.restarted.map(\.name) == ["interactors-a", "gateway"])
    }

    @Test func `an app without filter states has a state store like any other`() {
        let app = App(name: "x", searchers: [Searcher(name: "s", kind: .hits(index: "i", hitsPerPage: 1))])
        #expect(plan.processes(of: app).map(\.name) == ["broker", "state", "searcher-s", "insights", "gateway"])
    }

    @Test func `a widget that has its searcher count more restarts that searcher`() throws {
        let difference = try difference {
            $0 + "\n  brand: { type: refinement-list, searcher: products, filterState: main, attribute: brand }"
        }
        #expect(difference.started.map(\.name) == ["interactor-brand"])
        #expect(difference.restarted.map(\.name) == ["state", "searcher-everything", "gateway"])
    }

    @Test func `where a widget stands is the gateway's business`() throws {
        let difference = try difference {
            $0.replacing("box: { type: search-box,", with: "box: { place: foot, type: search-box,")
        }
        #expect(difference.restarted.map(\.name) == ["gateway"])
    }

    @Test func `a changed index restarts its searcher`() throws {
        let difference = try difference { $0.replacing("index: films", with: "index: movies") }
        #expect(difference.restarted.map(\.name) == ["state", "searcher-films", "gateway"])
    }

    @Test func `a changed command restarts the custom widget`() throws {
        let difference = try difference { $0.replacing("sum.py", with: "other.py") }
        #expect(difference.restarted.map(\.name) == ["custom-sum", "gateway"])
    }

    @Test func `a program, script or controller of one's own that changes restarts what it belongs to`() throws {
        try withTemporaryDirectory { folder in
            let app = try AppFile.read(
                """
                name: store
                searchers: { products: { type: hits, index: products } }
                widgets:
                  script: { type: a, run: [python3, -u, sum.py, notes.txt], controller: draw.js }
                  program: { type: b, run: [./build/program, notes.txt] }
                  both: { type: c, run: [.venv/bin/python, sum.py] }
                """
            )
            let files = ["sum.py", "draw.js", "program", "notes.txt"]
            for file in files { try Files.replace("\(folder)/\(file)", with: [1]) }
            var plan = plan
            plan.appFolder = folder
            func processes() -> [ProcessDefinition] { plan.processes(of: app, stamps: plan.stamps(of: app)) }
            func restarted(_ change: (String) throws -> Void) rethrows -> [String] {
                let before = processes()
                try change(folder)
                return AppDifference(from: before, to: processes()).restarted.map(\.name)
            }
            #expect(restarted { _ in }.isEmpty)
            #expect(
                try restarted { try Files.replace("\($0)/sum.py", with: [2]) } == ["custom-script", "custom-both"]
            )
            #expect(try restarted { try Files.replace("\($0)/draw.js", with: [2]) } == ["gateway"])
            #expect(try restarted { try Files.replace("\($0)/notes.txt", with: [2]) } == [])
            #expect(
                try restarted {
                    try RuntimeDirectory.make("\($0)/build")
                    try Files.replace("\($0)/build/program", with: [2])
                } == ["custom-program"]
            )
        }
    }

    @Test func `a missing executable is named before anything starts`() throws {
        let error = #expect(throws: SearchBusError.self) { try ExecutableFolder.check(processes()) }
        #expect(error?.message.contains("/bin/sb/searchbus-broker") == true)
        #expect(error?.code == .libraryMissing)
    }
}
