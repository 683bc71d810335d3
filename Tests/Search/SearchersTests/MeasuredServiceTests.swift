// SPDX-License-Identifier: MIT

import Backends
import Bus
import SearchIndex
import SearchModel
import Testing
import Wire

@testable import Searchers

@Suite struct MeasuredServiceTests {
    private let error = SearchBusError(.backendFailed, "No.")
    private let answer = SearchResponse(query: "", processingTimeMS: 1, content: .hits(.init()))

    @Test func `searches are counted by what came of them`() throws {
        let service = MeasuredService(InstantBackend())
        service.note(
            [.success(answer), .success(answer)],
            after: .milliseconds(3)
        )
        service.note([.success(answer), .failure(error)], after: .milliseconds(30))
        service.note([.failure(.searchCancelled)], after: .milliseconds(300))
        service.note([], after: .seconds(3))
        let times = ["answered", "failed", "cancelled"].compactMap { name in service.figures[name].map { (name, $0) } }
        #expect(times.map(\.0) == ["answered", "failed", "cancelled"])
        #expect(times.map(\.1.count) == [1, 1, 1])
        #expect(times.map { ($0.1.sum * 1000).rounded() } == [3, 30, 300])
    }

    @Test func `what can be asked beside searches can be asked of it too`() {
        let embedded = EmbeddedBackend(directory: IndexDirectory(path: "/nowhere"))
        #expect(embedded.catalog != nil && MeasuredService(embedded).catalog != nil)
        #expect(MeasuredService(InstantBackend()).catalog == nil)
    }

    @Test func `it answers as the engine does`() async {
        let service = MeasuredService(InstantBackend())
        #expect(service.isImmediate == InstantBackend().isImmediate)
        _ = await service.search([SearchRequest(index: "products")])
        #expect(service.figures["answered"]?.count == 1 || service.figures["failed"]?.count == 1)
    }
}
