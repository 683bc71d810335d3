// SPDX-License-Identifier: MIT

import Testing
import Wire

@Suite struct SchemaTests {
    private static let person = Schema.object([
        Schema.Member("name", .text(maximum: 4), isRequired: true, "The name."),
        Schema.Member("age", .integer(0...150), "The age."),
        Schema.Member("colors", .list(.choice(["red", "blue"]), maximum: 2), default: [], "The colors."),
    ])

    @Test(
        arguments: [
            (.any, .null, nil), (.text, "a", 1), (.text(maximum: 2), "é", "éa"), (.boolean, true, 1),
            (.integer, 3, 3.5), (.integer(1...3), 3, 4), (.number, 3.5, "3"), (.number(0...1), 0.5, 1.5),
            (.choice(["a", "b"]), "b", "c"), (.value, 2, ["a"]), (.value, true, .null), (.attribute, "a.b", ""),
            (.list(.text), ["a"], ["a", 1]), (.list(.text, maximum: 1), ["a"], ["a", "b"]),
            (.part(Schema.Part(.searcher, .asked)), "a", ""), (.part(Schema.Part(.searcher, .asked)), "a", 1),
            (
                .part(Schema.Part(.filterState, .heard)), .string(String(repeating: "x", count: 48)),
                .string(String(repeating: "x", count: 49))
            ),
            (.range(isOpen: false), [1, 1], [2, 1]), (.range(isOpen: false), [1, 2], [.null, 2]),
            (.range(isOpen: true), [.null, 2], [.null, .null]), (.range(isOpen: true), [1, .null], [1]),
            (.map(.integer), ["a": 1], ["a": "b"]), (.oneOf([.text, .integer]), 1, true),
            (.nullable(.text), .null, 1), (person, ["name": "Ann", "age": .null], ["age": 3]),
            (person, ["name": "Ann"], ["name": "Ann", "sex": "f"]), (person, ["name": "Ann"], []),
        ] as [(Schema, JSON, JSON?)]
    )
    func `a schema admits the values that it describes and no others`(_ schema: Schema, _ right: JSON, _ wrong: JSON?) {
        #expect(schema.problem(with: right) == nil)
        if let wrong { #expect(schema.problem(with: wrong) != nil) }
    }

    @Test func `a problem says where it is, and the words that were possible`() throws {
        let problem = try #require(Self.person.problem(with: ["name": "Ann", "colors": ["red", "bleu"]]))
        #expect(problem.path == ["colors", "1"])
        #expect(problem.description == "`colors.1` is not one of: red, blue")
        #expect(problem.word == "bleu" && problem.known == ["red", "blue"])
        let unknown = try #require(Self.person.problem(with: ["name": "Ann", "aeg": 3]))
        #expect(unknown.path == ["aeg"] && unknown.word == "aeg" && unknown.known == ["name", "age", "colors"])
    }

    @Test func `a text still to be read is a value like others`() throws {
        let text = try JSON(parsing: Array(#"{"name":"Ann","colors":["red"]}"#.utf8))
        #expect(Self.person.problem(with: text) == nil)
    }

    @Test func `the parts of an app that a value names are found wherever they stand`() {
        let target = Schema.Part(.searcher, .asked)
        let state = Schema.Part(.filterState, .heard)
        let schema = Schema.object([
            Schema.Member("target", .oneOf([.part(target), .list(.part(target))]), "Whom."),
            Schema.Member("maybe", .nullable(.part(state)), "Perhaps."),
            Schema.Member("map", .map(.object([Schema.Member("state", .part(state), "Which.")])), "Many."),
            Schema.Member("text", .text, "No name."),
        ])
        func found(_ value: JSON) -> [String] {
            schema.parts(in: value).map { "\($0.path.joined(separator: ".")) \($0.part.kind) \($0.name)" }
        }
        #expect(found(["text": "a", "target": "b"]) == ["target searcher b"])
        #expect(found(["target": ["a", "b"]]) == ["target.0 searcher a", "target.1 searcher b"])
        #expect(
            found(["map": ["x": ["state": "m"]], "maybe": "n"]) == ["maybe filterState n", "map.x.state filterState m"]
        )
        #expect(found(["target": 7, "maybe": .null, "map": [1]]) == [])
        #expect(found([]) == [])
    }

    @Test func `programs get a JSON Schema`() {
        let schema = Self.person.jsonSchema
        #expect(schema["required"] == ["name"])
        #expect(schema["additionalProperties"] == false)
        #expect(schema["properties"]?["name"]?["maxLength"] == 4)
        #expect(schema["properties"]?["colors"]?["default"] == [])
        #expect(schema["properties"]?["age"]?["anyOf"]?.array?.first == ["type": "null"])
    }
}
