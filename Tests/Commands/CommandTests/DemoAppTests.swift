// SPDX-License-Identifier: MIT

import ProcessTesting
import Runtime
import SearchIndex
import Supervisor
import Testing
import Wire

@testable import searchbus

@Suite struct DemoAppTests {
    /// A folder that is deleted after the test.
    private final class Folder {
        let path: String

        init(_ files: [String: String]) throws {
            path = try makeTemporaryDirectory()
            for (name, text) in files { try Files.replace("\(path)/\(name)", with: Array(text.utf8)) }
        }

        deinit { removeDirectory(path) }
    }

    private let app = """
        name: shop
        searchers:
          films: { type: hits, index: films }
          titles: { type: facets, index: films, attribute: title }
          people: { type: hits, index: people }
          all: { type: multi, searchers: [films, people] }
        widgets:
          box: { type: search-box, searcher: all }
        """

    @Test func `each embedded index that the data directory lacks is named once`() throws {
        let folder = try Folder(["shop.yaml": app])
        let demo = try DemoApp("shop", folder: folder.path)
        #expect(try demo.missingIndexes(in: "\(folder.path)/data") == ["films", "people"])
        let writer = try IndexWriter(directory: IndexDirectory(path: "\(folder.path)/data/indexes"), name: "films")
        try writer.replaceAll(settings: nil) { nil }
        #expect(try demo.missingIndexes(in: "\(folder.path)/data") == ["people"])
    }

    @Test func `records are imported with the settings beside them, and missing ones are reported`() throws {
        let folder = try Folder(["shop.yaml": app, "films.ndjson": ""])
        let demo = try DemoApp("shop", folder: folder.path)
        let files = ["ndjson", "settings.json"].map { "\(folder.path)/films.\($0)" }
        #expect(try demo.importArguments("films") == ["films", files[0], "--settings", files[1]])
        #expect(throws: SearchBusError.self) { try demo.importArguments("people") }
    }

    @Test(arguments: ["other", "../shop", "", "/etc/passwd"])
    func `an unknown demo name is refused`(name: String) throws {
        let folder = try Folder(["shop.yaml": app])
        let error = #expect(throws: SearchBusError.self) { try DemoApp(name, folder: folder.path) }
        #expect(error?.code == .invalidArgument)
        #expect(throws: SearchBusError.self) { try DemoApp("shop", folder: nil) }
    }
}
