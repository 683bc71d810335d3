// SPDX-License-Identifier: MIT

import Foundation
import JetStream
import JetStreamTesting
import SearchIndex
import Testing
import Wire

@testable import Copies

@Suite("Indexes of several nodes, on a real server")
struct IndexShareTests {
    /// A node: its data directory, and the exchange of its indexes with others.
    private final class Node {
        let data = FileManager.default.temporaryDirectory.path + "/searchbus-share-\(UUID().uuidString)"
        let directory: IndexDirectory
        private var files: FileStream
        private(set) var share: IndexShare

        init(_ servers: JetStreamServers, app: String = "app") throws {
            try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
            directory = IndexDirectory(path: "\(data)/indexes")
            files = try servers.files(app: app)
            share = IndexShare(files, data: data, machine: "m")
        }

        deinit { try? FileManager.default.removeItem(atPath: data) }

        /// Restarts with the contents of the disk.
        func restart() { share = IndexShare(files, data: data, machine: "m") }

        /// Restarts as a node of another app.
        func move(to app: String, _ servers: JetStreamServers) throws {
            files = try servers.files(app: app)
            restart()
        }

        /// Imports an index with the given number of records.
        func importRecords(_ count: Int) throws {
            var rest = (0..<count).makeIterator()
            try IndexWriter(directory: directory, name: "shop").replaceAll {
                try rest.next().map {
                    try Record(["objectID": .string("\($0)"), "name": .string("thing \($0)")])
                }
            }
        }

        /// The index's number of records; `nil` without an index.
        var count: Int? { try? directory.summary(of: "shop").recordCount }

        /// Whether its version is available to the others.
        var isShared: Bool {
            let known = IndexRecords(data: data, stream: files.stream).known["shop"]?.version
            return known != nil && known == (try? directory.summary(of: "shop"))?.version
        }

        /// One round; `during` is called once while a version is fetched.
        func keep(during: () throws -> Void = {}) throws {
            var isTold = false
            try share.keep(
                check: {
                    guard !isTold, FileManager.default.fileExists(atPath: "\(data)/arriving-indexes") else { return }
                    isTold = true
                    try during()
                },
                onChange: { _ in },
                onBehind: { _ in }
            )
        }
    }

    /// Rounds of all nodes until their indexes have the given number of records.
    private func settle(_ nodes: [Node], on count: Int?) throws {
        let deadline = ContinuousClock.now + .seconds(30)
        while nodes.contains(where: { $0.count != count }), ContinuousClock.now < deadline {
            for node in nodes { try node.keep() }
        }
        // And they keep it.
        for node in nodes { try node.keep() }
        #expect(nodes.map(\.count) == nodes.map { _ in count })
    }

    /// Rounds of a node until its version is available to the others.
    private func put(_ node: Node) throws {
        let deadline = ContinuousClock.now + .seconds(30)
        while !node.isShared, ContinuousClock.now < deadline { try node.keep() }
        #expect(node.isShared)
    }

    @Test func `What is changed while another version is fetched comes later, and everywhere`() throws {
        let servers = try JetStreamServers()
        let (a, b) = (try Node(servers), try Node(servers))
        try a.importRecords(1)
        try settle([a, b], on: 1)
        try a.importRecords(2)
        try put(a)
        try b.keep { try b.importRecords(3) }
        #expect(b.count == 3 && !b.share.behind.isEmpty)
        try settle([a, b], on: 3)
    }

    @Test func `A machine that has forgotten what it fetched does not bring it back`() throws {
        let servers = try JetStreamServers()
        let (a, b) = (try Node(servers), try Node(servers))
        try a.importRecords(1)
        try settle([a, b], on: 1)
        let records = URL(filePath: "\(b.data)/\(IndexRecords.fileName)")
        try a.importRecords(2)
        try put(a)
        var before = Data()
        try b.keep { before = try Data(contentsOf: records) }
        #expect(b.count == 2 && b.isShared)
        try a.importRecords(3)
        try put(a)
        // It was stopped before it could record the second version.
        try before.write(to: records)
        b.restart()
        try settle([b, a], on: 3)
    }

    @Test func `A machine that comes to another app knows nothing of what it has shared before`() throws {
        let servers = try JetStreamServers()
        let (a, b) = (try Node(servers), try Node(servers))
        try a.importRecords(1)
        try settle([a, b], on: 1)
        try a.importRecords(2)
        for node in [a, b] { try node.move(to: "other", servers) }
        try put(a)
        try settle([b, a], on: 2)
    }

    @Test func `A deletion does not take what had not come to its machine`() throws {
        let servers = try JetStreamServers()
        let (a, b) = (try Node(servers), try Node(servers))
        try a.importRecords(1)
        try settle([a, b], on: 1)
        try b.directory.delete("shop")
        try a.importRecords(2)
        try put(a)
        try settle([b, a], on: 2)
        try b.directory.delete("shop")
        try settle([b, a], on: nil)
    }
}
