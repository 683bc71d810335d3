// SPDX-License-Identifier: MIT

extension Schema {
    /// Reads JSON Schema as `jsonSchema` writes it; what has no counterpart is any value.
    ///
    /// Bounds of texts are kept; the names of attributes and of parts of an app are texts afterwards.
    public init(jsonSchema json: JSON) {
        let plain = Self(unnamed: json)
        guard let title = json["title"]?.string else {
            self = plain
            return
        }
        self = .named(TypeName(title, json["description"]?.string ?? ""), plain)
    }

    private init(unnamed json: JSON) {
        if let words = json["enum"]?.array {
            self = .choice(words.compactMap(\.string))
        } else if let schemas = json["anyOf"]?.array {
            let others = schemas.filter { $0["type"]?.string != "null" }.map(Schema.init(jsonSchema:))
            let schema = others.count == 1 ? others[0] : Schema.oneOf(others)
            self = others.count < schemas.count ? .nullable(schema) : schema
        } else if json["type"]?.array != nil {
            self = .value
        } else {
            switch json["type"]?.string {
            case "string": self = .text(maximum: json["maxLength"]?.int)
            case "boolean": self = .boolean
            case "integer": self = .integer(Self.range(json, all: Int.min, Int.max, \.int))
            case "number":
                self = .number(Self.range(json, all: -.greatestFiniteMagnitude, .greatestFiniteMagnitude, \.double))
            case "array": self = Self(list: json)
            case "object": self = Self(object: json)
            default: self = .any
            }
        }
    }

    private init(list json: JSON) {
        let items = json["items"] ?? [:]
        if let elements = json["prefixItems"]?.array {
            let members = elements.enumerated().map { index, element in
                Member("element\(index + 1)", element, isRequired: true)
            }
            self = .tuple(members)
        } else if json["minItems"]?.int == 2, json["maxItems"]?.int == 2 {
            self = .range(isOpen: items["type"]?.array != nil)
        } else {
            self = .list(Schema(jsonSchema: items), maximum: json["maxItems"]?.int ?? .max)
        }
    }

    private init(object json: JSON) {
        let required = Set(json["required"]?.array?.compactMap(\.string) ?? [])
        let members = (json["properties"]?.object?.members ?? []).map { member in
            Member(member.key, member.value, isRequired: required.contains(member.key))
        }
        let others = json["additionalProperties"]
        if members.isEmpty, let others, others.object != nil {
            self = .map(Schema(jsonSchema: others))
        } else {
            self = .object(members, isOpen: others?.bool != false)
        }
    }

    private static func range<Number: Comparable>(
        _ json: JSON,
        all low: Number,
        _ high: Number,
        _ read: (JSON) -> Number?
    ) -> ClosedRange<Number> {
        let low = json["minimum"].flatMap(read) ?? low
        return low...max(low, json["maximum"].flatMap(read) ?? high)
    }
}

extension Schema.Member {
    /// Reads a property of an object in JSON Schema.
    fileprivate init(_ name: String, _ json: JSON, isRequired: Bool) {
        var schema = Schema(jsonSchema: json)
        // What may be missing is written as what may be null as well.
        if !isRequired, case .nullable(let inner) = schema { schema = inner }
        self.init(
            name,
            schema,
            isRequired: isRequired,
            default: json["default"] ?? .null,
            json["description"]?.string ?? ""
        )
    }
}
