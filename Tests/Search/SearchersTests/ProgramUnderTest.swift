// SPDX-License-Identifier: MIT

import AppModel
import Backends
import Bus
import BusTesting
import EngineTesting
import Foundation
import SearchModel
import Wire

/// A custom program that answers requests on the bus, as the suite of all engines sees it.
///
/// Each call restarts the program, as `searchbus up` would: with one searcher per request, all members of one unit.
struct ProgramUnderTest: EngineUnderTest, SearchService {
    let name: String
    let waivers: [EngineAspect: String]
    private let broker: TestBroker
    private let command: [String]
    private let fill: @Sendable (_ index: String, _ records: [JSON]) throws -> Void

    /// - Parameters:
    ///   - name: Its name in messages.
    ///   - command: The program and its arguments.
    ///   - waivers: Its deviations, with reasons.
    ///   - fill: Puts records where the program finds them.
    /// - Throws: Errors of the broker.
    init(
        _ name: String,
        _ command: [String],
        waivers: [EngineAspect: String] = [:],
        fill: @escaping @Sendable (_ index: String, _ records: [JSON]) throws -> Void
    ) throws {
        self.name = name
        self.command = command
        self.waivers = waivers
        self.fill = fill
        broker = try TestBroker()
    }

    var service: any SearchService { self }

    func load(_ index: String, _ records: [JSON]) async throws { try fill(index, records) }

    func search(_ requests: [SearchRequest]) async -> [SearchResult] {
        do { return try await answers(to: requests) } catch {
            return requests.map { _ in .failure(SearchBusError(.internalError, "\(error)")) }
        }
    }

    private func answers(to requests: [SearchRequest]) async throws -> [SearchResult] {
        let session = Identifier.make(length: 12)
        let searchers = requests.enumerated().map { number, request in Self.searcher("s\(number)", request) }
        let unit = Searcher(name: "all\(session)", kind: .multi(members: searchers.map(\.name)))
        let backend = BackendConfiguration(name: "mine", type: "own", parameters: ["run": JSON(command)])
        let app = App(name: "test", backends: [backend], searchers: searchers + [unit])
        let path = "\(broker.folder)/\(session).json"
        try Data(app.json.bytes).write(to: URL(fileURLWithPath: path))

        let program = Process()
        program.executableURL = URL(fileURLWithPath: command[0])
        program.arguments = Array(command.dropFirst())
        program.environment = ProcessInfo.processInfo.environment.merging(
            [
                "SEARCHBUS_RUNTIME": broker.runtimeDirectory, "SEARCHBUS_SEARCHER": unit.name,
                "SEARCHBUS_BACKEND": "mine", "SEARCHBUS_APP": path,
            ],
            uniquingKeysWith: { _, ours in ours }
        )
        try program.run()
        defer {
            // Whatever its result, the log is correct; and a child may have every other signal blocked.
            kill(program.processIdentifier, SIGKILL)
            program.waitUntilExit()
        }
        let log = try broker.client()
        defer { log.close() }
        let subscription = try await log.subscribe(to: [TopicPrefix(.results), TopicPrefix(.search)], after: .zero)
        defer { subscription.cancel() }
        _ = try await log.append([try Self.event(requests, unit.name, session)])
        var results: [String: SearchResult] = [:]
        while results.count < requests.count, program.isRunning {
            for event in try await subscription.next(until: .now.advanced(by: .seconds(1)))
            where event.topic.session == session {
                results[event.topic.component] = try Self.result(event)
            }
        }
        return requests.indices.map { results["s\($0)"] ?? .failure(.searchCancelled) }
    }

    /// The app file's part of a request; counts and parameters are in the request.
    private static func searcher(_ name: String, _ request: SearchRequest) -> Searcher {
        let kind: Searcher.Kind
        if case .facetValues(let attribute, _) = request.kind {
            kind = .facets(index: request.index, attribute: attribute)
        } else {
            kind = .hits(index: request.index, hitsPerPage: request.hitsPerPage)
        }
        return Searcher(
            name: name,
            kind: kind,
            backend: "mine",
            filters: request.baseFilters,
            attributesToRetrieve: request.attributesToRetrieve
        )
    }

    private static func event(_ requests: [SearchRequest], _ unit: String, _ session: String) throws -> EventDraft {
        let members = requests.enumerated().map { number, request -> (String, JSON) in
            var facets = request.facets
            if case .facetValues(let attribute, let limit) = request.kind {
                facets = [FacetNeed(attribute, limit: limit)]
            }
            return (
                "s\(number)",
                [
                    "number": 1, "since": 0, "search": true, "query": .string(request.query),
                    "index": .string(request.index), "page": JSON(request.page), "parameters": [:],
                    "filters": request.filters.json, "facets": .array(facets.map(\.json)), "stats": JSON(request.stats),
                ]
            )
        }
        let data: JSON = ["searcher": .string(unit), "number": 1, "members": .object(JSONObject(members))]
        return EventDraft(
            topic: try Topic(.request, unit, session: session),
            id: Identifier.make(),
            source: "/test",
            type: "searchbus.request.changed",
            data: data.bytes
        )
    }

    private static func result(_ event: Event) throws -> SearchResult {
        let data = try event.data()
        guard event.topic.kind == .results else { return .failure(try SearchBusError(json: data)) }
        return .success(try SearchResponse(json: data))
    }
}
