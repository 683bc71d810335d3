// SPDX-License-Identifier: MIT

import Foundation
import SearchIndex
import SearchModel
import Testing
import Wire

@testable import Backends

@Suite("Open indexes")
struct OpenIndexTests {
    @Test func `No more indexes are open than may be, whatever names are asked for`() throws {
        let directory = IndexDirectory(path: "/tmp/searchbus-open-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        // A replica is an index of its own for clients.
        let names = (0..<EmbeddedBackend.maxReaders + 50).map { "replica-\($0)" }
        let replicas = JSONObject(names.map { ($0, ["asc(price)"]) })
        try IndexWriter(directory: directory, name: "i").replaceAll(
            settings: try IndexSettings(json: ["replicas": .object(replicas)]),
            [try Record(["objectID": "a", "price": 1])]
        )
        let backend = EmbeddedBackend(directory: directory)
        for name in names + ["unknown-1", "unknown-2"] + names.prefix(3) {
            let found = try #require(backend.searchNow([SearchRequest(index: name)])?.first)
            if name.hasPrefix("unknown") {
                #expect(throws: SearchBusError.self) { try found.get() }
            } else {
                #expect(try found.get().hits?.totalCount == 1)
            }
            #expect(backend.openCount <= EmbeddedBackend.maxReaders)
        }
        #expect(backend.openCount > EmbeddedBackend.maxReaders / 4)
    }
}
