// SPDX-License-Identifier: MIT

import Foundation
import RandomTesting
import SearchIndex
import Testing
import Wire

@Suite struct RecordBatchTests {
    private func reader(_ text: [UInt8], _ name: String, chunk: Int) -> RecordReader {
        var rest = text[...]
        return RecordReader(name: name, options: .init(generatesIdentifiers: true)) {
            defer { rest = rest.dropFirst(chunk) }
            return Array(rest.prefix(chunk))
        }
    }

    /// Reads a text by batches: the records as JSON text and the errors' messages, in order.
    private func batches(_ text: [UInt8], _ name: String, chunk: Int, maxBytes: Int) -> [String] {
        let reader = reader(text, name, chunk: chunk)
        var found: [String] = []
        do {
            while let batch = try reader.nextBatch(maxBytes: maxBytes) {
                #expect(batch.count > 0)
                for result in batch.records() {
                    switch result {
                    case .success(let record): found.append(String(decoding: record.text, as: UTF8.self))
                    case .failure(let error): found.append(error.message)
                    }
                }
            }
        } catch {
            found.append("\(error)")
        }
        return found
    }

    /// Reads a text record by record.
    private func records(_ text: [UInt8], _ name: String, chunk: Int) -> [String] {
        let reader = reader(text, name, chunk: chunk)
        var found: [String] = []
        reader.onInvalid = { found.append($0.message) }
        do {
            while let record = try reader.next() { found.append(String(decoding: record.text, as: UTF8.self)) }
        } catch {
            found.append("\(error)")
        }
        return found
    }

    @Test func `Batches of every size give the records and the errors that reading one by one gives`() {
        var random = SeededGenerator(seed: testSeed)
        let parts = [
            "{\"objectID\":\"a\",\"n\":1}", "{\"x\":\"\\\"]},\"}", "{\"objectID\":", "[1]", ",", "\n", "\r\n", "[", "]",
            " ", "\"",
            "\\", "{}", "objectID,n\n", "a,1\n", ";", "\t", "\"a\"\"b\",2\n", "é", "{\"a\":[[],{}]}",
        ]
        for _ in 0..<1_500 {
            let text = (0..<Int.random(in: 0...12, using: &random)).flatMap { _ in Array(random.pick(parts).utf8) }
            let name = random.pick(["a.json", "a.ndjson", "a.csv", "-"])
            let expected = records(text, name, chunk: 1_000)
            let chunk = Int.random(in: 1...20, using: &random)
            let maxBytes = Int.random(in: 1...60, using: &random)
            #expect(
                batches(text, name, chunk: chunk, maxBytes: maxBytes) == expected,
                "seed \(testSeed), \(name), \(chunk), \(maxBytes): \(String(decoding: text, as: UTF8.self))"
            )
            #expect(records(text, name, chunk: chunk) == expected, "seed \(testSeed)")
        }
    }

    @Test func `A batch is about as large as was asked for, and other threads can check it`() async throws {
        let lines = (0..<5_000).map {
            "{\"objectID\":\"r\($0)\",\"text\":\"\(String(repeating: "x", count: $0 % 90))\"}\n"
        }
        let reader = reader(Array(lines.joined().utf8), "a.ndjson", chunk: 64 << 10)
        var batches: [RawBatch] = []
        while let batch = try reader.nextBatch(maxBytes: 20_000) { batches.append(batch) }
        #expect(batches.count > 15 && batches.dropLast().allSatisfy { (150...900).contains($0.count) })
        let results = await withTaskGroup(of: (Int, [String]).self) { group in
            for (place, batch) in batches.enumerated() {
                group.addTask { (place, batch.records().compactMap { try? $0.get().objectID }) }
            }
            var results = [[String]](repeating: [], count: batches.count)
            for await (place, found) in group { results[place] = found }
            return results
        }
        #expect(results.flatMap(\.self) == (0..<5_000).map { "r\($0)" })
    }

    @Test func `What was checked is settled: counted, left out or refused`() throws {
        let reader = reader(Array("{\"objectID\":1}\n{\n{\"objectID\":2}\n".utf8), "a.ndjson", chunk: 100)
        let results = try #require(try reader.nextBatch(maxBytes: 1 << 20)).records()
        #expect(try reader.settle(results[0])?.objectID == "1")
        #expect(throws: SearchBusError.self) { try reader.settle(results[1]) }
        var messages: [String] = []
        reader.onInvalid = { messages.append($0.message) }
        #expect(try reader.settle(results[1]) == nil)
        #expect(try reader.settle(results[2])?.objectID == "2")
        #expect(messages.count == 1 && messages[0].hasPrefix("a.ndjson, line 2, record 2: This is not JSON"))
        let progress = reader.progress
        #expect(progress.bytes == 32 && progress.records == 2 && progress.skipped == 1)
        #expect(try reader.nextBatch(maxBytes: 1) == nil)
    }

    @Test func `Records before a damaged position are delivered before the error`() throws {
        let reader = reader(Array("[{\"objectID\":1},{\"objectID\":2} x".utf8), "a.json", chunk: 100)
        #expect(try reader.nextBatch(maxBytes: 1_000)?.count == 2)
        for _ in 0..<2 { #expect(throws: SearchBusError.self) { try reader.nextBatch(maxBytes: 1_000) } }
    }

    @Test func `Values that are too long are left out wherever they are cut, and those after them are read`() {
        let long = String(repeating: "\\\\\\\"", count: Record.largest / 4 + 10)
        for (name, text) in [
            ("a.ndjson", "{\"a\":\"\(long)\"}\n{\"objectID\":1}\n"),
            ("a.json", "[{\"a\":\"\(long)\"},{\"objectID\":1}]"),
            ("a.csv", "objectID,a\n3,\"\(long.replacing("\"", with: "\"\""))\"\n1,\n"),
        ] {
            for chunk in [4_095, 4_096, 4_097, 10_000_000] {
                let found = records(Array(text.utf8), name, chunk: chunk)
                #expect(
                    found.count == 2 && found[0].hasSuffix("The record is longer than 1024 KiB."),
                    "\(name) \(chunk)"
                )
                #expect(found.last?.contains("\"objectID\":") == true)
            }
        }
    }
}
