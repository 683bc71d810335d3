// SPDX-License-Identifier: MIT

import RandomTesting
import Testing
import Wire

@Suite struct JSONValueTests {
    @Test func `members can be read, changed and removed in order`() {
        var object = JSONObject([("a", 1), ("b", 2), ("a", 3)])
        #expect(object.keys == ["a", "b"])
        #expect(object["a"] == 3)
        object["c"] = 4
        object["b"] = nil
        object["none"] = nil
        #expect(object.keys == ["a", "c"])
        #expect(object.count == 2 && !object.isEmpty)
    }

    @Test func `the order of members does not matter for equality`() {
        let one: JSON = ["a": 1, "b": ["c": 2, "d": 3]]
        let other: JSON = ["b": ["d": 3, "c": 2], "a": 1]
        #expect(one == other)
        #expect(Set([one, other]).count == 1)
        #expect(one != ["a": 1, "c": 2])
        #expect(one != ["a": 1])
        #expect(JSON.array([1, 2]) != [2, 1])
    }

    @Test func `changes are merged as they would be made one by one`() {
        var generator = SeededGenerator(seed: testSeed)
        for _ in 0..<500 {
            func key() -> String { "k\(Int.random(in: 0..<30, using: &generator))" }
            let members: [(String, JSON)] = (0..<Int.random(in: 0..<40, using: &generator)).map { number in
                (key(), .int(Int64(number)))
            }
            var object = JSONObject(members)
            let changes: [(key: String, value: JSON?)] = (0..<Int.random(in: 0..<40, using: &generator)).map { number in
                (key: key(), value: Bool.random(using: &generator) ? .int(Int64(100 + number)) : nil)
            }
            let merged = object.merging(changes)
            // Of changes of one key the last one counts, and where the key was is where it stays.
            var last: [String: JSON?] = [:]
            for change in changes { last[change.key] = change.value }
            let order: [String] = object.keys + changes.map(\.key).filter { !object.keys.contains($0) }
            for (key, value) in last { object[key] = value }
            var known: Set<String> = []
            let expected = order.filter { known.insert($0).inserted && object[$0] != nil }
            #expect(merged == object && merged.keys == expected, "seed \(testSeed)")
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `large objects are made, merged and compared in linear time`() {
        let members: [(String, JSON)] = (0..<200_000).map { (number: Int) in ("member-\(number)", .int(Int64(number))) }
        let (object, reversed) = (JSONObject(members), JSONObject(members.reversed()))
        #expect(object == reversed && object.merging(reversed) == object)
        #expect(object != JSONObject(members.reversed().map { ($0.0, $0.1 == 7 ? 8 : $0.1) }))
    }

    @Test func `accessors answer for their own kind only`() {
        let values: [JSON] = [.null, true, 1, 1.5, "s", [], [:]]
        #expect(values.map { $0.isNull } == [true, false, false, false, false, false, false])
        #expect(values.compactMap(\.bool) == [true])
        #expect(values.compactMap(\.int) == [1])
        #expect(values.compactMap(\.double) == [1, 1.5])
        #expect(values.compactMap(\.string) == ["s"])
        #expect(values.compactMap(\.array) == [[]])
        #expect(values.compactMap(\.object).count == 1)
        #expect(values.allSatisfy { $0["a"] == nil })
        #expect(JSON(String?.none) == JSON.null && JSON(Int?.none) == JSON.null && JSON(["a"]) == ["a"])
    }

    @Test func `required members are there and of their kind`() throws {
        let value: JSON = ["s": "x", "i": 1, "d": 1.5, "n": .null, "a": ["x", "y"], "m": ["x", 1]]
        #expect(try value.requiredString("s") == "x")
        #expect(try value.requiredInt("i") == 1)
        #expect(try value.requiredDouble("i") == 1 && value.requiredDouble("d") == 1.5)
        #expect(try value.strings("a") == ["x", "y"])
        #expect(try value.list("none") == [] && value.list("n") == [] && value.strings("n") == [])
        #expect(throws: JSONError("`n` is missing")) { try value.required("n") }
        #expect(throws: JSONError("`none` is missing")) { try value.required("none") }
        #expect(throws: JSONError("`i` is not a string")) { try value.requiredString("i") }
        #expect(throws: JSONError("`d` is not an integer")) { try value.requiredInt("d") }
        #expect(throws: JSONError("`s` is not a number")) { try value.requiredDouble("s") }
        #expect(throws: JSONError("`s` is not an array")) { try value.list("s") }
        #expect(throws: JSONError.self) { try value.strings("m") }
        #expect(throws: JSONError.self) { try JSON.null.required("s") }
    }
}
