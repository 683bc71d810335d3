// SPDX-License-Identifier: MIT

import RandomTesting
import SearchModel
import Testing
import Wire

@testable import SearchIndex

@Suite struct RecordWalkerTests {
    /// A visited value, as a JSON value; a location is an array of two numbers.
    private static func json(_ scalar: RecordScalar) -> JSON {
        switch scalar {
        case .text(let text): .string(String(decoding: text, as: UTF8.self))
        case .integer(let number): .int(number)
        case .number(let number): .double(number)
        case .bool(let value): .bool(value)
        case .place(let place): [.number(place.latitude), .number(place.longitude)]
        }
    }

    /// The values of each path, in the order of the visits; their elements are counted from 0.
    private func walk(_ text: [UInt8], _ paths: [String]) throws -> [[JSON]] {
        var values = [[JSON]](repeating: [], count: paths.count)
        try text.withUnsafeBufferPointer { bytes in
            try RecordWalker(paths: paths).walk(bytes) { path, scalar, element in
                #expect(element == values[path].count)
                values[path].append(Self.json(scalar))
            }
        }
        return values
    }

    private func walk(_ text: String, _ path: String) throws -> [JSON] { try walk(Array(text.utf8), [path])[0] }

    @Test func `Dots lead into objects, and arrays are looked through at every depth`() throws {
        let lists = #""v":[{"c":"r"},{"c":["s","t"]},"u"]"#
        let text = #" { "a" : { "b" : [ 1 , [ "x" , { "c" : true } ] ] } , "n":null, \#(lists) } "#
        #expect(try walk(text, "a.b") == [1, "x"])
        #expect(try walk(text, "a.b.c") == [true])
        #expect(try walk(text, "v.c") == ["r", "s", "t"])
        #expect(try walk(text, "v") == ["u"])
        for missing in ["a", "n", "c", "a.c", "a.b.c.d", "", ".", "a.", ".a"] {
            #expect(try walk(text, missing) == [], "\(missing)")
        }
    }

    @Test func `A member whose own name has the dots is found too, but nothing in an object there`() throws {
        let text = #"{"a.b":[1,{"c":2}],"a":{"b":3,"b.c":4},"":5,"a.b.c":6}"#
        #expect(try walk(text, "a.b") == [1, 3])
        #expect(try walk(text, "a.b.c") == [6])
        #expect(try walk(text, "") == [])
    }

