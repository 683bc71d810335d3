// SPDX-License-Identifier: MIT

import AlgoliaTesting
import Backends
import SearchIndex
import SearchModel
import Testing
import Wire

@Suite struct EmbeddedBackendTests {
    private func indexes() throws -> TemporaryIndexes {
        let indexes = TemporaryIndexes()
        try indexes.load("fruit", [["objectID": "a", "name": "apple"], ["objectID": "b", "name": "banana"]])
        try indexes.load("tools", [["objectID": "c", "name": "chisel"]])
        return indexes
    }

    @Test("requests to several indexes are answered in order")
    func order() async throws {
        let indexes = try indexes()
        let backend = EmbeddedBackend(directory: indexes.directory)
        let requests = [
            SearchRequest(index: "fruit", query: "app"), SearchRequest(index: "tools"), SearchRequest(index: "fruit"),
            SearchRequest(index: "fruit", query: "zzz"),
        ]
        let answers = try await backend.responses(to: requests)
        #expect(answers.map { $0.hits?.totalCount } == [1, 1, 2, 0])
        #expect(answers.map(\.query) == ["app", "", "", "zzz"])
        #expect(try await backend.responses(to: []).isEmpty)
    }

    @Test("a missing index is unknown, until it is imported")
    func unknown() async throws {
        let indexes = try indexes()
        let backend = EmbeddedBackend(directory: indexes.directory)
        await backend.prepare(for: ["fruit", "later"].map { SearchRequest(index: $0, facets: ["name"]) })
        let request = SearchRequest(index: "later")
        let results = await backend.search([SearchRequest(index: "fruit"), request, SearchRequest(index: "tools")])
        #expect(results.map { (try? $0.get())?.hits?.totalCount } == [2, nil, 1])
        #expect(results.map { $0.failure?.code } == [nil, .unknownIndex, nil])
        try indexes.load("later", [["objectID": "x", "name": "xylophone"]])
        #expect(try await backend.responses(to: [request])[0].hits?.totalCount == 1)
        try indexes.load("later", [])
        #expect(try await backend.responses(to: [request])[0].hits?.totalCount == 0)
        #expect(try backend.generation(of: "later") == 2)
        try indexes.directory.delete("later")
        await #expect(throws: SearchBusError.self) { try await backend.responses(to: [request]) }
    }

    @Test func `Answers of a replica depend on its index, and those of an index that is not there on every one`() throws
    {
        let indexes = try indexes()
        let backend = EmbeddedBackend(directory: indexes.directory)
        let settings = try IndexSettings(json: ["replicas": ["fruit_by_name": ["asc(name)"]]])
        try indexes.load("fruit", [["objectID": "a", "name": "apple"]], settings: settings)
        #expect(backend.isIndex("fruit", dependentOn: "fruit") && !backend.isIndex("fruit", dependentOn: "tools"))
        #expect(backend.isIndex("fruit_by_name", dependentOn: "fruit"))
        #expect(!backend.isIndex("fruit_by_name", dependentOn: "tools"))
        try indexes.load("fruit", [["objectID": "a", "name": "apple"]], settings: IndexSettings(json: [:]))
        #expect(backend.isIndex("fruit_by_name", dependentOn: "fruit"), "the replica was removed")
    }

    @Test("a failing request does not affect others, and callers need not wait")
    func alone() throws {
        let indexes = try indexes()
        let backend = EmbeddedBackend(directory: indexes.directory)
        let requests = [
            SearchRequest(index: "fruit"), SearchRequest(index: "fruit", page: -1), SearchRequest(index: "fruit"),
        ]
        #expect(backend.isImmediate)
        let results = try #require(backend.searchNow(requests))
        #expect(results.map { $0.failure?.code } == [nil, .invalidArgument, nil])
    }

    @Test("a cancelled task gets no answer")
    func cancellation() async throws {
        let indexes = try indexes()
        let backend = EmbeddedBackend(directory: indexes.directory)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await backend.search([SearchRequest(index: "fruit")])
        }
        #expect(await task.value == [.failure(.searchCancelled)])
    }

    @Test("many tasks may search at once while the index changes; each sees one whole version")
    func concurrency() async throws {
        let indexes = TemporaryIndexes()
        func version(_ number: Int) -> [JSON] {
            (0..<20).map { ["objectID": JSON($0), "name": .string("v\(number)"), "version": JSON(number)] }
        }
        try indexes.load("test", version(0))
        let backend = EmbeddedBackend(directory: indexes.directory)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for number in 1...15 { try indexes.load("test", version(number)) } }
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<50 {
                        let request = SearchRequest(index: "test", hitsPerPage: 100, facets: ["version"])
                        let hits = try #require(try await backend.responses(to: [request])[0].hits)
                        #expect(hits.totalCount == 20 && hits.facets["version"]?.map(\.count) == [20])
                        #expect(Set(hits.hits.map { $0.record["version"] }).count == 1)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try backend.generation(of: "test") == 16)
    }
}
