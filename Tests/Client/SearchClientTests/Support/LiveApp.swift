// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import Backends
import Bus
import BusTesting
import Components
import Foundation
import Gateway
import Interactors
import RandomTesting
import Runtime
import SearchIndex
import SearchModel
import Searchers
import Wire

/// The gallery app in the test's process: broker, state store, searchers, widgets and a gateway, over two small indexes.
final class LiveApp: @unchecked Sendable {
    private static let sharing = Task { try await LiveApp() }

    /// A shared one for the tests that only use sessions of their own; it runs until the process ends.
    static var shared: LiveApp { get async throws { try await sharing.value } }

    private let app: App
    private let indexes = NSTemporaryDirectory() + "searchbus-client-\(Identifier.make())"
    private var broker: TestBroker
    private var hosts: [(task: Task<Void, Never>, client: BusClient)] = []
    private var gateway: (server: GatewayServer, running: Task<Void, any Error>, client: BusClient)?
    private var listen = "127.0.0.1:0"

    /// The gateway's address; a restarted gateway keeps it.
    var address: String { "http://\(listen)" }

    init() async throws {
        app = try AppFile.load(Repository.root.appending(path: "deploy/demo/gallery.yaml").path)
        broker = try TestBroker()
        let directory = IndexDirectory(path: indexes)
        try LiveRecords.write(to: directory)
        try startHosts()
        try await startGateway()
    }

    /// Stops all of it.
    func stop() async {
        await stopGateway()
        await stopHosts()
        broker.stop()
        try? FileManager.default.removeItem(atPath: indexes)
    }

    // MARK: The gateway

    /// Starts a gateway at the previous one's address.
    func startGateway() async throws {
        var configuration = GatewayConfiguration(
            listen: try ListenAddress(parsing: listen),
            app: try GatewayApp(app),
            runtimeDirectory: broker.runtimeDirectory,
            dataDirectory: broker.folder
        )
        configuration.allowsEverybody = true
        try configuration.setLogLevel("error")
        let client = try broker.client()
        let server = try GatewayServer(configuration, log: client, executor: client.executor)
        let (links, giveLink) = AsyncStream.makeStream(of: String.self)
        let running = Task {
            defer { giveLink.finish() }
            try await server.run { giveLink.yield($0) }
        }
        for await link in links {
            if let host = link.split(separator: "/").dropFirst().first { listen = String(host) }
            gateway = (server, running, client)
            return
        }
        try await running.value
    }

    /// Stops the gateway: every connection breaks, and new connections are refused.
    func stopGateway() async {
        gateway?.server.stop()
        _ = await gateway?.running.result
        gateway?.client.close()
        gateway = nil
    }

    /// Restarts with an empty log and a new gateway: all sessions are lost.
    func startOver() async throws {
        await stopGateway()
        await stopHosts()
        broker.stop()
        broker = try TestBroker()
        try startHosts()
        try await startGateway()
    }

    // MARK: The processes behind it

    private func startHosts() throws {
        let engine = RuledBackend(EmbeddedBackend(directory: IndexDirectory(path: indexes)))
        let searchers: [any SessionFold] = app.searcherUnits.map { searcher in
            let unit = SearcherUnit(searcher, of: app)
            let backends = Dictionary(unit.members.map { ($0.backend, engine as any SearchService) }) { first, _ in
                first
            }
            return SearcherFold(unit, backends: backends)
        }
        let widgets = try app.widgets.map { widget -> any SessionFold in
            try Self.fold(widget.configuration)
        }
        for folds in [[try StateStoreFold(app)], widgets] + searchers.map({ [$0] }) {
            let client = try broker.client()
            let task = Task { _ = try? await ComponentHost(folds, log: client, meter: ComponentMeter()).run() }
            hosts.append((task, client))
        }
    }

    private func stopHosts() async {
        for host in hosts { host.task.cancel() }
        for host in hosts {
            await host.task.value
            host.client.close()
        }
        hosts = []
    }

    private static func fold(_ widget: WidgetConfiguration) throws -> any SessionFold {
        func fold<Logic: Interactor>(_ type: Logic.Type) throws -> any SessionFold { try WidgetFold<Logic>(widget) }
        guard let type = InteractorRegistry.type(named: widget.type) else { throw JSONError("unknown: \(widget.type)") }
        return try fold(type)
    }
}

/// The embedded engine, with answers that only an engine with rules gives: custom data and counts of relevant results.
private struct RuledBackend: SearchService {
    let engine: EmbeddedBackend

    init(_ engine: EmbeddedBackend) { self.engine = engine }

    func search(_ requests: [SearchRequest]) async -> [SearchResult] {
        zip(requests, await engine.search(requests)).map { request, result in
            result.map { response in
                guard case .hits(var hits) = response.content else { return response }
                hits.remarks.relevancyStrictness = request.parameters["relevancyStrictness"]?.int ?? 100
                hits.remarks.sortedCount = min(hits.totalCount, 3)
                hits.remarks.customData = [["title": .string("About \(request.query)"), "text": "Added by a rule."]]
                hits.remarks.redirect = request.query == "sale" ? "https://example.org/sale" : nil
                var told = response
                told.content = .hits(hits)
                return told
            }
        }
    }
}
