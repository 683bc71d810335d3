// SPDX-License-Identifier: MIT

import RandomTesting
import Replay
import SearchModel
import Testing
import Wire

@Suite struct AnswerDifferenceTests {
    private typealias Placed = AnswerDifference.Placed
    private typealias Moved = AnswerDifference.Moved

    private static let failure = SearchBusError(.backendTimeout, "The engine is slow.")

    private func difference(
        _ before: [String],
        _ after: [String],
        counts: (Int, Int)? = nil
    ) -> AnswerDifference? {
        let counts = counts ?? (before.count, after.count)
        return AnswerDifference(
            from: .success(AnswerDigest(hits: before, count: counts.0)),
            to: .success(AnswerDigest(hits: after, count: counts.1))
        )
    }

    @Test func `equal answers differ in nothing`() {
        #expect(difference(["a", "b"], ["a", "b"]) == nil)
        #expect(difference([], []) == nil)
        #expect(AnswerDifference(from: .failure(Self.failure), to: .failure(Self.failure)) == nil)
    }

    @Test func `hits are gained, lost and moved, with their places from 1`() throws {
        let found = try #require(difference(["a", "b", "c"], ["d", "c", "a"]))
        #expect(found.gained == [Placed(objectID: "d", place: 1)])
        #expect(found.lost == [Placed(objectID: "b", place: 2)])
        #expect(found.moved == [Moved(objectID: "c", from: 3, to: 2), Moved(objectID: "a", from: 1, to: 3)])
        #expect(found.turn == nil && found.points == 6)
    }

    @Test func `only the first ten count`() {
        let hits = (0..<12).map { "h\($0)" }
        #expect(difference(hits, Array(hits.dropLast(2)) + ["x", "y"]) == nil)
        #expect(difference(hits, ["x"] + hits.dropLast())?.lost == [Placed(objectID: "h9", place: 10)])
    }

    @Test func `another number of results alone is a difference`() throws {
        let found = try #require(difference(["a"], ["a"], counts: (5, 6)))
        #expect(found.countBefore == 5 && found.countAfter == 6 && found.points == 1)
        #expect(found.gained.isEmpty && found.lost.isEmpty && found.moved.isEmpty)
    }

    @Test func `answers become empty, and are empty no longer`() throws {
        let emptied = try #require(difference(["a"], []))
        let filled = try #require(difference([], ["a"]))
        #expect(emptied.turn == .becameEmpty && filled.turn == .noLongerEmpty)
        #expect(emptied.points > filled.points)
    }

    @Test func `an error is reported, and does not count as an answer without results`() throws {
        let some = AnswerDigest(hits: ["a"], count: 1, facets: ["kind": ["x": 1]])
        let now = try #require(AnswerDifference(from: .success(some), to: .failure(Self.failure)))
        #expect(now.turn == .nowFails && now.error == Self.failure && now.facets.isEmpty)
        #expect(now.countBefore == 1 && now.countAfter == nil && now.points >= 40)
        let nothing = AnswerDigest(hits: [], count: 0)
        let better = try #require(AnswerDifference(from: .failure(Self.failure), to: .success(nothing)))
        #expect(better.turn == .noLongerFails && better.countBefore == nil && better.countAfter == 0)
    }

    @Test func `values with other counts, and values of one side only, are counted`() throws {
        let before = AnswerDigest(hits: [], count: 9, facets: ["kind": ["x": 1, "y": 2, "z": 3], "same": [4: 1]])
        let other: [String: [FacetValue: Int]] = ["kind": ["x": 1, "y": 5, "w": 1], "same": [4: 1], "n": [:]]
        let after = AnswerDigest(hits: [], count: 9, facets: other)
        let found = try #require(AnswerDifference(from: .success(before), to: .success(after)))
        #expect(found.facets == ["kind": 3] && found.points == 1)
    }

    @Test func `an attribute without values is as good as none`() {
        let before = AnswerDigest(hits: ["a"], count: 1, facets: ["kind": [:]])
        let after = AnswerDigest(hits: ["a"], count: 1)
        #expect(AnswerDifference(from: .success(before), to: .success(after)) == nil)
    }

    @Test func `of an element that is in a list twice the first position counts`() {
        #expect(difference(["a", "b", "a"], ["a", "b"], counts: (2, 2)) == nil)
    }

    @Test func `random lists differ as one by one comparison says`() {
        var chance = SeededGenerator(seed: testSeed)
        for round in 0..<2_000 {
            let names = (0..<14).map { "h\($0)" }
            let before = Array(names.shuffled(using: &chance).prefix(Int.random(in: 0...12, using: &chance)))
            let after = Array(names.shuffled(using: &chance).prefix(Int.random(in: 0...12, using: &chance)))
            let (old, new) = (Array(before.prefix(10)), Array(after.prefix(10)))
            var gained: [Placed] = []
            var moved: [Moved] = []
            for (place, hit) in new.enumerated() {
                if let from = old.firstIndex(of: hit) {
                    if from != place { moved.append(Moved(objectID: hit, from: from + 1, to: place + 1)) }
                } else {
                    gained.append(Placed(objectID: hit, place: place + 1))
                }
            }
            let lost = old.enumerated().filter { !new.contains($1) }.map { Placed(objectID: $1, place: $0 + 1) }
            let found = difference(before, after)
            let isSame = old == new && before.count == after.count
            #expect((found == nil) == isSame, "seed \(testSeed), round \(round)")
            guard let found else { continue }
            #expect(
                found.gained == gained && found.lost == lost && found.moved == moved,
                "seed \(testSeed), round \(round): \(before) → \(after)"
            )
        }
    }
}
