// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Broker
import Bus
import BusTesting
import Testing
import Wire

/// The parts of a running app's log that an import reads.
@Suite struct AppliedWritesTests {
    private func append(_ kind: Topic.Kind, _ name: String, to log: any EventLog) async throws -> SequenceNumber {
        let session = kind == .write ? nil : "s"
        let draft = EventDraft(
            topic: try Topic(kind, name, session: session),
            id: Identifier.make(),
            source: "/test",
            type: "searchbus.\(kind.rawValue).x",
            data: Array(#"{"name":"\#(name)"}"#.utf8)
        )
        return try await log.append([draft]).last
    }

    @Test func `All writes are applied up to the head of the log, or up to the first that waits`() async throws {
        let broker = try TestBroker()
        let log = try broker.client()
        let path = "\(broker.folder)/data/log.sqlite"
        func applied() throws -> SequenceNumber? {
            try LogFile.folded(by: "indexer", of: .write, path: path)?.sequence
        }
        let head = try await append(.view, "box", to: log)
        #expect(try applied() == head)
        let first = try await append(.write, "i", to: log)
        let later = try await append(.view, "box", to: log)
        #expect(try applied().map { $0.rawValue + 1 } == first.rawValue)
        let move = CursorMove(
            component: "indexer",
            from: .zero,
            to: first,
            folded: 1,
            prefixes: [TopicPrefix(.write)],
            incarnation: 0
        )
        _ = try await log.append([], id: "a", moving: [move])
        #expect(try applied() == later)
        #expect(try LogFile.folded(by: "indexer", of: .write, path: "\(broker.folder)/none") == nil)
    }

    @Test func `Writes are read from the log in pages, without the events between them`() async throws {
        let broker = try TestBroker()
        let log = try broker.client()
        var places: [SequenceNumber] = []
        for number in 0..<5 {
            _ = try await append(.view, "box", to: log)
            places.append(try await append(.write, "i\(number % 2)", to: log))
        }
        let head = try await append(.view, "box", to: log)
        var (found, place): ([SequenceNumber], SequenceNumber) = ([], .zero)
        while place < head {
            let page = try #require(
                try LogFile.replay(.write, after: place, limit: 2, path: "\(broker.folder)/data/log.sqlite")
            )
            #expect(page.events.count <= 2 && page.head == head && page.trimmed == nil && page.through > place)
            found += page.events.map(\.sequence)
            place = page.through
        }
        #expect(found == places)
    }
}
