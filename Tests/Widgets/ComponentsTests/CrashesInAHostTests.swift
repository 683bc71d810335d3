// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Foundation
import Synchronization
import Testing
import Wire

@testable import Components

/// Deaths of a process that runs several components: at the moment of death the journal's file is saved, the turn is
/// dropped, and the next process gets the saved file.
@Suite("Crashes in a host", .timeLimit(.minutes(5)))
struct CrashesInAHostTests {
    private let path = "/tmp/searchbus-journal-\(Identifier.make(length: 8))"

    /// The bytes of the journal when something happened last.
    private final class Remains: Sendable {
        private let bytes = Mutex<Data?>(nil)
        private let path: String

        init(_ path: String) { self.path = path }

        func keep() {
            let data = FileManager.default.contents(atPath: path)
            bytes.withLock { $0 = data }
        }

        /// Whether something happened.
        var isThere: Bool { bytes.withLock { $0 != nil } }

        /// Restores the saved file; called when the host has ended.
        func leave() throws {
            let data = bytes.withLock { kept in
                defer { kept = nil }
                return kept
            }
            try data?.write(to: URL(fileURLWithPath: path))
        }
    }

    /// Runs components that die until they no longer do.
    ///
    /// - Returns: How often they died.
    private func run(
        _ broker: TestBroker,
        _ remains: Remains,
        _ folds: [any SessionFold],
        until word: String,
        in component: String
    ) async throws -> Int {
        for death in 0..<12 {
            var host = HostOnTheBus(broker)
            host.journalPath = path
            // The turn in which a component died is dropped.
            host.onTurn = { _, _ in if remains.isThere { throw Death() } }
            let (ends, end) = AsyncStream.makeStream(of: Bool.self)
            try await host.run(folds) { log, task in
                async let isDead: Void = {
                    _ = await task.result
                    end.yield(true)
                }()
                let watch = Task {
                    try await log.wait(for: word, in: component, session: "s")
                    end.yield(false)
                }
                for await _ in ends { break }
                watch.cancel()
                task.cancel()
                await isDead
            }
            try remains.leave()
            let log = try broker.client()
            defer { log.close() }
            if try await log.words(component, session: "s").last == word { return death }
        }
        throw JSONError("it dies again and again")
    }

    @Test func `The event is skipped in the component that dies at it, and in no other one`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let broker = try TestBroker()
        let remains = Remains(path)
        var mortal = Notebook("b", reading: ["word"])
        mortal.onFold = { event in
            if (try? event.data()["word"]) == "deadly" { remains.keep() }
        }
        let folds = [Notebook("a", reading: ["word"]), mortal, Notebook("c", reading: ["word"])]
        let log = try broker.client()
        try await log.tell("word", session: "s", ["one", "deadly", "end"])
        #expect(try await run(broker, remains, folds, until: "end", in: "b") == 3)
        #expect(try await log.words("b", session: "s") == ["one", "end"])
        for other in ["a", "c"] { #expect(try await log.words(other, session: "s") == ["one", "deadly", "end"]) }
        let shown = try await log.all(under: TopicPrefix(.outcome)).filter { try $0.data()["result"] == "rejected" }
        #expect(shown.map(\.topic.component) == ["b"])
        #expect(try shown.first?.data()["code"] == "poison-event")
        log.close()
    }

    @Test func `A death over what a turn ends with is blamed on an event that the component has folded itself`()
        async throws
    {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let broker = try TestBroker()
        let remains = Remains(path)
        var mortal = Notebook("b")
        let deadly = Mutex<Set<String>>([])
        mortal.onFold = { event in
            guard (try? event.data()["word"]) == "deadly", let session = event.topic.session else { return }
            deadly.withLock { _ = $0.insert(session) }
        }
        mortal.onConclude = { session in
            if deadly.withLock({ $0.remove(session) }) != nil { remains.keep() }
        }
        let log = try broker.client()
        // The turn begins with an event of another component.
        try await log.tell([("a", "s", "add", ["word": "one"]), ("b", "s", "add", ["word": "deadly"])])
        try await log.tell([("b", "t", "add", ["word": "two"])])
        #expect(try await log.all(under: TopicPrefix(.intent)).count == 3)
        #expect(try await run(broker, remains, [Notebook("a"), mortal], until: "one", in: "a") == 3)
        #expect(try await log.words("a", session: "s") == ["one"])
        #expect(try await log.words("b", session: "s") == [])
        #expect(try await log.words("b", session: "t") == ["two"])
        log.close()
    }

    @Test func `Two poison events, one after the other, are both skipped`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let broker = try TestBroker()
        let remains = Remains(path)
        var mortal = Notebook("b")
        let isDead = Mutex(false)
        mortal.onFold = { event in
            // A dead component folds nothing.
            guard (try? event.data()["word"]?.string?.hasPrefix("deadly")) == true else { return }
            if isDead.withLock({ $0 }) == false { remains.keep() }
            isDead.withLock { $0 = true }
        }
        let folds = [mortal]
        let log = try broker.client()
        try await log.tell("b", session: "s", ["one", "deadly 1", "deadly 2", "end"])
        var deaths = 0
        while try await log.words("b", session: "s").last != "end" {
            isDead.withLock { $0 = false }
            var host = HostOnTheBus(broker)
            host.journalPath = path
            host.onTurn = { _, _ in if remains.isThere { throw Death() } }
            host.afterTurn = { _, _ in throw Death() }
            #expect(try await host.runToTheEnd(folds) is Death)
            try remains.leave()
            deaths += 1
            try #require(deaths <= 8, "each makes the other one forgotten")
        }
        #expect(try await log.words("b", session: "s") == ["one", "end"])
        log.close()
    }
}
