// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A value that a schema admits, and what else there might be: values that differ from it in one place, right ones and wrong ones.
struct SchemaSample {
    /// A value in place of the sample, and where it differs from it.
    struct Variant {
        let place: String
        let value: JSON

        func within(_ name: String, _ wrap: (JSON) -> JSON) -> Variant {
            Variant(place: place.isEmpty ? name : "\(name).\(place)", value: wrap(value))
        }
    }

    /// The schema of a text whose matches are marked: pairs of a text and whether it matches.
    static let spans = Schema.list(.list(.oneOf([.text, .boolean]), maximum: 2))

    /// The schemas of a point on the earth, and of a box between two of them.
    static let point = Schema.list(.number, maximum: 2)
    static let box = Schema.list(point, maximum: 2)

    /// The sample: everything that may be there is.
    let value: JSON
    /// Other values that the schema admits, each different in one place.
    let changes: [Variant]
    /// Values that it does not admit: something is missing or of another kind.
    let mistakes: [Variant]

    /// - Parameters:
    ///   - schema: What is wanted.
    ///   - depth: How many objects within each other may have members that need not be there.
    init(_ schema: Schema, depth: Int = 4) {
        switch schema {
        case Self.spans: self.init([["a", false]], [[["a", true]], [["b", false]], []], [7, [[1, true]], [["a"]]])
        case Self.point:
            self.init([48.5, 11.5], [[47, 11.5], [48.5, -11.5]], [7, [48.5], ["a", 11.5], [1, 2, 3]])
        case Self.box:
            self.init(
                [[1, 2], [3, 4]],
                [[[0, 2], [3, 4]], [[1, 2], [3, 5]]],
                [7, [[1, 2]], [[1, 2], [3]], [1, 2]]
            )
        case .any: self.init("a", ["b"], [])
        case .text: self.init("a", ["b"], [7])
        case .attribute, .part: self.init("color", ["size"], [7])
        case .boolean: self.init(true, [false], ["true"])
        case .value: self.init("red", ["blue", 4, 2.5, true], [[]])
        case .integer(let range): self.init(JSON(range.lowerBound), [JSON(range.upperBound)], ["1", 0.5])
        case .number(let range):
            self.init(.number(max(range.lowerBound, 0.5)), [.number(min(range.upperBound, 2.5))], ["1"])
        case .choice(let words):
            let others = words.dropFirst().map { JSON.string($0) }
            self.init(.string(words.first ?? ""), others, [7])
        case .range(let isOpen):
            let open: [JSON] = isOpen ? [[.null, 5], [1, .null]] : []
            self.init([1, 5], [[2, 5], [1, 6]] + open, [7, [1], [5, 1], ["a", 5]])
        case .nullable(let schema):
            let inner = SchemaSample(schema, depth: depth)
            self.init(inner.value, inner.changes + [Variant(place: "", value: .null)], inner.mistakes)
        case .oneOf(let schemas):
            let others = schemas.map { SchemaSample($0, depth: depth) }
            let changes = others.dropFirst().flatMap { [Variant(place: "", value: $0.value)] + $0.changes }
            self.init(others.first?.value ?? .null, (others.first?.changes ?? []) + changes, [])
        case .map(let schema): self.init(object: [Schema.Member("a", schema, "")], isOpen: true, depth: depth)
        case .list(let element, _): self.init(listOf: SchemaSample(element, depth: depth))
        case .object(let members, let isOpen): self.init(object: members, isOpen: isOpen, depth: depth)
        }
    }

    private init(_ value: JSON, _ changes: [Variant], _ mistakes: [Variant]) {
        self.value = value
        self.changes = changes
        self.mistakes = mistakes
    }

    private init(_ value: JSON, _ changes: [JSON], _ mistakes: [JSON]) {
        self.init(
            value,
            changes.map { Variant(place: "", value: $0) },
            mistakes.map { Variant(place: "", value: $0) }
        )
    }

    private init(listOf element: SchemaSample) {
        value = [element.value]
        changes =
            element.changes.map { $0.within("0") { [$0] } }
            + [Variant(place: "", value: []), Variant(place: "", value: [element.value, element.value])]
        mistakes = element.mistakes.map { $0.within("0") { [$0] } } + [Variant(place: "", value: 7)]
    }

    private init(object members: [Schema.Member], isOpen: Bool, depth: Int) {
        let wanted = members.filter { $0.isRequired || depth > 0 }
        let samples = wanted.map { ($0, SchemaSample($0.schema, depth: depth - 1)) }
        var whole = JSONObject(samples.map { ($0.name, $1.value) })
        if isOpen { whole["x"] = 1 }
        func with(_ name: String, _ value: JSON?) -> JSON {
            var object = whole
            object[name] = value
            return .object(object)
        }
        value = .object(whole)
        var changes = isOpen ? [Variant(place: "x", value: with("x", 2))] : []
        var mistakes = [Variant(place: "", value: 7)]
        for (member, sample) in samples {
            changes += sample.changes.map { $0.within(member.name) { with(member.name, $0) } }
            mistakes += sample.mistakes.map { $0.within(member.name) { with(member.name, $0) } }
            let without = Variant(place: "\(member.name) (left out)", value: with(member.name, nil))
            if member.isRequired { mistakes.append(without) } else { changes.append(without) }
        }
        self.changes = changes
        self.mistakes = mistakes
    }
}
