// SPDX-License-Identifier: MIT

import Wire

extension SeededGenerator {
    /// True or false.
    public mutating func isTrue() -> Bool { Bool.random(using: &self) }

    /// One of some elements.
    public mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }

    /// A value that is valid for a schema.
    public mutating func value(of schema: Schema) -> JSON {
        switch schema {
        case .any: return pick([1, "a", true, ["x": 1]])
        case .text: return pick(["", "a", "ab", "{nbHits}", "é \u{202E}x", "color"])
        case .boolean: return .bool(isTrue())
        case .integer(let range):
            let top = min(range.upperBound, range.lowerBound.addingReportingOverflow(4).partialValue)
            return JSON(pick([range.lowerBound, top, range.upperBound] + (range.contains(2) ? [2] : [])))
        case .number(let range):
            return .number(pick([range.lowerBound, range.upperBound] + [0, 1, 2.5, 4].filter(range.contains)))
        case .choice(let words): return .string(pick(words))
        case .value: return pick(["red", "blue", 4, 2.5, true])
        case .attribute: return .string(pick(["color", "color", "price", "size"]))
        case .part(let part):
            return part.kind == .searcher ? .string(pick(["products", "categories", "elsewhere"])) : "main"
        case .list(let element, let maximum):
            let count = Int.random(in: 0..<min(maximum, 3) + 1, using: &self)
            return .array((0..<count).map { _ in value(of: element) })
        case .tuple(let members): return .array(members.map { value(of: $0.schema) })
        case .range(let isOpen): return pick([[1, 5], [2.5, 2.5], isOpen ? [.null, 3] : [0, 9]])
        case .object(let members, _):
            var object = JSONObject()
            for member in members where member.isRequired || isTrue() { object[member.name] = value(of: member.schema) }
            return .object(object)
        case .map(let schema): return .object(JSONObject([("a", value(of: schema)), ("b", value(of: schema))]))
        case .oneOf(let schemas): return value(of: pick(schemas))
        case .nullable(let schema): return isTrue() ? .null : value(of: schema)
        case .named(_, let schema): return value(of: schema)
        }
    }
}
