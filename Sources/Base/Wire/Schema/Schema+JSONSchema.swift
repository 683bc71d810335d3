// SPDX-License-Identifier: MIT

extension Schema {
    /// The schema as JSON Schema, draft 2020-12, without `$schema`.
    ///
    /// A limit in bytes has no word there; it stands as one in characters, which is the weaker one.
    public var jsonSchema: JSON {
        switch self {
        case .any: [:]
        case .text(nil): ["type": "string"]
        case .text(let maximum?): ["type": "string", "maxLength": JSON(maximum)]
        case .boolean: ["type": "boolean"]
        case .integer(let range):
            ["type": "integer", "minimum": JSON(range.lowerBound), "maximum": JSON(range.upperBound)]
        case .number where self == .number: ["type": "number"]
        case .number(let range):
            ["type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)]
        case .choice(let words): ["enum": JSON(words)]
        case .value: ["type": ["string", "number", "boolean"]]
        case .attribute: ["type": "string", "minLength": 1, "maxLength": 256]
        case .part: ["type": "string", "minLength": 1, "maxLength": JSON(Self.longestPartName)]
        case .list(let element, .max): ["type": "array", "items": element.jsonSchema]
        case .list(let element, let maximum):
            ["type": "array", "items": element.jsonSchema, "maxItems": JSON(maximum)]
        case .tuple(let members):
            [
                "type": "array", "prefixItems": .array(members.map(\.jsonSchema)), "minItems": JSON(members.count),
                "maxItems": JSON(members.count),
            ]
        case .range(let isOpen):
            [
                "type": "array", "items": ["type": isOpen ? ["number", "null"] : "number"], "minItems": 2,
                "maxItems": 2,
            ]
        case .object(let members, let isOpen): Self.jsonSchema(of: members, isOpen: isOpen)
        case .map(let schema): ["type": "object", "additionalProperties": schema.jsonSchema]
        case .oneOf(let schemas): ["anyOf": .array(schemas.map(\.jsonSchema))]
        case .nullable(let schema): ["anyOf": [["type": "null"], schema.jsonSchema]]
        case .named(let name, let schema): Self.jsonSchema(of: schema, named: name)
        }
    }

    private static func jsonSchema(of schema: Schema, named name: TypeName) -> JSON {
        var object = JSONObject([("title", .string(name.name)), ("description", .string(name.summary))])
        for member in schema.jsonSchema.object?.members ?? [] { object[member.key] = member.value }
        return .object(object)
    }

    private static func jsonSchema(of members: [Member], isOpen: Bool) -> JSON {
        var schema = JSONObject([
            ("type", "object"),
            ("properties", .object(JSONObject(members.map { ($0.name, $0.jsonSchema) }))),
        ])
        let required = members.filter(\.isRequired).map(\.name)
        if !required.isEmpty { schema["required"] = JSON(required) }
        if !isOpen { schema["additionalProperties"] = false }
        return .object(schema)
    }
}

extension Schema.Member {
    /// The member's schema with what it is for, and its default.
    var jsonSchema: JSON {
        // What may be missing may be null as well.
        let schema = isRequired || self.schema == .any ? self.schema : .nullable(self.schema.withoutNull)
        var members = schema.jsonSchema.object ?? JSONObject()
        members["description"] = .string(summary)
        if !defaultValue.isNull { members["default"] = defaultValue }
        return .object(members)
    }
}

extension Schema {
    fileprivate var withoutNull: Schema {
        guard case .nullable(let schema) = self else { return self }
        return schema
    }
}
