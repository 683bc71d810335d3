// SPDX-License-Identifier: MIT

import RandomTesting
import Testing
import Wire

@testable import Replication

@Suite struct EntryAssemblerTests {
    private typealias Placed = (message: JournalMessage, place: JournalPlace)

    /// Messages of several brokers in one order: entries in parts, interleaved, some repeated, some never complete.
    private func drawOrder(_ generator: inout SeededGenerator) throws -> [Placed] {
        var queues: [[JournalMessage]] = try ["a", "b", "c"].map { proposer in
            var messages: [JournalMessage] = []
            for number in 1...UInt64(Int.random(in: 1...6, using: &generator)) {
                let bytes = (0..<Int.random(in: 1...12, using: &generator)).map { UInt8($0) }
                var parts = try JournalMessage.messages(for: bytes, proposer: proposer, number: number, partSize: 4)
                if generator.isTrue(), generator.isTrue() { parts.removeLast() }
                messages += parts
            }
            return messages
        }
        var order: [JournalMessage] = []
        while !queues.allSatisfy(\.isEmpty) {
            let index = Int.random(in: queues.indices, using: &generator)
            guard !queues[index].isEmpty else { continue }
            order.append(queues[index].removeFirst())
            if Int.random(in: 0..<4, using: &generator) == 0 { order.append(generator.pick(order)) }
        }
        return order.enumerated().map { ($1, JournalPlace(rawValue: UInt64($0 + 1))) }
    }

    private func run(_ order: [Placed], _ assembler: inout EntryAssembler) -> [EntryAssembler.Result] {
        order.compactMap { message, place in
            let result = assembler.take(message, at: place)
            if case .entry = result { return result }
            return nil
        }
    }

    @Test func `Every whole entry comes once, those of a broker in order, whatever comes twice`() throws {
        var generator = SeededGenerator(seed: testSeed)
        for _ in 0..<300 {
            var assembler = EntryAssembler()
            var last: [String: UInt64] = [:]
            for case .entry(let proposer, let number, let bytes) in run(try drawOrder(&generator), &assembler) {
                #expect(number > last[proposer, default: 0])
                #expect(bytes == bytes.indices.map { UInt8($0) })
                last[proposer] = number
            }
            #expect(last == assembler.numbers)
        }
    }

    @Test func `A broker that restarts at any position finds the same entries as one that ran all the time`() throws {
        var generator = SeededGenerator(seed: testSeed)
        for _ in 0..<300 {
            let order = try drawOrder(&generator)
            var whole = EntryAssembler()
            let expected = run(order, &whole)
            let cut = Int.random(in: 0...order.count, using: &generator)
            var first = EntryAssembler()
            let before = run(Array(order[..<cut]), &first)
            var second = EntryAssembler(after: first.resumePlace, numbers: first.numbers)
            let after = run(Array(order[Int(first.resumePlace.rawValue)...]), &second)
            #expect(before + after == expected)
        }
    }

    @Test func `An entry whose broker has gone is given up`() throws {
        let parts = try JournalMessage.messages(for: [0, 1, 2], proposer: "a", number: 1, partSize: 2)
        let other = try JournalMessage.messages(for: [0], proposer: "b", number: 1)[0]
        var assembler = EntryAssembler()
        #expect(assembler.take(parts[0], at: JournalPlace(rawValue: 5)) == .part)
        #expect(assembler.resumePlace == JournalPlace(rawValue: 4))
        let late = JournalPlace(rawValue: 5 + EntryAssembler.patience)
        _ = assembler.take(other, at: late)
        #expect(assembler.resumePlace == late)
    }
}
