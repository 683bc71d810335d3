// SPDX-License-Identifier: MIT

import Cases
import RandomTesting
import Testing
import Wire

@Suite struct ScreenComparisonTests {
    private static func hits(_ names: String...) -> JSON {
        let hits = names.enumerated().map { place, name -> JSON in
            ["objectID": .string(name), "position": JSON(place), "record": ["price": JSON(name.utf8.count)]]
        }
        return ["phase": "ready", "hits": .array(hits)]
    }

    private func words(_ before: [String: JSON], _ after: [String: JSON]) -> [String] {
        ScreenComparison.differences(from: before, to: after).map { difference in
            "\(difference.kind) \(difference.widget) \(difference.path)"
        }
    }

    @Test func `equal screens do not differ`() {
        #expect(words(["hits": Self.hits("a", "b")], ["hits": Self.hits("a", "b")]).isEmpty)
    }

    @Test func `a hit that is not there is lost, and another one new`() {
        let differences = words(["hits": Self.hits("a", "b", "c")], ["hits": Self.hits("a", "c", "d")])
        // The rest moved up by that: no difference of its own.
        #expect(differences == ["lost hits hits[b]", "new hits hits[d]"])
    }

    @Test func `of hits in another order the fewest have moved`() {
        let rotated = words(["hits": Self.hits("a", "b", "c", "d")], ["hits": Self.hits("d", "a", "b", "c")])
        #expect(rotated == ["moved hits hits[d]"])
        #expect(words(["hits": Self.hits("a", "b")], ["hits": Self.hits("b", "a")]).count == 1)
    }

    @Test func `values are compared within elements and views`() {
        let before: JSON = ["items": [["value": "Acme", "count": 3]], "text": "x", "bounds": [1, 5], "old": true]
        let after: JSON = ["items": [["value": "Acme", "count": 4]], "text": "y", "bounds": [1, 6], "fresh": 1]
        #expect(
            words(["brand": before], ["brand": after]) == [
                "lost brand old", "changed brand items[Acme].count", "changed brand text", "changed brand bounds[1]",
                "new brand fresh",
            ]
        )
    }

    @Test func `a widget that is missing is lost, and one more is new`() {
        #expect(words(["a": ["phase": "ready"]], ["b": ["phase": "ready"]]) == ["lost a ", "new b "])
    }

    @Test func `lists of values without names are compared by their values`() {
        let before: JSON = ["parts": [["x", true], ["y", false]]]
        let after: JSON = ["parts": [["y", false], ["x", true]]]
        #expect(words(["w": before], ["w": after]) == ["moved w parts"])
        #expect(words(["w": ["l": [1, 2, 3]]], ["w": ["l": [1, 3]]]) == ["lost w l[1]"])
    }

    @Test func `random lists differ exactly where they were changed`() {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let names = (0..<Int.random(in: 1...20, using: &random)).map { "n\($0)" }
            let shuffled = names.shuffled(using: &random)
            let kept = shuffled.filter { _ in Bool.random(using: &random) }
            let found = ScreenComparison.differences(from: ["w": list(names)], to: ["w": list(kept)])
            let lost = names.filter { !kept.contains($0) }.map { "l[\($0)]" }
            #expect(Set(found.filter { $0.kind == .lost }.map(\.path)) == Set(lost), "seed \(seed)")
            #expect(found.allSatisfy { [.lost, .moved].contains($0.kind) })
            // Without those that moved, the order is the same.
            let moved = Set(found.filter { $0.kind == .moved }.map(\.path))
            let rest = kept.filter { !moved.contains("l[\($0)]") }
            #expect(rest == names.filter { rest.contains($0) }, "seed \(seed)")
        }
    }

    private func list(_ names: [String]) -> JSON { ["l": .array(names.map { ["name": .string($0)] })] }

    @Test func `of a redacted case only shapes are compared`() {
        let before: [String: JSON] = [
            "hits": ["phase": "ready", "query": "aaab", "nbHits": 4, "hits": [["objectID": "a0"]]],
            "hits.1": ["page": 1],
        ]
        let other: [String: JSON] = ["hits": ["phase": "ready", "query": "lamp", "nbHits": 0, "hits": []]]
        #expect(ScreenComparison.differences(from: before, to: other, isShapeOnly: true).isEmpty)
        let failed: [String: JSON] = ["hits": ["phase": "failed", "query": 3, "nbHits": 0, "hits": [:]], "box": [:]]
        let found = ScreenComparison.differences(from: before, to: failed, isShapeOnly: true)
        #expect(found.map(\.path) == ["", "phase", "query", "hits"])
    }
}
