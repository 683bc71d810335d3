// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Backends
import Foundation
import RandomTesting
import SearchIndex
import SearchModel
import Testing
import Wire

@testable import Searchers

@Suite("Cached answers")
struct AnswerCacheTests {
    private func withIndex(_ body: (IndexDirectory, QuestionEngine) throws -> Void) throws {
        let directory = IndexDirectory(path: "/tmp/searchbus-answers-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        let embedded = EmbeddedBackend(directory: directory)
        try body(directory, QuestionEngine(backends: [:], owners: [:], embedded: embedded))
    }

    private func count(_ engine: QuestionEngine, _ question: AlgoliaQuestion) throws -> Int? {
        try JSON(parsing: try #require(engine.answersNow([question])?.first).get())["nbHits"]?.int
    }

    private func fill(_ directory: IndexDirectory, _ names: [String]) throws {
        let records = try names.map { try Record(["objectID": .string($0), "name": .string($0), "kind": "k"]) }
        try IndexWriter(directory: directory, name: "i").replaceAll(records)
    }

    @Test func `An answer is that of the index as it is now, also where it was deleted and made again`() throws {
        try withIndex { directory, engine in
            let question = AlgoliaQuestion(.hits, index: "i")
            try fill(directory, ["a"])
            for _ in 0..<3 { #expect(try count(engine, question) == 1) }
            try fill(directory, ["a", "b"])
            #expect(try count(engine, question) == 2)
            try directory.delete("i")
            #expect(throws: AlgoliaError("Index i does not exist", status: 404)) { try count(engine, question) }
            try fill(directory, ["a", "b", "c"])
            #expect(try count(engine, question) == 3)
        }
    }

    @Test func `Keys that see a part of the records do not get the answers of others`() throws {
        try withIndex { directory, engine in
            try fill(directory, ["a", "b"])
            var question = AlgoliaQuestion(.hits, index: "i", parameters: JSONObject([("query", "")]))
            #expect(try count(engine, question) == 2)
            question.restrictions = [JSONObject([("filters", "kind:other")])]
            #expect(try count(engine, question) == 0)
        }
    }

    @Test func `It takes no more room than it may, and keeps what is asked again and again`() throws {
        try withIndex { directory, _ in
            try fill(directory, ["a"])
            let version = try IndexReader(directory: directory, name: "i").current
            let cache = AnswerCache(limit: 64 << 10)
            func key(_ number: Int) throws -> AnswerCache.Key {
                let question = AlgoliaQuestion(.hits, index: "i", parameters: JSONObject([("page", JSON(number))]))
                return try #require(AnswerCache.Key(version: version, question: question))
            }
            cache.note([UInt8](repeating: 1, count: 1_000), to: try key(0))
            for number in 1..<500 {
                cache.note([UInt8](repeating: 2, count: 1_000), to: try key(number))
                #expect(try cache.answer(to: key(0))?.first == 1)
                #expect(cache.byteCount <= 64 << 10)
            }
            #expect(try (1..<500).filter { try cache.answer(to: key($0)) != nil }.count < 64)
            cache.note([UInt8](repeating: 3, count: 10_000), to: try key(1_000))
            #expect(try cache.answer(to: key(1_000)) == nil)
        }
    }

    @Test func `Many large questions with small answers take no more room than it may`() throws {
        try withIndex { directory, engine in
            try fill(directory, ["a"])
            let version = try IndexReader(directory: directory, name: "i").current
            func question(_ number: Int, contexts: Int) -> AlgoliaQuestion {
                let many = JSON.array((0..<contexts).map { JSON($0 % 10) })
                return AlgoliaQuestion(
                    .hits,
                    index: "i",
                    parameters: JSONObject([
                        ("query", .string("\(number)")), ("ruleContexts", many), ("responseFields", ["nbHits"]),
                    ])
                )
            }
            let cache = AnswerCache(limit: 256 << 10)
            for number in 0..<2_000 {
                let key = try #require(AnswerCache.Key(version: version, question: question(number, contexts: 1_500)))
                cache.note(Array("{}".utf8), to: key)
                #expect(cache.answer(to: key) == Array("{}".utf8))
                #expect(cache.byteCount <= 256 << 10)
            }
            // The counted size is at least the actual one: a digest for each answer.
            #expect(cache.byteCount > 100 << 10)
            #expect(AnswerCache.Key(version: version, question: question(1, contexts: 19_000)) == nil)
            // Through the engine: such a request is answered, and not cached.
            #expect(try count(engine, question(1, contexts: 19_000)) == 0)
            #expect(engine.cache.byteCount == 0)
        }
    }

    @Test func `What is known of many indexes takes no more room than it may`() throws {
        try withIndex { directory, _ in
            try fill(directory, ["a"])
            let version = try IndexReader(directory: directory, name: "i").current
            let known = KnownIndexes()
            let texts = (0..<50).map { "attribute-\($0)-\(String(repeating: "x", count: 200))" }
            for number in 0..<2_000 {
                _ = known.index("\(number)\(String(repeating: "n", count: 240))", version) {
                    AlgoliaQuery.Index(facets: texts, searched: texts)
                }
                #expect(known.byteCount <= KnownIndexes.maxBytes)
            }
            #expect(known.byteCount > KnownIndexes.maxBytes / 4)
        }
    }
}