    @Test func `A value that several paths want is shown for each of them`() throws {
        let values = try walk(Array(#"{"a":"x","b":{"c":"y"}}"#.utf8), ["a", "b.c", "a", "b"])
        #expect(values == [["x"], ["y"], ["x"], []])
    }

    @Test func `Names and texts are shown without their escapes`() throws {
        let text = #"{"a\u00e9\n":"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00","b":"","c":"é"}"#
        #expect(try walk(text, "aé\n") == ["\"\\/\u{8}\u{c}\n\r\té😀"])
        #expect(try walk(text, "b") == [""])
        #expect(try walk(text, "c") == ["é"])
    }

    @Test func `Half an escape is a replacement character and writes nowhere else`() throws {
        for half in [#"\u"#, #"\u12"#, #"\ud800"#, #"\ud800\u"#, #"\ud800\u0041"#, #"\udc00"#, #"\ud800x"#] {
            let value = try walk(#"{"a":"\#(half)"}"#, "a").first?.string
            #expect(value?.hasPrefix("\u{FFFD}") == true, "\(half)")
        }
    }

    @Test func `Numbers are what the parser makes of them`() throws {
        let numbers = [
            "0", "-0", "-0.0", "1", "-12", "40.0", "4e1", "1.5", "-2.75", "12.99", "0.1", "299.99", "1e22", "1e23",
            "5e-324",
            "123456789012345678", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
            "12345678901234567890", "0.000001234567890123456789", "9007199254740993.5", "1.7976931348623157e308",
            "123456.789012345", "1234567890.1234567", "0.30000000000000004", "100000000000000000000000000.5",
        ]
        for number in numbers {
            #expect(try walk("{\"a\":\(number)}", "a") == [try JSON(parsing: number)], "\(number)")
        }
    }

    @Test func `Decimal numbers are read as exactly as the parser reads them`() throws {
        var random = SeededGenerator(seed: testSeed)
        for _ in 0..<5_000 {
            let digits = String(Int64.random(in: 0...(1 << Int64.random(in: 1...62, using: &random)), using: &random))
            let decimals = String(Int64.random(in: 0...(1 << Int64.random(in: 1...62, using: &random)), using: &random))
            let exponent = random.isTrue() ? "" : "e\(Int.random(in: -30...30, using: &random))"
            let number = "\(digits).\(decimals)\(exponent)"
            #expect(try walk("{\"a\":\(number)}", "a") == [try JSON(parsing: number)], "seed \(testSeed): \(number)")
        }
    }

    /// The points of a record, read from its tree; invalid ones are skipped.
    private static func places(of record: JSON) -> [GeoPoint] {
        guard let value = record[Filter.geoAttribute] else { return [] }
        return (value.array ?? [value]).compactMap { element in
            guard let latitude = element["lat"]?.double, let longitude = element["lng"]?.double else { return nil }
            return GeoPoint(latitude: latitude, longitude: longitude)
        }
    }

    @Test func `Places are shown as the tree has them`() throws {
        let texts = [
            #"{"_geoloc":{"lat":1,"lng":2.5}}"#, #"{"_geoloc":[{"lat":1,"lng":2},{"x":[{}],"lng":-3,"lat":4},7]}"#,
            #"{"_geoloc":{"lat":"1","lng":2}}"#, #"{"_geoloc":{"lat":91,"lng":2}}"#,
            #"{"_geoloc":[[{"lat":1,"lng":2}]]}"#,
            #"{"a":{"_geoloc":{"lat":1,"lng":2}}}"#, #"{"_geoloc":{"lat":1}}"#, #"{"_geoloc":{}}"#, #"{"_geoloc":[]}"#,
            #"{"_geoloc":{"\u006cat":1,"lng":2,"latitude":"x"}}"#, #"{"_geoloc":null}"#,
        ]
        for text in texts {
            let places = Self.places(of: try JSON(parsing: text)).map { Self.json(.place($0)) }
            #expect(try walk(text, "_geoloc").filter { $0.array != nil } == places, "\(text)")
        }
        let both = try walk(Array(texts[1].utf8), ["_geoloc.lat", "_geoloc"])
        #expect(both == [[1, 4], [[1, 2], [4, -3], 7]])
    }

    @Test func `Every path of a random record has the values that the tree has`() throws {
        var random = SeededGenerator(seed: testSeed)
        let paths = ["a", "b", "c", "a.a", "a.b", "b.a", "a.b.c", "a.a.a", "c.c.a.b", "d", "é\"", "a.é\"", "..", "a."]
        for _ in 0..<1_000 {
            let record = random.record(["a", "b", "c", "a.b", "a.b.c", "é\"", "", "a."], depth: 5)
            let text = random.isTrue() ? record.bytes : Array(record.prettyText.utf8)
            let values = try walk(text, paths)
            for (path, found) in zip(paths, values) {
                var expected: [JSON] = []
                AttributePath(path).forEachScalar(in: record) { expected.append($0) }
                #expect(
                    found.map(\.text).sorted() == expected.map(\.text).sorted(),
                    "seed \(testSeed), \(path): \(record.text)"
                )
            }
        }
    }

    @Test func `Every attribute of random records is shown with its values`() throws {
        var random = SeededGenerator(seed: testSeed)
        for _ in 0..<1_000 {
            var walker = AttributeWalker()
            var expected: [String: [String]] = [:]
            var found: [String: [String]] = [:]
            for _ in 0..<3 {
                let record = random.record(["a", "b", "a.b", "objectID", "é\""], depth: 4)
                for member in record.object?.members ?? [] where member.key != "objectID" {
                    member.value.gather(into: &expected, name: member.key)
                }
                try record.bytes.withUnsafeBufferPointer { bytes in
                    try walker.walk(bytes) { place, scalar, _ in
                        found["\(place)", default: []].append(Self.json(scalar).text)
                    }
                }
            }
            let named = Dictionary(uniqueKeysWithValues: found.map { (walker.attributes[Int($0.key) ?? 0], $0.value) })
            #expect(named.mapValues { $0.sorted() } == expected.mapValues { $0.sorted() }, "seed \(testSeed)")
            #expect(walker.isComplete && walker.attributes.count == named.count)
        }
    }

    @Test func `Attributes beyond the limits are skipped, and this is reported`() throws {
        func attributes(_ text: String) throws -> (names: [String], isComplete: Bool) {
            var walker = AttributeWalker()
            try Array(text.utf8).withUnsafeBufferPointer { try walker.walk($0) { _, _, _ in } }
            return (walker.attributes, walker.isComplete)
        }
        #expect(try attributes(#"{"a":{"b":{"c":{"d":1,"e":{}}}}}"#) == (["a.b.c.d"], true))
        #expect(try attributes(#"{"a":{"b":{"c":{"d":{"e":1}}}}}"#) == ([], false))
        #expect(try attributes(#"{"a":null,"b":[],"c":{},"d":[null]}"#) == ([], true))
        func many(_ count: Int, _ value: String) -> String {
            "{" + (0..<count).map { "\"a\($0)\":\(value)" }.joined(separator: ",") + "}"
        }
        #expect(try attributes(many(256, "1")).isComplete)
        #expect(try attributes(many(257, "1")).names.count == 256)
        #expect(try !attributes(many(257, "1")).isComplete)
        let long = String(repeating: "é", count: 256)
        #expect(try attributes("{\"\(long)\":1}") == ([long], true))
        #expect(try attributes("{\"\(long)x\":1,\"a\":2}") == (["a"], false))
        #expect(try attributes(many(10_000, "null")).isComplete)
        #expect(try !attributes(many(10_000, "[]")).isComplete)
    }

    @Test func `Damaged text is an error or is passed over, and never traps`() throws {
        var random = SeededGenerator(seed: testSeed)
        let paths = ["a", "b", "a.b", "b.a", "_geoloc", "_geoloc.lat"]
        let structure = Array(#"{}[]",:\ut-0.e"#.utf8)
        for _ in 0..<6_000 {
            var text = random.record(["a", "b", "_geoloc", "lat", "lng"], depth: 4).bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) where !text.isEmpty {
                let place = Int.random(in: text.indices, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: text.removeSubrange(place...)
                case 1: text.remove(at: place)
                case 2: text[place] = random.pick(structure)
                default: text.insert(UInt8.random(in: 0...255, using: &random), at: place)
                }
            }
            _ = try? walk(text, paths)
            var walker = AttributeWalker()
            text.withUnsafeBufferPointer { bytes in try? walker.walk(bytes) { _, _, _ in } }
        }
        for deep in [#"{"a":"# + String(repeating: "[", count: 100_000), String(repeating: #"{"a":"#, count: 100_000)] {
            #expect(throws: JSONError.self) { try walk(deep, "a") }
        }
    }
}

extension SeededGenerator {
    /// A random object with members of some names.
    fileprivate mutating func record(_ names: [String], depth: Int) -> JSON {
        let members = (0..<Int.random(in: 0...4, using: &self)).map { _ in (pick(names), value(names, depth: depth)) }
        return .object(JSONObject(members))
    }

    private mutating func value(_ names: [String], depth: Int) -> JSON {
        switch Int.random(in: 0..<(depth > 1 ? 8 : 5), using: &self) {
        case 0:
            return .string(pick(["", "a", "text of \"words\"", "é\n😀", "{[]}\\", String(repeating: "a ", count: 9)]))
        case 1: return .int(Int64.random(in: -9_999...9_999, using: &self))
        case 2: return .number(Double.random(in: -1...1, using: &self))
        case 3: return .bool(isTrue())
        case 4: return .null
        case 5: return .array((0..<Int.random(in: 0...3, using: &self)).map { _ in value(names, depth: depth - 1) })
        default: return record(names, depth: depth - 1)
        }
    }
}

extension JSON {
    /// Gathers the scalars by their attribute's name.
    fileprivate func gather(into values: inout [String: [String]], name: String) {
        switch self {
        case .array(let elements): for element in elements { element.gather(into: &values, name: name) }
        case .object(let object):
            for member in object.members { member.value.gather(into: &values, name: "\(name).\(member.key)") }
        case .null: break
        default: values[name, default: []].append(text)
        }
    }
}
